/**
 * What git knows of a work tree: where it is, the state of its files as they lie on the disk, and how two states differ.
 * Reads only; the trees it writes to the object store are reachable from no branch.
 */
import { realpath, stat } from 'node:fs/promises';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import { codeOf } from '../store/disk.js';
import { Kept } from './git/kept.js';
import { git, gitFailed, tryGit } from './git/run-git.js';
import { withIndexOfDisk } from './git/temporary-index.js';

export interface WorkTree {
  /** The real path of its top level. */
  readonly dir: string;
  /** The same for all work trees of one repository. */
  readonly commonDir: string;
}

/** Undefined where there is no git work tree, or only a bare repository. */
export async function workTreeAt(dir: string): Promise<WorkTree | undefined> {
  const place = await realpath(dir).catch(() => undefined);
  if (place === undefined) return undefined;
  const args = ['rev-parse', '--show-toplevel', '--git-common-dir'];
  const { code, stdout, stderr } = await tryGit(place, args, { asUser: true });
  if (code !== 0) {
    if (/not a git repository|must be run in a work tree/.test(stderr)) return undefined;
    throw gitFailed(args, stderr);
  }
  const lines = stdout.toString('utf8').split('\n');
  const top = await realpath(lines[0] ?? '');
  // A configured work tree may lie anywhere; then it is not the one asked about.
  if (!isWithin(top, place) || !(await exists(join(top, '.git')))) return undefined;
  return { dir: top, commonDir: await realpath(resolve(place, lines[1] ?? '')) };
}

const isWithin = (dir: string, path: string) => path === dir || path.startsWith(dir.endsWith(sep) ? dir : dir + sep);

async function exists(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    throw error;
  }
}

export interface TreeState {
  readonly treeId: string;
  /** Path → `mode blob`, for every file. */
  readonly files: ReadonlyMap<string, string>;
  readonly head: string | null;
  /** Null where the head is detached. */
  readonly branch: string | null;
}

export interface LookOptions {
  /**
   * Reads every file. Otherwise a file is taken as unchanged if git's index has its size and times, to the second: quick,
   * and blind to an index that was forged, or to an edit of the same length, its time put back, within one second.
   */
  readonly thorough?: boolean;
}

/**
 * Tracked and untracked, unignored files as they lie on the disk. `dir` is the top of a work tree; `exclude` names
 * directories, absolute or relative to it.
 */
export async function treeState(
  dir: string,
  exclude: readonly string[],
  { thorough = false }: LookOptions = {},
): Promise<TreeState> {
  const [{ indexPath, head, branch }, excluded] = await Promise.all([position(dir), excludedDirs(dir, exclude)]);
  return withIndexOfDisk({ dir, indexPath, excluded, thorough }, async (index) => {
    const treeId = (await index.run(['write-tree'])).toString('latin1').trim();
    const files = await listed(dir, treeId, async () => filesIn(await index.run(['ls-files', '--stage', '-z'])));
    return { treeId, files, head, branch };
  });
}

interface Position {
  readonly indexPath: string;
  readonly head: string | null;
  readonly branch: string | null;
}

async function position(dir: string): Promise<Position> {
  const { code, stdout, stderr } = await tryGit(dir, [
    ...['rev-parse', '--path-format=absolute', '--git-path', 'index', 'HEAD', '--symbolic-full-name', 'HEAD'],
  ]);
  const lines = stdout.toString('utf8').trimEnd().split('\n');
  if (code === 0) {
    const [head = '', branch = ''] = lines.splice(-2);
    return { indexPath: lines.join('\n'), head, branch: shortBranch(branch) };
  }
  // Before the first commit the head is only a name.
  const unborn = await tryGit(dir, ['symbolic-ref', '-q', 'HEAD']);
  if (unborn.code !== 0) throw gitFailed(['rev-parse'], stderr);
  const [indexPath] = (await git(dir, ['rev-parse', '--path-format=absolute', '--git-path', 'index']))
    .toString('utf8')
    .split(/\n$/);
  return { indexPath: indexPath ?? '', head: null, branch: shortBranch(unborn.stdout.toString('utf8').trim()) };
}

const shortBranch = (ref: string) => (ref.startsWith('refs/heads/') ? ref.slice('refs/heads/'.length) : null);

const isBelow = (path: string) => path !== '' && path !== '..' && !path.startsWith(`..${sep}`) && !isAbsolute(path);

async function excludedDirs(dir: string, exclude: readonly string[]): Promise<string[]> {
  const found = await Promise.all(
    exclude.map(async (path) => {
      const whole = resolve(dir, path);
      const named = relative(dir, whole);
      // A link inside the tree is itself a file of it: what it points to is not left out in its place.
      return isBelow(named) ? named : relative(dir, await realpath(whole).catch(() => whole));
    }),
  );
  return found.filter(isBelow).map((path) => Buffer.from(`${path}/`, 'utf8').toString('latin1'));
}

/** Lines of `mode blob …<tab>path`, as `ls-files --stage` and `ls-tree` print them. */
function filesIn(listing: Buffer, blobAt = 1): Map<string, string> {
  const files = new Map<string, string>();
  for (const line of listing.toString('utf8').split('\0').slice(0, -1)) {
    const tab = line.indexOf('\t');
    const fields = line.slice(0, tab).split(' ');
    files.set(line.slice(tab + 1), `${fields[0] ?? ''} ${fields[blobAt] ?? ''}`);
  }
  return files;
}

/** `name` is a tree, or whatever leads to one. */
export async function filesOfTree(dir: string, name: string): Promise<ReadonlyMap<string, string>> {
  const args = ['ls-tree', '-r', '-z', '--full-tree', '--end-of-options', name];
  return listed(dir, name, async () => filesIn(await git(dir, args), 2));
}

type Files = TreeState['files'];

/** Some ten megabytes. */
const listedFilesMax = 100_000;
const listings = new Kept<Files>(listedFilesMax, ({ size }) => size + 1);

/** The files of an object never change; those a branch or the head leads to do. */
async function listed(dir: string, name: string, list: () => Promise<Files>): Promise<Files> {
  if (!/^[0-9a-f]{40}(?:[0-9a-f]{24})?$/.test(name)) return list();
  // Asked of each work tree anew: another repository may lack the object.
  const key = `${dir}\0${name}`;
  const known = listings.get(key);
  if (known) return known;
  const files = await list();
  listings.keep(key, files);
  return files;
}

/** Added, changed and deleted paths, sorted. */
export function changedBetween(base: ReadonlyMap<string, string>, now: ReadonlyMap<string, string>): string[] {
  const changed = [...now].filter(([path, entry]) => base.get(path) !== entry).map(([path]) => path);
  const deleted = [...base.keys()].filter((path) => !now.has(path));
  return [...changed, ...deleted].sort();
}

/** What the commit now being made would change. A hook is told by git which index that is. */
export async function stagedFiles(
  dir: string,
  env: Readonly<Record<string, string | undefined>> = process.env,
): Promise<string[]> {
  const { GIT_INDEX_FILE: index } = env;
  const args = ['diff', '--cached', '--name-only', '-z', '--no-renames', '--no-ext-diff', '--no-relative'];
  const listing = await git(dir, args, index ? { env: { GIT_INDEX_FILE: resolve(dir, index) } } : {});
  return listing.toString('utf8').split('\0').slice(0, -1);
}
