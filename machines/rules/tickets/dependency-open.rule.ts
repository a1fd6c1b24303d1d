/** Refuses a start before what the ticket depends on is closed. */
import { beginRule, type BeginFigures } from './ticket-rule.js';

export const waitsForOpen = (event: BeginFigures): boolean => event.open.length > 0;

export const dependencyOpen = beginRule({
  code: 'DEPENDENCY_OPEN',
  why: 'Work on top of unfinished work has to be done again.',
  check({ ticketId, event }) {
    if (!waitsForOpen(event)) return [];
    const some = event.open.slice(0, 5).join(', ');
    return [
      {
        subject: ticketId,
        message: `It depends on ${some}, not closed yet.`,
        fix: `Finish ${some} first; a person can drop the dependency: proctor decide ${ticketId} drop ${event.open[0]}`,
      },
    ];
  },
});
