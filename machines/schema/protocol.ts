/** A protocol: the chart its nodes follow and every number the rules use. Frozen into a session when it starts. */
import { z } from 'zod';
import { NodeId, roundOf } from './id.js';
import { ChartName, NodeState, vocabularies } from './state.js';

const share = z.number().min(0).max(1);
const count = (max: number, min = 0) => z.int().min(min).max(max);

const ProtocolShape = z.strictObject({
  name: z
    .string()
    .regex(/^[a-z][a-z0-9-]{0,39}$/, 'small letters, digits and hyphens, at most 40, such as house-rules'),
  summary: z.string().min(1).max(300),
  chart: ChartName,
  rootsMin: z.strictObject({ default: count(20, 1), min: count(20, 1), max: count(20, 1) }),
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
  ratioNodesMin: count(50, 1),
  evidence: z.strictObject({ states: z.array(NodeState), charsMin: count(10_000) }),
  /** Whether each node names its agent, and the least level at which a named one is known where there are transcripts. */
  agents: z.strictObject({ required: z.boolean(), level: z.enum(['H0', 'H1', 'H2']) }).optional(),
  reasonRequired: z.boolean(),
  roundsMin: count(32, 1),
  qualityMin: share.nullable(),
  claimsMax: count(100, 1),
  /** Demands a DRILL with all its children above every solution (without a solution: one anywhere). */
  broadDrillRequired: z.boolean(),
  proposalBatchMax: count(50, 1),
  commitBatchMax: count(50, 1),
  depthMax: count(32, 1),
  nodesMax: count(5000, 1),
  suspiciousSeconds: count(3600),
  giveUpReasonCharsMin: count(1000),
  quality: z.strictObject({
    depthGoal: count(32, 1),
    branchingGoal: count(20, 1),
    weights: z.strictObject({ depth: share, breadth: share, balance: share, exploration: share }),
  }),
});

type Fields = z.infer<typeof ProtocolShape>;
type Found = readonly [path: readonly string[], text: string];

/** Those right in themselves: what they say together is told even where others are wrong, all at once. */
function soundFields(protocol: Fields): Partial<Fields> {
  const given = new Map<string, unknown>(Object.entries(protocol));
  const sound = Object.entries(ProtocolShape.shape).filter(
    ([name, schema]) => given.has(name) && schema.safeParse(given.get(name)).success,
  );
  return Object.fromEntries(sound.map(([name]) => [name, given.get(name)]));
}

/** States named in a protocol must exist in its chart, else a typing error would silently switch a rule off. */
function strangers({ chart, children, lockedBeforeRound, evidence, recordedWhileLocked }: Partial<Fields>): Found[] {
  if (!chart) return [];
  const known = new Set<string>(vocabularies[chart].states);
  const keysOf = (field: string, states: object = {}) =>
    Object.keys(states).map((state): Found => [[field, state], state]);
  const named: Found[] = [
    ...keysOf('children', children),
    ...keysOf('lockedBeforeRound', lockedBeforeRound),
    ...(evidence?.states ?? []).map((state, at): Found => [['evidence', 'states', String(at)], state]),
    ...keysOf('recordedWhileLocked', recordedWhileLocked),
    ...Object.entries(recordedWhileLocked ?? {}).map(([state, instead]): Found => [
      ['recordedWhileLocked', state],
      instead,
    ]),
  ];
  return named
    .filter(([, state]) => !known.has(state))
    .map(([path, state]) => [path, `${state} is no state of ${chart}; it has ${[...known].join(', ')}`]);
}

/** Numbers that together could never be met. */
function unmeetable({ chart, children, roundsMin, depthMax }: Partial<Fields>): Found[] {
  const terminal = chart && children ? vocabularies[chart].terminal.filter((state) => children[state]) : [];
  const isTooDeep = roundsMin !== undefined && depthMax !== undefined && roundsMin > depthMax;
  return [
    ...terminal.map((state): Found => [['children', state], `${state} is terminal and has no children`]),
    ...(isTooDeep ? [[['roundsMin'], `more rounds than depthMax allows (${depthMax})`] as const] : []),
  ];
}

function rootProblems({ onlyRoot, rootsMin }: Partial<Fields>): Found[] {
  const found: Found[] = [];
  if (onlyRoot !== undefined && roundOf(onlyRoot) !== 1)
    found.push([['onlyRoot'], `${onlyRoot} is in round ${roundOf(onlyRoot)}; a root is in round 1, such as R1.A`]);
  if (!rootsMin) return found;
  if (onlyRoot !== undefined) {
    const others = Object.entries(rootsMin).filter(([, roots]) => roots !== 1);
    return [
      ...found,
      ...others.map(([name, roots]): Found => [['rootsMin', name], `1, not ${roots}: onlyRoot leaves no other root`]),
    ];
  }
  if (rootsMin.default < rootsMin.min || rootsMin.default > rootsMin.max)
    found.push([['rootsMin', 'default'], `outside ${rootsMin.min} to ${rootsMin.max}`]);
  return found;
}

/** What an early commit is recorded as must be there for the taking, and only an early one is. */
function recordProblems({ chart, lockedBeforeRound: locks, recordedWhileLocked }: Partial<Fields>): Found[] {
  if (!chart) return [];
  const { states, open } = vocabularies[chart];
  const isOneOf = (among: readonly NodeState[], state: NodeState) => among.includes(state);
  return Object.entries(recordedWhileLocked ?? {}).flatMap(([name, instead]): Found[] => {
    const path = ['recordedWhileLocked', name];
    // A record's keys are those of its schema.
    const state = name as NodeState;
    const isLocked = !locks || (locks[state] ?? 1) > 1;
    const isOther = isOneOf(states, instead) && !isOneOf(open, instead);
    return [
      ...(isOneOf(states, state) && !isLocked
        ? [[path, `${state} is never locked; lock it before a later round in lockedBeforeRound`] as const]
        : []),
      ...(instead === state
        ? [[path, `${state} would be recorded as itself; use ${open.join(' or ')}`] as const]
        : isOther
          ? [[path, `${instead} is not looked into further; use ${open.join(' or ')}`] as const]
          : []),
    ];
  });
}

export const Protocol = ProtocolShape.superRefine(
  (protocol, context) => {
    const fields = soundFields(protocol);
    for (const judge of [strangers, unmeetable, rootProblems, recordProblems])
      for (const [path, message] of judge(fields)) context.addIssue({ code: 'custom', path: [...path], message });
  },
  { when: ({ value }) => typeof value === 'object' && value !== null },
);
export type Protocol = z.infer<typeof Protocol>;
