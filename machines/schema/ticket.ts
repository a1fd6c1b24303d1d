/** The vocabulary of tickets and their gates: contracts, states, failures, verdicts. Types are inferred from here. */
import { z } from 'zod';

/** Letters and digits in groups, so that it can name a folder. */
const TicketId = z
  .string()
  .max(40)
  .regex(/^[A-Za-z0-9]+(?:[._-][A-Za-z0-9]+)*$/, 'letters and digits, with single dots, dashes or underscores between');
type TicketId = z.infer<typeof TicketId>;

/** A ticket an argument names: unknown ones are told as such, not as a wrong format. */
export const TicketName = z.string().min(1).max(40);

export const TicketStatus = z.enum([
  'open',
  'in_progress',
  'blocked',
  'impl_complete',
  's3_validating',
  's3_rejected',
  'closed',
  'withdrawn',
]);
export type TicketStatus = z.infer<typeof TicketStatus>;

export const GateState = z.enum([
  'PENDING',
  'EXECUTING',
  'VERIFYING',
  'REVIEWING',
  'FAILED',
  'BLOCKED',
  'ESCALATED',
  'APPROVED',
  'SKIPPED',
  'FORCED',
]);
export type GateState = z.infer<typeof GateState>;

/** The three steps of the gate, in order. Deadlines belong to steps. */
export const steps = ['executor', 'verify', 'architect'] as const;
export type Step = (typeof steps)[number];

export const FailureType = z.enum([
  'EXECUTION_FAILURE',
  'VERIFY_FAILURE',
  'MALFORMED',
  'ARCHITECT_REJECTION',
  'TIMEOUT',
  'S3_REJECTION',
]);
export type FailureType = z.infer<typeof FailureType>;

/** Why a person is asked: retries of a type used up, or something no retry can settle. */
export type EscalationType = FailureType | 'BLOCKED' | 'FLAKY' | 'REVIEW' | 'ASKED';

/** Failures of a type that are tried again; one more goes to a person. */
export const retriesMax: Readonly<Record<FailureType, number>> = {
  EXECUTION_FAILURE: 2,
  VERIFY_FAILURE: 2,
  MALFORMED: 2,
  ARCHITECT_REJECTION: 1,
  TIMEOUT: 1,
  /** Within the attempts left. */
  S3_REJECTION: Number.POSITIVE_INFINITY,
};

/** The numbers of the gate that no policy changes. */
export const gateNumbers = {
  attemptsMax: 3,
  /** A time-out is tried again after this. */
  timeoutPauseMs: 30_000,
  /** Runs again because the files moved meanwhile, in one attempt. */
  movedRunsMax: 2,
  /** Runs on the same files before mixed results are judged. */
  mixedRuns: 3,
  /** Submits on changed files while a review is awaited, in one attempt. */
  resubmitsMax: 3,
  /** Tickets of one wave that used up their retries before new starts are halted. */
  exhaustedMax: 3,
} as const;

/** Why a run was cut short, where its caller did that: it then waits for the next call about its ticket. */
export const cancelledByCaller = 'the caller cancelled it';

export type Label = 'flaky' | 'unverified' | 'forced';

export const skipReasons = ['verify-unavailable', 'known-false-negative', 'time-pressure'] as const;

const line = z.string().trim().min(1).max(300);
const paragraph = z.string().trim().min(1).max(4000);

const seconds = z.int().min(1).max(1_000_000);
const Timeouts = z.strictObject({
  executorSeconds: seconds.optional(),
  verifySeconds: seconds.optional(),
  architectSeconds: seconds.optional(),
});

/** What a ticket promises. Frozen with its hash; nothing sent later changes it. */
export const Contract = z.strictObject({
  title: line,
  action: paragraph.describe('What to do.'),
  files: z.array(z.string().min(1).max(300)).min(1).max(100).describe('Paths or globs it may change.'),
  verify: z.string().max(1000).describe('Command that proves it, run by Proctor; no shell, && for steps.'),
  done: z.array(z.string().trim().max(300)).min(1).max(30).describe('Checkable criteria.'),
  requirements: z
    .array(z.strictObject({ id: line.max(60), text: paragraph }))
    .max(50)
    .optional(),
  kind: z.enum(['feature', 'refactor', 'test', 'docs']).optional(),
  dependsOn: z.array(TicketName).max(50).optional(),
  wave: z.int().min(1).max(1000).optional(),
  timeouts: Timeouts.optional(),
});
export type Contract = z.infer<typeof Contract>;

export const NewTicket = z.strictObject({ id: TicketId.optional(), ...Contract.shape });
export type NewTicket = z.infer<typeof NewTicket>;

const paths = z.array(z.string().min(1).max(500)).max(200);

