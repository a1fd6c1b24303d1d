/** Says where an investigation stands and what to do next; without a session, which ones are open here. */
import { resolve } from 'node:path';
import { z } from 'zod';
import { clip, replyBytes } from './fit.js';
import { graphFields } from './graph.js';
import { rejected, wireErrors } from './reply.js';
import { statusPage } from './status-page.js';
import { defineTool, reading, replyWith, type Reply, type ToolContext } from './tool.js';

const textMax = 5000;
const input = z.strictObject({
  sessionId: z.string().min(1).max(64).optional().describe('Without it: the open sessions of this project.'),
  detail: z.enum(['brief', 'full']).optional().describe('full adds a page of nodes and ids.'),
  nodeId: z.string().min(1).max(80).optional().describe('Everything known of one node.'),
  graph: z.enum(['dot', 'mermaid', 'outline']).optional(),
  cursor: z.string().max(40).optional().describe('nextCursor of the page before.'),
});

export const totStatus = defineTool({
  name: 'tot_status',
  title: 'Look at an investigation',
  description:
    'Call to see where an investigation stands, what blocks its end and what to do next, or one node in full. Without sessionId it lists the open sessions of this project: use that after a lost context.',
  input,
  output: replyWith({
    sessionId: z.string(),
    query: z.string(),
    protocol: z.string(),
    currentRound: z.number(),
    currentBatch: z.number(),
    totalNodes: z.number(),
    activeDrills: z.number(),
    activeVerifies: z.number(),
    terminalNodes: z.number(),
    nodesInQueue: z.number(),
    pendingProposals: z.number(),
    awaitingConfirmation: z.number(),
    canEnd: z.boolean(),
    endBlocker: z.string().nullable(),
    blockers: z.array(z.looseObject({ error: z.string(), message: z.string() })),
    quality: z.looseObject({ compositeScore: z.number() }),
    nextActions: z.array(z.string()),
    sessions: z.array(z.looseObject({ sessionId: z.string() })),
    node: z.looseObject({ nodeId: z.string() }),
    dot: z.string(),
    graph: z.string(),
  }),
  annotations: reading,
  page: statusPage.uri,
  bytesMax: ({ detail, nodeId, graph }) =>
    detail === 'full' || nodeId !== undefined || graph !== undefined ? replyBytes.full : replyBytes.brief,
  async run(args, context) {
    if (args.sessionId === undefined) return openSessions(args, context);
    const id = args.sessionId;
    if (args.nodeId !== undefined) return oneNode(id, args.nodeId, context);
    const { engine } = context;
    const { value, head, damage } = await engine.query(id, { kind: 'overview' });
    const {
      byState,
      nextRoundInfo,
      startedAt: _s,
      updatedAt: _u,
      projectDir: _p,
      holds: _h,
      ticketsForPerson: _t,
      query,
      blockers,
      ...overview
    } = value;
    const page = args.detail === 'full' ? await engine.query(id, { kind: 'nodes', cursor: args.cursor }) : undefined;
    return {
      status: 'OK',
      ...overview,
      query: clip(query, 600),
      byState,
      blockers: wireErrors(blockers).map(({ nodeId: _n, ...blocker }) => blocker),
      ...(page ? { nextRoundInfo, ...page.value } : {}),
      ...(await graphFields(engine, id, { format: args.graph })),
      ...(damage === undefined ? {} : { message: `Read-only: ${damage}. Run proctor audit ${id}.` }),
      head,
    };
  },
});

async function openSessions({ cursor }: z.infer<typeof input>, { engine, projectDir }: ToolContext): Promise<Reply> {
  const query = { projectDir: resolve(projectDir), open: true, limit: 10 } as const;
  const { items, nextCursor } = await engine.list(cursor === undefined ? query : { ...query, cursor });
  const sessions = items.map(
    ({ sessionId, query: asked, protocol, phase, currentRound, totalNodes, tickets, updatedAt }) => ({
      sessionId,
      query: clip(asked, 160),
      ...(phase === 'tickets' ? {} : { protocol, currentRound, totalNodes }),
      ...(tickets > 0 ? { tickets } : {}),
      updatedAt: new Date(updatedAt).toISOString(),
    }),
  );
  const message =
    sessions.length === 0
      ? 'No open session in this project. Start one with tot_start.'
      : 'Go on with one of these: tot_status with its sessionId, or ticket_status where it has tickets.';
  return { status: 'OK', sessions, ...(nextCursor === undefined ? {} : { nextCursor }), message };
}

async function oneNode(id: string, nodeId: string, { engine }: ToolContext): Promise<Reply> {
  const { value, head } = await engine.query(id, { kind: 'node', nodeId });
  if (!value) {
    const fix = 'Look the id up with tot_status (graph: "outline").';
    const message = `There is no node ${JSON.stringify(nodeId)} in this session.`;
    return rejected([{ code: 'NODE_NOT_FOUND', subject: nodeId, message, fix }], { head });
  }
  const node = {
    ...value,
    proposedAt: new Date(value.proposedAt).toISOString(),
    committedAt: value.committedAt === null ? null : new Date(value.committedAt).toISOString(),
    plannedAction: clip(value.plannedAction, 1000),
    findings: value.findings === null ? null : clip(value.findings, textMax),
    evidence: value.evidence === null ? null : clip(value.evidence, textMax),
    verificationMethod: value.verificationMethod === null ? null : clip(value.verificationMethod, 500),
    alternativesConsidered: value.alternativesConsidered?.slice(0, 10).map((each) => clip(each, 200)) ?? null,
    references: value.references.slice(0, 10).map((each) => clip(each, 200)),
    history: value.history.slice(-10).map(({ at: _at, reason, ...step }) => ({
      ...step,
      ...(reason === undefined ? {} : { reason: clip(reason, 200) }),
    })),
  };
  return { status: 'OK', node, head };
}
