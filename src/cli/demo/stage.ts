/** How the demo looks on a terminal: indented, wrapped to its width, coloured where wanted, paced for reading. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Tree } from '../../../machines/measures/tree.js';
import { terminalTree } from '../../views/terminal-tree.js';
import { columns } from '../../views/text-fit.js';
import type { Io } from '../command.js';
import { padEnd, painter, wrap, type Paint, type Painter } from '../style.js';

export interface StageOptions {
  readonly ascii: boolean;
  /** Without it nothing waits. */
  readonly isPaced: boolean;
  /** Ctrl-C, or a reader that hung up: the next beat throws. */
  readonly stopped: AbortSignal;
}

export interface Label {
  readonly text: string;
  /** Texts under each other line up when their labels take the same room. */
  readonly columns?: number;
  readonly paint?: Paint;
}

/** A long line is hard to follow, however wide the terminal. */
export const textColumnsMax = 96;
const treeColumnsMax = 120;
const columnsMin = 40;

const asciiFor: Readonly<Record<string, string>> = {
  '…': '...',
  '’': "'",
  '“': '"',
  '”': '"',
  '→': '->',
  '✓': '+',
  '✕': 'x',
  '●': '*',
  '▲': '!',
  '·': '-',
};

export class Stage {
  readonly paint: Painter;

  constructor(
    private readonly io: Pick<Io, 'out' | 'color' | 'width'>,
    private readonly options: StageOptions,
  ) {
    this.paint = painter(io.color);
  }

  /** Waits as long as a reader needs, on a terminal. */
  async beat(ms: number): Promise<void> {
    const { stopped: signal, isPaced } = this.options;
    signal.throwIfAborted();
    if (isPaced) await delay(ms, undefined, { signal });
  }

  gap(): void {
    this.io.out('');
  }

  /** Wrapped after its label, further lines below the text. */
  say(text: string, label: Label = { text: '' }, paint: Paint = (line) => line): void {
    const head = this.spelled(label.text);
    const indent = Math.max(label.columns ?? 0, columns(head));
    const room = Math.max(columnsMin / 2, Math.min(this.width, textColumnsMax) - indent);
    const [first = '', ...rest] = wrap(this.spelled(text), room);
    const padding = ' '.repeat(indent - columns(head));
    this.io.out(`${label.paint?.(head) ?? head}${padding}${paint(first)}`);
    for (const line of rest) this.io.out(padEnd('', indent) + paint(line));
  }

  /** Already fitted and coloured by another command. */
  line(line: string): void {
    this.io.out(this.spelled(line));
  }

  /** Not wrapped, so that it can be copied. */
  exact(label: Label, line: string): void {
    const head = padEnd(label.text, label.columns ?? 0);
    this.io.out((label.paint?.(head) ?? head) + line);
  }

  tree(title: string, tree: Tree): void {
    this.gap();
    this.say(title, { text: '  ' }, this.paint.dim);
    const options = { color: this.io.color, ascii: this.options.ascii };
    const width = Math.min(this.width, treeColumnsMax) - 2;
    for (const line of terminalTree(tree, { ...options, width })) this.io.out(line === '' ? '' : `  ${line}`);
  }

  private get width(): number {
    return Math.max(columnsMin, this.io.width);
  }

  private spelled(text: string): string {
    if (!this.options.ascii) return text;
    return text.replace(/[^\p{ASCII}]/gu, (character) => asciiFor[character] ?? '?');
  }
}