/** What an executor says. Schema errors are refused and free; contradictions cost an attempt. */
export const Submission = z.strictObject({
  ticketId: TicketName,
  attempt: z.int().min(1).max(1000).describe('The attempt this answers.'),
  status: z.enum(['success', 'failure', 'blocked']),
  blockedBy: TicketName.optional().describe('Ticket it waits for.'),
  filesModified: paths,
  evidence: z.string().max(8000),
  doneCriteriaMet: z.boolean(),
  verification: z
    .strictObject({
      command: z.string().max(1000),
      exitCode: z.int().min(-1000).max(1000),
      outputSummary: z.string().max(4000),
    })
    .optional()
    .describe('Your own run: kept as a claim, never decides.'),
  error: z.string().max(4000).optional(),
});
export type Submission = z.infer<typeof Submission>;

const Finding = z.strictObject({
  criterion: z.union([z.int().min(1).max(1000), z.string().min(1).max(300)]).describe('Number or text.'),
  met: z.boolean(),
  evidence: z.string().max(4000),
});

export const Review = z.strictObject({
  ticketId: TicketName,
  verdict: z.enum(['APPROVED', 'REJECTED']),
  confidence: z.enum(['HIGH', 'MEDIUM', 'LOW']),
  findings: z.array(Finding).max(60),
  concerns: z.array(z.string().min(1).max(1000)).max(30),
  recommendation: z.enum(['commit', 'retry', 'manual_review']),
  feedback: z.string().max(4000),
});
export type Review = z.infer<typeof Review>;

/** The three checks of the closure gate, each a region of the ticket's chart. */
export const Check = z.enum(['investigator', 'prd_auditor', 'validator']);
export type Check = z.infer<typeof Check>;
export const checks = Check.options;

/** Every report renews it. */
export const leaseMs = 60 * 60_000;

const CheckFinding = z.strictObject({
  subject: z.string().min(1).max(500).describe('Requirement id, criterion or file.'),
  met: z.boolean(),
  evidence: z.string().max(4000),
});

export const CheckReport = z.strictObject({
  ticketId: TicketName,
  check: Check,
  passed: z.boolean(),
  summary: paragraph,
  findings: z.array(CheckFinding).max(200),
  evidence: z.array(z.string().min(1).max(4000)).max(30).optional(),
});
export type CheckReport = z.infer<typeof CheckReport>;

/** How a run was kept apart, as part of the evidence. */
const RunIsolation = z.strictObject({
  kind: z.enum(['bubblewrap', 'unshare', 'process-group']),
  pidNamespace: z.boolean(),
  network: z.enum(['none', 'open']),
  /** `tree`: it could write to its tree only, and saw neither store nor home. Not said by older records. */
  files: z.enum(['tree', 'open']).optional(),
  diesWithServer: z.boolean(),
  limits: z.array(z.string().max(120)).max(10),
  absent: z.array(z.string().max(160)).max(10),
});

/** A program a command starts. One that lies in the project is the agents' to change. */
const RunProgram = z.strictObject({ path: z.string().max(500), fromProject: z.boolean() });

/** What the server saw of one run. Its output is a file named by its hash. */
export const RunResult = z.strictObject({
  id: z.int().min(1).max(100_000),
  command: z.string().max(2000),
  exitCode: z.int().min(-1000).max(1000).nullable(),
  signal: z.string().max(20).nullable(),
  passed: z.boolean(),
  /** Why exit code 0 did not pass, or why there is none. */
  problem: z.string().max(400).optional(),
  output: z.strictObject({
    hash: z.string().max(64),
    bytes: z.int().min(0).max(Number.MAX_SAFE_INTEGER),
    /** Absent unless the disk would not take it: then the excerpt is all there is. */
    kept: z.literal(false).optional(),
  }),
  /** The lines that say what failed, as feedback. */
  excerpt: z.string().max(2000),
  startedAt: z.int().min(0).max(Number.MAX_SAFE_INTEGER),
  durationMs: z.int().min(0).max(Number.MAX_SAFE_INTEGER),
  treeBefore: z.string().max(64),
  treeAfter: z.string().max(64),
  filesBefore: z.string().max(64),
  filesAfter: z.string().max(64),
  policy: z.string().max(64),
  level: z.literal('H3'),
  isolation: RunIsolation,
  /** One for each step; records of older versions have none. */
  programs: z.array(RunProgram).max(20).optional(),
});
export type RunResult = z.infer<typeof RunResult>;

/** What a person may decide about a ticket. */
export const Decision = z.enum([
  'retry',
  'extend',
  'investigate',
  'acknowledge',
  'rereview',
  'unblock',
  'drop',
  'withdraw',
  'accept',
]);
export type Decision = z.infer<typeof Decision>;
