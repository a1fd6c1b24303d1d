/** Checks on refusals: whose breach it is, and that a reader learns what is wrong, by how much, and what to do. */
import assert from 'node:assert';
import type { EndFigures } from '../../machines/measures/end-figures.js';
import type { Violation } from '../../machines/schema/violation.js';

/** Expects exactly one breach of that code by that subject, whose text says each of the words and numbers. */
export function expectBreach(
  { violations }: { readonly violations: readonly Violation[] },
  code: string,
  subject: string,
  ...says: (string | number)[]
): void {
  const found = violations.filter((each) => each.code === code && each.subject === subject);
  const told = violations.map((each) => `${each.code} of ${each.subject}`).join(', ');
  const [breach] = found;
  assert(breach && found.length === 1, `expected one ${code} of ${subject}, got: ${told || 'none'}`);
  assert(breach.message.trim() !== '' && breach.fix.trim() !== '', `${code} says nothing`);
  const text = `${breach.message} ${breach.fix}`;
  for (const each of says) assert(isSaid(text, each), `${code} does not say ${each}: ${text}`);
}

/** A number counts only where it stands alone: the 3 of R3.A is none. */
function isSaid(text: string, word: string | number): boolean {
  if (typeof word === 'string') return text.includes(word);
  const digits = String(word).replace('.', '\\.');
  return new RegExp(`(?<![\\w.])${digits}(?![\\w]|\\.\\d)`).test(text);
}

/** Ids as an end rule is shown them. */
export const sampleOf = (...ids: string[]) => ({ ids: ids.slice(0, 5), count: ids.length });

/** Figures of a tree that may end under every shipped protocol; a test spoils one of them. */
export const endable = (spoilt: Partial<EndFigures> = {}): EndFigures => ({
  committed: 12,
  rounds: 4,
  roots: 5,
  rootsMin: 5,
  proposals: sampleOf(),
  short: sampleOf(),
  unsettled: sampleOf(),
  awaiting: sampleOf(),
  undecided: sampleOf(),
  quality: 0.5,
  solutions: 1,
  narrow: 0,
  broad: 1,
  ...spoilt,
});
