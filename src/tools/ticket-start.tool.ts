/** Starts a ticket: its contract is frozen, its tree remembered, its first attempt begins. */
import { resolve } from 'node:path';
import { z } from 'zod';
import { TicketName } from '../../machines/schema/ticket.js';
import { by, principalOf } from './principal.js';
import { outcomeReply } from './reply.js';
import { defineTool, gateShape, replyWith, requestId, sessionId, ticketShape, writing } from './tool.js';

export const ticketStart = defineTool({
  name: 'ticket_start',
  title: 'Start a ticket',
  description:
    'Call before work on a ticket begins: Proctor remembers the files as they are and the clock of attempt 1 runs. Refused while a dependency is open or another started ticket may change the same files; then use a worktree (workDir).',
  subject: 'ticketId',
  input: z.strictObject({
    sessionId,
    ticketId: TicketName,
    workDir: z.string().min(1).max(4096).optional().describe('A git worktree of the same repository.'),
    by,
    requestId,
  }),
  output: replyWith({ ticket: ticketShape, gate: gateShape }),
  annotations: writing,
  async run(
    { sessionId: id, ticketId, workDir, by: said, requestId: request },
    { engine, projectDir, by: bound, signal },
  ) {
    const dir = workDir === undefined ? {} : { workDir: resolve(projectDir, workDir) };
    const options = { requestId: request, by: principalOf(bound, said), signal };
    return outcomeReply(await engine.execute(id, { type: 'ticket.start', ticketId, ...dir }, options));
  },
});
