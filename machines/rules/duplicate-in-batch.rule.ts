/** Refuses an id that stands twice in one call. */
import { commitRule, proposeRule, type Breach } from './rule.js';

const why = 'Two entries for one node contradict each other, and the server will not choose.';

/** Ids that occur more than once, each named once. */
function repeated(ids: readonly string[]): string[] {
  const seen = new Set<string>();
  return [...new Set(ids.filter((id) => seen.has(id) || !seen.add(id)))];
}

const breaches = (ids: readonly string[]): Breach[] =>
  repeated(ids).map((id) => ({
    subject: id,
    message: `${id} stands more than once in this call.`,
    fix: 'Send each id once.',
  }));

export const duplicateProposal = proposeRule({
  code: 'DUPLICATE_IN_BATCH',
  why,
  check: ({ nodes, withdraw }) => [...breaches(nodes.map(({ id }) => id)), ...breaches(withdraw)],
});

export const duplicateResult = commitRule({
  code: 'DUPLICATE_IN_BATCH',
  why,
  check: ({ entries }) => breaches(entries.map(({ id }) => id)),
});
