/** `proctor decide`: what a person says when a ticket waits for one; without a decision, what they could say. */
import { dependenciesOf } from '../../machines/measures/board-ticket.js';
import { Decision } from '../../machines/schema/ticket.js';
import { jsonText, text, UsageError, type CliCommand, type ExitCode, type Io, type Parsed } from './command.js';
import { decideTicket, isOverdue, type PersonCommand } from './decide-ticket.js';
import { findTicket, type FoundTicket } from './find-ticket.js';
import { refusalsAhead } from './rules-ahead.js';
import { wrap } from './style.js';
import { cardLines } from './ticket-card.js';
import { inWorkspace, type Workspace } from './workspace.js';

/** What each one does, for people. */
const about: Readonly<Record<Decision, string>> = {
  retry: 'gives it one more attempt, with the feedback of the last',
  extend: 'repeats the step that timed out, with the longest limit there is',
  investigate: 'keeps it waiting while you look into it; unblock lets it go on',
  acknowledge: 'accepts that its command passes only sometimes; an architect reviews it next',
  rereview: 'has another architect review it as it is',
  unblock: 'lets it go on with a new attempt',
  drop: 'lets it start without a ticket it depends on',
  withdraw: 'gives it up for good; needs --note',
  accept: 'lets a ticket that was skipped or forced be closed once its checks passed',
};

const names = Decision.options.join(', ');

export const decide: CliCommand = {
  args: '<ticket> [decision] [dependency]',
  options: {
    note: { type: 'string', value: 'TEXT', about: 'why, for whoever reads the record later' },
    session: { type: 'string', value: 'S', about: 'the session, if several have such a ticket' },
  },
  notes: [
    'Without a decision it shows the ticket and what is possible now. Decisions:',
    ...Decision.options.map((decision) => `  ${decision.padEnd(12)} ${about[decision]}`),
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
    return decideTicket({ name: 'decide', toDo: verbs[known](dependency ?? ''), command }, args, io);
  },
};

const verbs: Readonly<Record<Decision, (dependency: string) => string>> = {
  retry: () => 'give it one more attempt',
  extend: () => 'give the step more time',
  investigate: () => 'look into it yourself',
  acknowledge: () => 'accept the flaky command',
  rereview: () => 'have it reviewed again',
  unblock: () => 'let it go on',
  drop: (dependency) => `drop its dependency ${dependency}`,
  withdraw: () => 'give it up for good',
  accept: () => 'accept it although its gate was overridden',
};

const commandOf = (
  ticketId: string,
  decision: Decision,
  { dependency, note }: { dependency?: string | undefined; note?: string | undefined },
): PersonCommand => ({
  ...{ type: 'ticket.decide', ticketId, decision },
  ...(dependency === undefined ? {} : { dependency }),
  ...(note === undefined ? {} : { note }),
});

interface Choice {
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
function choiceLines({ command, about: what }: Choice, commandColumns: number, width: number): string[] {
  if (commandColumns + what.length + 4 <= width) return [`  ${command.padEnd(commandColumns)}  ${what}`];
  return [`  ${command}`, ...wrap(what, width - 6).map((line) => `      ${line}`)];
}

/** Asked of the rules, decision by decision: they alone know. */
async function choicesFor(workspace: Workspace, { copy: { state }, ticket }: FoundTicket): Promise<Choice[]> {
  const { id } = ticket;
  const by = { role: 'person', known: 'person' } as const;
  const note = 'why';
  const asked: (Choice & { asks: PersonCommand })[] = [
    ...Decision.options
      .filter((decision) => decision !== 'drop')
      .map((decision) => ({
        command: `proctor decide ${id} ${decision}${decision === 'withdraw' ? ' --note "…"' : ''}`,
        about: about[decision],
        asks: commandOf(id, decision, { note }),
      })),
    // Once it is started its dependencies no longer hold it back.
    ...(ticket.status === 'open' ? dependenciesOf(ticket) : []).map((dependency) => ({
      command: `proctor decide ${id} drop ${dependency}`,
      about: about.drop,
      asks: commandOf(id, 'drop', { dependency, note }),
    })),
    {
      command: `proctor override skip ${id} --reason R --note "…"`,
      about: 'hands it off unverified',
      asks: { type: 'ticket.override', ticketId: id, how: 'skip', reason: 'time-pressure', note },
    },
    {
      command: `proctor override force ${id} --note "…"`,
      about: 'hands it off whatever its gate says',
      asks: { type: 'ticket.override', ticketId: id, how: 'force', note, typed: 'OVERRIDE' },
    },
  ];
  const possible: Choice[] = [];
  for (const { asks, ...choice } of asked)
    if ((await refusalsAhead(workspace, state, asks, by)).length === 0) possible.push(choice);
  return possible;
}
