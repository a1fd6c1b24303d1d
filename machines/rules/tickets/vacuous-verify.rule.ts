/** Refuses a verify command that cannot fail. */
import { isVacuous, parseCommandLine } from '../../measures/command-line.js';
import { openRule } from './ticket-rule.js';

function provesNothing(verify: string): boolean {
  const parsed = parseCommandLine(verify);
  return parsed.ok && isVacuous(parsed.steps);
}

export const vacuousVerify = openRule({
  code: 'VACUOUS_VERIFY',
  why: 'A command that always succeeds is the cheapest proof there is.',
  check({ tickets }) {
    return tickets
      .filter(({ verify }) => provesNothing(verify))
      .map(({ ticketId }) => ({
        subject: ticketId,
        message: 'The verify command proves nothing: it succeeds whatever was done.',
        fix: 'Name a command that fails while the work is not done, such as a test of it.',
      }));
  },
});
