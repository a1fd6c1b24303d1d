/** Refuses tickets that wait for each other in a circle. */
import { openRule } from './ticket-rule.js';

/** Only a batch can close a circle: what is already open depends on nothing that comes later. */
function isCyclic(ticketId: string, edges: ReadonlyMap<string, readonly string[]>): boolean {
  const seen = new Set<string>();
  const next = [...(edges.get(ticketId) ?? [])];
  for (let id = next.pop(); id !== undefined; id = next.pop()) {
    if (id === ticketId) return true;
    if (seen.has(id)) continue;
    seen.add(id);
    next.push(...(edges.get(id) ?? []));
  }
  return false;
}

export const dependencyCycle = openRule({
  code: 'DEPENDENCY_CYCLE',
  why: 'None of them could ever start.',
  check({ tickets }) {
    const edges = new Map<string, string[]>();
    // An id given twice has a refusal of its own; here it depends on all that either does.
    for (const { ticketId, dependsOn = [] } of tickets)
      edges.set(ticketId, [...(edges.get(ticketId) ?? []), ...dependsOn]);
    return tickets
      .filter(({ ticketId }) => isCyclic(ticketId, edges))
      .map(({ ticketId, dependsOn = [] }) => ({
        subject: ticketId,
        message: `It waits for itself, by way of ${dependsOn.slice(0, 5).join(', ')}.`,
        fix: 'Take one dependency out of the circle.',
      }));
  },
});
