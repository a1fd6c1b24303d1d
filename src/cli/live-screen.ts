/** Redraws a picture in place on a terminal, and prints one after the other where there is none. */
import type { Io } from './command.js';

const enter = '\u001b[?1049h\u001b[?25l';
const leave = '\u001b[?25h\u001b[?1049l';
const home = '\u001b[H';
const clearLine = '\u001b[K';
const bell = '\u0007';
const clearBelow = '\u001b[J';

export class LiveScreen {
  #isOpen = false;
  #last = '';
  #rings = false;

  constructor(private readonly io: Pick<Io, 'terminal' | 'height' | 'out'>) {}

  /** With the next picture; nobody hears a bell in a pipe. */
  ring(): void {
    this.#rings = this.io.terminal;
  }

  /** Nothing is written for a picture that is already there. `lines` may be cut to what fits. */
  draw(lines: readonly string[]): void {
    const picture = lines.join('\n');
    if (picture === this.#last) return;
    if (this.io.terminal) {
      const fitting = lines.slice(0, this.io.height - 1).map((line) => line + clearLine);
      const before = `${this.#rings ? bell : ''}${this.#isOpen ? '' : enter}`;
      this.#rings = false;
      this.io.out(`${before}${home}${fitting.join('\n')}${clearBelow}`);
      this.#isOpen = true;
    } else this.io.out(this.#last === '' ? picture : `\n${picture}`);
    this.#last = picture;
  }

  /** Gives the terminal back, with the last picture in full below what stood there before. */
  close(lines: readonly string[]): void {
    if (this.#isOpen) this.io.out(leave + lines.join('\n'));
    this.#isOpen = false;
  }
}

/** The part of a list that fits, around the row that matters; what is left out above and below is counted. */
export function windowed(rows: readonly string[], room: number, focus: number, more: string): string[] {
  if (rows.length <= room) return [...rows];
  const kept = Math.max(1, room - 2);
  const from = Math.min(Math.max(0, focus - Math.floor(kept / 2)), rows.length - kept);
  const below = rows.length - kept - from;
  return [
    ...(from > 0 ? [`${more} ${from} above`] : []),
    ...rows.slice(from, from + kept),
    ...(below > 0 ? [`${more} ${below} below`] : []),
  ];
}
