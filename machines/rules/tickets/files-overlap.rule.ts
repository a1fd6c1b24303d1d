/** Refuses a start whose files another started ticket of the same tree may change too. */
import { listed, sampled } from '../../measures/text.js';
import { beginRule, type BeginFigures } from './ticket-rule.js';

/** Breaches that are told one by one. */
const toldMax = 5;

export const overlaps = (event: BeginFigures): boolean => event.overlaps.length > 0;

export const filesOverlap = beginRule({
  code: 'FILES_OVERLAP',
  why: 'With two at work on one file nobody can say whose change passed.',
  check({ ticketId, event }) {
    if (!overlaps(event)) return [];
    return event.overlaps.slice(0, toldMax).map(({ ticketId: other, files, sessionId }, at) => {
      const name = sessionId === undefined ? other : `${other} of session ${sessionId}`;
      const left = at === toldMax - 1 ? event.overlaps.length - toldMax : 0;
      const more = left > 0 ? ` And so may ${left} more.` : '';
      return {
        subject: ticketId,
        message: `${name}, started in the same tree, may change ${listed(sampled(files))} too.${more}`,
        fix: `Finish ${name} first, or start this one in a worktree of its own (workDir).`,
      };
    });
  },
});
