import { closedRule, commitRules, edgeRule, endRules, giveUpRule, proposeRules, reclassifyRules } from './index.js';

const codes = (rules: readonly { code: string }[]) => rules.map(({ code }) => code).sort();

/** The codes of the spec, gate by gate. */
describe('the rules at each gate', () => {
  test('propose', () => {
    expect(codes(proposeRules)).toEqual([
      'BATCH_OVERFLOW',
      'DEPTH_LIMIT',
      'DUPLICATE_ID',
      'DUPLICATE_IN_BATCH',
      'INSUFFICIENT_ROOTS',
      'INVALID_ID_FORMAT',
      'NODE_LIMIT',
      'NOT_WITHDRAWABLE',
      'PARENT_NOT_FOUND',
      'ROUND_MISMATCH',
      'SINGLE_ROOT',
      'TERMINAL_PARENT',
    ]);
  });

  test('commit', () => {
    expect(codes(commitRules)).toEqual([
      'ALREADY_COMMITTED',
      'BATCH_OVERFLOW',
      'CLAIMS_EXHAUSTED',
      'CONFIRMATION_EXPECTED',
      'DUPLICATE_EVIDENCE',
      'DUPLICATE_IN_BATCH',
      'FAKE_AGENT',
      'MISSING_AGENT',
      'MISSING_EVIDENCE',
      'NOT_PROPOSED',
      'PIPELINE_SKIPPED',
      'REUSED_AGENT',
      'SELF_CONFIRM',
      'STATE_LOCKED',
      'TERMINAL_RATIO_EXCEEDED',
      'UNKNOWN_STATE',
    ]);
  });

  test('reclassify', () => {
    expect(codes([edgeRule, ...reclassifyRules])).toEqual([
      'CLAIMS_EXHAUSTED',
      'CONFIRMATION_EXPECTED',
      'DUPLICATE_EVIDENCE',
      'HAS_CHILDREN',
      'ILLEGAL_TRANSITION',
      'MISSING_EVIDENCE',
      'MISSING_REASON',
      'NODE_NOT_FOUND',
      'STATE_LOCKED',
      'TERMINAL_RATIO_EXCEEDED',
      'UNKNOWN_STATE',
    ]);
  });

  test('end, giving up, and everything after it', () => {
    expect(codes(endRules)).toEqual([
      'DEPTH_TOO_SHALLOW',
      'EMPTY',
      'INSUFFICIENT_CHILDREN',
      'INSUFFICIENT_ROOTS',
      'NODES_UNSETTLED',
      'PENDING_PROPOSALS',
      'QUALITY_TOO_LOW',
      'RECOVERY_REQUIRED',
      'ROUNDS_TOO_FEW',
      'TOO_NARROW',
      'UNCONFIRMED',
    ]);
    expect(codes([giveUpRule, closedRule])).toEqual(['REASON_TOO_SHORT', 'SESSION_ENDED']);
  });

  test('every rule says why it exists', () => {
    const every = [...proposeRules, ...commitRules, edgeRule, ...reclassifyRules, ...endRules, giveUpRule, closedRule];
    for (const { why } of every) expect(why).toMatch(/^[A-Z].+\.$/);
  });
});
