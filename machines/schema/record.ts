/** What the journal keeps: accepted commands with the moves they made, and refusals without their payload. */
import { z } from 'zod';
import { Command } from './command.js';
import { RequestId, SessionId } from './id.js';
import { Level } from './policy.js';
import { TicketName } from './ticket.js';

/** `server` is Proctor itself: runs it made, deadlines that passed. */
export const Role = z.enum(['solo', 'planner', 'orchestrator', 'executor', 'architect', 'system3', 'person', 'server']);
export type Role = z.infer<typeof Role>;

/** Roles a connection can be bound to. */
export const serverRoles = [
  'solo',
  'planner',
  'orchestrator',
  'executor',
  'architect',
  'system3',
] as const satisfies Role[];

/** Who asked, and how that is known. */
export const Principal = z.strictObject({
  role: Role,
  known: z.enum(['claimed', 'connection', 'person']),
  client: z.string().max(120).optional(),
  /** Which agent, or which person, as far as they said. */
  agentId: z.string().max(200).optional(),
  /** The role a caller named, where its connection is bound to one. */
  claims: Role.optional(),
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
    'confirmer proposed',
    'ended',
    'opened',
    'begun',
    'submitted',
    'ran',
    'reviewed',
    'expired',
    'retried',
    'escalated',
    'overridden',
    'decided',
    'blocker gone',
    'handed off',
    'validating',
    'reported',
    'rejected',
    'closed',
    'lease expired',
  ]),
});
export type Move = z.infer<typeof Move>;

const hash = z.string().max(64);
const samplePaths = z.array(z.string().max(500)).max(20);

/** A ticket's work tree as git shows it: identities, and what differs from the tree it was started in. */
export const TreeFacts = z.strictObject({
  dir: z.string().max(4096),
  /** Where the project lies in it, if not at its top. Paths below are the project's. */
  prefix: z.string().max(4096).optional(),
  treeId: hash,
  /** Identity of the contract's files and the protected paths alone. */
  filesId: hash,
  /** Of git's rules for what it shows, outside of the tree. */
  settings: hash.optional(),
  /** Changed since the start and outside the contract; claimed and unchanged. Samples, with how many there are. */
  outside: samplePaths.optional(),
  outsideCount: z.int().min(0).max(1_000_000).optional(),
  untouched: samplePaths.optional(),
  untouchedCount: z.int().min(0).max(1_000_000).optional(),
  /** Files of the contract that differ from the start: some of them, and how many. */
  changed: z.array(z.string().max(500)).max(200).optional(),
  changedCount: z.int().min(0).max(1_000_000).optional(),
  /** Of more changed files than can be listed: those an investigator's findings leave out, and findings about none. */
  unfound: samplePaths.optional(),
  unfoundCount: z.int().min(0).max(1_000_000).optional(),
  aboutNone: samplePaths.optional(),
  /** What is no longer as it was handed off, without what tickets closed since then changed. */
  moved: samplePaths.optional(),
  movedCount: z.int().min(0).max(1_000_000).optional(),
  /** As `outside`, where it is looked at again: at a review, a validation, a report. Records of before have none. */
  stray: samplePaths.optional(),
  strayCount: z.int().min(0).max(1_000_000).optional(),
  /** Outside the contract as well, but committed since: who looks at the history sees it. */
  committed: samplePaths.optional(),
  committedCount: z.int().min(0).max(1_000_000).optional(),
});
export type TreeFacts = z.infer<typeof TreeFacts>;

const limit = z.strictObject({
  defaultMs: z.int().min(1).max(Number.MAX_SAFE_INTEGER),
  maxMs: z.int().min(1).max(Number.MAX_SAFE_INTEGER),
});

const agent = z.string().max(200);

/** Kept as evidence, because clients delete transcripts after weeks. */
const AgentLooked = z.discriminatedUnion('kind', [
  z.strictObject({
    agent,
    kind: z.literal('verified'),
    level: z.enum(['H1', 'H2']),
    client: z.string().max(60),
    file: z.string().max(1000),
    hash,
    excerpt: z.string().max(1000),
    why: z.string().max(300).optional(),
  }),
  z.strictObject({ agent, kind: z.literal('rejected'), why: z.string().max(300) }),
  z.strictObject({ agent, kind: z.literal('unverifiable'), why: z.string().max(300) }),
]);

/** What the pure core may not find out for itself. */
export const Facts = z.strictObject({
  /** The session it begins; on the first record, so that a journal under another name shows. Older ones lack it. */
  session: SessionId.optional(),
  /** Charts the session was made with; on the first record. */
  charts: z.array(z.string().max(40)).max(20).optional(),
  /** Digest of each evidence text sent, normalised, by node id. */
  evidence: z.record(z.string(), z.string().max(64)).optional(),
  /** The time the charts are given: deadlines are set from it and judged by it. */
  at: z.int().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
  /** Hash of each contract opened, in order. */
  contracts: z.array(hash).max(50).optional(),
  /** Contracts of a batch, by their place in it, whose command no person has allowed. */
  notAllowed: z.array(z.int().min(0).max(50)).max(50).optional(),
  /** Of these, the word that no wildcard stands for where a pattern would otherwise fit, and a pattern that would. */
  denied: z
    .array(
      z.strictObject({
        index: z.int().min(0).max(50),
        word: z.string().max(200),
        pattern: z.string().max(500),
        instead: z.string().max(2500).optional(),
      }),
    )
    .max(50)
    .optional(),
  limits: z.strictObject({ executor: limit, verify: limit, architect: limit }).optional(),
  /** Absent where the project, or the directory named, is no work tree of its repository. */
  tree: TreeFacts.optional(),
  /** What the client's own records say of the agents a commit names, and what the project asks of them. */
  agents: z
    .strictObject({
      levelMin: Level,
      refusesUnverified: z.boolean(),
      /** A list, not an object with a field for each: an agent may be named `constructor`. */
      looked: z.array(AgentLooked).max(50),
    })
    .optional(),
  /** Hash of the project's config in force, and whether the file says something else by now. */
  policy: z
    .strictObject({
      hash,
      changed: z.boolean(),
      /** What closing demands: a principal for each check; validators known by their connection. */
      separate: z.boolean().optional(),
      connection: z.boolean().optional(),
      /** The least level of the run that closing rests on. */
      close: Level.optional(),
    })
    .optional(),
  /** The process that carries out what this record asks for. */
  holder: z
    .strictObject({
      pid: z
        .int()
        .min(1)
        .max(2 ** 31),
      start: z.string().max(40),
      boot: z.string().max(80),
    })
    .optional(),
  /** Tickets of other sessions in the same tree that may change the same files: at work now, or waiting. */
  overlaps: z
    .array(
      z.strictObject({ sessionId: z.string().max(80), ticketId: TicketName, files: samplePaths, atWork: z.boolean() }),
    )
    .max(20)
    .optional(),
  overlapsCount: z.int().min(0).max(1_000_000).optional(),
  /** Whether the server commits approved work itself. */
  commit: z.enum(['auto', 'manual']).optional(),
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
