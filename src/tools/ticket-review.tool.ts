/** Takes an architect's verdict on work that passed its command. */
import { z } from 'zod';
import { Review } from '../../machines/schema/ticket.js';
import { commitCommand } from '../views/commit-command.js';
import { awaitTicket } from './await-ticket.js';
import { by, principalOf } from './principal.js';
import { outcomeReply, seqOf } from './reply.js';
import { defineTool, gateShape, replyWith, requestId, sessionId, ticketShape, writing } from './tool.js';

/** A commit is a matter of moments, unless the project's own hooks take their time. */
const commitWaitMs = 15_000;

export const ticketReview = defineTool({
  name: 'ticket_review',
  title: 'Review a ticket',
  description:
    'Call as an architect who did not execute the ticket, once its command passed: a finding with evidence for every done criterion, then APPROVED or REJECTED. LOW confidence or manual_review asks a person.',
  subject: 'ticketId',
  input: z.strictObject({ sessionId, ...Review.shape, by, requestId }),
  output: replyWith({ ticket: ticketShape, gate: gateShape, commit: z.looseObject({}) }),
  annotations: writing,
  async run({ sessionId: id, by: said, requestId: request, ...review }, context) {
    const { engine, by: bound, signal } = context;
    const options = { requestId: request, by: principalOf(bound, said), signal };
    const outcome = await engine.execute(id, { type: 'ticket.review', ...review }, options);
    const reply = outcomeReply(outcome);
    if (outcome.status === 'REJECTED' || outcome.answer.kind !== 'ticket') return reply;
    const { approved } = outcome.answer;
    if (!approved) return reply;
    if (!approved.isAuto) {
      const message = `${approved.ticketId} is approved: commit it with commit.command.`;
      return { ...reply, commit: { command: commitCommand(approved, outcome.head) }, message };
    }
    const { detail, isSettled, head } = await awaitTicket(context, {
      ...{ sessionId: id, ticketId: review.ticketId, seq: seqOf(outcome.head), awaits: 'commit' },
      ...{ ms: commitWaitMs, doing: 'Proctor commits the work' },
    });
    const { commit_sha: sha, commit_error: error } = detail.ticket;
    const commit = isSettled ? { sha, error } : { pending: true };
    return { ...reply, ticket: detail.ticket, commit, head };
  },
});
