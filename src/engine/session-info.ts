/** A session in a list, from its state. */
import type { SessionState } from '../session/state.js';
import { overviewOf } from '../views/overview.js';
import type { SessionInfo } from './port.js';
import { dueAtOf } from './tickets/due.js';

/** `damage` says why the journal cannot be written: all of this is of the sound part. */
export function infoOf(state: SessionState, damage: string | undefined): SessionInfo {
  const overview = overviewOf(state);
  return {
    sessionId: overview.sessionId,
    query: overview.query,
    protocol: overview.protocol,
    projectDir: overview.projectDir,
    phase: overview.phase,
    open: overview.open,
    tickets: overview.tickets,
    ticketsForPerson: overview.ticketsForPerson,
    holds: overview.holds,
    // Nothing can be booked in a damaged journal.
    dueAt: damage === undefined ? dueAtOf(state.board) : null,
    trees: state.board.trees,
    damaged: damage !== undefined,
    repaired: overview.repairs?.length ?? 0,
    outcome: overview.outcome,
    totalNodes: overview.totalNodes,
    byState: overview.byState,
    currentRound: overview.currentRound,
    startedAt: overview.startedAt,
    updatedAt: overview.updatedAt,
  };
}
