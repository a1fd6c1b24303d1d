import { expectBreach } from '../../../src/testing/breaches.js';
import { checkFigures, checking, closureOf } from '../../../src/testing/closure-samples.js';
import { judged } from '../../../src/testing/ticket-samples.js';
import type { ClosureContext } from '../../measures/closure.js';
import { cleanRunPending, evidenceTooWeak, isPending, isTooWeak } from './evidence-too-weak.rule.js';

const runs = ['none', 'running', 'passed', 'failed'] as const;
type Run = ClosureContext['run'];

// To a user its bug is a ticket that closes although the command fails, or was never seen to pass.
describe('what a validator’s pass rests on', () => {
  test.each<[Run, isAccepted: boolean, wantsLevel: string | null, code: string | undefined]>([
    ['none', false, null, 'EVIDENCE_TOO_WEAK'],
    ['running', false, null, 'CLEAN_RUN_PENDING'],
    ['passed', false, null, undefined],
    ['failed', false, null, 'EVIDENCE_TOO_WEAK'],
    ...runs.map((run): [Run, boolean, string, string] => [run, false, 'H4', 'EVIDENCE_TOO_WEAK']),
    ...runs.map((run): [Run, boolean, null, undefined] => [run, true, null, undefined]),
    ...runs.map((run): [Run, boolean, string, undefined] => [run, true, 'H4', undefined]),
  ])('a run that is %s, accepted by a person: %s, level wanted: %s', (run, isAccepted, wantsLevel, code) => {
    const facts = checking(checkFigures('validator', { wantsLevel }), { run, isAccepted });
    const told = [cleanRunPending, evidenceTooWeak].flatMap((rule) => judged(rule, facts).violations);
    expect(told.map((each) => each.code)).toEqual(code === undefined ? [] : [code]);
  });

  test('nothing else is asked of it', () => {
    for (const run of runs)
      for (const figures of [
        checkFigures('validator', { passed: false }),
        checkFigures('investigator'),
        checkFigures('prd_auditor'),
      ])
        expect([isPending(closureOf({ run }), figures), isTooWeak(closureOf({ run }), figures)]).toEqual([
          false,
          false,
        ]);
  });

  test('says what to wait for, what to report, or which level a person can set', () => {
    const told = (run: Run, wantsLevel: string | null = null) =>
      checking(checkFigures('validator', { wantsLevel }), { run });
    expectBreach(judged(cleanRunPending, told('running')), 'CLEAN_RUN_PENDING', 'T-1', 'not ended', 'ticket_status');
    expectBreach(judged(evidenceTooWeak, told('failed')), 'EVIDENCE_TOO_WEAK', 'T-1', 'not passed', 'passed: false');
    expectBreach(judged(evidenceTooWeak, told('passed', 'H4')), 'EVIDENCE_TOO_WEAK', 'T-1', 'H4', 'levels.close');
  });
});
