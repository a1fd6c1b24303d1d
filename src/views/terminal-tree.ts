/** An investigation as a coloured tree for people. No line is wider than asked, whatever the titles hold. */
import type { Tree } from '../../machines/measures/tree.js';
import type { TreeNode } from '../../machines/measures/tree-node.js';
import { NodeState } from '../../machines/schema/state.js';
import { plain } from './escape.js';
import { notesOf } from './notes.js';
import { palette } from './palette.js';
import { clip, columns, oneLine } from './text-fit.js';
import { walk, type Step } from './walk.js';

export interface TerminalOptions {
  readonly color: boolean;
  readonly ascii: boolean;
  /** Columns of the terminal. */
  readonly width: number;
}

const unicode = { pass: '│  ', fork: '├─ ', end: '└─ ', none: '   ', more: '…', dot: ' · ' };
const ascii: typeof unicode = { pass: '|  ', fork: '|- ', end: '`- ', none: '   ', more: '...', dot: ' - ' };

const widthMin = 20;
const titleColumnsMin = 10;
const wordColumns = Math.max(...NodeState.options.map((state) => palette[state].word.length));

const dim = '2';
const open = '33';
const titleStyles: Partial<Record<NodeState, string>> = { DEAD: '2;9', PROPOSED: '2;3' };

/** A piece of a line with its colour, kept apart until the line fits. */
interface Piece {
  readonly text: string;
  readonly sgr?: string | undefined;
}

export function terminalTree(tree: Tree, options: TerminalOptions): string[] {
  const width = Math.max(widthMin, Math.floor(options.width));
  const drawing = options.ascii ? ascii : unicode;
  const paint = options.color ? painted : bare;
  const rows = [...walk(tree)].map((step) => paint(fit(rowOf(tree, step, drawing, options.ascii, width), width)));
  return [...rows, ...(rows.length > 0 ? [''] : []), paint(footer(tree, drawing, options.ascii, width))];
}

function rowOf(tree: Tree, { node, last }: Step, drawing: typeof unicode, isAscii: boolean, width: number): Piece[] {
  const look = palette[node.state];
  const head: Piece[] = [
    { text: branchOf(last, drawing, Math.floor(width / 3)), sgr: dim },
    { text: `${isAscii ? look.ascii : look.glyph} ${look.word.padEnd(wordColumns)}`, sgr: look.ansi },
    { text: ` ${plain(node.id)} `, sgr: dim },
  ];
  const notes = notePieces(tree, node, drawing);
  const room = width - widthOf(head);
  // A title says more than a note, but its beginning says most of it.
  while (notes.length > 0 && room - widthOf(notes) < Math.min(titleColumnsMin, columns(node.title))) notes.pop();
  const title = oneLine(node.title, Math.max(0, room - widthOf(notes)), drawing.more);
  return [...head, { text: title, sgr: titleStyles[node.state] }, ...notes];
}

function notePieces({ protocol }: Tree, node: TreeNode, { dot }: typeof unicode): Piece[] {
  return notesOf(protocol, node).map(({ short, isOpen }) => ({ text: dot + short, sgr: isOpen ? open : dim }));
}

/** Deep nodes keep the branches nearest to them: without that a deep tree would leave no room for its titles. */
function branchOf(last: readonly boolean[], drawing: typeof unicode, columnsMax: number): string {
  if (last.length === 1) return '';
  const parts = last.slice(1).map((isLast, index, all) => {
    if (index === all.length - 1) return isLast ? drawing.end : drawing.fork;
    return isLast ? drawing.none : drawing.pass;
  });
  const kept = Math.max(1, Math.floor(columnsMax / drawing.fork.length) - 1);
  if (parts.length <= kept + 1) return parts.join('');
  return drawing.more.padEnd(drawing.fork.length) + parts.slice(-kept).join('');
}

/** The fullest of three ways to count that still fits. */
function footer(tree: Tree, { more }: typeof unicode, isAscii: boolean, width: number): Piece[] {
  const total = { text: `${tree.size} ${tree.size === 1 ? 'node' : 'nodes'}` };
  const states = NodeState.options.filter((state) => tree.totals.of(state) > 0);
  const counted = (between: string, label: (count: number, glyph: string, word: string) => string): Piece[] => [
    total,
    ...states.map((state) => {
      const { glyph, ascii: letter, word, ansi } = palette[state];
      return { text: between + label(tree.totals.of(state), isAscii ? letter : glyph, word), sgr: ansi };
    }),
  ];
  const ways = [
    counted('   ', (count, glyph, word) => `${glyph} ${count} ${word}`),
    counted(', ', (count, _glyph, word) => `${count} ${word}`),
    counted('  ', (count, glyph) => `${glyph} ${count}`),
  ];
  return ways.find((way) => widthOf(way) <= width) ?? fit(ways.at(-1) ?? [], width, more);
}

const widthOf = (pieces: readonly Piece[]): number => pieces.reduce((sum, { text }) => sum + columns(text), 0);

/** What does not fit is cut at the right, note by note and then within a piece. */
function fit(pieces: readonly Piece[], width: number, more = ''): Piece[] {
  let room = width;
  const kept: Piece[] = [];
  for (const { text, sgr } of pieces) {
    const clipped = clip(text, room, more);
    kept.push({ text: clipped, sgr });
    room -= columns(clipped);
    if (clipped !== text) break;
  }
  return kept;
}

const bare = (pieces: readonly Piece[]): string =>
  pieces
    .map(({ text }) => text)
    .join('')
    .trimEnd();

const painted = (pieces: readonly Piece[]): string =>
  pieces.map(({ text, sgr }) => (sgr === undefined || text === '' ? text : `\u001b[${sgr}m${text}\u001b[0m`)).join('');
