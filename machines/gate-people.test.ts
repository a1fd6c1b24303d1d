import { playedTo, type GatePlay } from '../src/testing/gate-play.js';
import { minute } from '../src/testing/ticket-samples.js';

/** Mixed results on the same files: a person is asked. */
const flaky = (): GatePlay => playedTo('VERIFYING').ran({ passed: false }).report().ran().ran();
const decisions = ['retry', 'extend', 'investigate', 'acknowledge', 'unblock'] as const;

describe('a person’s retry', () => {
  test('is one attempt more, and the maximum grows with it', () => {
    const gate = playedTo('EXECUTING').plain('escalate').plain('retry');
    expect(gate.context).toMatchObject({ attempt: 2, counted: 2, attemptsMax: 4, escalation: null });
    expect(gate.context.deadline).toBe(gate.now + 5 * minute);
  });

  test('after the last attempt gives exactly one more', () => {
    const gate = playedTo('EXECUTING');
    for (let count = 0; count < 3; count += 1) gate.report({ status: 'failure' });
    expect(gate.where).toBe('ESCALATED(EXECUTION_FAILURE)');
    expect(gate.plain('retry').context).toMatchObject({ attempt: 4, counted: 4, attemptsMax: 4 });
    expect(gate.report({ status: 'failure' }).where).toBe('ESCALATED(EXECUTION_FAILURE)');
  });
});

describe('extending', () => {
  const timedOutTwice = (step: 'EXECUTING' | 'REVIEWING') => playedTo(step).overrun().wake().overrun();

  test('opens the same attempt again, with the longest limit there is', () => {
    const gate = timedOutTwice('EXECUTING').plain('extend');
    expect([gate.state, gate.context.attempt, gate.context.counted]).toEqual(['EXECUTING', 2, 2]);
    expect(gate.context.deadline).toBe(gate.now + 15 * minute);
  });

  test('of the run asks for another one', () => {
    const gate = playedTo('VERIFYING').overrun().wake().report().overrun();
    expect(gate.where).toBe('ESCALATED(TIMEOUT)');
    gate.plain('extend');
    expect([gate.state, gate.context.runs]).toEqual(['VERIFYING', 3]);
    expect(gate.context.deadline).toBe(gate.now + 5 * minute);
    expect(gate.ran().state).toBe('REVIEWING');
  });

  test('of the review keeps the run', () => {
    const gate = timedOutTwice('REVIEWING').plain('extend');
    expect([gate.state, gate.context.runs]).toEqual(['REVIEWING', 1]);
    expect(gate.context.deadline).toBe(gate.now + 10 * minute);
    expect(gate.review().state).toBe('APPROVED');
  });

  test('is possible once a step in a ticket’s life', () => {
    const gate = timedOutTwice('EXECUTING').plain('extend').overrun();
    expect(gate.where).toBe('ESCALATED(TIMEOUT)');
    expect(gate.can({ type: 'gate.extend', at: gate.now })).toBe(false);
    gate.plain('retry').overrun();
    expect(gate.can({ type: 'gate.extend', at: gate.now })).toBe(false);
    gate.plain('retry').report().overrun();
    expect(gate.can({ type: 'gate.extend', at: gate.now })).toBe(true);
  });
});

describe('results that differ on the same files', () => {
  test('can be acknowledged: an architect looks at them, and the label stays', () => {
    const gate = flaky().plain('acknowledge');
    expect([gate.state, gate.context.labels]).toEqual(['REVIEWING', ['flaky']]);
    expect(gate.context).toMatchObject({ escalation: null, deadline: gate.now + 3 * minute });
    expect(gate.review().context.labels).toEqual(['flaky']);
    expect(gate.state).toBe('APPROVED');
  });

  test('are no ground for another review unless they were acknowledged', () => {
    const files = { type: 'gate.rereview', at: 0, filesId: 'files-1' } as const;
    expect(flaky().can(files)).toBe(false);
    const asked = flaky().plain('acknowledge').review({ confidence: 'LOW' });
    expect([asked.where, asked.can(files)]).toEqual(['ESCALATED(REVIEW)', true]);
  });

  test('acknowledged once, a later failure on them is not', () => {
    const gate = flaky().plain('acknowledge').reject();
    expect(gate.state).toBe('EXECUTING');
    expect(gate.report().ran({ passed: false }).where).toBe('ESCALATED(VERIFY_FAILURE)');
    expect(gate.can({ type: 'gate.rereview', at: gate.now, filesId: 'files-1' })).toBe(false);
  });

  test('acknowledged once, a retry begins anew all the same', () => {
    const gate = flaky().plain('acknowledge').plain('escalate').plain('retry').plain('escalate');
    expect(gate.can({ type: 'gate.rereview', at: gate.now, filesId: 'files-1' })).toBe(false);
  });

  test('are labelled once, however often they are acknowledged', () => {
    const gate = flaky().plain('acknowledge').reject().report().ran();
    expect(gate.where).toBe('ESCALATED(FLAKY)');
    expect(gate.plain('acknowledge').context.labels).toEqual(['flaky']);
  });
});

