/** Takes the report of one check. When all three are in, the chart decides; there is no close call for anyone. */
import { z } from 'zod';
import { CheckReport } from '../../machines/schema/ticket.js';
import { by, principalOf } from './principal.js';
import { outcomeReply } from './reply.js';
import { defineTool, replyWith, requestId, sessionId, ticketShape, writing } from './tool.js';

export const ticketReport = defineTool({
  name: 'ticket_report',
  title: 'Report a check',
  description:
    'Call once for each check of a ticket in s3_validating: investigator (a finding per changed file), prd_auditor (per requirement), validator (what was tried end to end). All three passed closes it; any failure sends it back.',
  subject: 'ticketId',
  input: z.strictObject({ sessionId, ...CheckReport.shape, by, requestId }),
  output: replyWith({ ticket: ticketShape, checks: z.looseObject({}) }),
  annotations: writing,
  async run({ sessionId: id, by: said, requestId: request, ...report }, { engine, by: bound, signal }) {
    const options = { requestId: request, by: principalOf(bound, said), signal };
    return outcomeReply(await engine.execute(id, { type: 'ticket.report', ...report }, options));
  },
});
