/** Everything a caller can ask of a session. The same schemas parse tool arguments and stand in the journal. */
import { z } from 'zod';
import { Protocol } from './protocol.js';

/** Well above what people write, low enough that one call stays under the request limit. */
const idText = z.string().min(1).max(80);
const line = z.string().trim().min(1).max(300);
const paragraph = z.string().trim().min(1).max(4000);
const findings = z.string().trim().min(1).max(20_000);

export const Proposal = z.strictObject({
  id: idText,
  parent: idText.nullable(),
  title: line,
  plannedAction: paragraph,
});
export type Proposal = z.infer<typeof Proposal>;

export const CommitResult = z.strictObject({
  nodeId: idText,
  state: z.string().min(1).max(40),
  findings,
  evidence: z.string().max(20_000).optional(),
  verificationMethod: z.string().max(2000).optional(),
  alternativesConsidered: z.string().max(4000).optional(),
  agentId: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe('Who worked on this node: one agent a node; claim and confirmer differ.'),
  references: z.array(z.string().min(1).max(1000)).max(50).optional(),
});
export type CommitResult = z.infer<typeof CommitResult>;

const StartInvestigation = z.strictObject({
  type: z.literal('investigation.start'),
  query: z.string().trim().min(1).max(4000),
  minRoots: z.int().min(1).max(20),
  projectDir: z.string().min(1).max(4096),
  protocol: Protocol,
});

const ProposeNodes = z.strictObject({
  type: z.literal('round.propose'),
  nodes: z.array(Proposal).max(200),
  withdraw: z.array(idText).max(200),
});

const CommitNodes = z.strictObject({
  type: z.literal('round.commit'),
  results: z.array(CommitResult).min(1).max(200),
});

const ReclassifyNode = z.strictObject({
  type: z.literal('node.reclassify'),
  nodeId: idText,
  newState: z.string().min(1).max(40),
  reason: z.string().max(4000).optional(),
  evidence: z.string().max(20_000).optional(),
});

const EndInvestigation = z.strictObject({
  type: z.literal('investigation.end'),
  outcome: z.literal('inconclusive').optional(),
  reason: z.string().max(4000).optional(),
});

export const Command = z.discriminatedUnion('type', [
  StartInvestigation,
  ProposeNodes,
  CommitNodes,
  ReclassifyNode,
  EndInvestigation,
]);
export type Command = z.infer<typeof Command>;
export type CommandOf<T extends Command['type']> = Extract<Command, { type: T }>;