describe('another review', () => {
  test('is for an architect who has not reviewed this attempt', () => {
    const gate = playedTo('REVIEWING').review({ by: 'agent a1', confidence: 'LOW' }).rereview();
    expect([gate.state, gate.context.attempt]).toEqual(['REVIEWING', 1]);
    expect(gate.can(gate.reviewEvent({ by: 'agent a1' }))).toBe(false);
    expect(gate.can(gate.reviewEvent({ by: 'agent a2' }))).toBe(true);
  });

  test('is possible only while the files are those that passed', () => {
    const gate = playedTo('REVIEWING').plain('escalate');
    expect(gate.can({ type: 'gate.rereview', at: gate.now, filesId: 'files-2' })).toBe(false);
    expect(gate.can({ type: 'gate.rereview', at: gate.now, filesId: 'files-1' })).toBe(true);
  });

  test('the same architect may review the next attempt', () => {
    const gate = playedTo('REVIEWING').reject('agent a1').report().ran();
    expect(gate.review({ by: 'agent a1' }).state).toBe('APPROVED');
    expect(gate.context.architects).toEqual(['agent a1']);
  });
});

describe('waiting', () => {
  test('for another ticket ends with a new number that is not counted', () => {
    const gate = playedTo('EXECUTING').report({ status: 'blocked', blocker: 'T-2' });
    expect(gate.context).toMatchObject({ blocker: 'T-2', escalation: null });
    gate.plain('unblock');
    expect(gate.context).toMatchObject({ attempt: 2, counted: 1, attemptsMax: 3, blocker: null });
    expect(gate.can(gate.reportEvent({ attempt: 1 }))).toBe(false);
  });

  test('for a ticket that was given up becomes waiting for a person', () => {
    const gate = playedTo('EXECUTING').report({ status: 'blocked', blocker: 'T-2' }).plain('orphan');
    expect(gate.where).toBe('ESCALATED(BLOCKED)');
    expect(gate.context.blocker).toBeNull();
  });

  test('while a person investigates is waiting for nobody else', () => {
    const gate = playedTo('EXECUTING').plain('escalate').plain('investigate');
    expect([gate.state, gate.context.blocker, gate.context.escalation]).toEqual(['BLOCKED', null, null]);
    expect(gate.plain('unblock').context.counted).toBe(1);
  });

  test('a person is asked with the step at which it stands', () => {
    const step = (gate: GatePlay) => gate.plain('escalate').context.escalation;
    expect(step(playedTo('EXECUTING'))).toMatchObject({ type: 'ASKED', step: 'executor' });
    expect(step(playedTo('VERIFYING'))).toMatchObject({ type: 'ASKED', step: 'verify' });
    expect(step(playedTo('REVIEWING'))).toMatchObject({ type: 'ASKED', step: 'architect' });
    expect(step(playedTo('EXECUTING').overrun())).toMatchObject({ type: 'ASKED' });
  });
});

describe('an override', () => {
  test.each([
    ['skip', 'SKIPPED', 'unverified'],
    ['force', 'FORCED', 'forced'],
  ] as const)('%s ends in %s and is labelled %s for ever', (how, state, label) => {
    const gate = flaky().plain('acknowledge').plain('escalate').override(how);
    expect([gate.state, gate.context.labels]).toEqual([state, ['flaky', label]]);
    expect(gate.context).toMatchObject({ deadline: null, wakeAt: null, escalation: null, blocker: null });
    for (const decision of decisions) expect(gate.can({ type: `gate.${decision}`, at: gate.now })).toBe(false);
  });
});

// To a user its bug is an agent that is too slow to build and then approves what it began.
describe('who took part', () => {
  test('whoever handed in a report that was taken is an executor, whatever it said', () => {
    const by = 'agent x';
    const reports = [
      { status: 'failure' },
      { status: 'blocked' },
      { status: 'blocked', blocker: 'T-2' },
      { contradictions: ['an error is reported'] },
      {},
    ] as const;
    for (const report of reports) {
      const gate = playedTo('EXECUTING').report({ by, ...report });
      expect([gate.context.executors, gate.context.architects]).toEqual([[by], []]);
    }
  });

  test('whoever reviewed is an architect, whatever they said, and cannot execute', () => {
    const by = 'agent x';
    const reviews = [{}, { confidence: 'LOW' }, { verdict: 'REJECTED', recommendation: 'retry' }] as const;
    for (const review of reviews) {
      const gate = playedTo('REVIEWING').review({ by, ...review });
      expect([gate.context.executors, gate.context.architects]).toEqual([['agent e1'], [by]]);
    }
    const next = playedTo('REVIEWING').reject(by);
    expect(next.can(next.reportEvent({ by }))).toBe(false);
  });

  test('whoever came too late did too', () => {
    const gate = playedTo('EXECUTING').overrun().late('executor', 'agent slow').wake();
    gate.report({ by: 'agent e2' }).ran();
    expect(gate.can(gate.reviewEvent({ by: 'agent slow' }))).toBe(false);
    gate.overrun().late('architect', 'agent late').plain('extend');
    expect(gate.can(gate.reviewEvent({ by: 'agent late' }))).toBe(true);
    gate.reject('agent a1');
    expect(gate.can(gate.reportEvent({ by: 'agent late' }))).toBe(false);
    expect(gate.context).toMatchObject({
      executors: ['agent slow', 'agent e2'],
      architects: ['agent late', 'agent a1'],
    });
  });

  test('nobody is listed twice', () => {
    const gate = playedTo('EXECUTING').report({ status: 'failure' }).report({ status: 'failure' });
    expect(gate.context.executors).toEqual(['agent e1']);
  });
});
