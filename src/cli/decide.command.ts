/** `proctor decide`: what a person says when a ticket waits for one; without a decision, what they could say. */
import { Decision } from '../../machines/schema/ticket.js';
import { refusalsAhead } from '../engine/rules-ahead.js';
import { choicesToAsk, choiceWords, commandOf, type Choice } from '../views/decisions.js';
import { jsonText, text, UsageError, type CliCommand, type ExitCode, type Io, type Parsed } from './command.js';
import { decideTicket, isOverdue } from './decide-ticket.js';
import { findTicket, type FoundTicket } from './find-ticket.js';
import { wrap } from './style.js';
import { cardLines } from './ticket-card.js';
import { inWorkspace, type Workspace } from './workspace.js';

const names = Decision.options.join(', ');

export const decide: CliCommand = {
  args: '<ticket> [decision] [dependency]',
  options: {
    note: { type: 'string', value: 'TEXT', about: 'why; people who read the record later see it' },
    session: { type: 'string', value: 'S', about: 'the session, if several have such a ticket' },
  },
  notes: [
    'Without a decision it shows the ticket and what is possible now. Decisions:',
    ...Decision.options.map((decision) => `  ${decision.padEnd(12)} ${aboutOf(decision)}`),
    'For people only, on a terminal that no agent started: the ticket id is typed to confirm.',
  ],
  example: 'proctor decide T-3 retry --note "the test server is up again"',
  async run(args, io) {
    const [ticketId = '', decision, dependency] = args.positionals;
    if (decision === undefined) return showChoices(ticketId, args, io);
    const known = Decision.options.find((each) => each === decision);
    if (!known) throw new UsageError(`${JSON.stringify(decision)} is no decision. Choose one of ${names}.`);
    if (known === 'drop' && dependency === undefined)
      throw new UsageError('Name the dependency to drop, as in proctor decide T-3 drop T-1.');
    if (known !== 'drop' && dependency !== undefined)
      throw new UsageError(`${JSON.stringify(dependency)} is one argument too many for ${known}.`);
    const command = commandOf(ticketId, known, { dependency, note: text(args.values['note']) });
    return decideTicket({ name: 'decide', toDo: choiceWords[known].toDo(dependency ?? ''), command }, args, io);
  },
};

/** On a command line a note is an option. */
function aboutOf(choice: Choice): string {
  return `${choiceWords[choice].about}${choice === 'withdraw' ? '; needs --note' : ''}`;
}

interface ShownChoice {
  readonly command: string;
  readonly about: string;
}

async function showChoices(ticketId: string, args: Parsed, io: Io): Promise<ExitCode> {
  return inWorkspace(args, io, async (workspace) => {
    const found = await findTicket(workspace, io.cwd, ticketId, text(args.values['session']));
    const { sessionId, copy } = found;
    const choices = await choicesFor(workspace, found);
    if (args.values['json'] === true) {
      const { status, gate } = found.ticket;
      io.out(jsonText({ sessionId, ticketId, status, gate: gate.state, choices }));
      return 0;
    }
    const now = Date.now();
    for (const line of cardLines({ sessionId, state: copy.state, records: copy.records, ticketId, now }, io))
      io.out(line);
    const width = Math.max(...choices.map(({ command }) => command.length));
    io.out('');
    if (choices.length === 0) io.out('Nothing is left to decide about it.');
    else
      io.out(
        isOverdue(found.ticket, now) ? 'Once its time-out is booked, more will be possible. Now:' : 'Possible now:',
      );
    for (const choice of choices) for (const line of choiceLines(choice, width, io.width)) io.out(line);
    return 0;
  });
}

/** Side by side where there is room. */
function choiceLines({ command, about: what }: ShownChoice, commandColumns: number, width: number): string[] {
  if (commandColumns + what.length + 4 <= width) return [`  ${command.padEnd(commandColumns)}  ${what}`];
  return [`  ${command}`, ...wrap(what, width - 6).map((line) => `      ${line}`)];
}

/** Asked of the rules, decision by decision: they alone know. */
async function choicesFor(workspace: Workspace, { copy: { state }, ticket }: FoundTicket): Promise<ShownChoice[]> {
  const by = { role: 'person', known: 'person' } as const;
  const possible: ShownChoice[] = [];
  for (const { choice, dependency, command } of choicesToAsk(ticket))
    if ((await refusalsAhead(workspace, state, command, by)).length === 0)
      possible.push({ command: lineOf(ticket.id, choice, dependency), about: aboutOf(choice) });
  return possible;
}

/** As it would be typed. */
function lineOf(id: string, choice: Choice, dependency: string | undefined): string {
  switch (choice) {
    case 'skip':
      return `proctor override skip ${id} --reason R --note "…"`;
    case 'force':
      return `proctor override force ${id} --note "…"`;
    case 'withdraw':
      return `proctor decide ${id} withdraw --note "…"`;
    default:
      return `proctor decide ${id} ${choice}${dependency === undefined ? '' : ` ${dependency}`}`;
  }
}
