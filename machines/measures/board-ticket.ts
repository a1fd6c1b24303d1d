/** One ticket as the rules and views see it: its contract, where its charts stand, and where in the journal its story is. */
import type { Contract, GateState, NewTicket, Step, TicketStatus } from '../schema/ticket.js';
import { steps } from '../schema/ticket.js';
import type { Facts, Principal } from '../schema/record.js';
import { newClosure, type ClosureContext } from './closure.js';
import { newGate, type Failure, type GateContext, type StepLimits } from './gate.js';

export interface TicketGate {
  readonly state: GateState;
  readonly context: GateContext;
}

/** The tree a ticket was started in. */
export interface TicketTree {
  readonly dir: string;
  readonly treeId: string;
  /** Of git's rules for what it shows, as they were then. */
  readonly settings: string | null;
}

/** Who takes part in a ticket, and how they are known. */
export type Part = 'executor' | 'architect' | 'checks';
export type Known = 'claimed' | 'connection';

/** A ticket sent back by the closure gate. */
export interface Rejection {
  /** The record that decided it. */
  readonly seq: number;
  readonly at: number;
  readonly attempt: number;
  readonly why: 'CHECK_FAILED' | 'STALE_EVIDENCE';
  readonly points: readonly string[];
}

export interface Ticket {
  readonly id: string;
  readonly contract: Contract;
  readonly contractHash: string;
  readonly openedAt: number;
  status: TicketStatus;
  gate: TicketGate;
  isFlagged: boolean;
  closure: ClosureContext;
  /** What was handed off last: by which record, and the files as they were. */
  handOff: { readonly seq: number; readonly at: number; readonly filesId: string; readonly treeId: string } | null;
  closedSeq: number | null;
  /** The process that owes the run a validation asked for. */
  closingHolder: NonNullable<Facts['holder']> | null;
  /** What failed checks of the validation at work say. */
  points: readonly string[];
  /** Validations that sent it back, the last ones. */
  rejections: readonly Rejection[];
  /** How well whoever took part is known, the weakest of each part. */
  known: Readonly<Partial<Record<Part, Known>>>;
  tree: TicketTree | null;
  /** The tree as it was when its files were last looked at; left out until they were. */
  lastTree?: string;
  /** Hash of the config it was started under. */
  policy: string | null;
  startedAt: number | null;
  lastStepAt: number;
  /** Dependencies a person has dropped. */
  dropped: readonly string[];
  /** Retries used up and not handed off since. */
  isExhausted: boolean;
  /** The process that owes the run awaited, or the commit; null where none does. */
  holder: NonNullable<Facts['holder']> | null;
  /** The caller cancelled the run awaited: it is made when somebody asks about the ticket again. */
  isPaused: boolean;
  /** What became of the commit, where the server was to make it. */
  commit: { readonly sha: string | null; readonly error?: string | undefined } | 'wanted' | null;
  /** The record that approved it. */
  approvedSeq: number | null;
  /** Failures of its attempts with the record that tells of each. */
  failures: readonly (Failure & { readonly seq: number })[];
  /** What the executor said of the command in its last submit; runs that showed otherwise. */
  claimedExit: number | null;
  mismatches: readonly number[];
  /** Records that tell of it, in order. */
  readonly seqs: number[];
}

/** More would not be read; the journal has them all. */
export const seqsMax = 400;

export interface Opened {
  readonly id: string;
  readonly ticket: NewTicket;
  readonly hash: string;
  readonly limits: NonNullable<Facts['limits']>;
  readonly at: number;
  readonly seq: number;
}

export const timeoutFields = {
  executor: 'executorSeconds',
  verify: 'verifySeconds',
  architect: 'architectSeconds',
} as const;

/** The limit a contract sets for a step, if any. */
export function limitOf(timeouts: NewTicket['timeouts'], step: Step): number | undefined {
  const seconds = timeouts?.[timeoutFields[step]];
  return seconds === undefined ? undefined : seconds * 1000;
}

export function stepLimits(timeouts: NewTicket['timeouts'], limits: NonNullable<Facts['limits']>): StepLimits {
  const entries = steps.map((step) => {
    const { defaultMs, maxMs } = limits[step];
    return [step, { ms: limitOf(timeouts, step) ?? defaultMs, maxMs }] as const;
  });
  // Every step is in the list, so the record is whole.
  return Object.fromEntries(entries) as StepLimits;
}

export function newTicket({ id, ticket, hash, limits, at, seq }: Opened): Ticket {
  const { id: _id, ...contract } = ticket;
  return {
    id,
    contract,
    contractHash: hash,
    openedAt: at,
    status: 'open',
    gate: { state: 'PENDING', context: newGate({ ticketId: id, limits: stepLimits(contract.timeouts, limits) }) },
    isFlagged: false,
    closure: newClosure(id),
    handOff: null,
    closedSeq: null,
    closingHolder: null,
    points: [],
    rejections: [],
    known: {},
    tree: null,
    policy: null,
    startedAt: null,
    lastStepAt: at,
    dropped: [],
    isExhausted: false,
    holder: null,
    isPaused: false,
    commit: null,
    approvedSeq: null,
    failures: [],
    claimedExit: null,
    mismatches: [],
    seqs: [seq],
  };
}

/** What is known of one counts for all who play the part. */
export const withKnown = (
  { known }: Pick<Ticket, 'known'>,
  part: Part,
  { known: how }: Principal,
): Pick<Ticket, 'known'> => ({
  known: { ...known, [part]: how === 'claimed' || known[part] === 'claimed' ? 'claimed' : 'connection' },
});

/** As weak as its weakest part; undefined before anybody took part. */
export function independenceOf({ known }: Pick<Ticket, 'known'>): Known | undefined {
  const parts = Object.values(known);
  if (parts.length === 0) return undefined;
  return parts.includes('claimed') ? 'claimed' : 'connection';
}

const working: ReadonlySet<GateState> = new Set(['EXECUTING', 'VERIFYING', 'REVIEWING', 'FAILED']);

/** Its builders are: neither waiting, nor handed off, nor given up. */
export const isAtWork = ({ gate, status }: Pick<Ticket, 'gate' | 'status'>): boolean =>
  working.has(gate.state) && status !== 'withdrawn';

/** Neither closed nor given up. */
export const isLive = ({ status }: Pick<Ticket, 'status'>): boolean => status !== 'closed' && status !== 'withdrawn';

export const isHandedOff = ({ status }: Pick<Ticket, 'status'>): boolean =>
  status === 'impl_complete' || status === 's3_validating' || status === 'closed';

/** Dependencies that still count. */
export const dependenciesOf = ({ contract, dropped }: Pick<Ticket, 'contract' | 'dropped'>): string[] =>
  (contract.dependsOn ?? []).filter((id) => !dropped.includes(id));

export type Category = 'passed' | 'labelled' | 'failed' | 'inProgress' | 'pending' | 'withdrawn';

/** Every ticket is in exactly one. */
export function categoryOf({ status, gate, isExhausted }: Ticket): Category {
  if (status === 'withdrawn') return 'withdrawn';
  if (status === 'closed') return gate.context.labels.length > 0 ? 'labelled' : 'passed';
  if (isExhausted) return 'failed';
  return status === 'open' ? 'pending' : 'inProgress';
}
