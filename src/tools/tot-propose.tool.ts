/** Proposes nodes to work on, and takes proposals back. */
import { z } from 'zod';
import { Proposal } from '../../machines/schema/command.js';
import { outcomeReply, rejected } from './reply.js';
import { defineTool, replyWith, requestId, sessionId, writing } from './tool.js';

export const totPropose = defineTool({
  name: 'tot_propose',
  title: 'Propose nodes',
  description:
    'Call before working on anything: say which nodes come next and what will be done for each. At most 5 a call; parents are committed first. All or nothing: a refusal lists everything wrong. `withdraw` takes back uncommitted proposals.',
  input: z.strictObject({
    sessionId,
    nodes: z
      .array(Proposal)
      .max(200)
      .optional()
      .describe('id: R<round>.<suffix>; parent: id of a committed node, null for a root.'),
    withdraw: z.array(z.string().min(1).max(80)).max(200).optional().describe('Uncommitted proposals to take back.'),
    requestId,
  }),
  output: replyWith({ approvedNodes: z.array(z.string()), rootsMissing: z.number() }),
  annotations: writing,
  async run({ sessionId: id, nodes = [], withdraw = [], requestId: request }, { engine, by, signal }) {
    if (nodes.length + withdraw.length === 0) {
      const fix = 'Send `nodes` to propose, `withdraw` to take back, or both.';
      return rejected([{ code: 'INVALID_INPUT', subject: 'BATCH', message: 'Nothing to propose or withdraw.', fix }]);
    }
    const command = { type: 'round.propose', nodes, withdraw } as const;
    return outcomeReply(await engine.execute(id, command, { requestId: request, by, signal }));
  },
});
