/** Tickets at work in one tree: what a commit there has to be held against. */
import type { Board } from '../../machines/measures/board.js';
import type { GateState } from '../../machines/schema/ticket.js';

export interface StartedTicket {
  ticketId: string;
  title: string;
  /** Paths or globs, relative to the project. */
  files: readonly string[];
  gate: GateState;
  labels: readonly string[];
}

/** Started there, neither closed nor withdrawn. */
export const startedTickets = (board: Board, dir: string): StartedTicket[] =>
  board.startedIn(dir).map(({ id, contract, gate }) => ({
    ticketId: id,
    title: contract.title,
    files: contract.files,
    gate: gate.state,
    labels: gate.context.labels,
  }));
