import { closureOf, markOf } from '../../src/testing/closure-samples.js';
import { now } from '../../src/testing/ticket-samples.js';
import { leaseMs, type Check } from '../schema/ticket.js';
import * as closure from './closure.js';

/** `pp-` is: investigator and auditor passed, the validator has not reported. */
function marks(text: string): Partial<Record<Check, closure.Mark>> {
  const names = ['investigator', 'prd_auditor', 'validator'] as const;
  return Object.fromEntries(
    names.flatMap((name, at) => (text[at] === '-' ? [] : ([[name, markOf(text[at] === 'p')]] as const))),
  );
}

describe('what speaks for closing, and what against', () => {
  test.each<[string, Partial<closure.ClosureContext>, string]>([
    ['---', {}, 'waits'],
    ['pp-', {}, 'waits'],
    ['fff', {}, 'rejected'],
    ['pfp', {}, 'rejected'],
    ['ff-', {}, 'waits'],
    ['ppp', {}, 'closable'],
    ['ppp', { isMoved: true }, 'rejected'],
    ['pp-', { isMoved: true }, 'waits'],
    ['ppp', { needsAccept: true }, 'waits for a person'],
    ['ppp', { needsAccept: true, isAccepted: true }, 'closable'],
    ['ppp', { needsAccept: true, isMoved: true }, 'rejected'],
    ['ppp', { needsAccept: true, isAccepted: true, isMoved: true }, 'rejected'],
    ['ppf', { needsAccept: true, isAccepted: true }, 'rejected'],
    ['pp-', { needsAccept: true }, 'waits'],
  ])('%s %j: %s', (text, spoilt, expected) => {
    const now = closureOf({ marks: marks(text), ...spoilt });
    const found = [
      ...(closure.isRejected(now) ? ['rejected'] : []),
      ...(closure.isClosable(now) ? ['closable'] : []),
      ...(closure.waitsForAccept(now) && !closure.isRejected(now) ? ['waits for a person'] : []),
    ];
    expect(found).toEqual(expected === 'waits' ? [] : [expected]);
  });

  test.each([
    ['---', false, false],
    ['p--', false, false],
    ['-f-', true, false],
    ['ppp', false, true],
    ['pfp', true, true],
  ])('%s: a failure on record: %s; complete: %s', (text, hasFailure, isComplete) => {
    const now = closureOf({ marks: marks(text) });
    expect([closure.hasFailure(now), closure.isComplete(now)]).toEqual([hasFailure, isComplete]);
  });
});

describe('the lease', () => {
  test.each([
    [now - 1, false],
    [now, false],
    [now + 1, true],
  ])('ends at %i: over is %s', (at, isOver) => {
    expect(closure.isLeaseOver(closureOf({ lease: now }), at)).toBe(isOver);
    expect(closure.isLeaseOver(closureOf({ lease: null }), at)).toBe(false);
  });

  test('is renewed by a report, and is nobody’s once all are in', () => {
    const reported = { check: 'validator', passed: true, by: 'agent s1', at: now + 7, isMoved: false } as const;
    expect(closure.marked(closureOf(), reported).lease).toBe(now + 7 + leaseMs);
    expect(closure.marked(closureOf({ marks: marks('p--') }), reported).lease).toBe(now + 7 + leaseMs);
    expect(closure.marked(closureOf({ marks: marks('pf-') }), reported).lease).toBeNull();
  });
});

describe('what a round remembers', () => {
  test('a new one forgets the marks of the last, and asks for a run of its own', () => {
    const before = closureOf({ marks: marks('pf-'), runs: 4, round: 2, isMoved: true, isAccepted: true });
    expect({ ...before, ...closure.validating(before, { at: now, filesId: 'files-2' }) }).toMatchObject({
      ...{ round: 3, runs: 5, run: 'running', marks: {}, filesId: 'files-2', isMoved: false },
      ...{ lease: now + leaseMs, isAccepted: true },
    });
  });

  test('who reported, once each, over all rounds', () => {
    const report = { check: 'validator', passed: false, at: now, isMoved: true } as const;
    const first = closure.marked(closureOf({ checkers: ['agent s1'] }), { ...report, by: 'agent s2' });
    expect([first.checkers, first.isMoved]).toEqual([['agent s1', 'agent s2'], true]);
    expect(closure.marked(closureOf({ checkers: ['agent s1'] }), { ...report, by: 'agent s1' }).checkers).toEqual([
      'agent s1',
    ]);
  });

  test.each<[closure.ClosureContext['run'], runId: number, boolean]>([
    ['running', 1, true],
    ['running', 2, false],
    ['passed', 1, false],
    ['failed', 1, false],
    ['none', 1, false],
  ])('of a run that is %s, number %i is awaited: %s', (run, runId, isAwaited) => {
    expect(closure.isAwaited(closureOf({ run, runs: 1 }), { runId })).toBe(isAwaited);
  });
});

// To a user its bug is a flaky test that is run until it is green, and a ticket that closes on the green one.
describe('a closing run', () => {
  const round = (context: closure.ClosureContext, filesId: string): closure.ClosureContext => ({
    ...context,
    ...closure.validating(context, { at: now, filesId }),
  });
  const ran = (context: closure.ClosureContext, passed: boolean): closure.ClosureContext => ({
    ...context,
    ...closure.ranOnce(context, { isCutShort: false, passed }),
  });

  test('that failed is not taken back by a later one on the same files', () => {
    const failed = ran(round(closure.newClosure('T-1'), 'files-1'), false);
    expect(failed.run).toBe('failed');
    expect(ran(round(failed, 'files-1'), true).run).toBe('failed');
    expect(ran(round(failed, 'files-2'), true).run).toBe('passed');
  });

  test('that passed may fail later, and one cut short is made again', () => {
    const passed = ran(round(closure.newClosure('T-1'), 'files-1'), true);
    expect(passed.run).toBe('passed');
    expect(ran(round(passed, 'files-1'), false).run).toBe('failed');
    const cut = closure.ranOnce(round(passed, 'files-1'), { isCutShort: true, passed: false });
    expect(cut).toEqual({ runs: 3 });
  });
});
