import { closureOf } from '../src/testing/closure-samples.js';
import * as play from '../src/testing/ticket-play.js';
import { TicketPlay } from '../src/testing/ticket-play.js';
import { now } from '../src/testing/ticket-samples.js';
import { checks, leaseMs, type Check } from './schema/ticket.js';
import { ticketMachine, type TicketEvent } from './ticket.machine.js';

const { accept, approved, begin, closingRun, expire, force, report, skip, validate, validating } = play;
const orders: readonly (readonly Check[])[] = checks.flatMap((first) =>
  checks
    .filter((second) => second !== first)
    .map((second) => [first, second, ...checks.filter((third) => third !== first && third !== second)]),
);
const fails = (check: Check): TicketEvent => report(check, { passed: false });
const all = checks.map((check) => report(check));

// To a user its bug is a ticket that closes although a check failed, or one that cannot close by honest checks.
describe('the three checks', () => {
  test.each(orders)('%s, %s, %s: all passed closes, and not before the last', (...order) => {
    const played = new TicketPlay(...validating);
    for (const check of order) {
      expect(played.status).toBe('s3_validating');
      played.send(report(check));
    }
    expect([played.status, played.gate]).toEqual(['closed', 'APPROVED']);
  });

  const spoilt = orders.flatMap((order) => checks.map((failing) => [failing, ...order] as const));
  test.each(spoilt)('%s fails in the order %s, %s, %s: sent back, and not before the last', (failing, ...order) => {
    const played = new TicketPlay(...validating);
    for (const check of order) {
      expect(played.status).toBe('s3_validating');
      played.send(check === failing ? fails(check) : report(check));
    }
    expect([played.status, played.gate, played.attempts?.attempt]).toEqual(['in_progress', 'EXECUTING', 2]);
  });

  test.each(orders)('%s, %s, %s: each region is its own, and remembers who and when', (first, second, third) => {
    const played = new TicketPlay(...validating);
    const waiting = Object.fromEntries(checks.map((check) => [check, 'waiting']));
    expect(played.checks).toEqual(waiting);
    played.send(report(first, { by: 'agent s7', at: now + 5 }));
    expect(played.checks).toEqual({ ...waiting, [first]: 'passed' });
    played.send(fails(second));
    expect(played.checks).toEqual({ ...waiting, [first]: 'passed', [second]: 'failed' });
    expect(played.closure.marks).toEqual({
      [first]: { passed: true, by: 'agent s7', at: now + 5 },
      [second]: { passed: false, by: 'agent s1', at: now },
    });
    expect(played.closure.marks[third]).toBeUndefined();
  });

  test.each(checks)('%s is reported once, whatever it said', (check) => {
    for (const first of [report(check), fails(check)]) {
      const played = new TicketPlay(...validating, first);
      for (const again of [report(check), fails(check), report(check, { by: 'agent s2' })])
        expect(played.can(again)).toBe(false);
      const marks = played.closure.marks;
      expect(played.send(report(check), fails(check)).closure.marks).toEqual(marks);
    }
  });

  test('files that moved speak against it, at the last report and not by an earlier one', () => {
    const [first, second, third] = all;
    const moved = (event: TicketEvent): TicketEvent => ({ ...event, isMoved: true }) as TicketEvent;
    expect(new TicketPlay(...validating, moved(first!), second!, third!).status).toBe('closed');
    expect(new TicketPlay(...validating, first!, second!, moved(third!)).status).toBe('in_progress');
  });

  test('are refused by code where the chart has the edge', () => {
    const played = new TicketPlay(...validating);
    const refused: TicketEvent[] = [
      report('investigator', { by: null }),
      report('investigator', { isOnlyClaimed: true }),
      report('investigator', { isBuilder: true }),
      report('investigator', { notMet: ['it'] }),
      report('investigator', { undiffed: ['src/x.ts'] }),
      report('prd_auditor', { unaudited: ['R-1'] }),
      report('validator', { wantsLevel: 'H4' }),
      report('investigator', { at: now + leaseMs + 1 }),
    ];
    for (const event of refused) expect(played.can(event)).toBe(false);
    expect(played.send(...refused).closure.marks).toEqual({});
    played.send(report('investigator'));
    expect(played.can(report('validator', { isSeparate: true }))).toBe(false);
    expect(played.can(report('validator', { isSeparate: true, by: 'agent s2' }))).toBe(true);
  });
});

