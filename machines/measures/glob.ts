/**
 * Paths and the patterns that stand for them: `*` and `?` within a segment, `**` for any number of segments, `{a,b}`.
 * A bracket is a plain character, and so is a leading dot. A pattern also covers everything below what it matches.
 * Paths are relative to the project, with slashes, as git writes them.
 */
import { expandBraces } from './brace-expansion.js';
import { canBothCover, coversAll } from './wildcard.js';

const globCharsMax = 500;
const alternativesMax = 64;
/** Keeps the comparison of the two worst patterns well under a second. */
const expandedCharsMax = 4000;

/** What stands for any number of segments, and of characters. */
const anySegments = '**';
const star = '*';

/** A segment as characters; the sentinel for any number of segments is compared by identity. */
type Segment = readonly string[];
const below: Segment = [anySegments];

/** Why a pattern is refused, to be put after "the pattern"; undefined if it is fine. */
export function badGlob(glob: string): string | undefined {
  if (glob.length > globCharsMax) return `has ${glob.length} characters, at most ${globCharsMax}`;
  if (/\p{Cc}/u.test(glob)) return 'contains a control character';
  if (glob.includes('\\')) return 'contains a backslash; separate segments with /';
  if (/^[:!]/.test(glob)) return `starts with "${glob.slice(0, 1)}"`;
  const alternatives = expandBraces(glob, alternativesMax);
  if (alternatives === undefined) return `has braces for more than ${alternativesMax} alternatives`;
  if (alternatives.join('').length > expandedCharsMax)
    return `grows beyond ${expandedCharsMax} characters when its braces are written out`;
  return alternatives.map(badAlternative).find((reason) => reason !== undefined);
}

function badAlternative(path: string): string | undefined {
  if (path.startsWith('/')) return 'is absolute; write it relative to the project';
  const segments = namesOf(path);
  if (segments.length === 0) return 'is empty; write ** for everything';
  if (segments.includes('..')) return 'leaves its directory with ".."';
  if (segments.some((segment) => segment.toLowerCase() === '.git')) return 'reaches into .git';
  return undefined;
}

const namesOf = (path: string) => path.split('/').filter((segment) => segment !== '' && segment !== '.');

export function matchesGlob(glob: string, path: string): boolean {
  return globMatcher([glob])(path);
}

/** Whether any of the patterns matches, for many paths: each pattern is read once. A bad pattern matches nothing. */
export function globMatcher(globs: readonly string[]): (path: string) => boolean {
  const patterns = globs.flatMap(compiled);
  return (path) => {
    const segments = path.split('/').map((segment) => [...segment]);
    return patterns.some((pattern) => coversAll(pattern, segments, below, segmentCovers));
  };
}

/** Whether some path could match both. */
export function globsOverlap(one: string, other: string): boolean {
  const others = compiled(other);
  return compiled(one).some((pattern) => others.some((rival) => canBothCover(pattern, rival, below, segmentsMeet)));
}

function compiled(glob: string): Segment[][] {
  if (badGlob(glob) !== undefined) return [];
  const alternatives = expandBraces(glob, alternativesMax) ?? [];
  return alternatives.map((path) => [
    ...namesOf(path).map((name) => (name === anySegments ? below : [...name])),
    below,
  ]);
}

const segmentCovers = (pattern: Segment, name: Segment) =>
  coversAll(pattern, name, star, (part, char) => part === '?' || part === char);

const segmentsMeet = (one: Segment, other: Segment) =>
  canBothCover(one, other, star, (a, b) => a === '?' || b === '?' || a === b);
