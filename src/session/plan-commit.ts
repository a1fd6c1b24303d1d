/** Plans a batch of results: every node into its state, then what that means for rounds and claims. */
import assert from 'node:assert';
import { charsOf } from '../../machines/measures/text.js';
import { commitRules } from '../../machines/rules/index.js';
import { judge, type AgentFacts, type Entry } from '../../machines/rules/rule.js';
import type { TreeNode } from '../../machines/measures/tree-node.js';
import { recordedAs } from '../../machines/rules/state-locked.rule.js';
import { roundsConcluded } from '../../machines/rules/terminal-ratio.rule.js';
import type { CommandOf } from '../../machines/schema/command.js';
import type { Protocol } from '../../machines/schema/protocol.js';
import type { Move } from '../../machines/schema/record.js';
import { vocabularies, type CommittedState } from '../../machines/schema/state.js';
import { roundActorId } from '../../machines/session.machine.js';
import { moved, nodeSnapshot } from './actors.js';
import { cascade } from './cascade.js';
import { roundAfter, roundState } from './plan-propose.js';
import { accepted, refused, type Gathered, type Plan } from './planned.js';
import type { SessionState } from './state.js';

export const stateNamed = (protocol: Protocol, name: string): CommittedState | undefined =>
  vocabularies[protocol.chart].states.find((state) => state === name);

const recorded = (protocol: Protocol, to: CommittedState | undefined, node: TreeNode | undefined) =>
  to && node ? recordedAs(protocol, to, node.depth) : to;

/** Nothing was looked up, and nothing is asked for. */
const noAgents: AgentFacts = { levelMin: 'H0', refusesUnverified: false, looked: [] };

/** Evidence as the rules see it; an empty text is none. */
export function evidenceOf(text: string | undefined, digest: string | undefined): Entry['evidence'] {
  const chars = charsOf(text ?? '');
  return chars === 0 || digest === undefined ? undefined : { digest, chars };
}

export function planCommit(state: SessionState, command: CommandOf<'round.commit'>, gathered: Gathered): Plan {
  const { tree, info, charts } = state;
  const digests = gathered.evidence ?? command.results.map(({ nodeId }) => gathered.facts.evidence?.[nodeId]);
  const entries = command.results.map((result, at): Entry => ({
    id: result.nodeId,
    node: tree.get(result.nodeId),
    wanted: result.state,
    to: recorded(info.protocol, stateNamed(info.protocol, result.state), tree.get(result.nodeId)),
    evidence: evidenceOf(result.evidence, digests[at]),
    agent: result.agentId,
  }));
  const { agentsElsewhere } = gathered;
  const agents = gathered.facts.agents ?? noAgents;
  const violations = judge(commitRules, { tree, entries, agentsElsewhere, agents }, info.protocol);
  if (violations.length > 0) return refused(violations);

  const direct = entries.map(({ id, to }): Move => {
    assert(to, `${id} has no state`);
    const reached = moved(charts.node, nodeSnapshot(state, id), { type: `commit.${to}` });
    assert.strictEqual(reached, to, `the chart refuses ${id} as ${to}, which the rules allow`);
    return { actor: id, from: 'PROPOSED', to, why: 'committed' };
  });
  return accepted([...direct, ...roundMoves(state, entries), ...cascade(state, direct)]);
}

function roundMoves(state: SessionState, entries: readonly Entry[]): Move[] {
  const judged = new Map(
    roundsConcluded(state.tree, entries, state.info.protocol).map((figures) => [figures.round, figures]),
  );
  const committed = new Map<number, number>();
  for (const { node } of entries) if (node) committed.set(node.depth, (committed.get(node.depth) ?? 0) + 1);
  return [...committed].flatMap(([round, count]): Move[] => {
    const uncommitted = state.tree.totals.round(round).uncommitted - count;
    const figures = judged.get(round) ?? null;
    const to = roundAfter(state, round, { type: 'round.count', round, uncommitted, figures });
    assert(to, `round ${round} refuses what the rules allow`);
    const from = roundState(state, round);
    return from === to ? [] : [{ actor: roundActorId(round), from, to, why: 'committed' }];
  });
}
