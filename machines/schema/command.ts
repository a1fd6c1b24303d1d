/** Everything a caller can ask of a session. The same schemas parse tool arguments and stand in the journal. */
import { z } from 'zod';
import { Protocol } from './protocol.js';
import { CheckReport, Decision, NewTicket, Review, RunResult, Submission, TicketName } from './ticket.js';

/** Well above what people write, low enough that one call stays under the request limit. */
const idText = z.string().min(1).max(80);
const line = z.string().trim().min(1).max(300);
const paragraph = z.string().trim().min(1).max(4000);
const findings = z.string().trim().min(1).max(20_000);

export const Proposal = z.strictObject({
  id: idText,
  parent: idText.nullable(),
  title: line,
  plannedAction: paragraph,
});
export type Proposal = z.infer<typeof Proposal>;

export const CommitResult = z.strictObject({
  nodeId: idText,
  state: z.string().min(1).max(40),
  findings,
  evidence: z.string().max(20_000).optional(),
  verificationMethod: z.string().max(2000).optional(),
  /** A list; one text is taken as well, and stands in journals as it was sent. */
  alternativesConsidered: z.union([z.array(z.string().max(4000)).max(50), z.string().max(4000)]).optional(),
  agentId: z.string().min(1).max(200).optional().describe('One agent for each node; claim and confirmer differ.'),
  references: z.array(z.string().min(1).max(1000)).max(50).optional(),
});
export type CommitResult = z.infer<typeof CommitResult>;

const StartInvestigation = z.strictObject({
  type: z.literal('investigation.start'),
  query: z.string().trim().min(1).max(4000),
  minRoots: z.int().min(1).max(20),
  projectDir: z.string().min(1).max(4096),
  protocol: Protocol,
});

const ProposeNodes = z.strictObject({
  type: z.literal('round.propose'),
  nodes: z.array(Proposal).max(200),
  withdraw: z.array(idText).max(200),
});

const CommitNodes = z.strictObject({
  type: z.literal('round.commit'),
  results: z.array(CommitResult).min(1).max(200),
});

const ReclassifyNode = z.strictObject({
  type: z.literal('node.reclassify'),
  nodeId: idText,
  newState: z.string().min(1).max(40),
  reason: z.string().max(4000).optional(),
  evidence: z.string().max(20_000).optional(),
});

const EndInvestigation = z.strictObject({
  type: z.literal('investigation.end'),
  outcome: z.literal('inconclusive').optional(),
  reason: z.string().max(4000).optional(),
});

/** The first command of a session may be this one: then `session` says where and under which protocol. */
const OpenTickets = z.strictObject({
  type: z.literal('tickets.open'),
  session: z.strictObject({ projectDir: z.string().min(1).max(4096), protocol: Protocol }).optional(),
  tickets: z.array(NewTicket).min(1).max(50),
});

const StartTicket = z.strictObject({
  type: z.literal('ticket.start'),
  ticketId: TicketName,
  workDir: z.string().min(1).max(4096).optional(),
});

const SubmitTicket = z.strictObject({ type: z.literal('ticket.submit'), ...Submission.shape });
const ReviewTicket = z.strictObject({ type: z.literal('ticket.review'), ...Review.shape });

const EscalateTicket = z.strictObject({
  type: z.literal('ticket.escalate'),
  ticketId: TicketName,
  tried: paragraph,
  question: paragraph,
});

/** `result` is absent of a run that was cut short: it counts as neither pass nor failure. */
const BookRun = z.strictObject({
  type: z.literal('gate.ran'),
  ticketId: TicketName,
  runId: z.int().min(1).max(100_000),
  result: RunResult.optional(),
  cutShort: z.string().max(200).optional(),
});

/** `run` is what was seen of a run that did not end in time. */
const ExpireGate = z.strictObject({
  type: z.literal('gate.expire'),
  ticketId: TicketName,
  run: RunResult.optional(),
});
const WakeGate = z.strictObject({ type: z.literal('gate.wake'), ticketId: TicketName });

/** Whoever answered too late took part all the same: not every role is open to them later. */
const NoteLate = z.strictObject({
  type: z.literal('gate.late'),
  ticketId: TicketName,
  as: z.enum(['executor', 'architect']),
});

