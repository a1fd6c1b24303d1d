/** Finds the session a ticket is in, for a person who names only the ticket. */
import type { Ticket } from '../../machines/measures/board-ticket.js';
import type { SessionRow } from '../engine/port.js';
import { plain } from '../views/escape.js';
import { Refused } from './command.js';
import { pickSession } from './pick-session.js';
import { ticketSessions } from './project-sessions.js';
import { readSession, type ReadSession } from './session-copy.js';
import type { Workspace } from './workspace.js';

export interface FoundTicket extends ReadSession {
  readonly sessionId: string;
  readonly ticket: Ticket;
}

/** The session named; else the one of this project in which the ticket lives, or lived last. */
export async function findTicket(
  workspace: Workspace,
  cwd: string,
  ticketId: string,
  wanted: string | undefined,
): Promise<FoundTicket> {
  const { store } = workspace;
  const sessionId =
    wanted === undefined ? await sessionWith(workspace, cwd, ticketId) : await pickSession(store, wanted);
  const read = await readSession(workspace, sessionId);
  const ticket = read.copy.state.board.get(ticketId);
  if (!ticket) throw notFound(ticketId, `in ${sessionId}`);
  return { ...read, sessionId, ticket };
}

async function sessionWith({ engine }: Workspace, cwd: string, ticketId: string): Promise<string> {
  const having: { session: SessionRow; isLive: boolean }[] = [];
  for (const session of await ticketSessions(engine, cwd)) {
    const { value } = await engine.query(session.sessionId, { kind: 'ticket', ticketId });
    if (value)
      having.push({ session, isLive: value.ticket.status !== 'closed' && value.ticket.status !== 'withdrawn' });
  }
  const live = having.filter(({ isLive }) => isLive);
  if (live.length > 1)
    throw ambiguous(
      ticketId,
      live.map(({ session }) => session),
    );
  const chosen = (live[0] ?? having[0])?.session.sessionId;
  if (chosen === undefined) throw notFound(ticketId, 'in the sessions of this project');
  return chosen;
}

const notFound = (ticketId: string, where: string): Refused =>
  new Refused(
    'TICKET_NOT_FOUND',
    `There is no ticket ${plain(JSON.stringify(ticketId.slice(0, 60)))} ${where}.`,
    'See proctor status; --session names another session.',
  );

const ambiguous = (ticketId: string, sessions: readonly SessionRow[]): Refused =>
  new Refused(
    'TICKET_AMBIGUOUS',
    `${sessions.length} sessions of this project have a ticket ${ticketId}: ${sessions
      .slice(0, 5)
      .map(({ sessionId, summary }) => `${sessionId} (${plain(summary.query).slice(0, 60)})`)
      .join(', ')}.`,
    'Add --session with the beginning of the id you mean.',
  );
