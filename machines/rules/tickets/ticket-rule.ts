/** What the rules of tickets look at: figures the engine gathered, beside what the gate remembers. */
import type { Board, Ticket } from '../../measures/board.js';
import type { GateContext } from '../../measures/gate.js';
import type { Facts, Principal } from '../../schema/record.js';
import type { NewTicket, Review, Step, Submission } from '../../schema/ticket.js';
import type { Rule } from '../rule.js';

export interface BeginFigures {
  readonly at: number;
  readonly isHalted: boolean;
  /** Dependencies neither closed nor withdrawn nor dropped; and those withdrawn. */
  readonly open: readonly string[];
  readonly withdrawn: readonly string[];
  /** Tickets at work on the same files, here or in another session. */
  readonly overlaps: readonly {
    readonly ticketId: string;
    readonly files: readonly string[];
    readonly sessionId?: string;
  }[];
}

export interface FileFigures {
  readonly filesId: string;
}

/** Files changed that the contract does not name: some of them, and how many. */
export interface OutsideFigures {
  readonly outside: readonly string[];
  readonly outsideCount: number;
}

export interface ReportFigures extends FileFigures, OutsideFigures {
  readonly at: number;
  readonly attempt: number;
  readonly status: Submission['status'];
  readonly by: string | null;
  /** Whoever sends it has reported a check of an earlier validation. */
  readonly isChecker: boolean;
  /** What in the report contradicts its own `success`. */
  readonly contradictions: readonly string[];
  readonly isPolicyChanged: boolean;
  readonly untouched: readonly string[];
  readonly untouchedCount: number;
  readonly changedCount: number;
  /** The ticket that can be waited for; null where only a person can help. */
  readonly blocker: string | null;
}

export interface RunFigures extends FileFigures {
  readonly at: number;
  readonly runId: number;
  readonly isCutShort: boolean;
  /** The files were others after the run than before it. */
  readonly isMoved: boolean;
  readonly passed: boolean;
}

export interface ReviewFigures extends FileFigures, OutsideFigures {
  /** A review answers the attempt at work, whichever that is. */
  readonly attempt?: undefined;
  readonly at: number;
  readonly by: string | null;
  readonly isChecker: boolean;
  readonly verdict: Review['verdict'];
  readonly confidence: Review['confidence'];
  readonly recommendation: Review['recommendation'];
  /** Criteria without exactly one finding that has evidence, and findings that belong to none. */
  readonly missing: readonly string[];
  readonly unmet: readonly string[];
}

export interface OverrideFigures {
  readonly at: number;
  readonly isPerson: boolean;
  readonly reason: string | undefined;
  readonly note: string | undefined;
  readonly typed: string | undefined;
}

/** One event about to reach a gate. */
export interface GateFacts<Figures> {
  readonly ticketId: string;
  readonly gate: GateContext;
  readonly event: Figures;
}

export interface StatusFacts {
  readonly ticketId: string;
  readonly ticket: Ticket;
  readonly call: string;
  /** Whether the charts have an edge for it now. */
  readonly isTaken: boolean;
}

export interface OpenFacts {
  readonly board: Board;
  /** With the ids they will have, and their place in the batch. */
  readonly tickets: readonly (NewTicket & { readonly ticketId: string; readonly hash: string })[];
  readonly notAllowed: readonly number[];
  readonly denied: NonNullable<Facts['denied']>;
  readonly maxMs: Readonly<Record<Step, number>>;
  readonly isGit: boolean;
}

export interface CallerFacts {
  readonly ticketId: string;
  readonly by: Principal;
  readonly call: string;
}

export const openRule = (rule: Rule<OpenFacts>): Rule<OpenFacts> => rule;
export const beginRule = (rule: Rule<GateFacts<BeginFigures>>): Rule<GateFacts<BeginFigures>> => rule;
export const reportRule = (rule: Rule<GateFacts<ReportFigures>>): Rule<GateFacts<ReportFigures>> => rule;
export const reviewRule = (rule: Rule<GateFacts<ReviewFigures>>): Rule<GateFacts<ReviewFigures>> => rule;
export const overrideRule = (rule: Rule<GateFacts<OverrideFigures>>): Rule<GateFacts<OverrideFigures>> => rule;
