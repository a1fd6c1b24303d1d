/**
 * Whether a commit holds files as they lie on the disk, where git stores other bytes than those: line ends, or a filter
 * such as that of git-lfs. Asked only about a commit just made, because it runs the filters of whoever commits.
 */
import { formatOf } from './git-environment.js';
import { plainGit } from './look-git.js';
import { git } from './run-git.js';

type Files = ReadonlyMap<string, string>;

/** `approved` are the bytes on the disk, `committed` what git made of them; both as `mode blob`. */
export async function isStoredAs(
  dir: string,
  paths: readonly string[],
  { approved, committed }: { approved: Files; committed: Files },
): Promise<boolean> {
  const differing = paths.filter((path) => approved.get(path) !== committed.get(path));
  if (differing.length === 0) return true;
  const entries = differing.map((path) => ({
    path,
    was: partsOf(approved.get(path)),
    is: partsOf(committed.get(path)),
  }));
  // Git takes names by lines here, and converts nothing but plain files.
  if (entries.some(({ path, was, is }) => path.includes('\n') || was.mode !== is.mode || !was.mode.startsWith('100')))
    return false;
  const input = Buffer.from(`${differing.join('\n')}\n`, 'utf8');
  const format = formatOf(entries[0]?.was.blob ?? '');
  const onDisk = linesOf(await plainGit(dir, ['hash-object', '--no-filters', '--stdin-paths'], { input, format }));
  const stored = linesOf(await git(dir, ['hash-object', '--stdin-paths'], { input, view: { as: 'user' } }));
  return entries.every(({ was, is }, at) => onDisk[at] === was.blob && stored[at] === is.blob);
}

function partsOf(entry: string | undefined) {
  const [mode = '', blob = ''] = entry?.split(' ') ?? [];
  return { mode, blob };
}

const linesOf = (bytes: Buffer) => bytes.toString('latin1').trimEnd().split('\n');
