/** Refuses a verify command that only a shell could run. */
import { parseCommandLine } from '../../measures/command-line.js';
import { lacksVerify } from './no-verify.rule.js';
import { openRule } from './ticket-rule.js';

export const shellSyntax = openRule({
  code: 'SHELL_SYNTAX',
  why: 'With a shell between, an allowed command can carry any other.',
  check({ tickets }) {
    return tickets.flatMap(({ ticketId, verify }) => {
      if (lacksVerify(verify)) return [];
      const parsed = parseCommandLine(verify);
      if (parsed.ok) return [];
      return [
        {
          subject: ticketId,
          message: `The verify command needs a shell: ${parsed.problem}.`,
          fix: 'Write plain words; && between steps is all there is. Put anything else in a script of the project.',
        },
      ];
    });
  },
});
