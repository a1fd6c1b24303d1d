/** The fields of one `<task>` block. Pure; a field that is missing, twice there or unknown is a problem with its line. */
import { commandOf, criteriaOf, idsOf, pathsOf, requirementsOf } from './plan-text.js';

export interface Problem {
  /** Of the file, from 1. */
  readonly line: number;
  readonly message: string;
}

/** A block as it was found: its attributes, and its text from the line where it begins. */
export interface Block {
  readonly line: number;
  readonly attributes: string;
  readonly body: string;
  /** Where the body begins. */
  readonly bodyLine: number;
}

export interface Fields {
  readonly ticket: Readonly<Record<string, unknown>>;
  readonly lines: Readonly<Record<string, number>>;
  readonly problems: readonly Problem[];
}

/** Tags as a plan writes them, with the name of the contract's field and whether it must be there. */
const known: Readonly<Record<string, { readonly field: string; readonly isNeeded: boolean }>> = {
  name: { field: 'title', isNeeded: true },
  files: { field: 'files', isNeeded: true },
  action: { field: 'action', isNeeded: true },
  verify: { field: 'verify', isNeeded: true },
  done: { field: 'done', isNeeded: true },
  id: { field: 'id', isNeeded: false },
  requirements: { field: 'requirements', isNeeded: false },
  depends: { field: 'dependsOn', isNeeded: false },
  kind: { field: 'kind', isNeeded: false },
};
/** As attributes only short ones; `type` says how an agent should go about it and is nothing to us. */
const attributeTags = ['id', 'depends', 'kind'];
const ignoredAttributes = ['type'];
const attributeCharsMax = 1000;
/** More of one task say nothing new. */
const problemsMax = 20;
const names = Object.keys(known).join(', ');

interface Found {
  readonly tag: string;
  readonly text: string;
  readonly line: number;
}

export function fieldsOf(block: Block): Fields {
  const attributes = attributesOf(block);
  const elements = elementsOf(block);
  const problems = [...attributes.problems, ...elements.problems];
  const byTag = new Map<string, Found>();
  for (const found of [...attributes.found, ...elements.found]) {
    const first = byTag.get(found.tag);
    if (first)
      problems.push({ line: found.line, message: `<${found.tag}> is given twice, first in line ${first.line}` });
    else byTag.set(found.tag, found);
  }
  const missing = Object.keys(known).filter((tag) => known[tag]?.isNeeded === true && !byTag.has(tag));
  if (missing.length > 0 && !elements.isCut)
    problems.push({ line: block.line, message: `this <task> lacks ${missing.map((tag) => `<${tag}>`).join(', ')}` });
  const lines: Record<string, number> = {};
  const ticket: Record<string, unknown> = {};
  for (const { tag, text, line } of byTag.values()) {
    const field = known[tag]?.field ?? tag;
    lines[field] = line;
    const { value, problem } = read(tag, text);
    if (problem !== undefined) problems.push({ line, message: problem });
    else ticket[field] = value;
  }
  return { ticket, lines, problems };
}

interface Read {
  readonly value?: unknown;
  readonly problem?: string;
}

function read(tag: string, text: string): Read {
  const value = valueOf(tag, text);
  if (value === undefined) return { problem: `<${tag}> cannot be read: write each as ID: what is required` };
  const isEmpty = typeof value === 'string' ? value === '' : value.length === 0;
  if (isEmpty && known[tag]?.isNeeded === true) return { problem: `<${tag}> is empty` };
  if (isEmpty) return { problem: `<${tag}> is empty; leave it out` };
  return { value };
}

function valueOf(tag: string, text: string): string | readonly unknown[] | undefined {
  switch (tag) {
    case 'files':
      return pathsOf(text);
    case 'done':
      return criteriaOf(text);
    case 'verify':
      return commandOf(text);
    case 'depends':
      return idsOf(text);
    case 'requirements':
      return requirementsOf(text);
    case 'action':
      return text.trim();
    default:
      return text.replace(/\s+/gu, ' ').trim();
  }
}

interface Scanned {
  readonly found: readonly Found[];
  readonly problems: readonly Problem[];
}

function attributesOf({ attributes, line }: Block): Scanned {
  if (attributes.length > attributeCharsMax)
    return {
      found: [],
      problems: [{ line, message: `the attributes take more than ${attributeCharsMax} characters` }],
    };
  const found: Found[] = [];
  const problems: Problem[] = [];
  const rest = attributes.replace(/([A-Za-z][\w-]*)\s*=\s*("([^"]*)"|'([^']*)')/g, (_all, name: string, _q, a, b) => {
    const tag = name.toLowerCase();
    const text = String(a ?? b ?? '');
    if (attributeTags.includes(tag)) found.push({ tag, text, line });
    else if (!ignoredAttributes.includes(tag))
      problems.push({
        line,
        message: `${name} is no attribute of a task; there are ${[...attributeTags, ...ignoredAttributes].join(', ')}`,
      });
    return '';
  });
  if (rest.replace(/\/$/, '').trim() !== '')
    problems.push({ line, message: 'the attributes cannot be read: write them as id="A"' });
  return { found, problems };
}

/** Elements one after the other; what one holds is text, whatever it looks like. `isCut`: the rest could not be read. */
function elementsOf({ body, bodyLine }: Block): Scanned & { readonly isCut: boolean } {
  const found: Found[] = [];
  const problems: Problem[] = [];
  const begin = /\s*(?:<!--|<([A-Za-z][\w-]*)\s*>|([^<\s][^<]*|<))/gy;
  const at = lineCounter(body, bodyLine);
  let isCut = false;
  for (let match = begin.exec(body); match && !isCut && problems.length < problemsMax; match = begin.exec(body)) {
    const line = at(begin.lastIndex - match[0].trimStart().length);
    const [, tag, stray] = match;
    if (stray !== undefined)
      problems.push({ line, message: `text outside of any field: ${JSON.stringify(stray.trim().slice(0, 40))}` });
    const end = stray === undefined ? endOf(body, tag, begin.lastIndex) : undefined;
    if (stray === undefined && !end) {
      problems.push({ line, message: tag === undefined ? 'this comment never ends' : `<${tag}> is never closed` });
      isCut = true;
    } else if (end) {
      const text = body.slice(begin.lastIndex, end.index);
      const name = tag?.toLowerCase();
      if (name !== undefined && !Object.hasOwn(known, name))
        problems.push({ line, message: `<${tag}> is no field of a task; there are ${names}` });
      else if (name !== undefined) found.push({ tag: name, text, line });
      begin.lastIndex = end.after;
    }
  }
  return { found, problems, isCut };
}

function endOf(body: string, tag: string | undefined, from: number): { index: number; after: number } | undefined {
  const end = tag === undefined ? /-->/g : new RegExp(`</${tag}\\s*>`, 'gi');
  end.lastIndex = from;
  const match = end.exec(body);
  return match ? { index: match.index, after: end.lastIndex } : undefined;
}

/** Counts on from where it last was: asked with rising offsets, it reads the text once. */
function lineCounter(body: string, firstLine: number): (offset: number) => number {
  let seen = 0;
  let line = firstLine;
  return (offset) => {
    for (; seen < offset; seen += 1) if (body[seen] === '\n') line += 1;
    return line;
  };
}
