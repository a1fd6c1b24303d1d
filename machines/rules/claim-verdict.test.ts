import { isConfirmed, isRefuted } from './claim-verdict.js';

// Were it a vote, a claimant could propose confirmers until the yeses outnumber the no.
describe('the verdict on a claim', () => {
  test.each([
    { confirmers: 0, committed: 0, valid: 0, dead: 0, verdict: 'none' },
    { confirmers: 1, committed: 0, valid: 0, dead: 0, verdict: 'none' },
    { confirmers: 1, committed: 1, valid: 0, dead: 0, verdict: 'none' },
    { confirmers: 1, committed: 1, valid: 1, dead: 0, verdict: 'confirmed' },
    { confirmers: 1, committed: 1, valid: 0, dead: 1, verdict: 'refuted' },
    { confirmers: 2, committed: 1, valid: 1, dead: 0, verdict: 'none' },
    { confirmers: 2, committed: 2, valid: 1, dead: 0, verdict: 'none' },
    { confirmers: 2, committed: 2, valid: 2, dead: 0, verdict: 'confirmed' },
    { confirmers: 2, committed: 1, valid: 0, dead: 1, verdict: 'refuted' },
    { confirmers: 2, committed: 2, valid: 1, dead: 1, verdict: 'refuted' },
    { confirmers: 9, committed: 9, valid: 8, dead: 1, verdict: 'refuted' },
    { confirmers: 9, committed: 9, valid: 9, dead: 0, verdict: 'confirmed' },
  ])('$valid VALID and $dead DEAD of $committed committed of $confirmers: $verdict', ({ verdict, ...tally }) => {
    expect(isRefuted(tally)).toBe(verdict === 'refuted');
    expect(isConfirmed(tally)).toBe(verdict === 'confirmed');
  });
});
