/**
 * Reads a plan: `<task>` blocks in Markdown, waves by heading. Pure, one pass, and it never throws: whatever is wrong is
 * a problem with its line. What stands in code fences outside of a task is an example.
 */
import { fieldsOf, type Problem } from './plan-task.js';

export interface Task {
  readonly line: number;
  /** Where each field stands, for problems found later. */
  readonly lines: Readonly<Record<string, number>>;
  /** What a ticket is opened with, not yet checked. */
  readonly ticket: Readonly<Record<string, unknown>>;
}

export interface Plan {
  readonly tasks: readonly Task[];
  readonly problems: readonly Problem[];
}

const opening = /^\s*<task(?=[\s>/])([^<>]*)>/i;
const closing = /<\/task\s*>/i;
const fence = /^ {0,3}(`{3,}|~{3,})/;
const heading = /^ {0,3}(#{1,6})(?:\s+(.*))?$/;
const underline = /^ {0,3}(=+|-+)\s*$/;
const headingCharsMax = 300;
const waveIn = /\bwave\s*[#:]?\s*(\d{1,6})\b/i;

export function parsePlan(text: string): Plan {
  const reader = new PlanReader();
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/);
  for (const [index, line] of lines.entries()) reader.read(line, lines[index + 1] ?? '', index + 1);
  return reader.end();
}

interface OpenBlock {
  readonly line: number;
  readonly attributes: string;
  readonly bodyLine: number;
  readonly body: string[];
}

class PlanReader {
  readonly #tasks: Task[] = [];
  readonly #problems: Problem[] = [];
  #block: OpenBlock | undefined;
  /** What closes the fence we are in. */
  #fence: string | undefined;
  #isComment = false;
  #wave: { readonly number: number; readonly level: number } | undefined;

  read(line: string, next: string, number: number): void {
    if (this.#inFence(line)) {
      this.#block?.body.push(line);
      return;
    }
    // A line may hold several blocks and comments; what is left of it is read on.
    let rest: string | undefined = line;
    while (rest !== undefined)
      rest = this.#block ? this.#readInside(this.#block, rest, number) : this.#readOutside(rest, next, number);
  }

  end(): Plan {
    if (this.#block) this.#leaveOpen(this.#block, 'the file ends first');
    return { tasks: this.#tasks, problems: this.#problems.sort((a, b) => a.line - b.line) };
  }

  #inFence(line: string): boolean {
    const found = fence.exec(line)?.[1];
    if (this.#fence === undefined) {
      if (found === undefined || this.#isComment) return false;
      this.#fence = found;
      return true;
    }
    const isEnd =
      found?.[0] === this.#fence[0] && (found?.length ?? 0) >= this.#fence.length && /^\s*[`~]+\s*$/.test(line);
    if (isEnd) this.#fence = undefined;
    return true;
  }

  #readOutside(line: string, next: string, number: number): string | undefined {
    if (this.#isComment) {
      const end = line.indexOf('-->');
      this.#isComment = end === -1;
      return end === -1 ? undefined : line.slice(end + 3);
    }
    const begun = opening.exec(line);
    if (begun) {
      const [all, attributes = ''] = begun;
      this.#block = { line: number, attributes, bodyLine: number, body: [] };
      if (attributes.trimEnd().endsWith('/')) this.#close(this.#block);
      return line.slice(all.length);
    }
    if (/^\s*<task(?=\s|$)/i.test(line))
      this.#problems.push({ line: number, message: 'this <task is not closed with > on the same line' });
    const comment = line.indexOf('<!--');
    this.#isComment = comment !== -1;
    if (comment !== -1) return line.slice(comment + 4);
    this.#readHeading(line, next, number);
    return undefined;
  }

  #readInside(block: OpenBlock, line: string, number: number): string | undefined {
    const end = closing.exec(line);
    if (end) {
      block.body.push(line.slice(0, end.index));
      this.#close(block);
      return line.slice(end.index + end[0].length);
    }
    if (number > block.line && opening.test(line)) {
      this.#leaveOpen(block, `another one begins in line ${number}`);
      return line;
    }
    block.body.push(line);
    return undefined;
  }

  /** A heading of the same or a higher level that names no wave ends one. */
  #readHeading(line: string, next: string, number: number): void {
    const marks = heading.exec(line);
    const level = marks
      ? (marks[1] ?? '').length
      : line.trim() !== '' && underline.test(next)
        ? underlineLevel(next)
        : 0;
    if (level === 0) return;
    const title = (marks ? (marks[2] ?? '') : line).slice(0, headingCharsMax);
    const found = waveIn.exec(title)?.[1];
    if (found === undefined) {
      if (this.#wave && level <= this.#wave.level) this.#wave = undefined;
      return;
    }
    const wave = Number(found);
    if (wave < 1 || wave > 1000)
      this.#problems.push({ line: number, message: `waves are numbered from 1 to 1000, not ${found}` });
    else this.#wave = { number: wave, level };
  }

  #leaveOpen({ line }: OpenBlock, why: string): void {
    this.#problems.push({ line, message: `this <task> is never closed: ${why}; write </task> after it` });
    this.#block = undefined;
    this.#fence = undefined;
  }

  #close({ body, ...block }: OpenBlock): void {
    this.#block = undefined;
    const { ticket, lines, problems } = fieldsOf({ ...block, body: body.join('\n') });
    this.#problems.push(...problems);
    const wave = this.#wave ? { wave: this.#wave.number } : {};
    this.#tasks.push({ line: block.line, lines, ticket: { ...ticket, ...wave } });
  }
}

const underlineLevel = (line: string): number => (line.trimStart().startsWith('=') ? 1 : 2);
