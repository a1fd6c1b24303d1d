/** Opens tickets: contracts that are frozen, hashed and held to. All of a batch or none. */
import { resolve } from 'node:path';
import { z } from 'zod';
import { badGlob } from '../../machines/measures/glob.js';
import { NewTicket } from '../../machines/schema/ticket.js';
import { by, principalOf } from './principal.js';
import { outcomeReply, rejected } from './reply.js';
import { defaultProtocol, defineTool, replyWith, requestId, writing, type Reply } from './tool.js';

export const ticketOpen = defineTool({
  name: 'ticket_open',
  title: 'Open tickets',
  description:
    'Open a ticket for work that must be proven: title, action, files it may change, a verify command that fails until it is done, checkable done criteria. Several at once: all or none. Without sessionId a new session is made.',
  subject: 'ticketId',
  input: z.strictObject({
    sessionId: z.string().min(1).max(64).optional(),
    projectDir: z.string().min(1).max(4096).optional().describe('Default: where the server was started.'),
    tickets: z.array(NewTicket).min(1).max(50),
    by,
    requestId,
  }),
  output: replyWith({
    sessionId: z.string(),
    tickets: z.array(z.looseObject({ ticketId: z.string(), status: z.string(), contractHash: z.string() })),
  }),
  annotations: writing,
  async run(args, { engine, protocols, projectDir, by: bound, signal }) {
    const wrong = wrongFiles(args.tickets);
    if (wrong) return wrong;
    const protocol = defaultProtocol({ protocols });
    const session = protocol && { projectDir: resolve(projectDir, args.projectDir ?? '.'), protocol };
    const isNew = args.sessionId === undefined;
    const command = { type: 'tickets.open', tickets: args.tickets, ...(isNew && session ? { session } : {}) } as const;
    const options = { requestId: args.requestId, by: principalOf(bound, args.by), signal };
    return outcomeReply(await engine.execute(args.sessionId ?? null, command, options));
  },
});

function wrongFiles(tickets: readonly NewTicket[]): Reply | undefined {
  const violations = tickets.flatMap(({ id, files }) =>
    files.flatMap((glob) => {
      const problem = badGlob(glob);
      if (problem === undefined) return [];
      const message = `files: ${JSON.stringify(glob.slice(0, 80))} ${problem}`;
      return [
        {
          code: 'INVALID_INPUT',
          subject: id ?? 'BATCH',
          message,
          fix: 'Name paths or globs below the project directory.',
        },
      ];
    }),
  );
  return violations.length > 0 ? rejected(violations) : undefined;
}
