/** What a caller is told after an accepted command: small, whatever the size of the tree. */
import { listed, plural, sampled } from '../../machines/measures/text.js';
import type { AcceptedRecord } from '../../machines/schema/record.js';
import type { SessionState } from '../session/state.js';
import { nextStep } from './next-step.js';
import { nextRoundInfo, rootsMissing, roundComplete, type NextRoundInfo } from './next-round.js';
import { startInstructions } from './instructions.js';
import { openedAnswer, ticketAnswer, type OpenedAnswer, type TicketAnswer } from './ticket-answer.js';
import { warningsOf, type Warning } from './warnings.js';

export interface Change {
  nodeId: string;
  from: string | null;
  to: string | null;
  why: string;
}

export type Answer =
  | {
      kind: 'started';
      sessionId: string;
      query: string;
      protocol: string;
      minRoots: number;
      currentRound: number;
      instructions: string;
    }
  | {
      kind: 'proposed';
      approvedNodes: string[];
      withdrawnNodes?: string[];
      rootsMissing: number;
      /** Claims that were confirmed and wait again. */
      changed?: Change[];
      changedCount?: number;
      warnings: Warning[];
      message: string;
    }
  | {
      kind: 'committed';
      currentRound: number;
      batchComplete: true;
      roundComplete: boolean;
      nextRoundInfo: NextRoundInfo;
      changed: Change[];
      changedCount?: number;
      warnings: Warning[];
      message: string;
    }
  | {
      kind: 'reclassified';
      nodeId: string;
      previousState: string;
      newState: string;
      changed: Change[];
      changedCount?: number;
      warnings: Warning[];
      message: string;
    }
  | { kind: 'ended'; outcome: string; reason: string }
  | OpenedAnswer
  | TicketAnswer
  | { kind: 'resumed'; message: string }
  | { kind: 'noted'; message: string };

const changesMax = 20;

/** The call's nodes first, then what followed from them; rounds and the session are not nodes. */
function changesOf(
  state: SessionState,
  { moves, command }: AcceptedRecord,
): { changed: Change[]; changedCount?: number } {
  const claimed = new Map(
    command.type === 'round.commit' ? command.results.map((result) => [result.nodeId, result.state]) : [],
  );
  const nodes = moves.filter(({ actor }) => state.tree.get(actor));
  const changed = nodes.slice(0, changesMax).map(({ actor, ...move }) => {
    const said = move.why === 'committed' ? claimed.get(actor) : undefined;
    return { nodeId: actor, ...move, ...(said === undefined || said === move.to ? {} : { claimed: said }) };
  });
  return nodes.length > changesMax ? { changed, changedCount: nodes.length } : { changed };
}

/** What a proposal changes besides the nodes it names. */
function reopenedBy(state: SessionState, record: AcceptedRecord): { changed?: Change[]; changedCount?: number } {
  const moves = record.moves.filter(({ why }) => why === 'confirmer proposed' || why === 'confirmer reopened');
  return moves.length > 0 ? changesOf(state, { ...record, moves }) : {};
}

export function answerTo(state: SessionState, record: AcceptedRecord): Answer {
  const { command, moves } = record;
  const { info, tree } = state;
  const message = info.kind === 'tickets' ? '' : nextStep(state);
  switch (command.type) {
    case 'investigation.start':
      return {
        kind: 'started',
        sessionId: info.sessionId,
        query: info.query,
        protocol: info.protocol.name,
        minRoots: info.rootsMin,
        currentRound: 1,
        instructions: startInstructions(state),
      };
    case 'round.propose':
      return {
        kind: 'proposed',
        approvedNodes: command.nodes.map(({ id }) => id),
        ...(command.withdraw.length > 0 ? { withdrawnNodes: command.withdraw.slice(0, changesMax) } : {}),
        rootsMissing: rootsMissing(state),
        ...reopenedBy(state, record),
        warnings: warningsOf(state, record),
        message,
      };
    case 'round.commit':
      return {
        kind: 'committed',
        currentRound: tree.totals.currentRound,
        batchComplete: true,
        roundComplete: roundComplete(state),
        nextRoundInfo: nextRoundInfo(state),
        ...changesOf(state, record),
        warnings: warningsOf(state, record),
        message,
      };
    case 'node.reclassify': {
      const [move] = moves;
      return {
        kind: 'reclassified',
        nodeId: command.nodeId,
        previousState: move?.from ?? '',
        newState: move?.to ?? '',
        ...changesOf(state, record),
        warnings: warningsOf(state, record),
        message,
      };
    }
    case 'tickets.open':
      return openedAnswer(state, record);
    case 'session.resume':
      return { kind: 'resumed', message: 'Tickets can be started again.' };
    case 'session.repair':
      return { kind: 'noted', message: 'The repair of the journal is on record.' };
    case 'session.stop':
      return { kind: 'noted', message: 'That the agent stopped is on record; nothing was closed.' };
    case 'investigation.end':
      return { kind: 'ended', outcome: state.ended?.outcome ?? '', reason: endReason(state) };
    default:
      return ticketAnswer(state, record, command.ticketId);
  }
}

function endReason({ ended, tree, info }: SessionState): string {
  if (ended?.reason) return ended.reason;
  const { totals } = tree;
  const solved = listed(sampled(totals.solutions));
  const dead = plural(totals.of('DEAD'), 'dead end');
  const found = solved === '' ? 'no solution' : `solved by ${solved}`;
  return `${found}; ${plural(totals.currentRound, 'round')}, ${plural(totals.committed, 'node')}, ${dead} (${info.protocol.name}).`;
}