describe('taking a ticket into validation', () => {
  test('sets a lease, asks for a run and begins a round', () => {
    const played = new TicketPlay(...approved, validate({ filesId: 'files-9' }));
    expect(played.closure).toMatchObject({ round: 1, lease: now + leaseMs, runs: 1, run: 'running' });
    expect(played.closure).toMatchObject({ filesId: 'files-9', marks: {}, isMoved: false });
  });

  test.each([{ by: null }, { isOnlyClaimed: true }, { isBuilder: true }, { isPolicyChanged: true }])(
    'is refused: %j',
    (spoilt) => {
      const played = new TicketPlay(...approved);
      expect(played.can(validate(spoilt))).toBe(false);
      // A refusal comes before the files are looked at.
      expect(played.can(validate({ ...spoilt, isStale: true }))).toBe(false);
      expect(played.send(validate(spoilt)).closure.round).toBe(0);
    },
  );

  test('of files that are no longer those handed off sends it back', () => {
    const played = new TicketPlay(...approved, validate({ isStale: true }));
    expect([played.status, played.gate, played.closure.round]).toEqual(['in_progress', 'EXECUTING', 0]);
  });
});

describe('the run it asked for', () => {
  test.each<[string, TicketEvent[], mayPass: boolean]>([
    ['running', [], false],
    ['passed', [closingRun()], true],
    ['failed', [closingRun({ passed: false })], false],
    ['of another number', [closingRun({ runId: 2 })], false],
    ['cut short and asked for again', [closingRun({ isCutShort: true })], false],
    ['cut short, then passed', [closingRun({ isCutShort: true }), closingRun({ runId: 2 })], true],
    ['cut short, then the old one comes in', [closingRun({ isCutShort: true }), closingRun()], false],
    ['failed, then told again', [closingRun({ passed: false }), closingRun()], false],
  ])('%s: the validator may pass: %s', (_what, runs, mayPass) => {
    const played = new TicketPlay(...approved, validate(), ...runs);
    expect([played.can(report('validator')), played.can(fails('validator'))]).toEqual([mayPass, true]);
    expect(played.can(report('investigator'))).toBe(true);
  });
});

describe('the lease', () => {
  const at = (ms: number): TicketEvent => expire(now + leaseMs + ms);

  test('is over one millisecond after it, not at it', () => {
    expect([-1, 0, 1].map((ms) => new TicketPlay(...validating).can(at(ms)))).toEqual([false, false, true]);
    const reports = [0, 1].map((ms) => report('investigator', { at: now + leaseMs + ms }));
    expect(reports.map((each) => new TicketPlay(...validating).can(each))).toEqual([true, false]);
  });

  test('is renewed by every report, until all are in', () => {
    const played = new TicketPlay(...validating, report('investigator', { at: now + 100 }));
    expect(played.closure.lease).toBe(now + 100 + leaseMs);
    played.send(report('prd_auditor', { at: now + 200 }));
    expect(played.closure.lease).toBe(now + 200 + leaseMs);
    expect(played.can(at(200))).toBe(false);
    expect(played.can(at(201))).toBe(true);
  });

  test('without a failure on record gives the ticket back, and its reports are void', () => {
    const played = new TicketPlay(...validating, all[0]!, all[1]!, at(1));
    expect([played.status, played.gate]).toEqual(['impl_complete', 'APPROVED']);
    expect(played.closure).toMatchObject({ marks: {}, lease: null, run: 'none', round: 1, expiredRound: 1 });
    expect(played.can(all[2]!)).toBe(false);
    played.send(validate(), closingRun({ runId: 2 }), all[2]!);
    expect(played.status).toBe('s3_validating');
    expect(played.closure).toMatchObject({ round: 2, marks: { validator: { passed: true } } });
    expect(played.send(all[0]!, all[1]!).status).toBe('closed');
  });

  test('with a failure on record sends it back', () => {
    const played = new TicketPlay(...validating, fails('prd_auditor'), at(1));
    expect([played.status, played.gate, played.attempts?.attempt]).toEqual(['in_progress', 'EXECUTING', 2]);
    expect(played.attempts?.failures.at(-1)).toMatchObject({ type: 'S3_REJECTION', at: now + leaseMs + 1 });
  });

  test('is nobody’s once only a person is waited for', () => {
    const played = new TicketPlay(begin, force, validate(), closingRun(), ...all);
    expect([played.status, played.closure.lease]).toEqual(['s3_validating', null]);
    expect(played.can(expire(now + 1e12))).toBe(false);
  });
});

