/** Refuses a contract without a command that could prove it. */
import { openRule } from './ticket-rule.js';

export const lacksVerify = (verify: string): boolean => verify.trim() === '';

export const noVerify = openRule({
  code: 'NO_VERIFY',
  why: 'Work that nothing can check is done when somebody says so.',
  check({ tickets }) {
    return tickets
      .filter(({ verify }) => lacksVerify(verify))
      .map(({ ticketId }) => ({
        subject: ticketId,
        message: 'The contract has no verify command.',
        fix: 'Name a command that fails while the work is not done, such as a test of it.',
      }));
  },
});
