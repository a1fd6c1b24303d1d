/** Refuses a done criterion that nobody could check. */
import { openRule } from './ticket-rule.js';

const wordsMin = 3;
const empty = new Set(['done', 'works', 'complete', 'it', 'is', 'and', 'all', 'everything', 'fully']);

export function isVague(criterion: string): boolean {
  const words = criterion.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.length < wordsMin || words.every((word) => empty.has(word));
}

export const vagueDone = openRule({
  code: 'VAGUE_DONE',
  why: 'An architect can only find met what says something.',
  check({ tickets }) {
    return tickets.flatMap(({ ticketId, done }) =>
      done
        .filter((criterion) => isVague(criterion))
        .map((criterion) => ({
          subject: ticketId,
          message: `Nobody could check ${JSON.stringify(criterion.slice(0, 80))}.`,
          fix: 'Say in a few words what can be seen when it is done, such as "login rejects a wrong password".',
        })),
    );
  },
});