const ValidateTicket = z.strictObject({ type: z.literal('ticket.validate'), ticketId: TicketName });
const ReportCheck = z.strictObject({ type: z.literal('ticket.report'), ...CheckReport.shape });

/** The run a validation asked for; without a result it was cut short. */
const BookClosingRun = z.strictObject({
  type: z.literal('closure.ran'),
  ticketId: TicketName,
  runId: z.int().min(1).max(100_000),
  result: RunResult.optional(),
  cutShort: z.string().max(200).optional(),
});

const ExpireLease = z.strictObject({ type: z.literal('closure.expire'), ticketId: TicketName });

const OverrideGate = z.strictObject({
  type: z.literal('ticket.override'),
  ticketId: TicketName,
  how: z.enum(['skip', 'force']),
  reason: z.string().max(60).optional(),
  note: z.string().trim().max(2000).optional(),
  typed: z.string().max(60).optional(),
});

const DecideTicket = z.strictObject({
  type: z.literal('ticket.decide'),
  ticketId: TicketName,
  decision: Decision,
  dependency: TicketName.optional(),
  note: z.string().trim().max(2000).optional(),
});

const ResumeSession = z.strictObject({
  type: z.literal('session.resume'),
  note: z.string().trim().max(2000).optional(),
});

/**
 * A person gave a damaged journal a sound end: what was cut, and where the whole is kept. Only the store writes it, as the
 * first record after the cut.
 */
const RepairJournal = z.strictObject({
  type: z.literal('session.repair'),
  /** `damaged` ends where a line was spoilt; `cut` was whole, and shorter than its snapshot. */
  kind: z.enum(['damaged', 'cut']),
  /** The first record that is not there any more, and where it was due. */
  from: z.strictObject({ seq: z.int().min(1), offset: z.int().min(0) }),
  reason: z.string().max(400),
  /** Records that are known to have followed, and bytes that are in the original only. */
  dropped: z.strictObject({ records: z.int().min(0), bytes: z.int().min(0) }),
  /** Of the journal as it was, and the files in the session's directory that keep what was cut. */
  original: z.strictObject({ hash: z.string().max(64), files: z.array(z.string().max(200)).max(10) }),
});

/** The roles whose stops are held up while work is left for them. */
export const StopRole = z.enum(['orchestrator', 'system3', 'solo']);
export type StopRole = z.infer<typeof StopRole>;

/** An agent stopped although work was left, or the stop gate could not look: nothing moves by it, and it stays known. */
const NoteStop = z.strictObject({
  type: z.literal('session.stop'),
  as: StopRole,
  outcome: z.enum(['stopped_unverified', 'unchecked']),
  /** Some of the tickets that were left, and how many there were. */
  tickets: z.array(TicketName).max(20),
  count: z.int().min(0).max(100_000),
  /** Stops in a row that were held up before. */
  blocks: z.int().min(0).max(1000),
  reason: z.string().max(400).optional(),
  /** The client's own name for its session. */
  clientSession: z.string().max(100).optional(),
});

/** What became of a commit that the server made, or failed to make. */
const BookCommit = z.strictObject({
  type: z.literal('ticket.committed'),
  ticketId: TicketName,
  sha: z.string().max(64).nullable(),
  error: z.string().max(400).optional(),
});

export const Command = z.discriminatedUnion('type', [
  StartInvestigation,
  ProposeNodes,
  CommitNodes,
  ReclassifyNode,
  EndInvestigation,
  OpenTickets,
  StartTicket,
  SubmitTicket,
  ReviewTicket,
  EscalateTicket,
  BookRun,
  ExpireGate,
  WakeGate,
  NoteLate,
  ValidateTicket,
  ReportCheck,
  BookClosingRun,
  ExpireLease,
  OverrideGate,
  DecideTicket,
  ResumeSession,
  RepairJournal,
  NoteStop,
  BookCommit,
]);
export type Command = z.infer<typeof Command>;
export type CommandOf<T extends Command['type']> = Extract<Command, { type: T }>;
