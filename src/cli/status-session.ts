/** One session for a person: what is asked, how far it is, the tree, what comes next. */
import type { SessionState } from '../session/state.js';
import { blockerLine, overviewOf, type Overview } from '../views/overview.js';
import { oneLine } from '../views/text-fit.js';
import { plural } from '../../machines/measures/text.js';
import { repairLine } from '../views/repairs.js';
import { stopLine } from '../views/stops.js';
import { terminalTree } from '../views/terminal-tree.js';
import { plain } from '../views/escape.js';
import { wholeBoard } from '../views/whole-board.js';
import { boardPicture } from './board-lines.js';
import { ago, marksFor, painter, wrap, type Marks, type Painter } from './style.js';

export interface SessionLook {
  readonly color: boolean;
  readonly ascii: boolean;
  readonly width: number;
  readonly now: number;
  /** Blockers by name and the first action only: for small screens. */
  readonly brief?: boolean;
}

/** Apart, so that a screen too small for all of it can leave out parts of the tree and of the tickets only. */
export interface SessionPicture {
  readonly top: readonly string[];
  readonly tree: readonly string[];
  readonly tickets: readonly string[];
  readonly board: readonly string[];
  readonly bottom: readonly string[];
}

const labelColumns = 9;
const blockersMax = 4;
const barColumns = 20;

interface Brush extends SessionLook {
  readonly paint: Painter;
  readonly marks: Marks;
}

export function sessionPicture(state: SessionState, damage: string | undefined, look: SessionLook): SessionPicture {
  const brush: Brush = { ...look, paint: painter(look.color), marks: marksFor(look.ascii) };
  const overview = overviewOf(state);
  const hasTree = overview.phase !== 'tickets';
  const { rows, foot } = overview.tickets > 0 ? boardPicture(wholeBoard(state), look) : { rows: [], foot: [] };
  return {
    top: [
      ...wrap(overview.query, look.width, 3, brush.marks.more).map(brush.paint.bold),
      ...wrap(metaLine(overview, brush), look.width).map(brush.paint.dim),
      ...stopLines(overview, brush),
      ...repairLines(overview, brush),
      ...(damage === undefined ? [] : damageLines(overview.sessionId, damage, brush)),
      ...(hasTree ? ['', ...standingLines(state, overview, brush)] : []),
    ],
    tree: hasTree ? terminalTree(state.tree, look) : [],
    tickets: rows,
    board: foot,
    bottom: overview.phase === 'investigating' ? nextLines(overview, brush) : [],
  };
}

export const linesOf = ({ top, tree, tickets, board, bottom }: SessionPicture): string[] =>
  [top, tree, tickets, board, bottom]
    .filter((part) => part.length > 0)
    .flatMap((part, at) => (at === 0 ? part : ['', ...part]));

function metaLine(overview: Overview, { now, marks }: Brush): string {
  const { sessionId, protocol, currentRound, totalNodes, pendingProposals, updatedAt } = overview;
  const nodes = `${plural(totalNodes, 'node')}${pendingProposals > 0 ? ` and ${pendingProposals} proposed` : ''}`;
  const tickets = overview.tickets > 0 ? [plural(overview.tickets, 'ticket')] : [];
  const grown = overview.phase === 'tickets' ? tickets : [`round ${currentRound}`, nodes, ...tickets];
  return [sessionId, plain(protocol), ...grown, ago(now - updatedAt)].join(marks.dot);
}

function damageLines(id: string, damage: string, { paint, marks, width }: Brush): string[] {
  return [
    '',
    ...wrap(`${marks.bad} This journal is damaged: ${damage}. What follows is the sound part.`, width).map(paint.red),
    `${paint.red('  Run')} proctor audit ${id}`,
  ];
}

/** Left there for ever: somebody should look at what was left. */
const stopLines = ({ stops = [] }: Overview, { paint, marks, width }: Brush): string[] =>
  stops.flatMap((stop) => wrap(`${marks.bad} ${stopLine(stop)}`, width).map(paint.yellow));

const repairLines = ({ repairs = [] }: Overview, { paint, marks, width }: Brush): string[] =>
  repairs.flatMap((repair) => wrap(`${marks.bad} ${plain(repairLine(repair))}`, width).map(paint.yellow));

function standingLines(state: SessionState, overview: Overview, brush: Brush): string[] {
  const lines = overview.phase === 'ended' ? endedLines(state, brush) : blockerLines(overview, brush);
  return [qualityLine(state, overview, brush), ...lines];
}

function qualityLine({ info, ended }: SessionState, { quality }: Overview, { paint, marks }: Brush): string {
  const { compositeScore: score } = quality;
  const { qualityMin } = info.protocol;
  const isEnough = score >= (qualityMin ?? 0);
  const filled = Math.round(Math.min(1, score) * barColumns);
  const bar = marks.full.repeat(filled);
  const rest = paint.dim(marks.empty.repeat(barColumns - filled));
  const least = qualityMin === null || ended ? '' : paint.dim(`, at least ${qualityMin.toFixed(2)} to end`);
  return `${label('quality', paint)}${(isEnough ? paint.green : paint.yellow)(bar)}${rest} ${score.toFixed(2)}${least}`;
}

function blockerLines({ canEnd, blockers, endBlocker }: Overview, { paint, marks, width, brief }: Brush): string[] {
  if (canEnd) return [`${label('end', paint)}${paint.green(`${marks.ok} every gate is open`)}`];
  if (brief) {
    const line = oneLine(`${marks.bad} ${endBlocker ?? ''}`, width - labelColumns, marks.more);
    return [label('end', paint) + paint.yellow(line)];
  }
  const room = width - labelColumns - 2;
  const shown = blockers.slice(0, blockersMax);
  const left = blockers.slice(blockersMax);
  const more = left.length > 0 ? [`${left.length} more: ${blockerLine(left) ?? ''}`] : [];
  return [
    `${label('end', paint)}${paint.yellow(`${marks.bad} not yet`)}`,
    ...[...shown.map(({ message }) => message), ...more].flatMap((message) =>
      wrap(message, room, 3, marks.more).map(
        (line, at) => `${' '.repeat(labelColumns)}${at === 0 ? paint.dim(marks.note) : ' '} ${line}`,
      ),
    ),
  ];
}

function endedLines({ ended, tree }: SessionState, { paint, marks, width, now }: Brush): string[] {
  if (!ended) return [];
  const isSolved = ended.outcome === 'solved';
  const word = `${isSolved ? marks.ok : marks.note} ${ended.outcome.replaceAll('_', ' ')}`;
  const room = width - labelColumns;
  const indent = (line: string) => ' '.repeat(labelColumns) + line;
  return [
    `${label('ended', paint)}${(isSolved ? paint.green : paint.yellow)(word)}${paint.dim(`${marks.dot}${ago(now - ended.at)}`)}`,
    ...[...tree.totals.solutions].map((id) => indent(oneLine(`${id} ${tree.at(id).title}`, room, marks.more))),
    ...wrap(ended.reason ?? '', room, 6, marks.more).map(indent),
  ];
}

function nextLines({ nextActions }: Overview, { paint, marks, width, brief }: Brush): string[] {
  return nextActions
    .slice(0, brief ? 1 : undefined)
    .flatMap((action, index) =>
      wrap(action, width - labelColumns, 3, marks.more).map(
        (line, at) => (index + at === 0 ? label('next', paint) : ' '.repeat(labelColumns)) + line,
      ),
    );
}

const label = (word: string, { dim }: Painter): string => dim(word.padEnd(labelColumns));