describe('what was skipped or forced', () => {
  test.each([skip, force])('waits for a person after the reports: %j', (override) => {
    const played = new TicketPlay(begin, override, validate(), closingRun(), ...all);
    expect([played.status, played.closure.needsAccept]).toEqual(['s3_validating', true]);
    expect(played.send(accept()).status).toBe('closed');
  });

  test.each([skip, force])('closes at the last report where a person has accepted before: %j', (override) => {
    for (const events of [
      [accept(), validate()],
      [validate(), accept()],
    ])
      expect(new TicketPlay(begin, override, ...events, closingRun(), ...all).status).toBe('closed');
  });

  test('may be accepted without a run that passed, and not pass without that', () => {
    for (const runs of [[], [closingRun({ passed: false })]]) {
      const played = new TicketPlay(begin, force, validate(), ...runs);
      expect(played.can(report('validator'))).toBe(false);
      expect(played.send(accept()).can(report('validator'))).toBe(true);
      expect(played.can(report('validator', { wantsLevel: 'H4' }))).toBe(true);
    }
  });

  test('is rejected by a failed check, accepted or not', () => {
    const failing = [report('investigator'), fails('prd_auditor'), fails('validator')];
    expect(new TicketPlay(begin, force, accept(), validate(), ...failing).status).toBe('in_progress');
    expect(new TicketPlay(begin, force, validate(), ...failing).status).toBe('in_progress');
  });

  test('is sent back where the files have moved by the time it is accepted', () => {
    const played = new TicketPlay(begin, force, validate(), closingRun(), ...all, accept(true));
    expect([played.status, played.gate]).toEqual(['in_progress', 'EXECUTING']);
  });

  test('is accepted for one hand-off: void when reopened, kept when the lease runs out', () => {
    const kept = new TicketPlay(begin, force, accept(), validate(), expire());
    expect([kept.status, kept.closure.isAccepted]).toEqual(['impl_complete', true]);
    const reopened = new TicketPlay(begin, force, accept(), validate({ isStale: true }));
    expect(reopened.closure.isAccepted).toBe(false);
    expect(reopened.send(force).closure).toMatchObject({ isAccepted: false, needsAccept: true });
    const later = new TicketPlay(begin, force, accept(), validate({ isStale: true }));
    later.send(play.submit({ attempt: 2 }), play.ran(), play.review());
    expect([later.status, later.closure.needsAccept]).toEqual(['impl_complete', false]);
  });

  test.each<[string, readonly TicketEvent[]]>([
    ['approved', approved],
    ['approved, in validation', validating],
    ['at work', [begin]],
    ['open', []],
  ])('is nothing else: %s cannot be accepted', (_what, events) => {
    const played = new TicketPlay(...events);
    expect(played.can(accept())).toBe(false);
    expect(played.send(accept()).closure.isAccepted).toBe(false);
  });
});

describe('a rejection', () => {
  test('counts as an attempt, and goes to a person when none is left', () => {
    const played = new TicketPlay(...validating);
    const reject = [fails('investigator'), fails('prd_auditor'), fails('validator')];
    const build = (attempt: number): TicketEvent[] => [
      ...[play.submit({ attempt, filesId: `files-${attempt}` }), play.ran({ runId: attempt })],
      play.review({ filesId: 'files-1' }),
      validate(),
    ];
    for (const attempt of [2, 3]) {
      played.send(...reject);
      expect([played.status, played.gate, played.attempts?.counted]).toEqual(['in_progress', 'EXECUTING', attempt]);
      played.send(...build(attempt));
      expect(played.status).toBe('s3_validating');
    }
    played.send(...reject);
    expect([played.status, played.gate]).toEqual(['blocked', 'ESCALATED']);
    expect(played.attempts).toMatchObject({ escalation: { type: 'S3_REJECTION' }, failed: { S3_REJECTION: 3 } });
  });

  test('forgets the round and remembers who checked', () => {
    const played = new TicketPlay(...validating, report('investigator', { by: 'agent s2' }), fails('prd_auditor'));
    played.send(fails('validator'));
    expect(played.closure).toMatchObject({ marks: {}, lease: null, run: 'none', round: 1, isAccepted: false });
    expect(played.closure.checkers).toEqual(['agent s2', 'agent s1']);
  });

  test('is passed through at once', () => {
    const context = closureOf();
    expect(ticketMachine.resolveState({ value: 's3_rejected', context }).can(validate())).toBe(false);
    expect(ticketMachine.states['s3_rejected']?.always).toHaveLength(1);
  });
});
