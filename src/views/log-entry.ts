/**
 * A record as a page shows it: the rows it changed, whole, so that whoever reads the log only puts them in their places.
 * Up to any record it gives the session as it was then. Its size is that of the change, never that of the session.
 */
import { committedInHaste, recordedOtherwise, unverifiedAgents } from './warnings.js';
import { plural } from '../../machines/measures/text.js';
import type { TreeNode } from '../../machines/measures/tree-node.js';
import type { AcceptedRecord, JournalRecord } from '../../machines/schema/record.js';
import { endBlockers } from '../session/plan-end.js';
import type { SessionState } from '../session/state.js';
import { boardLine, waitsForPerson, type BoardLine } from './board-page.js';
import { notesOf } from './notes.js';
import { blockerLine } from './overview.js';
import { shortWords } from './principal-words.js';

export interface NodeRow {
  id: string;
  parent: string | null;
  title: string;
  state: string;
  /** The one it was proposed in. */
  round: number;
  agent: string | null;
  /** What is worth saying beside it; `open` where something is still to be done. */
  note: string | null;
  open: boolean;
  /** Codes of warnings about its commit. They stay with it. */
  warnings?: string[];
}

export interface TicketRow extends BoardLine {
  waitsForPerson: boolean;
  /** Who worked on it last. */
  who: string | null;
}

/** The session in a line. */
export interface SessionLine {
  round: number;
  rounds: number;
  /** Why it cannot end yet; null where it can, or has. */
  blocker: string | null;
  outcome: string | null;
}

export interface LogEntry {
  seq: number;
  time: number;
  by: string;
  /** A person did it: an override, a decision, a resumption. */
  byPerson?: true;
  kind: 'session' | 'proposed' | 'node' | 'ticket' | 'gate' | 'refused';
  what: string;
  /** Where it is refused. */
  codes?: string[];
  nodes?: NodeRow[];
  gone?: string[];
  tickets?: TicketRow[];
  session: SessionLine;
}

/** Nodes whose children a record takes away; to be asked before it is folded. */
export function losingChildren({ tree }: SessionState, record: JournalRecord): string[] {
  if (record.outcome !== 'OK' || record.command.type !== 'round.propose') return [];
  return record.command.withdraw.flatMap((id) => tree.get(id)?.parent ?? []);
}

/** `state` is that after the record, `losing` what `losingChildren` said before it. */
export function logEntry(state: SessionState, record: JournalRecord, losing: readonly string[]): LogEntry {
  const { seq, time, by } = record;
  const byPerson = by.known === 'person' ? { byPerson: true as const } : {};
  const common = { seq, time, by: shortWords(by), ...byPerson, session: sessionLine(state) };
  if (record.outcome !== 'OK') {
    const { type, errors } = record.refused;
    const codes = [...new Set(errors.map(({ code }) => code))];
    return { ...common, kind: 'refused', what: `${type} refused: ${codes.join(', ')}`, codes };
  }
  return { ...common, kind: kindOf(record), what: whatOf(record), ...changedIn(state, record, losing) };
}

function sessionLine(state: SessionState): SessionLine {
  const { info, tree, ended } = state;
  const isOpen = info.kind === 'investigation' && ended === null;
  return {
    round: tree.totals.currentRound,
    rounds: info.protocol.roundsMin,
    blocker: isOpen ? blockerLine(endBlockers(state)) : null,
    outcome: ended?.outcome ?? null,
  };
}

function kindOf({ command, moves }: AcceptedRecord): LogEntry['kind'] {
  switch (command.type) {
    case 'round.propose':
      return 'proposed';
    case 'round.commit':
    case 'node.reclassify':
      return 'node';
    case 'investigation.start':
    case 'investigation.end':
    case 'session.resume':
    case 'session.stop':
    case 'session.repair':
      return 'session';
    default:
      return moves.some(({ actor }) => actor.startsWith('ticket:')) ? 'ticket' : 'gate';
  }
}

