/** What the journal keeps: accepted commands with the moves they made, and refusals without their payload. */
import { z } from 'zod';
import { Command } from './command.js';
import { RequestId } from './id.js';

/** Who asked, and how that is known. */
export const Principal = z.strictObject({
  role: z.enum(['solo', 'planner', 'orchestrator', 'executor', 'architect', 'system3', 'person']),
  known: z.enum(['claimed', 'connection', 'person']),
  client: z.string().max(120).optional(),
});
export type Principal = z.infer<typeof Principal>;

/** One actor going from one state to another; null is "not there". */
export const Move = z.strictObject({
  actor: z.string().max(80),
  from: z.string().max(40).nullable(),
  to: z.string().max(40).nullable(),
  why: z.enum([
    'started',
    'proposed',
    'withdrawn',
    'committed',
    'reclassified',
    'claim confirmed',
    'claim refuted',
    'confirmer reopened',
    'ended',
  ]),
});
export type Move = z.infer<typeof Move>;

/** What the pure core may not find out for itself. */
export const Facts = z.strictObject({
  /** Charts the session was made with; on the first record. */
  charts: z.array(z.string().max(40)).max(20).optional(),
  /** Digest of each evidence text sent, normalised, by node id. */
  evidence: z.record(z.string(), z.string().max(64)).optional(),
});
export type Facts = z.infer<typeof Facts>;

const head = {
  v: z.literal(1),
  seq: z.int().min(1).max(Number.MAX_SAFE_INTEGER),
  /** Milliseconds since 1970; never before the record it follows. */
  time: z.int().min(0).max(Number.MAX_SAFE_INTEGER),
  /** Unique to this append: how a writer knows its own line again. */
  nonce: z.string().min(8).max(40),
  by: Principal,
  /** `hash` is of the payload, so that the same id with another payload shows. */
  request: z.strictObject({ id: RequestId, hash: z.string().max(64) }).optional(),
  /** sha256 of the record before, 64 zeros for the first. */
  prev: z.string().regex(/^[0-9a-f]{64}$/),
};

export const AcceptedRecord = z.strictObject({
  ...head,
  outcome: z.literal('OK'),
  command: Command,
  facts: Facts,
  /** A full batch of confirmers below chains as deep as trees get. */
  moves: z.array(Move).max(2000),
});
export type AcceptedRecord = z.infer<typeof AcceptedRecord>;

export const RefusedRecord = z.strictObject({
  ...head,
  outcome: z.literal('REJECTED'),
  refused: z.strictObject({
    type: z.string().max(40),
    payload: z.string().max(64),
    errors: z.array(z.strictObject({ code: z.string().max(40), subject: z.string().max(80) })).max(20),
    count: z.int().min(1).max(10_000),
  }),
});
export type RefusedRecord = z.infer<typeof RefusedRecord>;

export const JournalRecord = z.discriminatedUnion('outcome', [AcceptedRecord, RefusedRecord]);
export type JournalRecord = z.infer<typeof JournalRecord>;
