/** Commits what the work on proposed nodes found. */
import { z } from 'zod';
import { CommitResult } from '../../machines/schema/command.js';
import { replyBytes } from './fit.js';
import { dotOnly, graphFields } from './graph.js';
import { outcomeReply } from './reply.js';
import { changes, defineTool, replyWith, requestId, sessionId, writing } from './tool.js';

export const totCommit = defineTool({
  name: 'tot_commit',
  title: 'Commit findings',
  description:
    'Call after really working on proposed nodes: one result each with state, findings and evidence in its own words (what you ran or read, what it showed). All or nothing. The reply says what the tree needs next.',
  input: z.strictObject({
    sessionId,
    results: z.array(CommitResult).min(1).max(200),
    graph: dotOnly,
    requestId,
  }),
  output: replyWith({
    currentRound: z.number(),
    batchComplete: z.boolean(),
    roundComplete: z.boolean(),
    nextRoundInfo: z.looseObject({
      round: z.number(),
      nodesRequired: z.number(),
      totalBatches: z.number(),
      parentBreakdown: z.array(z.object({ parentId: z.string(), state: z.string(), childrenNeeded: z.number() })),
    }),
    changed: changes,
    dot: z.string(),
  }),
  annotations: writing,
  bytesMax: ({ graph }) => (graph === undefined ? replyBytes.brief : replyBytes.full),
  async run({ sessionId: id, results, graph, requestId: request }, { engine, by, signal }) {
    const outcome = await engine.execute(id, { type: 'round.commit', results }, { requestId: request, by, signal });
    const reply = outcomeReply(outcome);
    return outcome.status === 'OK'
      ? { ...reply, ...(await graphFields(engine, id, { format: graph, repeated: outcome.repeated })) }
      : reply;
  },
});
