/** Another session read from the disk, beside whoever has it open: for one that has its own turn and must not wait for theirs. */
import type { Store } from '../store/store.js';
import { ticketsBeside, type TicketBeside } from '../views/beside.js';
import { LiveSession } from './live-session.js';

/** The tickets of a session that were started in a work tree. */
export async function ticketsApart(store: Store, sessionId: string, dir: string): Promise<TicketBeside[]> {
  const session = await LiveSession.open(store, sessionId, { create: false });
  try {
    return session.isEmpty ? [] : ticketsBeside(session.state.board, dir);
  } finally {
    await session.journal.close();
  }
}
