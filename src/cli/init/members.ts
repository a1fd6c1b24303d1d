/** The packages of a monorepo, from the patterns its root names them by. */
import { globMatcher } from '../../../machines/measures/glob.js';
import type { ProjectFiles } from './part.js';

/** More would make a list nobody reads. */
const membersMax = 25;

/** Directories that match and hold the file `manifest`, with its text. */
export function membersIn(
  files: ProjectFiles,
  patterns: readonly string[],
  manifest: string,
): { dir: string; text: string }[] {
  const [wanted, unwanted] = [
    patterns.filter((each) => !each.startsWith('!')),
    patterns.filter((each) => each.startsWith('!')),
  ];
  // A pattern also covers what lies below, where a package may have packages of its own: only the very depth counts.
  const isMember = (dir: string) =>
    wanted.some((pattern) => {
      const glob = trimmed(pattern);
      const sameDepth = glob.includes('**') || glob.split('/').length === dir.split('/').length;
      return sameDepth && globMatcher([glob])(dir);
    });
  const isOut = globMatcher(unwanted.map((each) => trimmed(each.slice(1))));
  return [...files]
    .filter(([path]) => path.endsWith(`/${manifest}`))
    .map(([path, text]) => ({ dir: path.slice(0, -manifest.length - 1), text }))
    .filter(({ dir }) => !dir.split('/').includes('node_modules') && isMember(dir) && !isOut(dir))
    .sort((a, b) => (a.dir < b.dir ? -1 : 1))
    .slice(0, membersMax);
}

const trimmed = (pattern: string): string => pattern.replace(/^\.\//, '').replace(/\/+$/, '');
