/** Shows the board, or one ticket in full. */
import { z } from 'zod';
import { TicketName } from '../../machines/schema/ticket.js';
import type { BoardPage } from '../views/board-page.js';
import type { TicketDetail } from '../views/ticket-detail.js';
import { replyBytes } from './fit.js';
import { rejected } from './reply.js';
import { statusPage } from './status-page.js';
import { defineTool, gateShape, reading, replyWith, sessionId, ticketShape, type Reply } from './tool.js';

export const ticketStatus = defineTool({
  name: 'ticket_status',
  title: 'Look at tickets',
  description:
    'Call to see the board with statistics, recent failures and who waits for a person; with ticketId one ticket: contract, gate, feedback of the last failure, the last run. detail "full" adds history and all fields.',
  subject: 'ticketId',
  input: z.strictObject({
    sessionId,
    ticketId: TicketName.optional(),
    detail: z.enum(['brief', 'full']).optional(),
    cursor: z.string().max(40).optional().describe('nextCursor of the page before.'),
  }),
  output: replyWith({
    tickets: z.array(z.looseObject({ ticketId: z.string() })),
    ticket: ticketShape,
    gate: gateShape,
    stats: z.looseObject({ total: z.number() }),
    failures: z.array(z.looseObject({ ticketId: z.string() })),
    halted: z.unknown(),
  }),
  annotations: reading,
  page: statusPage.uri,
  bytesMax: ({ detail, ticketId }) =>
    detail === 'full' || ticketId !== undefined ? replyBytes.full : replyBytes.brief,
  async run({ sessionId: id, ticketId, detail, cursor }, { engine }): Promise<Reply> {
    const isFull = detail === 'full';
    if (ticketId === undefined) {
      const { value, head } = await engine.query(id, { kind: 'board', cursor });
      return { status: 'OK', ...(isFull ? value : briefBoard(value)), message: boardMessage(value), head };
    }
    const { value, head } = await engine.query(id, { kind: 'ticket', ticketId });
    if (!value) {
      const message = `There is no ticket ${JSON.stringify(ticketId)} in this session.`;
      const fix = 'List the tickets with ticket_status, or open one with ticket_open.';
      return rejected([{ code: 'TICKET_NOT_FOUND', subject: ticketId, message, fix }], { head });
    }
    return { status: 'OK', ...(isFull ? value : briefTicket(value)), head };
  },
});

function briefBoard({ tickets, failures, ...board }: BoardPage) {
  return {
    ...board,
    tickets: tickets.map(({ ticketId, title, status, labels, gate, progress, flagged }) => ({
      ticketId,
      title: title.slice(0, 80),
      status,
      gate: { status: gate.status, step: gate.step, attempt: gate.attempt, maxAttempts: gate.maxAttempts },
      progress,
      ...(labels.length > 0 ? { labels } : {}),
      ...(flagged ? { flagged } : {}),
    })),
    failures: failures.slice(0, 5),
  };
}

const briefTicket = ({ history: _history, previousFailures, ...detail }: TicketDetail) => ({
  ...detail,
  previousFailures: previousFailures.map(({ attempt, type }) => ({ attempt, type })),
});

function boardMessage({ stats, waitingForPerson, halted, tickets }: BoardPage): string {
  if (halted !== false) return 'New starts are halted until a person runs: proctor resume';
  if (stats.total === 0) return 'No ticket yet: open one with ticket_open.';
  if (waitingForPerson.length > 0)
    return `Waiting for a person: ${waitingForPerson.slice(0, 5).join(', ')}. Go on with the others.`;
  const isClosed = (id: string) => tickets.some(({ ticketId, status }) => ticketId === id && status === 'closed');
  const next = tickets.find(({ status, dependsOn = [] }) => status === 'open' && dependsOn.every(isClosed));
  return next ? `Next: ticket_start ${next.ticketId}.` : 'Look at one with ticketId to see what it waits for.';
}
