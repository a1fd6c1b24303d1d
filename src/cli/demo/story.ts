/**
 * The order in which the demo is told: what the agent tries, and what the server must answer. The answers themselves are
 * never written here; the player shows the server's own and stops when it says something else.
 */
import type { CommitResult, Proposal } from '../../../machines/schema/command.js';
import { ideas, secondLook, type Idea, type IdeaId } from './ideas.js';

export type Call = {
  /** Codes the server must refuse it with, no more and no fewer; without them it must accept. */
  readonly refused?: readonly string[];
  /** States some nodes must have moved to. */
  readonly moved?: Readonly<Record<string, string>>;
  /** Shown in full: the evidence given for this node. */
  readonly quoted?: string;
  /** Shown as well: what the server says to do next. */
  readonly next?: true;
  /** The agent was hardly away: too quick to have looked. */
  readonly hasty?: true;
} & (
  | { readonly tool: 'tot_propose'; readonly nodes: readonly Proposal[] }
  | { readonly tool: 'tot_commit'; readonly results: readonly CommitResult[] }
  | {
      readonly tool: 'tot_reclassify';
      readonly nodeId: string;
      readonly newState: string;
      readonly reason: string;
      readonly evidence?: string;
    }
  | { readonly tool: 'tot_end' }
);

export interface Scene {
  readonly says: string;
  readonly isCheat?: boolean;
  readonly calls: readonly Call[];
  /** Show the tree after it, under this title. */
  readonly tree?: string;
}

function propose(...ids: IdeaId[]): Call {
  const nodes = ids.map((id) => {
    const { parent, title, plannedAction } = ideas[id];
    return { id, parent, title, plannedAction };
  });
  return { tool: 'tot_propose', nodes };
}

const resultOf = (nodeId: IdeaId, told: Partial<Idea> = {}): CommitResult => {
  const { parent: _parent, title: _title, plannedAction: _planned, ...result } = { ...ideas[nodeId], ...told };
  return { nodeId, ...result };
};

const commit = (...ids: IdeaId[]): Call & { tool: 'tot_commit' } => ({
  tool: 'tot_commit',
  results: ids.map((id) => resultOf(id)),
});

/** Long enough to pass for evidence, and the same for everything. */
const boilerplate = 'I looked into this carefully and it is clearly not the cause of the problem.';

export const story: readonly Scene[] = [
  {
    says: 'Before it looks at anything, the agent has to say what it will look at.',
    calls: [{ ...propose('R1.A', 'R1.B', 'R1.C', 'R1.D', 'R1.E'), next: true }],
  },
  {
    says: 'It claims the answer in round 1: “the pool is too small, obviously”.',
    isCheat: true,
    calls: [
      {
        tool: 'tot_commit',
        results: [
          resultOf('R1.B', {
            state: 'VALID_PENDING',
            findings: 'The connection pool is too small.',
            evidence: 'Requests wait in src/db/pool.ts:42, so the pool must be too small for the load.',
          }),
        ],
        refused: ['STATE_LOCKED', 'TERMINAL_RATIO_EXCEEDED'],
      },
    ],
  },
  {
    says: 'It calls two ideas dead without having looked at them.',
    isCheat: true,
    calls: [
      {
        tool: 'tot_commit',
        results: [
          resultOf('R1.A', { findings: 'Not it.', evidence: '' }),
          resultOf('R1.C', { findings: 'Not it.', evidence: '' }),
        ],
        refused: ['MISSING_EVIDENCE'],
      },
    ],
  },
  {
    says: 'It pastes the same words under both.',
    isCheat: true,
    calls: [
      {
        tool: 'tot_commit',
        results: [resultOf('R1.A', { evidence: boilerplate }), resultOf('R1.C', { evidence: boilerplate })],
        refused: ['DUPLICATE_EVIDENCE'],
      },
    ],
  },
  {
    says: 'So it does the work: measures, and says what each measurement showed.',
    calls: [{ ...commit('R1.A', 'R1.B', 'R1.C', 'R1.D', 'R1.E'), quoted: 'R1.C', next: true }],
    tree: 'Round 1: two dead ends, three that need a closer look',
  },
  {
    says: 'Round 2 looks below what is still open.',
    calls: [propose('R2.B1', 'R2.B2', 'R2.B3', 'R2.D1', 'R2.E1'), commit('R2.B1', 'R2.B2', 'R2.B3', 'R2.D1', 'R2.E1')],
  },
  {
    says: 'From round 3 on an answer may be claimed, and one is.',
    calls: [
      propose('R3.B1a', 'R3.B2a', 'R3.D1a', 'R3.E1a'),
      {
        ...commit('R3.B1a', 'R3.B2a', 'R3.D1a', 'R3.E1a'),
        moved: { 'R3.B2a': 'VALID_PENDING' },
        quoted: 'R3.B2a',
        next: true,
      },
    ],
  },
  {
    says: 'It has its answer and wants to be done.',
    isCheat: true,
    calls: [
      {
        tool: 'tot_end',
        refused: ['ROUNDS_TOO_FEW', 'DEPTH_TOO_SHALLOW', 'INSUFFICIENT_CHILDREN', 'NODES_UNSETTLED', 'UNCONFIRMED'],
      },
    ],
  },
  {
    says: 'Somebody has to confirm the claim. The agent that made it volunteers.',
    isCheat: true,
    calls: [
      propose('R4.B2a1'),
      {
        tool: 'tot_commit',
        results: [
          resultOf('R4.B2a1', {
            state: 'VALID',
            findings: 'Looked at it again: confirmed.',
            evidence: 'Read src/checkout/charge.ts:61 once more; the connection is held during the charge.',
            agentId: 'explorer',
          }),
        ],
        refused: ['SELF_CONFIRM', 'REUSED_AGENT'],
      },
    ],
  },
  {
    says: 'Another agent tries the fix the claim implies. It does not help.',
    calls: [{ ...commit('R4.B2a1'), hasty: true, moved: { 'R4.B2a1': 'DEAD', 'R3.B2a': 'DRILL' }, quoted: 'R4.B2a1' }],
    tree: 'The wrong answer is out of the way, and on record',
  },
  {
    says: 'Back to the code, and a second claim with other evidence.',
    calls: [
      { tool: 'tot_reclassify', nodeId: 'R3.B2a', newState: 'VERIFY', reason: secondLook.doubt },
      {
        tool: 'tot_reclassify',
        nodeId: 'R3.B2a',
        newState: 'VALID_PENDING',
        reason: secondLook.claim,
        evidence: secondLook.evidence,
        moved: { 'R3.B2a': 'VALID_PENDING' },
        quoted: 'R3.B2a',
      },
    ],
  },
  {
    says: 'A third agent confirms it; the last two branches are followed to their end.',
    calls: [
      propose('R4.B2a2', 'R4.D1a1', 'R4.E1a1'),
      {
        ...commit('R4.B2a2', 'R4.D1a1', 'R4.E1a1'),
        moved: { 'R4.B2a2': 'VALID', 'R3.B2a': 'VALID' },
        quoted: 'R4.B2a2',
        next: true,
      },
    ],
  },
  {
    says: 'Now every gate is open.',
    calls: [{ tool: 'tot_end' }],
  },
];

/** How long an agent of the story works before it calls, unless it is in a hurry. */
const secondsACall = 100;
export const secondsOf = ({ hasty, refused }: Call): number => (hasty || refused ? 1 : secondsACall);
export const storySeconds = story.flatMap(({ calls }) => calls.map(secondsOf)).reduce((sum, each) => sum + each, 0);
