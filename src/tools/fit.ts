/** Keeps replies within their size, counted on the text that is sent: an agent's context is small. */
import { clipBy } from '../views/text-fit.js';
import type { Reply } from './tool.js';

export const replyBytes = { brief: 4 * 1024, full: 20 * 1024, graph: 16 * 1024 } as const;

export const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

/** What a character costs once it stands in JSON; a control character takes six bytes. */
const costOf = (character: string): number => bytesOf(character) - 2;

/** Shortened to so many bytes of JSON, never in the middle of a character. */
export const clip = (text: string, bytesMax: number): string => clipBy(text, bytesMax, '…', costOf);

/** Of use only whole. */
const kept = new Set(['sessionId', 'head', 'status', 'instructions', 'dot', 'graph', 'finalDot', 'nextCursor']);

interface Step {
  readonly text: number;
  readonly items: number;
}

/** From hardly noticeable to the bare bones, which always fit. */
const steps: readonly Step[] = [
  { text: 1000, items: 60 },
  { text: 300, items: 40 },
  { text: 160, items: 20 },
  { text: 100, items: 20 },
  { text: 80, items: 10 },
  { text: 60, items: 5 },
  { text: 40, items: 2 },
];

/** A reply and how long its text may be. */
export interface Sized {
  readonly reply: Reply;
  readonly bytesMax: number;
}

/** The reply, shortened only as far as its size demands; lists that were cut say how long they were. */
export function fitted({ reply, bytesMax }: Sized): Reply {
  let short = reply;
  for (const step of steps) {
    if (bytesOf(short) <= bytesMax) break;
    short = shrunk(reply, step) as Reply;
  }
  return short;
}

function shrunk(value: unknown, step: Step): unknown {
  if (typeof value === 'string') return clip(value, step.text);
  if (Array.isArray(value)) return value.slice(0, step.items).map((item) => shrunk(item, step));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).flatMap(([key, inner]): [string, unknown][] => {
    if (kept.has(key)) return [[key, inner]];
    const isCut = Array.isArray(inner) && inner.length > step.items && !(`${key}Count` in value);
    const count: [string, unknown][] = isCut ? [[`${key}Count`, inner.length]] : [];
    return [[key, shrunk(inner, step)], ...count];
  });
  return Object.fromEntries(entries);
}
