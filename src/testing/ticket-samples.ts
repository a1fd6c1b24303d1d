/** Contracts, gates and figures in which nothing is wrong: a test spoils one of them. Not for shipped code. */
import type { BeginFigures, OpenFacts, OverrideFigures } from '../../machines/rules/tickets/ticket-rule.js';
import type { GateFacts, ReportFigures, ReviewFigures, RunFigures } from '../../machines/rules/tickets/ticket-rule.js';
import { stepLimits, type Ticket } from '../../machines/measures/board-ticket.js';
import { Board } from '../../machines/measures/board.js';
import { newGate, type Failure, type GateContext } from '../../machines/measures/gate.js';
import { judge, type Rule } from '../../machines/rules/rule.js';
import { timeLimits } from '../../machines/schema/policy.js';
import type { FailureType, NewTicket } from '../../machines/schema/ticket.js';
import type { Violation } from '../../machines/schema/violation.js';
import { protocolNamed } from './tree-builder.js';

export const now = 1_700_000_000_000;
export const minute = 60_000;
export const limits = timeLimits({ timeouts: 'standard' });

const protocol = protocolNamed('multi-gate');

/** The breaches of one rule. */
export const judged = <Facts>(rule: Rule<Facts>, facts: Facts): { readonly violations: readonly Violation[] } => ({
  violations: judge([rule], facts, protocol),
});

export const contractOf = (spoilt: Partial<NewTicket> = {}): NewTicket => ({
  title: 'Reject wrong passwords',
  action: 'Compare the hash and answer 401.',
  files: ['src/login.ts'],
  verify: 'npm test -- login',
  done: ['Login rejects a wrong password', 'Login accepts the right one'],
  ...spoilt,
});

/** An executor at work on attempt 1, with five minutes to go. */
export const gateOf = (spoilt: Partial<GateContext> = {}): GateContext => ({
  ...newGate({ ticketId: 'T-1', limits: stepLimits(undefined, limits) }),
  attempt: 1,
  counted: 1,
  deadline: now + 5 * minute,
  ...spoilt,
});

export const failureOf = (type: FailureType, spoilt: Partial<Failure> = {}): Failure => ({
  attempt: 1,
  type,
  step: 'executor',
  at: now,
  ...spoilt,
});

export const beginFigures = (spoilt: Partial<BeginFigures> = {}): BeginFigures => ({
  at: now,
  isHalted: false,
  open: [],
  withdrawn: [],
  overlaps: [],
  ...spoilt,
});

export const reportFigures = (spoilt: Partial<ReportFigures> = {}): ReportFigures => ({
  at: now,
  attempt: 1,
  status: 'success',
  by: 'agent e1',
  isChecker: false,
  contradictions: [],
  isPolicyChanged: false,
  filesId: 'files-1',
  untouched: [],
  untouchedCount: 0,
  changedCount: 1,
  outside: [],
  outsideCount: 0,
  blocker: null,
  ...spoilt,
});

export const runFigures = (spoilt: Partial<RunFigures> = {}): RunFigures => ({
  at: now,
  runId: 1,
  isCutShort: false,
  isMoved: false,
  filesId: 'files-1',
  passed: true,
  ...spoilt,
});

export const reviewFigures = (spoilt: Partial<ReviewFigures> = {}): ReviewFigures => ({
  at: now,
  by: 'agent a1',
  isChecker: false,
  verdict: 'APPROVED',
  confidence: 'HIGH',
  recommendation: 'commit',
  filesId: 'files-1',
  missing: [],
  unmet: [],
  outside: [],
  outsideCount: 0,
  ...spoilt,
});

export const overrideFigures = (spoilt: Partial<OverrideFigures> = {}): OverrideFigures => ({
  at: now,
  isPerson: true,
  reason: 'time-pressure',
  note: 'The demo is at noon.',
  typed: 'OVERRIDE',
  ...spoilt,
});

/** One event about to reach the gate of T-1. */
export const reaching = <Figures>(event: Figures, gate: Partial<GateContext> = {}): GateFacts<Figures> => ({
  ticketId: 'T-1',
  gate: gateOf(gate),
  event,
});

export type Opened = Partial<NewTicket> & { readonly is?: Partial<Ticket>; readonly hash?: string };

/** Tickets of a board, by the ids they have or are given; `is` says what has become of one since. */
export function boardOf(...tickets: readonly Opened[]): Board {
  const board = new Board();
  for (const { is = {}, hash, ...spoilt } of tickets) {
    const [id = ''] = board.idsFor([spoilt.id]);
    board.open({ id, ticket: contractOf(spoilt), hash: hash ?? `hash of ${id}`, limits, at: now, seq: 1 });
    board.update(id, 2, is);
  }
  return board;
}

/** The only ticket of a board, as it has become. */
export const ticketOf = (is: Partial<Ticket> = {}, spoilt: Partial<NewTicket> = {}): Ticket =>
  boardOf({ ...spoilt, is }).at(spoilt.id ?? 'T-1');

/** A batch about to be opened: ids and hashes as the engine would give them. */
export function opening(
  tickets: readonly (Partial<NewTicket> & { hash?: string })[],
  facts: Partial<Omit<OpenFacts, 'tickets'>> = {},
): OpenFacts {
  const board = facts.board ?? new Board();
  const ids = board.idsFor(tickets.map(({ id }) => id));
  return {
    board,
    tickets: tickets.map(({ hash, ...spoilt }, index) => {
      const ticketId = ids[index] ?? '';
      return { ...contractOf(spoilt), ticketId, hash: hash ?? `hash ${index}` };
    }),
    notAllowed: [],
    denied: [],
    maxMs: { executor: limits.executor.maxMs, verify: limits.verify.maxMs, architect: limits.architect.maxMs },
    isGit: true,
    ...facts,
  };
}
