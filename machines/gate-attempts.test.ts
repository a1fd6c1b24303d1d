import { GatePlay, playedTo } from '../src/testing/gate-play.js';
import { minute, now } from '../src/testing/ticket-samples.js';
import type { FailureType } from './schema/ticket.js';

/** One failure of a type, in a new attempt or in the one that is open. */
const failBy: Record<Exclude<FailureType, 'TIMEOUT' | 'S3_REJECTION'>, (gate: GatePlay) => GatePlay> = {
  EXECUTION_FAILURE: (gate) => gate.report({ status: 'failure' }),
  MALFORMED: (gate) => gate.report({ contradictions: ['doneCriteriaMet is false'] }),
  VERIFY_FAILURE: (gate) => {
    const filesId = `files of attempt ${gate.context.attempt}`;
    return gate.report({ filesId }).ran({ filesId, passed: false });
  },
  ARCHITECT_REJECTION: (gate) => {
    const filesId = `files of attempt ${gate.context.attempt}`;
    return gate.report({ filesId }).ran({ filesId }).reject();
  },
};

const trail = (gate: GatePlay) => `${gate.where} attempt ${gate.context.attempt}`;

// To a user its bug is an agent that goes on failing for hours before anybody is asked.
describe('failures are tried again', () => {
  test.each([
    ['EXECUTION_FAILURE', ['EXECUTING attempt 2', 'EXECUTING attempt 3', 'ESCALATED(EXECUTION_FAILURE) attempt 3']],
    ['MALFORMED', ['EXECUTING attempt 2', 'EXECUTING attempt 3', 'ESCALATED(MALFORMED) attempt 3']],
    ['VERIFY_FAILURE', ['EXECUTING attempt 2', 'EXECUTING attempt 3', 'ESCALATED(VERIFY_FAILURE) attempt 3']],
    ['ARCHITECT_REJECTION', ['EXECUTING attempt 2', 'ESCALATED(ARCHITECT_REJECTION) attempt 2']],
  ] as const)('%s', (type, path) => {
    const gate = playedTo('EXECUTING');
    expect(path.map(() => trail(failBy[type](gate)))).toEqual(path);
    expect(gate.context.failures.map((failure) => failure.type)).toEqual(path.map(() => type));
  });

  test('three attempts are all there are, whatever they failed by', () => {
    const gate = playedTo('EXECUTING');
    failBy.EXECUTION_FAILURE(gate);
    failBy.ARCHITECT_REJECTION(gate);
    expect(trail(gate)).toBe('EXECUTING attempt 3');
    failBy.MALFORMED(gate);
    expect(trail(gate)).toBe('ESCALATED(MALFORMED) attempt 3');
  });

  test('retries are counted by type over all attempts a person has added', () => {
    const gate = playedTo('EXECUTING').plain('escalate').plain('retry').plain('escalate').plain('retry');
    expect(gate.context).toMatchObject({ attempt: 3, counted: 3, attemptsMax: 5 });
    failBy.ARCHITECT_REJECTION(gate);
    expect(trail(gate)).toBe('EXECUTING attempt 4');
    failBy.ARCHITECT_REJECTION(gate);
    expect(trail(gate)).toBe('ESCALATED(ARCHITECT_REJECTION) attempt 4');
  });

  test('each failure says when, in which attempt and at which step', () => {
    const gate = failBy.VERIFY_FAILURE(playedTo('EXECUTING').later(minute));
    const failure = { attempt: 1, type: 'VERIFY_FAILURE', step: 'verify', at: now + minute };
    expect(gate.context.failures).toEqual([failure]);
    expect(failBy.EXECUTION_FAILURE(gate).context.failures[1]).toMatchObject({ attempt: 2, step: 'executor' });
  });

  test('no more than thirty failures are listed, and all are counted', () => {
    const gate = playedTo('EXECUTING');
    for (let count = 0; count < 40; count += 1) {
      failBy.EXECUTION_FAILURE(gate);
      if (gate.state === 'ESCALATED') gate.plain('retry');
    }
    expect(gate.context.failures).toHaveLength(30);
    expect(gate.context.failures.at(-1)?.attempt).toBe(40);
    expect(gate.context.failed).toEqual({ EXECUTION_FAILURE: 40 });
  });
});

