import { transition } from 'xstate';
import { classicMachine } from './classic.machine.js';
import type { NodeEvent } from './node-actor.js';
import type { CommittedState } from './schema/state.js';

const machine = classicMachine();
const context = { id: 'R1.A', parent: null, depth: 1, confirms: null, claims: 0 };

const own = ['DRILL', 'VERIFY', 'VALID', 'DEAD', 'SPEC'] as const;
const foreign = ['VALID_PENDING'] as const;
const terminal = ['VALID', 'DEAD', 'SPEC'];
const states = ['PROPOSED', ...own] as const;

function reached(from: (typeof states)[number], event: NodeEvent): unknown {
  const snapshot = machine.resolveState({ value: from, context });
  return snapshot.can(event) ? transition(machine, snapshot, event)[0].value : null;
}

describe('a classic node', () => {
  test.each(own)('is committed %s from PROPOSED, and only from there', (state) => {
    for (const from of states)
      expect([from, reached(from, { type: `commit.${state}` })]).toEqual([from, from === 'PROPOSED' ? state : null]);
  });

  const pairs = own.flatMap((from) => own.map((to) => [from, to] as const));

  test.each(pairs)('childless, goes from %s to %s unless it is there', (from, to) => {
    expect(reached(from, { type: `reclassify.${to}`, children: 0 })).toBe(from === to ? null : to);
  });

  test.each(pairs)('with a child, goes from %s to %s only where that is open', (from, to) => {
    const isOpen = from !== to && !terminal.includes(to);
    expect(reached(from, { type: `reclassify.${to}`, children: 1 })).toBe(isOpen ? to : null);
  });

  test.each(states)('%s knows no claims and, uncommitted, no reclassification', (from) => {
    const tally = { confirmers: 1, committed: 1, valid: 1, dead: 0 };
    expect(reached(from, { type: 'claim.tally', tally })).toBeNull();
    for (const state of foreign) {
      expect(reached(from, { type: `commit.${state}` })).toBeNull();
      expect(reached(from, { type: `reclassify.${state}`, children: 0 })).toBeNull();
    }
    const anywhere: readonly CommittedState[] = own;
    for (const state of anywhere) expect(reached('PROPOSED', { type: `reclassify.${state}`, children: 0 })).toBeNull();
  });

  test.each(states)('%s carries the tag terminal only if nothing is left to do, and never stops', (state) => {
    const snapshot = machine.resolveState({ value: state, context });
    expect(snapshot.hasTag('terminal')).toBe(terminal.includes(state));
    expect(snapshot.status).toBe('active');
  });
});
