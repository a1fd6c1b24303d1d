/** `proctor override`: a person lets a ticket through its gate, with a reason, for ever labelled. */
import type { CommandOf } from '../../machines/schema/command.js';
import { overrideWord } from '../../machines/rules/tickets/override-not-typed.rule.js';
import { skipReasons } from '../../machines/schema/ticket.js';
import { choiceWords } from '../views/decisions.js';
import { text, UsageError, type CliCommand, type Io } from './command.js';
import { decideTicket } from './decide-ticket.js';

export const override: CliCommand = {
  args: '<skip|force> <ticket>',
  options: {
    reason: { type: 'string', value: 'R', about: `for skip: ${skipReasons.join(', ')}` },
    note: { type: 'string', value: 'TEXT', about: 'why; people who read the record later see it' },
    session: { type: 'string', value: 'S', about: 'the session, if several have such a ticket' },
  },
  notes: [
    'For people only, on a terminal that no agent started: the ticket id is typed to confirm, and for force the word OVERRIDE too.',
    'skip: the verification cannot be had; the ticket is handed off as unverified. force: handed off whatever its gate says.',
    'Neither counts as passed, the label stays, and the server never commits such work.',
  ],
  example: 'proctor override skip T-3 --reason verify-unavailable --note "the licence server is down"',
  async run(args, io) {
    const [how, ticketId = ''] = args.positionals;
    if (how !== 'skip' && how !== 'force') throw new UsageError(`Choose skip or force, not ${JSON.stringify(how)}.`);
    const reason = text(args.values['reason']);
    if (how === 'force' && reason !== undefined) throw new UsageError('--reason is for skip; force takes a --note.');
    const note = text(args.values['note']);
    const command: CommandOf<'ticket.override'> = {
      ...{ type: 'ticket.override', ticketId, how },
      ...(reason === undefined ? {} : { reason }),
      ...(note === undefined ? {} : { note }),
    };
    if (how === 'skip') return decideTicket({ name: 'override', toDo: choiceWords.skip.toDo(''), command }, args, io);
    const confirm = async (ask: NonNullable<Io['ask']>) => ({
      ...command,
      typed: (await ask(`This cannot be undone. Type ${overrideWord} to force it: `))?.trim().slice(0, 60) ?? '',
    });
    const confirmed = { ...command, typed: overrideWord };
    return decideTicket({ name: 'override', toDo: choiceWords.force.toDo(''), command: confirmed, confirm }, args, io);
  },
};
