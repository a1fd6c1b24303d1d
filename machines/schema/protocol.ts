/** A protocol: the chart its nodes follow and every number the rules use. Frozen into a session when it starts. */
import { z } from 'zod';
import { NodeId } from './id.js';
import { ChartName, NodeState, vocabularies } from './state.js';

const share = z.number().min(0).max(1);
const count = (max: number) => z.int().min(0).max(max);

const ProtocolShape = z.strictObject({
  name: z.string().regex(/^[a-z][a-z0-9-]{0,39}$/),
  summary: z.string().min(1).max(300),
  chart: ChartName,
  rootsMin: z.strictObject({ default: count(20).min(1), min: count(20).min(1), max: count(20).min(1) }),
  /** The one root there may be; absent: any. */
  onlyRoot: NodeId.optional(),
  /** Children a state needs; a claim's are its confirmers. */
  children: z.partialRecord(NodeState, count(20)),
  lockedBeforeRound: z.partialRecord(NodeState, count(32)),
  /** What a commit of a locked state is recorded as, with a warning; others are refused. */
  recordedWhileLocked: z.partialRecord(NodeState, NodeState).optional(),
  /** Largest share of concluded nodes, round 1 first; deeper rounds have no limit. Empty: none at all. */
  concludedMaxByRound: z.array(share).max(32),
  /** Round 1's own limit for nodes that are DEAD, who are then not held to the general one. */
  deadMaxInRound1: share.nullable(),
  /** A round with fewer counted nodes is not judged. */
  ratioNodesMin: count(50).min(1),
  evidence: z.strictObject({ states: z.array(NodeState), charsMin: count(10_000) }),
  /** Whether each node names its agent, and the least level at which a named one is known where there are transcripts. */
  agents: z.strictObject({ required: z.boolean(), level: z.enum(['H0', 'H1', 'H2']) }).optional(),
  reasonRequired: z.boolean(),
  roundsMin: count(32).min(1),
  qualityMin: share.nullable(),
  claimsMax: count(100).min(1),
  /** Demands a DRILL with all its children above every solution (without a solution: one anywhere). */
  broadDrillRequired: z.boolean(),
  proposalBatchMax: count(50).min(1),
  commitBatchMax: count(50).min(1),
  depthMax: count(32).min(1),
  nodesMax: count(5000).min(1),
  suspiciousSeconds: count(3600),
  giveUpReasonCharsMin: count(1000),
  quality: z.strictObject({
    depthGoal: count(32).min(1),
    branchingGoal: count(20).min(1),
    weights: z.strictObject({ depth: share, breadth: share, balance: share, exploration: share }),
  }),
});

/** Numbers that together could never be met. */
function contradictions({ chart, children, roundsMin, depthMax, rootsMin }: z.infer<typeof ProtocolShape>) {
  const found: [string[], string][] = [];
  for (const state of vocabularies[chart].terminal)
    if (children[state]) found.push([['children', state], `${state} is terminal and has no children`]);
  if (roundsMin > depthMax) found.push([['roundsMin'], `more rounds than depthMax allows (${depthMax})`]);
  if (rootsMin.default < rootsMin.min || rootsMin.default > rootsMin.max)
    found.push([['rootsMin', 'default'], `outside ${rootsMin.min} to ${rootsMin.max}`]);
  return found;
}

/** States named in a protocol must exist in its chart, else a typing error would silently switch a rule off. */
export const Protocol = ProtocolShape.superRefine((protocol, context) => {
  const known = new Set<NodeState>(vocabularies[protocol.chart].states);
  const named = {
    children: Object.keys(protocol.children),
    lockedBeforeRound: Object.keys(protocol.lockedBeforeRound),
    'evidence.states': protocol.evidence.states,
    recordedWhileLocked: Object.entries(protocol.recordedWhileLocked ?? {}).flat(),
  };
  for (const [field, states] of Object.entries(named))
    for (const state of states)
      if (!known.has(state as NodeState))
        context.addIssue({
          code: 'custom',
          path: field.split('.'),
          message: `${state} is no state of ${protocol.chart}`,
        });
  for (const [path, message] of contradictions(protocol)) context.addIssue({ code: 'custom', path, message });
});
export type Protocol = z.infer<typeof Protocol>;
