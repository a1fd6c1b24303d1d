/** The board in one piece, for views that show all of it: a page is bounded for the wire, a screen or a file is not. */
import type { SessionState } from '../session/state.js';
import { boardPage, boardLine, waitsForPerson, type BoardPage } from './board-page.js';

export type WholeBoard = Omit<BoardPage, 'nextCursor'>;

export function wholeBoard(state: SessionState): WholeBoard {
  const { nextCursor: _next, ...first } = boardPage(state, undefined);
  const tickets = state.board.all();
  return {
    ...first,
    tickets: tickets.map(boardLine),
    waitingForPerson: tickets.filter(waitsForPerson).map(({ id }) => id),
  };
}
