import { createActor, transition } from 'xstate';
import { protocolNamed } from '../src/testing/tree-builder.js';
import { chartsFor } from './charts.js';
import type { RoundEvent } from './round.machine.js';

const { round: machine } = chartsFor(protocolNamed('multi-gate'));

const nodes = [{ id: 'R2.A', parent: 'R1.A', depth: 2, confirms: null }];
const within = { round: 2, counted: 20, concluded: 7, dead: 0 };
const beyond = { round: 2, counted: 20, concluded: 8, dead: 0 };
const count = (uncommitted: number, figures: typeof within | null): RoundEvent => ({
  type: 'round.count',
  round: 2,
  uncommitted,
  figures,
});

const events = {
  'another batch': { type: 'round.propose', round: 2, nodes },
  'one of two taken back': { type: 'round.withdraw', round: 2, ids: ['R2.A'], uncommitted: 1 },
  'the last one taken back': { type: 'round.withdraw', round: 2, ids: ['R2.A'], uncommitted: 0 },
  'one of two committed': count(1, null),
  'the last one committed': count(0, null),
  'one of two concluded within the ratio': count(1, within),
  'the last one concluded within the ratio': count(0, within),
  'one of two concluded beyond the ratio': count(1, beyond),
  'the last one concluded beyond the ratio': count(0, beyond),
  'an event for a node': { type: 'node.event', round: 2, nodeId: 'R2.A', event: { type: 'commit.DRILL' } },
} satisfies Record<string, RoundEvent>;

/** Written down from the spec; null where the round must not take the event. */
const table: [event: keyof typeof events, fromOpen: string | null, fromComplete: string | null][] = [
  ['another batch', 'open', 'open'],
  ['one of two taken back', 'open', null],
  ['the last one taken back', 'complete', null],
  ['one of two committed', 'open', 'complete'],
  ['the last one committed', 'complete', 'complete'],
  ['one of two concluded within the ratio', 'open', 'complete'],
  ['the last one concluded within the ratio', 'complete', 'complete'],
  ['one of two concluded beyond the ratio', null, null],
  ['the last one concluded beyond the ratio', null, null],
  ['an event for a node', 'open', 'complete'],
];

/** A round of one node: open while that is uncommitted. */
function roundIn(state: 'open' | 'complete') {
  const actor = createActor(machine, { input: { round: 2 } }).start();
  actor.send(events['another batch']);
  if (state === 'complete') actor.send(events['the last one committed']);
  return actor.getSnapshot();
}

function reached(from: 'open' | 'complete', event: RoundEvent): unknown {
  const snapshot = roundIn(from);
  return snapshot.can(event) ? transition(machine, snapshot, event)[0].value : null;
}

describe('a round', () => {
  test('the table names every event', () => {
    expect(table.map(([event]) => event).sort()).toEqual(Object.keys(events).sort());
  });

  test.each(table)('on %s goes from open to %s, from complete to %s', (event, fromOpen, fromComplete) => {
    expect(reached('open', events[event])).toBe(fromOpen);
    expect(reached('complete', events[event])).toBe(fromComplete);
  });

  test('spawns its nodes, tells them their events, and lets withdrawn ones go', () => {
    const actor = createActor(machine, { input: { round: 2 } }).start();
    const both = [...nodes, { id: 'R2.B', parent: 'R1.A', depth: 2, confirms: null }];
    actor.send({ type: 'round.propose', round: 2, nodes: both });
    actor.send(events['an event for a node']);
    actor.send({ type: 'round.withdraw', round: 2, ids: ['R2.B'], uncommitted: 0 });
    const { value, children } = actor.getSnapshot();
    expect(value).toBe('complete');
    expect(Object.keys(children)).toEqual(['R2.A']);
    expect(children['R2.A']?.getSnapshot()).toMatchObject({ value: 'DRILL' });
  });

  test('classic rounds take any ratio', () => {
    const { round } = chartsFor(protocolNamed('classic'));
    const snapshot = round.resolveState({ value: 'open', context: { round: 1 } });
    expect(snapshot.can(count(0, { round: 1, counted: 3, concluded: 3, dead: 3 }))).toBe(true);
  });
});