function whatOf({ command, moves }: AcceptedRecord): string {
  const [first] = moves;
  switch (command.type) {
    case 'investigation.start':
      return 'investigation started';
    case 'round.propose': {
      const gone = command.withdraw.length;
      const told = [
        command.nodes.length === 1
          ? `${command.nodes[0]?.id ?? ''} proposed`
          : `${plural(command.nodes.length, 'node')} proposed`,
        `${gone} withdrawn`,
      ];
      return told.filter((_, index) => (index === 0 ? command.nodes.length > 0 : gone > 0)).join(', ');
    }
    case 'round.commit':
      return command.results.length === 1
        ? `${command.results[0]?.nodeId ?? ''} committed as ${first?.to ?? ''}`
        : `${plural(command.results.length, 'node')} committed`;
    case 'node.reclassify':
      return `${command.nodeId} ${first?.from ?? ''} → ${first?.to ?? ''}`;
    case 'investigation.end':
      return 'investigation ended';
    case 'tickets.open':
      return `${plural(command.tickets.length, 'ticket')} opened`;
    case 'session.resume':
      return 'new starts allowed again';
    case 'session.repair':
      return `the journal was repaired: ${plural(command.dropped.records, 'record')} dropped`;
    case 'session.stop':
      return `an agent’s stop: ${command.outcome}`;
    default:
      return first ? `${first.actor} ${first.why}: ${first.to ?? 'gone'}` : command.type.replace('.', ' ');
  }
}

function changedIn(
  state: SessionState,
  record: AcceptedRecord,
  losing: readonly string[],
): Pick<LogEntry, 'nodes' | 'gone' | 'tickets'> {
  const { tree } = state;
  const { moves } = record;
  const gone = moves.filter(({ to, why }) => to === null && why === 'withdrawn').map(({ actor }) => actor);
  const moved = moves.flatMap(({ actor }) => tree.get(actor) ?? []);
  // What a node lacks changes with its children.
  const above = [...moved.flatMap(({ parent }) => parent ?? []), ...losing];
  const warnings = warningsIn(state, record);
  const nodes = new Set([...moved.map(({ id }) => id), ...above]);
  const rows = [...nodes].map((id) => nodeRow(state, tree.at(id), warnings(id)));
  const tickets = ticketsIn(state, record);
  return {
    ...(rows.length > 0 ? { nodes: rows } : {}),
    ...(gone.length > 0 ? { gone } : {}),
    ...(tickets.length > 0 ? { tickets } : {}),
  };
}

function ticketsIn({ board }: SessionState, { moves, command, by }: AcceptedRecord): TicketRow[] {
  const ids = new Set(moves.flatMap(({ actor }) => /^(?:ticket|gate):(.+)$/.exec(actor)?.[1] ?? []));
  if ('ticketId' in command) ids.add(command.ticketId);
  return [...ids]
    .flatMap((id) => board.get(id) ?? [])
    .map((ticket) => ({ ...boardLine(ticket), waitsForPerson: waitsForPerson(ticket), who: by.agentId ?? null }));
}

/** Codes of what is odd about a node's commit. */
function warningsIn(state: SessionState, record: AcceptedRecord): (id: string) => string[] {
  const codes: readonly (readonly [code: string, ids: ReadonlySet<string>])[] = [
    ['SUSPICIOUS', new Set(committedInHaste(state, record))],
    ['DEPTH_ENFORCED', new Set(recordedOtherwise(record).map(({ nodeId }) => nodeId))],
    ['UNVERIFIED_AGENT', new Set(unverifiedAgents(record))],
  ];
  return (id) => codes.filter(([, ids]) => ids.has(id)).map(([code]) => code);
}

function nodeRow({ info }: SessionState, node: TreeNode, warnings: string[]): NodeRow {
  const notes = notesOf(info.protocol, node);
  return {
    id: node.id,
    parent: node.parent,
    title: node.title,
    state: node.state,
    round: node.depth,
    agent: node.agent,
    note: notes.map(({ short }) => short).join(', ') || null,
    open: notes.some(({ isOpen }) => isOpen),
    ...(warnings.length > 0 ? { warnings } : {}),
  };
}
