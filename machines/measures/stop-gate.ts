/** Which tickets keep which role from stopping: work that is left for it, and not for a person. */
import type { GateState, TicketStatus } from '../schema/ticket.js';
import type { StopRole } from '../schema/command.js';
import { isLive } from './board-ticket.js';
import { hasFailure, isComplete, type ClosureContext } from './closure.js';

/** As much of a ticket as decides it. */
export interface StopFigures {
  readonly status: TicketStatus;
  readonly isFlagged: boolean;
  readonly gate: { readonly state: GateState };
  readonly closure: ClosureContext;
}

const atWork: ReadonlySet<GateState> = new Set(['EXECUTING', 'VERIFYING', 'REVIEWING', 'FAILED']);

/** The builders owe the next step; ESCALATED and BLOCKED wait for somebody else. */
const isBuilding = (ticket: StopFigures): boolean => isLive(ticket) && atWork.has(ticket.gate.state);

/** Handed off, and the overseer owes the next step. */
function isToBeClosed({ status, isFlagged, closure }: StopFigures): boolean {
  if (isFlagged) return false;
  return status === 'impl_complete' || (status === 's3_validating' && !waitsForAccept(closure));
}

/** All three checks passed, and only a person's word is missing. */
const waitsForAccept = (closure: ClosureContext): boolean =>
  closure.needsAccept && !closure.isAccepted && isComplete(closure) && !hasFailure(closure);

export function holdsUp(role: StopRole, ticket: StopFigures): boolean {
  switch (role) {
    case 'system3':
      return isToBeClosed(ticket);
    case 'orchestrator':
      return isBuilding(ticket);
    case 'solo':
      return isToBeClosed(ticket) || isBuilding(ticket);
  }
}

export type HoldCounts = Readonly<Record<StopRole, number>>;

/** How many of the tickets hold up each role. */
export const holdCounts = (tickets: readonly StopFigures[]): HoldCounts => {
  const count = (role: StopRole) => tickets.filter((ticket) => holdsUp(role, ticket)).length;
  return { system3: count('system3'), orchestrator: count('orchestrator'), solo: count('solo') };
};
