/** Refuses to resume a session that is not halted. */
import type { Board } from '../../measures/board.js';
import type { Rule } from '../rule.js';

const isRunning = ({ isHalted }: Pick<Board, 'isHalted'>): boolean => !isHalted;

export const notHalted: Rule<{ readonly board: Board }> = {
  code: 'WRONG_STATUS',
  why: 'A person should not believe to have put something right that was never wrong.',
  check({ board }) {
    if (!isRunning(board)) return [];
    return [
      { subject: 'SESSION', message: 'The session is not halted.', fix: 'Nothing to do: tickets can be started.' },
    ];
  },
};
