/** All tools, in the order clients list them. */
import { ticketEscalate } from './ticket-escalate.tool.js';
import { ticketOpen } from './ticket-open.tool.js';
import { ticketReport } from './ticket-report.tool.js';
import { ticketReview } from './ticket-review.tool.js';
import { ticketStart } from './ticket-start.tool.js';
import { ticketStatus } from './ticket-status.tool.js';
import { ticketSubmit } from './ticket-submit.tool.js';
import { ticketValidate } from './ticket-validate.tool.js';
import { totCommit } from './tot-commit.tool.js';
import { totEnd } from './tot-end.tool.js';
import { totPropose } from './tot-propose.tool.js';
import { totReclassify } from './tot-reclassify.tool.js';
import { totStart } from './tot-start.tool.js';
import { totStatus } from './tot-status.tool.js';
import type { Tool } from './tool.js';

export const tools: readonly Tool[] = [
  totStart,
  totPropose,
  totCommit,
  totReclassify,
  totEnd,
  totStatus,
  ticketOpen,
  ticketStart,
  ticketSubmit,
  ticketReview,
  ticketValidate,
  ticketReport,
  ticketEscalate,
  ticketStatus,
] as readonly unknown[] as Tool[];
