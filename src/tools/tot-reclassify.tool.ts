/** Changes the state of a committed node along an edge of its chart. */
import { z } from 'zod';
import { replyBytes } from './fit.js';
import { dotOnly, graphFields } from './graph.js';
import { outcomeReply } from './reply.js';
import { changes, defineTool, replyWith, requestId, sessionId, writing } from './tool.js';

export const totReclassify = defineTool({
  name: 'tot_reclassify',
  title: 'Reclassify a node',
  description:
    'Call when what was learnt later changes a committed node: claim it (VERIFY to VALID_PENDING), withdraw a claim, reopen a dead end. Needs a reason and is held to the same rules as a commit; a refusal lists the edges there are.',
  input: z.strictObject({
    sessionId,
    nodeId: z.string().min(1).max(80),
    newState: z.string().min(1).max(40),
    reason: z.string().max(4000).optional().describe('What you learnt since.'),
    evidence: z.string().max(20_000).optional().describe('Default: the evidence the node has.'),
    graph: dotOnly,
    requestId,
  }),
  output: replyWith({
    nodeId: z.string(),
    previousState: z.string(),
    newState: z.string(),
    changed: changes,
    dot: z.string(),
  }),
  annotations: writing,
  bytesMax: ({ graph }) => (graph === undefined ? replyBytes.brief : replyBytes.full),
  async run({ sessionId: id, graph, requestId: request, ...node }, { engine, by, signal }) {
    const outcome = await engine.execute(id, { type: 'node.reclassify', ...node }, { requestId: request, by, signal });
    const reply = outcomeReply(outcome);
    return outcome.status === 'OK'
      ? { ...reply, ...(await graphFields(engine, id, { format: graph, repeated: outcome.repeated })) }
      : reply;
  },
});
