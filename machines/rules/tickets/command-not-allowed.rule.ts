/** Refuses a verify command that no person has allowed. */
import { openRule } from './ticket-rule.js';

export const commandNotAllowed = openRule({
  code: 'COMMAND_NOT_ALLOWED',
  why: 'Proctor runs it with the rights of the person who started it.',
  check({ tickets, notAllowed, denied }) {
    return notAllowed.flatMap((index) => {
      const ticket = tickets[index];
      if (!ticket) return [];
      const found = denied.find((each) => each.index === index);
      // Replies cut long messages: the word that is wrong must come before the cut.
      const [told, command] = [found ? 60 : 120, 120].map((max) => JSON.stringify(ticket.verify.slice(0, max)));
      return [
        {
          subject: ticket.ticketId,
          message: `No person has allowed ${told ?? ''}.${found ? ` ${whyNot(found)}` : ''}`,
          fix: `${found ? `Leave ${JSON.stringify(found.word)} out, or ask` : 'Ask'} a person to add ${added(found)} to commands.allow in proctor.config.json, or to run: proctor approve ${command ?? ''}`,
        },
      ];
    });
  },
});

interface Denied {
  readonly word: string;
  readonly pattern: string;
  readonly instead?: string | undefined;
}

const whyNot = ({ word, pattern, instead }: Denied): string =>
  `The * in ${JSON.stringify(pattern)} stands for paths and names, not for ${JSON.stringify(word)}.${
    instead === undefined ? ' With it, other code could run in place of the tests.' : ''
  }`;

const added = (found: Denied | undefined): string =>
  found?.instead === undefined ? 'it' : JSON.stringify(found.instead.slice(0, 200));
