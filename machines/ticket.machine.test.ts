import { createActor, transition } from 'xstate';
import { leafOf } from '../src/session/ticket-actors.js';
import { beginFigures, gateOf, now, overrideFigures } from '../src/testing/ticket-samples.js';
import { reportFigures, reviewFigures, runFigures } from '../src/testing/ticket-samples.js';
import type { GateEvent } from './gate-actor.js';
import { newClosure } from './measures/closure.js';
import { gateActorId, ticketMachine, type TicketEvent } from './ticket.machine.js';

const input = { ticketId: 'T-1', limits: gateOf().limits };
const statuses = ['open', 'in_progress', 'blocked', 'impl_complete', 'withdrawn'] as const;
type Status = (typeof statuses)[number];

/** A ticket with its gate, both live. */
function ticket() {
  const actor = createActor(ticketMachine, { input }).start();
  const gate = () => actor.getSnapshot().children[gateActorId];
  return {
    send(...events: TicketEvent[]) {
      for (const event of events) actor.send(event);
      return this;
    },
    get status() {
      return actor.getSnapshot().value;
    },
    get gate() {
      const snapshot = gate()?.getSnapshot();
      return snapshot && leafOf(snapshot.value);
    },
    get isFlagged() {
      return actor.getSnapshot().context.isFlagged;
    },
    actor,
  };
}

const begin: GateEvent = { type: 'gate.begin', ...beginFigures() };
const report = (spoilt = {}): GateEvent => ({ type: 'gate.report', ...reportFigures(spoilt) });
const ran: GateEvent = { type: 'gate.ran', ...runFigures() };
const review = (spoilt = {}): GateEvent => ({ type: 'gate.review', ...reviewFigures(spoilt) });
const approved = [begin, report(), ran, review()];

// To a user its bug is a board that says one thing while the gate does another.
describe('a ticket follows its gate', () => {
  test.each<[string, GateEvent[], gate: string, Status]>([
    ['opened', [], 'PENDING', 'open'],
    ['refused to start', [{ ...begin, isHalted: true }], 'PENDING', 'open'],
    ['started', [begin], 'EXECUTING', 'in_progress'],
    ['submitted', [begin, report()], 'VERIFYING', 'in_progress'],
    ['run', [begin, report(), ran], 'REVIEWING', 'in_progress'],
    ['timed out', [begin, { type: 'gate.expire', at: now + 1e9 }], 'FAILED', 'in_progress'],
    ['failed and tried again', [begin, report({ status: 'failure' })], 'EXECUTING', 'in_progress'],
    ['approved', approved, 'APPROVED', 'impl_complete'],
    ['blocked', [begin, report({ status: 'blocked', blocker: 'T-2' })], 'BLOCKED', 'blocked'],
    ['waiting for a person', [begin, { type: 'gate.escalate', at: now }], 'ESCALATED', 'blocked'],
    [
      'unblocked',
      [begin, report({ status: 'blocked', blocker: 'T-2' }), { type: 'gate.unblock', at: now }],
      'EXECUTING',
      'in_progress',
    ],
    ['skipped', [begin, { type: 'gate.skip', ...overrideFigures() }], 'SKIPPED', 'impl_complete'],
    [
      'forced while it waited',
      [begin, { type: 'gate.escalate', at: now }, { type: 'gate.force', ...overrideFigures() }],
      'FORCED',
      'impl_complete',
    ],
    [
      'reviewed again',
      [
        ...[begin, report(), ran, review({ confidence: 'LOW' })],
        { type: 'gate.rereview', at: now, filesId: 'files-1' } as const,
      ],
      'REVIEWING',
      'in_progress',
    ],
  ])('%s', (_what, events, gate, status) => {
    const played = ticket().send(...events);
    expect([played.gate, played.status]).toEqual([gate, status]);
  });
});

const works: TicketEvent = { type: 'verdict.works' };
const waits: TicketEvent = { type: 'verdict.waits' };
const passed: TicketEvent = { type: 'verdict.passed', isOverride: false };
const withdraw: TicketEvent = { type: 'ticket.withdraw' };
const flag: TicketEvent = { type: 'ticket.flag' };

/** The chart, written down from the spec: every edge there is. */
const edges: Record<Status, Partial<Record<TicketEvent['type'], Status>>> = {
  open: { 'verdict.works': 'in_progress', 'ticket.withdraw': 'withdrawn' },
  in_progress: { 'verdict.passed': 'impl_complete', 'verdict.waits': 'blocked', 'ticket.withdraw': 'withdrawn' },
  blocked: { 'verdict.works': 'in_progress', 'verdict.passed': 'impl_complete', 'ticket.withdraw': 'withdrawn' },
  impl_complete: { 'ticket.flag': 'impl_complete', 'ticket.withdraw': 'withdrawn' },
  withdrawn: {},
};

describe('the chart of a ticket', () => {
  test('has these states and no other', () => {
    expect(Object.keys(ticketMachine.states)).toEqual(statuses);
  });

  test.each(statuses)('%s moves by these events and no other', (status) => {
    const snapshot = ticketMachine.resolveState({ value: status, context: newClosure('T-1') });
    const found = [works, waits, passed, withdraw, flag].map((event) => [
      event.type,
      snapshot.can(event) ? transition(ticketMachine, snapshot, event)[0].value : undefined,
    ]);
    expect(Object.fromEntries(found)).toEqual({
      ...Object.fromEntries(found.map(([type]) => [type, undefined])),
      ...edges[status],
    });
    expect(snapshot.hasTag('terminal')).toBe(status === 'withdrawn');
  });
});

describe('a ticket that is given up', () => {
  test.each<[string, GateEvent[]]>([
    ['before it was started', []],
    ['at work', [begin]],
    ['while it waits', [begin, { type: 'gate.escalate', at: now }]],
    ['after it was handed off', approved],
  ])('%s stops its gate, and nothing moves it again', (_when, events) => {
    const played = ticket().send(...events, withdraw);
    expect([played.status, played.gate]).toEqual(['withdrawn', undefined]);
    played.send(begin, report(), { type: 'gate.late', as: 'executor', by: 'agent e1' }, works, passed);
    expect([played.status, played.actor.getSnapshot().status]).toEqual(['withdrawn', 'active']);
  });
});

describe('a person asked for after the hand-off', () => {
  test('is a flag on the ticket, once', () => {
    const played = ticket().send(...approved);
    expect(played.actor.getSnapshot().can(flag)).toBe(true);
    played.send(flag);
    expect([played.status, played.isFlagged]).toEqual(['impl_complete', true]);
    expect(played.actor.getSnapshot().can(flag)).toBe(false);
  });

  test('is forgotten when the ticket leaves', () => {
    expect(ticket().send(...approved, flag, withdraw).isFlagged).toBe(false);
  });

  test('flags nothing before it', () => {
    expect(ticket().send(begin, flag).isFlagged).toBe(false);
  });
});
