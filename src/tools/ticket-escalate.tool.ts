/** Asks for a person: an honest way out that costs nothing. */
import { z } from 'zod';
import { TicketName } from '../../machines/schema/ticket.js';
import { by, principalOf } from './principal.js';
import { outcomeReply } from './reply.js';
import { defineTool, gateShape, replyWith, requestId, sessionId, ticketShape, writing } from './tool.js';

const text = z.string().trim().min(1).max(4000);

export const ticketEscalate = defineTool({
  name: 'ticket_escalate',
  title: 'Ask for a person',
  description:
    'Call when a ticket is stuck and no honest step is left: say what was tried and what you ask. It costs nothing and pauses the clock; a person decides. Better than a claim that will not hold.',
  subject: 'ticketId',
  input: z.strictObject({ sessionId, ticketId: TicketName, tried: text, question: text, by, requestId }),
  output: replyWith({ ticket: ticketShape, gate: gateShape }),
  annotations: writing,
  async run({ sessionId: id, ticketId, tried, question, by: said, requestId: request }, { engine, by: bound, signal }) {
    const options = { requestId: request, by: principalOf(bound, said), signal };
    return outcomeReply(await engine.execute(id, { type: 'ticket.escalate', ticketId, tried, question }, options));
  },
});
