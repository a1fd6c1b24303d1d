/**
 * What existing clients read from each reply, written by hand from the table of wire names and apart from the schemas
 * the tools are made of: a field renamed there must not be renamed here with it.
 */
import { z } from 'zod';

const count = z.int().min(0);
const score = z.number().min(0).max(1);

/** `<sequence>:<hash>`, what a client notes to be able to show later that the journal was changed. */
const Head = z.string().regex(/^[1-9]\d*:[0-9a-f]{32}$/);

const Warning = z.looseObject({ warning: z.string(), message: z.string(), nodeIds: z.array(z.string()), count });
const accepted = {
  status: z.literal('OK'),
  errors: z.array(z.never()),
  warnings: z.array(Warning).optional(),
  head: Head,
};
const warnings = z.array(Warning);
const message = z.string().min(1);

const Change = z.looseObject({
  nodeId: z.string(),
  from: z.string().nullable(),
  to: z.string().nullable(),
  why: z.string().min(1),
});
const changed = z.array(Change).max(20);

const Quality = z.looseObject({
  maxDepth: count,
  avgDepth: z.number(),
  avgBranchingFactor: z.number(),
  terminalRatio: score,
  validToDeadRatio: z.number(),
  depthScore: score,
  breadthScore: score,
  balanceScore: score,
  explorationScore: score,
  compositeScore: score,
});

const Blocker = z.looseObject({ error: z.string(), message: z.string(), suggestion: z.string().optional() });

const Conclusion = z.looseObject({
  nodeId: z.string(),
  title: z.string(),
  findings: z.string(),
  evidence: z.string().nullable(),
  round: count,
});

const Solution = Conclusion.extend({
  confirmers: z.array(z.string()),
  claims: z.looseObject({ made: count, refuted: count, withdrawn: count }),
});

export const accepts = {
  tot_start: z.looseObject({
    ...accepted,
    sessionId: z.string().min(1),
    query: z.string(),
    protocol: z.string(),
    minRoots: count,
    currentRound: z.literal(1),
    instructions: message,
  }),
  tot_propose: z.looseObject({
    ...accepted,
    approvedNodes: z.array(z.string()),
    rootsMissing: count,
    warnings,
    message,
  }),
  tot_commit: z.looseObject({
    ...accepted,
    warnings,
    message,
    currentRound: count,
    batchComplete: z.literal(true),
    roundComplete: z.boolean(),
    nextRoundInfo: z.looseObject({
      round: count,
      nodesRequired: count,
      totalBatches: count,
      parentBreakdown: z
        .array(z.looseObject({ parentId: z.string(), state: z.string(), childrenNeeded: count }))
        .max(10),
    }),
    changed,
    dot: z.string().optional(),
  }),
  tot_reclassify: z.looseObject({
    ...accepted,
    warnings,
    message,
    nodeId: z.string(),
    previousState: z.string(),
    newState: z.string(),
    changed,
    dot: z.string().optional(),
  }),
  tot_end: z.looseObject({
    ...accepted,
    sessionId: z.string().min(1),
    outcome: z.enum(['solved', 'no_solution', 'inconclusive']),
    reason: z.string(),
    query: z.string(),
    totalRounds: count,
    totalNodes: count,
    solutions: z.array(Solution),
    theories: z.array(Conclusion),
    deadEnds: count,
    references: z.array(z.looseObject({ reference: z.string(), nodes: z.array(z.string()) })),
    quality: Quality,
    finalDot: z.string(),
  }),
  tot_status: z.looseObject({
    ...accepted,
    query: z.string(),
    protocol: z.string(),
    currentRound: count,
    currentBatch: count,
    totalNodes: count,
    activeDrills: count,
    activeVerifies: count,
    terminalNodes: count,
    nodesInQueue: count,
    pendingProposals: count,
    awaitingConfirmation: count,
    canEnd: z.boolean(),
    endBlocker: z.string().nullable(),
    blockers: z.array(Blocker),
    quality: Quality,
    nextActions: z.array(z.string()).min(1),
    dot: z.string().optional(),
  }),
} as const;

export type ToolName = keyof typeof accepts;
export type Accepted<T extends ToolName> = z.infer<(typeof accepts)[T]>;

export const WireError = z.looseObject({
  nodeId: z.string().min(1),
  error: z.string().regex(/^[A-Z][A-Z0-9_]+$/),
  message,
  suggestion: z.string().min(1),
});
export type WireError = z.infer<typeof WireError>;

/** A refusal; without a head only where there is no session it could be the head of. */
export const Refusal = z.looseObject({
  status: z.literal('REJECTED'),
  errors: z.array(WireError).min(1).max(20),
  head: Head.optional(),
});
export type Refusal = z.infer<typeof Refusal>;

/** What an end that was refused says of the investigation that goes on. */
export const EndRefusal = Refusal.extend({
  sessionId: z.string().min(1),
  query: z.string().min(1),
  totalRounds: count,
  totalNodes: count,
  reason: z.string().min(1),
});
