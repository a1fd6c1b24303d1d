/** Tickets of one tree as those of other sessions have to know them: whose files they are, and who is at them. */
import { isAtWork, isHandedOff, isLive, type Ticket } from '../../machines/measures/board-ticket.js';
import type { Board } from '../../machines/measures/board.js';

export interface TicketBeside {
  readonly ticketId: string;
  /** Paths or globs, relative to its project. */
  readonly files: readonly string[];
  readonly isLive: boolean;
  readonly isAtWork: boolean;
  /** Until when its builders must be heard of; null where no time is set. */
  readonly until: number | null;
  /** The tree with its work as it was seen last; null where that is not known. */
  readonly treeId: string | null;
}

/** Started there, whatever became of them; what a person gave up accounts for nothing. */
export const ticketsBeside = (board: Board, dir: string): TicketBeside[] =>
  board
    .all()
    .filter(({ tree, status }) => tree?.dir === dir && status !== 'withdrawn')
    .map(besideOf);

export function besideOf(ticket: Ticket): TicketBeside {
  const { id, contract, gate, handOff, lastTree } = ticket;
  const treeId = isHandedOff(ticket) ? handOff?.treeId : lastTree;
  return {
    ticketId: id,
    files: contract.files,
    isLive: isLive(ticket),
    isAtWork: isAtWork(ticket),
    until: gate.context.deadline ?? gate.context.wakeAt,
    treeId: treeId === undefined || treeId === '' ? null : treeId,
  };
}
