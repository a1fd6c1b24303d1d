import { transition } from 'xstate';
import { statusOf } from '../src/session/ticket-actors.js';
import { closureOf } from '../src/testing/closure-samples.js';
import * as play from '../src/testing/ticket-play.js';
import { TicketPlay } from '../src/testing/ticket-play.js';
import { now } from '../src/testing/ticket-samples.js';
import { checks, TicketStatus } from './schema/ticket.js';
import { ticketMachine, type TicketEvent } from './ticket.machine.js';

const { approved, begin, flag, force, ran, review, submit, validating, withdraw } = play;
const blocked = submit({ status: 'blocked', blocker: 'T-2' });
const ask: TicketEvent = { type: 'gate.escalate', at: now };
const works: TicketEvent = { type: 'verdict.works' };
const waits: TicketEvent = { type: 'verdict.waits' };
const passed: TicketEvent = { type: 'verdict.passed', isOverride: false };

// To a user its bug is a board that says one thing while the gate does another.
describe('a ticket follows its gate', () => {
  test.each<[string, readonly TicketEvent[], gate: string, TicketStatus]>([
    ['opened', [], 'PENDING', 'open'],
    ['refused to start', [{ ...begin, isHalted: true } as TicketEvent], 'PENDING', 'open'],
    ['started', [begin], 'EXECUTING', 'in_progress'],
    ['submitted', [begin, submit()], 'VERIFYING', 'in_progress'],
    ['run', [begin, submit(), ran()], 'REVIEWING', 'in_progress'],
    ['timed out', [begin, { type: 'gate.expire', at: now + 1e9 }], 'FAILED', 'in_progress'],
    ['failed and tried again', [begin, submit({ status: 'failure' })], 'EXECUTING', 'in_progress'],
    ['approved', approved, 'APPROVED', 'impl_complete'],
    ['blocked', [begin, blocked], 'BLOCKED', 'blocked'],
    ['waiting for a person', [begin, ask], 'ESCALATED', 'blocked'],
    ['unblocked', [begin, blocked, { type: 'gate.unblock', at: now }], 'EXECUTING', 'in_progress'],
    ['skipped', [begin, play.skip], 'SKIPPED', 'impl_complete'],
    ['forced while it waited', [begin, ask, force], 'FORCED', 'impl_complete'],
    [
      'reviewed again',
      [
        ...[begin, submit(), ran(), review({ confidence: 'LOW' })],
        { type: 'gate.rereview', at: now, filesId: 'files-1' } as const,
      ],
      'REVIEWING',
      'in_progress',
    ],
    ['sent back', [...approved, play.validate({ isStale: true })], 'EXECUTING', 'in_progress'],
  ])('%s', (_what, events, gate, status) => {
    const played = new TicketPlay(...events);
    expect([played.gate, played.status]).toEqual([gate, status]);
  });
});

const reports = checks.map((check) => play.report(check));
const everything: readonly TicketEvent[] = [
  ...[works, waits, passed, withdraw, flag],
  ...[play.validate(), ...reports, play.closingRun(), play.expire(), play.accept()],
];

const reported = (to: TicketStatus) => Object.fromEntries(checks.map((check) => [`report.${check}`, to]));

/** The chart, written down from the spec: every edge there is for a ticket of which something is awaited. */
const edges: Record<TicketStatus, Partial<Record<TicketEvent['type'], TicketStatus>>> = {
  open: { 'verdict.works': 'in_progress', 'ticket.withdraw': 'withdrawn' },
  in_progress: { 'verdict.passed': 'impl_complete', 'verdict.waits': 'blocked', 'ticket.withdraw': 'withdrawn' },
  blocked: { 'verdict.works': 'in_progress', 'verdict.passed': 'impl_complete', 'ticket.withdraw': 'withdrawn' },
  impl_complete: {
    'ticket.flag': 'impl_complete',
    'ticket.accept': 'impl_complete',
    'ticket.validate': 's3_validating',
    'ticket.withdraw': 'withdrawn',
  },
  s3_validating: {
    ...reported('s3_validating'),
    'closure.ran': 's3_validating',
    'closure.expire': 'impl_complete',
    'ticket.flag': 's3_validating',
    'ticket.accept': 's3_validating',
    'ticket.withdraw': 'withdrawn',
  },
  s3_rejected: {},
  closed: {},
  withdrawn: {},
};

