import { createActor, transition } from 'xstate';
import { endable, sampleOf } from '../src/testing/breaches.js';
import { beginFigures, gateOf } from '../src/testing/ticket-samples.js';
import { protocolNamed } from '../src/testing/tree-builder.js';
import { chartsFor } from './charts.js';
import type { EndFigures } from './measures/end-figures.js';
import { endRules } from './rules/index.js';
import type { SessionEvent } from './session.machine.js';

const { session: machine } = chartsFor(protocolNamed('multi-gate'));
type Machine = typeof machine;

const nodes = [{ id: 'R1.A', parent: null, depth: 1, confirms: null }];
const end = (figures: EndFigures): SessionEvent => ({ type: 'investigation.end', figures });
const giveUp = (chars: number): SessionEvent => ({ type: 'investigation.giveUp', reason: 'x'.repeat(chars) });

const context = { sessionId: 's-00000000000000000000', rounds: 0 };

function reached(
  from: 'investigating' | 'ended' | 'tickets' | 'empty',
  event: SessionEvent,
  chart: Machine = machine,
): unknown {
  const snapshot = chart.resolveState({ value: from, context });
  return snapshot.can(event) ? transition(chart, snapshot, event)[0].value : null;
}

/** An investigation that has begun. */
function investigating() {
  const actor = createActor(machine, { input: { sessionId: context.sessionId } }).start();
  actor.send({ type: 'investigation.start' });
  return actor;
}

const events: [name: string, event: SessionEvent, to: string | null][] = [
  ['a proposal', { type: 'round.propose', round: 1, nodes }, 'investigating'],
  ['a withdrawal', { type: 'round.withdraw', round: 1, ids: ['R1.A'], uncommitted: 0 }, 'investigating'],
  ['a count', { type: 'round.count', round: 1, uncommitted: 0, figures: null }, 'investigating'],
  [
    'an event for a node',
    { type: 'node.event', round: 1, nodeId: 'R1.A', event: { type: 'commit.DRILL' } },
    'investigating',
  ],
  ['an end with nothing in its way', end(endable()), 'ended'],
  ['giving up in 49 characters', giveUp(49), null],
  ['giving up in 50 characters', giveUp(50), 'ended'],
];

describe('a session', () => {
  test.each(events)('investigating, on %s', (_name, event, to) => {
    // The rounds these go to are spawned by the proposal; without one the relay has nobody to tell.
    const actor = investigating();
    actor.send({ type: 'round.propose', round: 1, nodes });
    const snapshot = actor.getSnapshot();
    expect(snapshot.can(event)).toBe(to !== null);
    actor.send(event);
    expect(actor.getSnapshot().value).toBe(to ?? 'investigating');
    expect(actor.getSnapshot().status).toBe('active');
  });

  test.each(events)('once ended, made for tickets, or not begun, takes nothing: %s', (_name, event) => {
    for (const from of ['ended', 'tickets', 'empty'] as const) expect(reached(from, event)).toBeNull();
  });

  test('begins as an investigation, or with tickets, and only once', () => {
    const start: SessionEvent = { type: 'investigation.start' };
    const states = ['empty', 'investigating', 'ended', 'tickets'] as const;
    expect(states.map((from) => reached(from, start))).toEqual(['investigating', null, null, null]);
    const open: SessionEvent = { type: 'tickets.open', tickets: [] };
    expect(states.map((from) => reached(from, open))).toEqual(['tickets', 'investigating', 'ended', 'tickets']);
  });

  test('spawns a round once, with its first proposal', () => {
    const actor = investigating();
    actor.send({ type: 'round.propose', round: 1, nodes });
    actor.send({ type: 'round.propose', round: 1, nodes: [{ ...nodes[0]!, id: 'R1.B' }] });
    actor.send({ type: 'round.propose', round: 2, nodes: [{ ...nodes[0]!, id: 'R2.A', depth: 2 }] });
    expect(Object.keys(actor.getSnapshot().children)).toEqual(['round:1', 'round:2']);
    const first = actor.getSnapshot().children['round:1']?.getSnapshot() as { children: object };
    expect(Object.keys(first.children)).toEqual(['R1.A', 'R1.B']);
  });
});

// To a user its bug is an event for one ticket that reaches another, or none.
describe('the tickets of a session', () => {
  const input = (ticketId: string) => ({ ticketId, limits: gateOf().limits });
  const begin = { type: 'gate.begin', ...beginFigures() } as const;

  test.each<[string, SessionEvent[]]>([
    ['made for them', []],
    ['that investigates', [{ type: 'investigation.start' }]],
    ['whose investigation has ended', [{ type: 'investigation.start' }, end(endable())]],
  ])('can be opened in one %s, and each has its own events', (_kind, before) => {
    const actor = createActor(machine, { input: { sessionId: context.sessionId } }).start();
    for (const event of before) actor.send(event);
    const state = actor.getSnapshot().value;
    actor.send({ type: 'tickets.open', tickets: [input('a'), input('b')] });
    actor.send({ type: 'tickets.open', tickets: [input('c')] });
    actor.send({ type: 'ticket.event', ticketId: 'b', event: begin });
    const { children, value } = actor.getSnapshot();
    const statuses = Object.entries(children).map(([id, ref]) => [
      id,
      (ref?.getSnapshot() as { value: unknown }).value,
    ]);
    expect(statuses).toEqual([
      ['ticket:a', 'open'],
      ['ticket:b', 'in_progress'],
      ['ticket:c', 'open'],
    ]);
    expect(value).toBe(before.length === 0 ? 'tickets' : state);
  });
});

/** For each blocker, figures in which nothing but it (and what it implies) stands in the way. */
const blockers: Record<string, Partial<EndFigures>> = {
  EMPTY: { committed: 0, rounds: 0, roots: 0, quality: 0, solutions: 0, broad: 0 },
  ROUNDS_TOO_FEW: { rounds: 3, unsettled: sampleOf('R1.A') },
  DEPTH_TOO_SHALLOW: { rounds: 3, unsettled: sampleOf('R1.A') },
  RECOVERY_REQUIRED: { rounds: 3 },
  INSUFFICIENT_ROOTS: { roots: 4 },
  PENDING_PROPOSALS: { proposals: sampleOf('R1.F') },
  INSUFFICIENT_CHILDREN: { short: sampleOf('R1.A') },
  NODES_UNSETTLED: { unsettled: sampleOf('R1.A') },
  UNCONFIRMED: { awaiting: sampleOf('R3.A') },
  QUALITY_TOO_LOW: { quality: 0.499999 },
  TOO_NARROW: { narrow: 1 },
};

// Some blockers imply others, so a guard that is gone would not be missed unless it is asked alone.
describe('the end of a session', () => {
  test('every end rule is a blocker here', () => {
    expect(Object.keys(blockers).sort()).toEqual(endRules.map(({ code }) => code).sort());
  });

  const alone = (code: string): Machine => {
    const others = Object.keys(blockers).filter((each) => each !== code);
    return machine.provide({ guards: Object.fromEntries(others.map((each) => [each, () => false])) });
  };

  test.each(Object.entries(blockers))('%s alone refuses it', (code, spoilt) => {
    expect(reached('investigating', end(endable(spoilt)), alone(code))).toBeNull();
    expect(reached('investigating', end(endable()), alone(code))).toBe('ended');
  });

  test.each(Object.entries(blockers))('%s refuses it among all others', (_code, spoilt) => {
    expect(reached('investigating', end(endable(spoilt)))).toBeNull();
  });
});
