/** Refuses a start while it depends on a ticket that was given up. */
import { beginRule, type BeginFigures } from './ticket-rule.js';

export const waitsForWithdrawn = (event: BeginFigures): boolean => event.withdrawn.length > 0;

export const dependencyWithdrawn = beginRule({
  code: 'DEPENDENCY_WITHDRAWN',
  why: 'What it builds on will not come; whether it still makes sense is for a person to say.',
  check({ ticketId, event }) {
    if (!waitsForWithdrawn(event)) return [];
    return [
      {
        subject: ticketId,
        message: `It depends on ${event.withdrawn.slice(0, 5).join(', ')}, given up by a person.`,
        fix: `Ask a person to drop the dependency: proctor decide ${ticketId} drop ${event.withdrawn[0]}`,
      },
    ];
  },
});