describe('the chart of a ticket', () => {
  test('has these states and no other', () => {
    expect(Object.keys(ticketMachine.states)).toEqual(TicketStatus.options);
    const regions = Object.entries(ticketMachine.states['s3_validating']?.states ?? {});
    expect(regions.map(([name, { states }]) => [name, ...Object.keys(states)])).toEqual(
      checks.map((check) => [check, 'waiting', 'passed', 'failed']),
    );
  });

  test.each(TicketStatus.options)('%s moves by these events and no other', (status) => {
    const context = closureOf({ needsAccept: true, run: 'running' });
    const snapshot = ticketMachine.resolveState({ value: status, context });
    const found = everything.map((event) => {
      // The validator's pass waits for the run.
      const asked = event.type === 'report.validator' ? { ...event, passed: false } : event;
      return [
        event.type,
        snapshot.can(asked) ? statusOf(transition(ticketMachine, snapshot, asked)[0].value) : undefined,
      ];
    });
    expect(Object.fromEntries(found)).toEqual({
      ...Object.fromEntries(found.map(([type]) => [type, undefined])),
      ...edges[status],
    });
    expect(snapshot.hasTag('terminal')).toBe(status === 'withdrawn' || status === 'closed');
  });

  test('has no edge by which finished regions would close it', () => {
    expect(ticketMachine.events.filter((type) => type.startsWith('xstate.'))).toEqual([]);
  });
});

const closed = [...validating, ...reports];

describe('a ticket that is given up', () => {
  test.each<[string, readonly TicketEvent[]]>([
    ['before it was started', []],
    ['at work', [begin]],
    ['while it waits', [begin, ask]],
    ['after it was handed off', approved],
    ['in validation', validating],
    ['with reports in', [...validating, ...reports.slice(0, 2)]],
    ['while only a person is waited for', [begin, force, play.validate(), play.closingRun(), ...reports]],
    ['after it was sent back', [...approved, play.validate({ isStale: true })]],
  ])('%s stops its gate, and nothing moves it again', (_when, events) => {
    const played = new TicketPlay(...events, withdraw);
    expect([played.status, played.gate]).toEqual(['withdrawn', undefined]);
    expect(played.closure).toMatchObject({ lease: null, run: 'none', marks: {} });
    played.send(begin, submit(), { type: 'gate.late', as: 'executor', by: 'agent e1' }, ...everything);
    expect([played.status, played.actor.getSnapshot().status]).toEqual(['withdrawn', 'active']);
  });

  test('is not one that was closed', () => {
    const played = new TicketPlay(...closed);
    expect(played.status).toBe('closed');
    played.send(begin, submit(), { type: 'gate.reopen', at: now }, ...everything);
    expect([played.status, played.gate, played.actor.getSnapshot().status]).toEqual(['closed', 'APPROVED', 'active']);
  });
});

describe('a person asked for after the hand-off', () => {
  test.each<[TicketStatus, readonly TicketEvent[]]>([
    ['impl_complete', approved],
    ['s3_validating', validating],
  ])('is a flag on the ticket in %s, once', (status, events) => {
    const played = new TicketPlay(...events);
    expect(played.can(flag)).toBe(true);
    played.send(flag);
    expect([played.status, played.closure.isFlagged]).toEqual([status, true]);
    expect(played.can(flag)).toBe(false);
  });

  test.each<[string, readonly TicketEvent[], TicketStatus]>([
    ['given up', [...approved, flag, withdraw], 'withdrawn'],
    ['taken into validation', [...approved, flag, play.validate()], 's3_validating'],
    ['sent back unseen', [...approved, flag, play.validate({ isStale: true })], 'in_progress'],
    ['given up in validation', [...validating, flag, withdraw], 'withdrawn'],
    ['back from validation', [...validating, flag, play.expire()], 'impl_complete'],
    ['closed', [...validating, flag, ...reports], 'closed'],
    ['rejected', [...validating, flag, play.report('validator', { passed: false }), ...reports], 'in_progress'],
  ])('is forgotten when the ticket leaves: %s', (_how, events, status) => {
    const played = new TicketPlay(...events);
    expect([played.status, played.closure.isFlagged]).toEqual([status, false]);
  });

  test('flags nothing before it, and nothing after', () => {
    expect(new TicketPlay(begin, flag).closure.isFlagged).toBe(false);
    expect(new TicketPlay(...closed, flag).closure.isFlagged).toBe(false);
  });
});
