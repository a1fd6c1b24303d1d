/**
 * A slice of the campaign over ticket × gate: every state after a straight hand-off. To a user its bug is a way to a close
 * that no single test thought of. All of it: npm run campaign:product.
 */
import { enumerate } from './product.js';

const straight = new Set(['begin', 'submit', 'run passes', 'approve']);
const closing = /^(validate|investigator|prd_auditor|validator|closing|lease|accept|flag)/;

describe('a ticket and its gate together', () => {
  test.each([
    ['approved', straight, ['closed', 'impl_complete', 'in_progress', 'open', 's3_validating']],
    ['forced', new Set(['begin', 'force', 'withdraw']), ['closed', 'withdrawn']],
  ])('keep the laws of closing in every state: %s', (_how, verbs, statuses) => {
    const isSent = (name: string) => verbs.has(name) || (closing.test(name) && name !== 'flag');
    const found = enumerate({ statesMax: 3000, isSent });
    expect(found.isComplete).toBe(true);
    expect(Object.keys(found.statuses)).toEqual(expect.arrayContaining(statuses));
  });
});
