import * as rules from './index.js';

const codes = (list: readonly { code: string }[]) => list.map(({ code }) => code);

/** The codes of the spec that the core itself can give, call by call, in the order of its tables. */
describe('the rules of tickets at each call', () => {
  test.each<[string, readonly { code: string }[], string]>([
    ['start', rules.beginRules, 'SESSION_HALTED DEPENDENCY_OPEN DEPENDENCY_WITHDRAWN FILES_OVERLAP'],
    [
      'submit',
      rules.reportRules,
      'DEADLINE_PASSED STALE_ATTEMPT PRINCIPAL_UNKNOWN SELF_REVIEW POLICY_CHANGED FILES_UNTOUCHED OUTSIDE_CONTRACT',
    ],
    [
      'review',
      rules.reviewRules,
      'DEADLINE_PASSED PRINCIPAL_UNKNOWN SELF_REVIEW INCONSISTENT_REVIEW INCOMPLETE_REVIEW UNMET_CRITERION STALE_EVIDENCE OUTSIDE_CONTRACT',
    ],
    ['skip', rules.skipRules, 'PERSON_REQUIRED REASON_REQUIRED REASON_REFUSED'],
    ['force', rules.forceRules, 'PERSON_REQUIRED REASON_REQUIRED OVERRIDE_NOT_TYPED'],
  ])('%s', (_call, list, expected) => {
    expect(codes(list).join(' ')).toBe(expected);
  });

  test('open', () => {
    expect(codes(rules.openRules).sort()).toEqual([
      'BAD_TIMEOUT',
      'COMMAND_NOT_ALLOWED',
      'DEPENDENCY_CYCLE',
      'DUPLICATE_CONTRACT',
      'DUPLICATE_TICKET',
      'NO_GIT',
      'NO_VERIFY',
      'SHELL_SYNTAX',
      'TICKET_LIMIT',
      'UNKNOWN_DEPENDENCY',
      'VACUOUS_VERIFY',
      'VAGUE_DONE',
    ]);
  });

  test('every call, before all others', () => {
    const { found, role, status } = rules.callerRules;
    expect(codes([found, role, status])).toEqual(['TICKET_NOT_FOUND', 'WRONG_ROLE', 'WRONG_STATUS']);
  });

  test('every rule says why it exists', () => {
    const every = Object.values(rules).flatMap((each) => {
      if (Array.isArray(each)) return each as { why: string }[];
      return 'why' in each ? [each] : (Object.values(each) as { why: string }[]);
    });
    expect(every.length).toBeGreaterThan(35);
    for (const { why } of every) expect(why).toMatch(/^[A-Z].+\.$/);
  });
});
