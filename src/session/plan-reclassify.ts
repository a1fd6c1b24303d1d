/** Plans one node's change of state, held to the same rules as a commit, and what follows for the claims above. */
import assert from 'node:assert';
import { edgesFrom } from '../../machines/charts.js';
import { isCommitted } from '../../machines/measures/tree-node.js';
import { edgeRule, reclassifyRules } from '../../machines/rules/index.js';
import { judge, type Entry, type ReclassifyFacts } from '../../machines/rules/rule.js';
import { roundsConcluded } from '../../machines/rules/terminal-ratio.rule.js';
import type { CommandOf } from '../../machines/schema/command.js';
import type { Move } from '../../machines/schema/record.js';
import { moved, nodeSnapshot } from './actors.js';
import { cascade } from './cascade.js';
import { evidenceOf, stateNamed } from './plan-commit.js';
import { roundAfter } from './plan-propose.js';
import { accepted, refused, type Gathered, type Plan } from './planned.js';
import type { SessionState } from './state.js';

export function planReclassify(state: SessionState, command: CommandOf<'node.reclassify'>, gathered: Gathered): Plan {
  const { tree, info, charts } = state;
  const known = tree.get(command.nodeId);
  const node = known && isCommitted(known) ? known : undefined;
  const sent = evidenceOf(command.evidence, gathered.facts.evidence?.[command.nodeId]);
  const entry: Entry = {
    id: command.nodeId,
    node,
    wanted: command.newState,
    to: stateNamed(info.protocol, command.newState),
    evidence: sent ?? node?.evidence ?? undefined,
    agent: undefined,
  };
  const facts: ReclassifyFacts = {
    tree,
    entries: [entry],
    entry,
    reason: command.reason,
    edges: node ? edgesFrom(charts, node.state) : [],
  };
  const noEdge = judge([edgeRule], facts, info.protocol);
  if (noEdge.length > 0) return refused(noEdge);
  const violations = judge(reclassifyRules, facts, info.protocol);
  if (violations.length > 0) return refused(violations);

  assert(node && entry.to);
  const reached = moved(charts.node, nodeSnapshot(state, node.id), {
    type: `reclassify.${entry.to}`,
    children: node.children.size,
  });
  assert.strictEqual(reached, entry.to, `the chart refuses ${node.id} as ${entry.to}, which the rules allow`);
  for (const figures of roundsConcluded(tree, [entry], info.protocol)) {
    const { uncommitted } = tree.totals.round(figures.round);
    const after = roundAfter(state, figures.round, { type: 'round.count', round: figures.round, uncommitted, figures });
    assert(after, `round ${figures.round} refuses what the rules allow`);
  }
  const direct: Move = { actor: node.id, from: node.state, to: entry.to, why: 'reclassified' };
  return accepted([direct, ...cascade(state, [direct])]);
}
