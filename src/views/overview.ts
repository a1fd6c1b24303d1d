/** An investigation at a glance: bounded in size, and what stands between it and its end. */
import { qualityOf, type Quality } from '../../machines/measures/quality.js';
import type { Violation } from '../../machines/schema/violation.js';
import { NodeState, vocabularies } from '../../machines/schema/state.js';
import { endBlockers } from '../session/plan-end.js';
import type { SessionState } from '../session/state.js';
import type { HoldCounts } from '../../machines/measures/stop-gate.js';
import { waitsForPerson } from './board-page.js';
import { nextActions } from './next-step.js';
import { nextRoundInfo, roundComplete, type NextRoundInfo } from './next-round.js';
import { repairsOf, type RepairView } from './repairs.js';
import { holdsOf } from './stop-holds.js';
import { stopsOf, type StopView } from './stops.js';

export interface Overview {
  sessionId: string;
  query: string;
  protocol: string;
  projectDir: string;
  minRoots: number;
  phase: 'investigating' | 'ended' | 'tickets';
  open: boolean;
  waiting: boolean;
  tickets: number;
  /** How many of them wait for a person. */
  ticketsForPerson: number;
  /** How much keeps an agent of each role from stopping. */
  holds: HoldCounts;
  /** Where an agent stopped all the same. */
  stops?: StopView[];
  /** Where its journal was cut by a repair. */
  repairs?: RepairView[];
  outcome: string | null;
  startedAt: number;
  updatedAt: number;
  currentRound: number;
  currentBatch: number;
  roundComplete: boolean;
  totalNodes: number;
  byState: Record<string, number>;
  activeDrills: number;
  activeVerifies: number;
  terminalNodes: number;
  nodesInQueue: number;
  pendingProposals: number;
  awaitingConfirmation: number;
  canEnd: boolean;
  endBlocker: string | null;
  blockers: Violation[];
  nextRoundInfo: NextRoundInfo;
  quality: Quality;
  nextActions: string[];
}

export function overviewOf(state: SessionState): Overview {
  const { info, tree, ended, board } = state;
  const { totals } = tree;
  const phase = info.kind === 'tickets' ? 'tickets' : ended ? 'ended' : 'investigating';
  const stops = stopsOf(state);
  const blockers = phase === 'investigating' ? endBlockers(state) : [];
  return {
    sessionId: info.sessionId,
    query: info.query,
    protocol: info.protocol.name,
    projectDir: info.projectDir,
    minRoots: info.rootsMin,
    phase,
    open: phase === 'investigating' || board.count('pending') + board.count('inProgress') + board.count('failed') > 0,
    waiting: board.active().length > 0 || board.all().some(({ commit }) => commit === 'wanted'),
    tickets: board.size,
    ticketsForPerson: board.all().filter(waitsForPerson).length,
    holds: holdsOf(state),
    ...(stops.length > 0 ? { stops } : {}),
    ...(state.repairs.length > 0 ? { repairs: repairsOf(state) } : {}),
    outcome: ended?.outcome ?? null,
    startedAt: info.startedAt,
    updatedAt: state.updatedAt,
    currentRound: totals.currentRound,
    currentBatch: tree.currentBatch,
    roundComplete: roundComplete(state),
    totalNodes: totals.committed,
    // In the chart's order, not in that in which nodes came: a session opened from a snapshot says the same.
    byState: Object.fromEntries(
      NodeState.options.filter((each) => totals.of(each) > 0).map((each) => [each, totals.of(each)]),
    ),
    activeDrills: totals.of(vocabularies[info.protocol.chart].open[0]),
    activeVerifies: totals.of('VERIFY'),
    terminalNodes: totals.terminal,
    nodesInQueue: totals.lacking,
    pendingProposals: totals.proposals.size,
    awaitingConfirmation: totals.awaiting.size,
    canEnd: phase === 'investigating' && blockers.length === 0,
    endBlocker: blockerLine(blockers),
    blockers,
    nextRoundInfo: nextRoundInfo(state),
    quality: qualityOf(totals, info.protocol),
    nextActions: nextActions(state),
  };
}

/** One line that names every blocker: `rounds too few, depth too shallow, …`. */
export const blockerLine = (blockers: readonly Pick<Violation, 'code'>[]): string | null =>
  blockers.length === 0 ? null : blockers.map(({ code }) => code.toLowerCase().replaceAll('_', ' ')).join(', ');
