/** Refuses a start whose files another started ticket of the same tree may change too. */
import { beginRule, type BeginFigures } from './ticket-rule.js';

export const overlaps = (event: BeginFigures): boolean => event.overlaps.length > 0;

export const filesOverlap = beginRule({
  code: 'FILES_OVERLAP',
  why: 'With two at work on one file nobody can say whose change passed.',
  check({ ticketId, event }) {
    if (!overlaps(event)) return [];
    return event.overlaps.slice(0, 5).map(({ ticketId: other, files }) => ({
      subject: ticketId,
      message: `${other}, started in the same tree, may change ${files.slice(0, 5).join(', ')} too.`,
      fix: `Finish ${other} first, or start this one in a worktree of its own (workDir).`,
    }));
  },
});
