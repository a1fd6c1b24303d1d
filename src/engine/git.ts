/**
 * What git knows of a work tree: where it is, the state of its files as they lie on the disk, and how two states differ.
 * Reads only; the trees it writes to the object store are reachable from no branch.
 */
import { createHash } from 'node:crypto';
import { realpath, stat } from 'node:fs/promises';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import { codeOf } from '../store/disk.js';
import { gitDirsAbove } from './git/common-dir.js';
import { formatOf, type ObjectFormat } from './git/git-environment.js';
import { ignoreFilesOf } from './git/ignore-files.js';
import { Kept } from './git/kept.js';
import { isListingOf } from './git/listing.js';
import { askRepository, dirsOf, plainGit } from './git/look-git.js';
import { position } from './git/position.js';
import { gitFailed, tryGit } from './git/run-git.js';
import { refuseSpecialFiles } from './git/special-files.js';
import { withTreeOfDisk } from './git/tree-of-disk.js';

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
  const dirs = await gitDirsAbove(place);
  if (dirs) await refuseSpecialFiles(dirs);
  const args = ['rev-parse', '--show-toplevel', '--git-common-dir'];
  const { code, stdout, stderr } = await tryGit(place, args, { view: { as: 'repository' } });
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

/**
 * Tracked and untracked, unignored files as they lie on the disk: every file is read, and no filter, line end or time
 * stamp says otherwise. `dir` is the top of a work tree; `exclude` names directories, absolute or relative to it.
 */
export async function treeState(dir: string, exclude: readonly string[]): Promise<TreeState> {
  const { gitDir } = await dirsOf(dir);
  const [{ head, branch, format }, excluded, ignoreFiles] = await Promise.all([
    position(dir),
    excludedDirs(dir, exclude),
    ignoreFilesOf(dir),
  ]);
  const look = { dir, indexPath: join(gitDir, 'index'), format, excluded, ignoreFiles };
  return withTreeOfDisk(look, async ({ treeId, list }) => {
    const files = await listed(dir, treeId, async () => filesIn(await list()));
    return { treeId, files, head, branch };
  });
}

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
  const { id, format } = await namedBy(dir, name);
  const args = ['ls-tree', '-r', '-z', '--full-tree', '--end-of-options', id];
  return listed(dir, id, async () => {
    const listing = await plainGit(dir, args, { format });
    // Git believes the names of the files that objects lie in, and those are the repository's to write.
    if (isObject(id) && !(await isListingOf(dir, id, listing, format)))
      throw gitFailed(['ls-tree'], `an object of the tree ${id} was changed`);
    return filesIn(listing, 2);
  });
}

const isObject = (name: string) => /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/.test(name);

/** Only the repository knows its head; objects are looked at without it. */
async function namedBy(dir: string, name: string): Promise<{ id: string; format: ObjectFormat }> {
  if (!name.startsWith('HEAD')) return { id: name, format: formatOf(/^[0-9a-f]*/.exec(name)?.[0] ?? '') };
  const { head, format } = await position(dir);
  if (head === null) throw gitFailed(['ls-tree'], 'there is no commit yet');
  return { id: `${head}${name.slice('HEAD'.length)}`, format };
}

type Files = TreeState['files'];

/** Some ten megabytes. */
const listedFilesMax = 100_000;
const listings = new Kept<Files>(listedFilesMax, ({ size }) => size + 1);

/** The files of an object never change; those a branch or the head leads to do. */
async function listed(dir: string, name: string, list: () => Promise<Files>): Promise<Files> {
  if (!isObject(name)) return list();
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
  const { GIT_INDEX_FILE: named } = env;
  const index = named ? resolve(dir, named) : join((await dirsOf(dir)).gitDir, 'index');
  const { head, format } = await position(dir);
  const base = head ?? createHash(format).update('tree 0\0').digest('hex');
  // Both ends of a rename count: a file moved away from a ticket's files is changed as well.
  const args = [
    ...['diff-index', '--cached', '--name-only', '-z', '--no-renames', '--ignore-submodules=none'],
    ...['--ita-invisible-in-index', base, '--'],
  ];
  const listing = await askRepository(dir, args, { env: { GIT_INDEX_FILE: index } });
  return listing.toString('utf8').split('\0').slice(0, -1);
}
