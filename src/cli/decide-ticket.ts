/**
 * The one way by which a person's decision about a ticket reaches its gate: found, shown, asked, given, told. Whoever is
 * no person is refused, and the attempt is in the journal.
 */
import type { Ticket } from '../../machines/measures/board-ticket.js';
import type { Answer } from '../views/answer.js';
import type { PersonCommand } from '../views/decisions.js';
import type { GateView } from '../views/gate-view.js';
import { outcomeReply } from '../tools/reply.js';
import { jsonText, text, type ExitCode, type Io, type Parsed } from './command.js';
import { findTicket, type FoundTicket } from './find-ticket.js';
import { personRequired, sitterAt, typed, type Sitter } from './person.js';
import { tellRefusal } from './refusal.js';
import { refusalsAhead } from '../engine/rules-ahead.js';
import { painter, wrap } from './style.js';
import { cardLines } from './ticket-card.js';
import { inWorkspace, type Workspace } from './workspace.js';

export interface Question {
  /** Of the command line, for messages. */
  readonly name: string;
  /** What typing the ticket's id will do, as in "retry it". */
  readonly toDo: string;
  /** As it will be once everything is typed that has to be. */
  readonly command: PersonCommand;
  /** Asks for what else has to be typed: the command with what really was. */
  readonly confirm?: (ask: NonNullable<Io['ask']>) => Promise<PersonCommand>;
}

export async function decideTicket(question: Question, args: Parsed, io: Io): Promise<ExitCode> {
  const sitter = sitterAt(io);
  return inWorkspace(args, io, async (workspace) => {
    const find = async () => findTicket(workspace, io.cwd, question.command.ticketId, text(args.values['session']));
    if (!sitter.isPerson) {
      await note(workspace, await find().catch(() => undefined), question, sitter);
      throw personRequired(sitter.why);
    }
    return ask(workspace, await find(), question, sitter, args, io);
  });
}

/** Somebody who is no person tried: the rules refuse it, and the journal shows that they did. */
async function note({ engine }: Workspace, found: FoundTicket | undefined, { command }: Question, { by }: Sitter) {
  if (found) await engine.execute(found.sessionId, command, { by }).catch(() => undefined);
}

async function ask(
  workspace: Workspace,
  found: FoundTicket,
  { name, toDo, command, confirm }: Question,
  sitter: Sitter & { isPerson: true },
  args: Parsed,
  io: Io,
): Promise<ExitCode> {
  const { ticketId } = command;
  const json = args.values['json'] === true;
  const { sessionId, copy } = found;
  const ticket = { id: ticketId, state: found.ticket.gate.state };
  const now = Date.now();
  for (const line of cardLines({ sessionId, state: copy.state, records: copy.records, ticketId, now }, io))
    io.say(line);
  io.say('');
  // What is overdue is booked before the decision is judged, so what holds now may not hold then.
  const ahead = isOverdue(found.ticket, now) ? [] : await refusalsAhead(workspace, copy.state, command, sitter.by);
  if (ahead.length > 0) {
    const exit = tellRefusal(name, ahead, io, json);
    if (ahead.some(({ code }) => code === 'WRONG_STATUS')) io.say(`proctor decide ${ticketId} lists what is possible.`);
    return exit;
  }
  await typed(sitter.ask, ticketId, toDo);
  const given = confirm ? await confirm(sitter.ask) : command;
  const outcome = await workspace.engine.execute(sessionId, given, { by: sitter.by });
  if (outcome.status === 'REJECTED') return tellRefusal(name, outcome.violations, io, json);
  if (json) io.out(jsonText({ sessionId, ...outcomeReply(outcome) }));
  else if (outcome.answer.kind === 'ticket')
    for (const line of afterLines(ticket, outcome.answer, outcome.head, io)) io.out(line);
  return 0;
}

export function isOverdue({ gate, status }: Ticket, now: number): boolean {
  const { deadline, wakeAt } = gate.context;
  return status !== 'withdrawn' && ((deadline !== null && now > deadline) || (wakeAt !== null && now >= wakeAt));
}

interface TicketBefore {
  readonly id: string;
  readonly state: string;
}
type TicketAnswer = Extract<Answer, { kind: 'ticket' }>;

function afterLines(before: TicketBefore, { ticket, gate }: TicketAnswer, head: string, io: Io): string[] {
  const isGone = ticket.status === 'withdrawn';
  const now = isGone ? 'withdrawn' : `${gate.status}, ticket ${ticket.status}`;
  const gone = 'Tickets that depend on it start only once you drop the dependency.';
  const next = isGone ? gone : (handedOffNext[ticket.status] ?? nextOf(before.id, gate));
  return [
    painter(io.color).green(`${before.id} was ${before.state}, is now ${now}.`),
    ...wrap(next, io.width),
    painter(io.color).dim(`Record ${head.split(':')[0] ?? ''} of the journal says so, with your name.`),
  ];
}

const handedOffNext: Readonly<Record<string, string>> = {
  s3_validating: 'Its checks go on; it closes once all three have passed.',
  closed: 'All its checks had passed. Its labels stay.',
};

/** What happens next, for the person; agents read it from the ticket. */
function nextOf(id: string, { status, attempt, maxAttempts }: GateView): string {
  switch (status) {
    case 'EXECUTING':
      return `Its executor may go on: attempt ${attempt} of ${maxAttempts}. Tell your agent to look at ${id}.`;
    case 'VERIFYING':
      return 'A server runs its verify command next.';
    case 'REVIEWING':
      return 'An architect reviews it next. Tell your agent so.';
    case 'BLOCKED':
      return `It waits until you say: proctor decide ${id} unblock`;
    case 'SKIPPED':
      return 'It is handed off as unverified. Proctor does not commit it; you can.';
    case 'FORCED':
      return 'It is handed off as forced. Proctor does not commit it; you can.';
    default:
      return `See proctor decide ${id}`;
  }
}
