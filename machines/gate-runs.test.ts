import { playedTo, type GatePlay } from '../src/testing/gate-play.js';
import { minute } from '../src/testing/ticket-samples.js';

/** The next attempt hands in the same files and its run comes out as told. */
const again = (gate: GatePlay, passed: boolean) => gate.report().ran({ passed });

describe('the verify run', () => {
  test('each one asked for has a number and a deadline of its own', () => {
    const gate = playedTo('VERIFYING');
    expect(gate.context).toMatchObject({ runs: 1, step: 'verify' });
    gate.later(minute).ran({ isCutShort: true, filesId: '', passed: false });
    expect(gate.context).toMatchObject({ runs: 2, attempt: 1, deadline: gate.now + 2 * minute });
  });

  test('one that passed is remembered with its files, and the architect has three minutes', () => {
    const { context, now } = playedTo('VERIFYING').later(minute).ran({ filesId: 'files-9' });
    expect(context.lastRun).toEqual({ id: 1, filesId: 'files-9', passed: true });
    expect(context.tallies).toEqual({ 'files-9': { passed: 1, failed: 0 } });
    expect(context).toMatchObject({ step: 'architect', deadline: now + 3 * minute });
  });

  test('one that was cut short counts as neither pass nor failure, however often', () => {
    const gate = playedTo('VERIFYING');
    for (let count = 0; count < 5; count += 1) gate.ran({ isCutShort: true, filesId: '', passed: false });
    expect(gate.context).toMatchObject({ runs: 6, attempt: 1, tallies: {}, failures: [], movedRuns: 0, lastRun: null });
    expect(gate.ran().state).toBe('REVIEWING');
  });
});

// To a user its bug is a green run on files that were already others when it ended.
describe('files that move during the run', () => {
  test('are run again twice, then the attempt has failed', () => {
    const gate = playedTo('VERIFYING').ran({ isMoved: true }).ran({ isMoved: true });
    expect(gate.context).toMatchObject({ runs: 3, attempt: 1, movedRuns: 2, tallies: {}, lastRun: null });
    gate.ran({ isMoved: true });
    expect(gate.context.failures).toEqual([expect.objectContaining({ type: 'VERIFY_FAILURE', detail: 'TREE_MOVED' })]);
    expect([gate.state, gate.context.attempt, gate.context.movedRuns]).toEqual(['EXECUTING', 2, 0]);
  });

  test('and then lie still are judged', () => {
    expect(playedTo('VERIFYING').ran({ isMoved: true }).ran({ isMoved: true }).ran().state).toBe('REVIEWING');
  });

  test('each attempt has its own two', () => {
    const gate = playedTo('VERIFYING').ran({ isMoved: true }).ran({ passed: false });
    expect(gate.report().ran({ isMoved: true }).ran({ isMoved: true }).state).toBe('VERIFYING');
  });
});

// To a user its bug is an agent that submits the same broken files until a run happens to pass.
describe('trying until green', () => {
  test('a pass after a failure on the same files is run again; two of three go to a person', () => {
    const gate = again(playedTo('VERIFYING').ran({ passed: false }), true);
    expect([gate.state, gate.context.runs, gate.context.attempt]).toEqual(['VERIFYING', 3, 2]);
    expect(gate.ran().where).toBe('ESCALATED(FLAKY)');
    expect(gate.context.tallies).toEqual({ 'files-1': { passed: 2, failed: 1 } });
    expect(gate.context.lastRun).toMatchObject({ id: 3, passed: true });
  });

  test('one of three has failed', () => {
    const gate = again(playedTo('VERIFYING').ran({ passed: false }), true).ran({ passed: false });
    expect([gate.state, gate.context.attempt]).toEqual(['EXECUTING', 3]);
    expect(gate.context.failed).toEqual({ VERIFY_FAILURE: 2 });
    expect(gate.context.tallies).toEqual({ 'files-1': { passed: 1, failed: 2 } });
    expect(gate.context.lastRun).toMatchObject({ id: 3, passed: false });
  });

  test('a failure after a pass weighs as much', () => {
    const gate = playedTo('REVIEWING').reject().report().ran({ passed: false });
    expect(gate.state).toBe('VERIFYING');
    expect(gate.ran().where).toBe('ESCALATED(FLAKY)');
  });

  test('other files begin anew', () => {
    const gate = playedTo('VERIFYING').ran({ passed: false });
    gate.report({ filesId: 'files-2' }).ran({ filesId: 'files-2' });
    expect(gate.state).toBe('REVIEWING');
  });

  test('files that come back are remembered', () => {
    const gate = playedTo('VERIFYING').ran({ passed: false });
    gate.report({ filesId: 'files-2' }).ran({ filesId: 'files-2' }).reject();
    expect(again(gate, true).state).toBe('VERIFYING');
    expect(gate.context.tallies).toEqual({
      'files-1': { passed: 1, failed: 1 },
      'files-2': { passed: 1, failed: 0 },
    });
  });

  test('a person’s retry begins anew too', () => {
    const gate = again(playedTo('VERIFYING').ran({ passed: false }), true)
      .ran()
      .plain('retry');
    expect(gate.context.tallies).toEqual({});
    expect(again(gate, true).state).toBe('REVIEWING');
  });
});

describe('submitting again while a review is awaited', () => {
  const resubmit = (gate: GatePlay, filesId: string) => gate.report({ filesId }).ran({ filesId });

  test('goes back to the run, three times an attempt', () => {
    const gate = playedTo('REVIEWING');
    for (const filesId of ['files-2', 'files-3', 'files-4']) {
      expect(resubmit(gate, filesId).state).toBe('REVIEWING');
      expect(gate.context.attempt).toBe(1);
    }
    expect(gate.can(gate.reportEvent({ filesId: 'files-5' }))).toBe(false);
    expect(gate.context).toMatchObject({ resubmits: 3, runs: 4 });
  });

  test('the next attempt has three of its own', () => {
    const gate = playedTo('REVIEWING');
    for (const filesId of ['files-2', 'files-3', 'files-4']) resubmit(gate, filesId);
    gate.reject().report().ran();
    expect(gate.context.resubmits).toBe(0);
    expect(resubmit(gate, 'files-6').state).toBe('REVIEWING');
  });

  test('makes the sender an executor, who cannot review', () => {
    const gate = playedTo('REVIEWING').report({ filesId: 'files-2', by: 'agent e2' }).ran({ filesId: 'files-2' });
    expect(gate.context.executors).toEqual(['agent e1', 'agent e2']);
    expect(gate.can(gate.reviewEvent({ by: 'agent e2' }))).toBe(false);
    expect(gate.can(gate.reviewEvent({ by: 'agent a1' }))).toBe(true);
  });

  test('an approval counts only for the files that were run', () => {
    const gate = playedTo('REVIEWING');
    expect(gate.can(gate.reviewEvent({ filesId: 'files-2' }))).toBe(false);
    resubmit(gate, 'files-2');
    expect(gate.can(gate.reviewEvent({ filesId: 'files-1' }))).toBe(false);
    expect(gate.can(gate.reviewEvent({ filesId: 'files-2' }))).toBe(true);
  });
});