describe('time limits', () => {
  test.each([
    ['EXECUTING', 5],
    ['VERIFYING', 2],
    ['REVIEWING', 3],
  ] as const)('%s has %i minutes, and exactly that is in time', (step, minutes) => {
    const gate = playedTo(step);
    expect(gate.context.deadline).toBe(now + minutes * minute);
    expect(gate.can({ type: 'gate.expire', at: now + minutes * minute })).toBe(false);
    expect(gate.can({ type: 'gate.expire', at: now + minutes * minute + 1 })).toBe(true);
  });

  test('an answer exactly at the deadline is taken, one later is not', () => {
    const executing = playedTo('EXECUTING').later(5 * minute);
    expect(executing.can(executing.reportEvent())).toBe(true);
    expect(executing.later(1).can(executing.reportEvent())).toBe(false);
    const reviewing = playedTo('REVIEWING').later(3 * minute);
    expect(reviewing.can(reviewing.reviewEvent())).toBe(true);
    expect(reviewing.later(1).can(reviewing.reviewEvent())).toBe(false);
  });

  test('no time runs while nobody is at work', () => {
    const blocked = playedTo('EXECUTING').report({ status: 'blocked', blocker: 'T-2' });
    const escalated = playedTo('REVIEWING').plain('escalate');
    const failed = playedTo('EXECUTING').overrun();
    const approved = playedTo('REVIEWING').review();
    const skipped = playedTo('EXECUTING').override('skip');
    for (const gate of [blocked, escalated, failed, approved, skipped]) expect(gate.context.deadline).toBeNull();
  });
});

describe('a time-out', () => {
  test.each(['EXECUTING', 'VERIFYING'] as const)('in %s is tried again after 30 seconds', (step) => {
    const gate = playedTo(step).overrun();
    expect(trail(gate)).toBe('FAILED(TIMEOUT) attempt 1');
    expect(gate.context.wakeAt).toBe(gate.now + 30_000);
    expect(gate.can({ type: 'gate.wake', at: gate.now + 29_999 })).toBe(false);
    gate.wake();
    expect(trail(gate)).toBe('EXECUTING attempt 2');
    expect(gate.context).toMatchObject({ deadline: gate.now + 5 * minute, wakeAt: null, counted: 2 });
  });

  test('of a review keeps attempt and run', () => {
    const gate = playedTo('REVIEWING').overrun();
    const { lastRun } = gate.context;
    expect(gate.wake().state).toBe('REVIEWING');
    expect(gate.context).toMatchObject({ attempt: 1, counted: 1, lastRun, deadline: gate.now + 3 * minute });
    expect(gate.review().state).toBe('APPROVED');
  });

  test.each(['EXECUTING', 'VERIFYING', 'REVIEWING'] as const)('the second goes to a person, at once: %s', (step) => {
    const gate = playedTo(step).overrun().wake();
    if (gate.state === 'EXECUTING' && step === 'VERIFYING') gate.report();
    expect(gate.overrun().where).toBe('ESCALATED(TIMEOUT)');
    expect(gate.context).toMatchObject({ wakeAt: null, deadline: null });
  });

  test('when attempts are used up the first does too', () => {
    const gate = playedTo('EXECUTING');
    failBy.EXECUTION_FAILURE(gate);
    failBy.VERIFY_FAILURE(gate);
    expect(trail(gate.overrun())).toBe('ESCALATED(TIMEOUT) attempt 3');
  });

  test('counts with other failures against the attempts', () => {
    const gate = failBy.EXECUTION_FAILURE(playedTo('EXECUTING').overrun().wake());
    expect(trail(gate)).toBe('EXECUTING attempt 3');
    expect(trail(failBy.EXECUTION_FAILURE(gate))).toBe('ESCALATED(EXECUTION_FAILURE) attempt 3');
  });
});

// To a user its bug is work that was handed in too late and still counts, or an honest answer called late.
describe('an answer to an attempt that timed out', () => {
  test('is late in the pause, and still when the next attempt is at work, under review or over', () => {
    const gate = playedTo('EXECUTING').overrun();
    const late = gate.reportEvent();
    expect(gate.context.timedOut).toEqual([1]);
    expect(gate.can(late)).toBe(false);
    expect(gate.wake().can({ ...late, at: gate.now } as typeof late)).toBe(false);
    gate.report({ filesId: 'files-2' }).ran({ filesId: 'files-2' });
    expect(gate.can({ ...late, at: gate.now } as typeof late)).toBe(false);
    expect(gate.can(gate.reportEvent({ attempt: 2 }))).toBe(true);
  });

  test('of a review is not late once the review is awaited again', () => {
    const gate = playedTo('REVIEWING').overrun();
    expect(gate.context.timedOut).toEqual([]);
    expect(gate.can(gate.reviewEvent())).toBe(false);
    expect(gate.wake().can(gate.reviewEvent())).toBe(true);
  });

  test('is in time again when a person gave more of it', () => {
    const gate = playedTo('EXECUTING').overrun().wake().overrun();
    expect(gate.where).toBe('ESCALATED(TIMEOUT)');
    gate.plain('extend');
    expect(gate.context.timedOut).toEqual([1]);
    expect(gate.report().state).toBe('VERIFYING');
  });
});
