/** Takes a ticket that was handed off into the closure gate, and gives each check its brief. */
import { z } from 'zod';
import { TicketName } from '../../machines/schema/ticket.js';
import { by, principalOf } from './principal.js';
import { outcomeReply, seqOf } from './reply.js';
import { defineTool, replyWith, requestId, sessionId, ticketShape, writing } from './tool.js';

export const ticketValidate = defineTool({
  name: 'ticket_validate',
  title: 'Validate a ticket',
  description:
    'Call as an overseer who took no part in it, on a ticket that is impl_complete: Proctor runs the command once more and returns a brief for each of the three checks. Work through each for real, then ticket_report.',
  subject: 'ticketId',
  input: z.strictObject({ sessionId, ticketId: TicketName, by, requestId }),
  output: replyWith({ ticket: ticketShape, briefs: z.array(z.looseObject({ check: z.string(), brief: z.string() })) }),
  annotations: { ...writing, openWorldHint: true },
  async run({ sessionId: id, ticketId, by: said, requestId: request }, { engine, by: bound, signal }) {
    const options = { requestId: request, by: principalOf(bound, said), signal };
    const outcome = await engine.execute(id, { type: 'ticket.validate', ticketId }, options);
    const reply = outcomeReply(outcome);
    if (outcome.status === 'REJECTED' || outcome.answer.kind !== 'ticket') return reply;
    if (outcome.answer.ticket.status !== 's3_validating') return reply;
    const { value: briefs } = await engine.query(id, { kind: 'briefs', ticketId, asOf: seqOf(outcome.head) });
    return { ...reply, briefs };
  },
});
