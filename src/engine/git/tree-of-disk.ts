/**
 * The files of a work tree as one tree: tracked and untracked, unignored, byte by byte as they lie on the disk.
 * Repositories within are part of it by what lies in them, so that nothing hides behind a `.git`.
 */
import { createHash } from 'node:crypto';
import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { gitDirsAt } from './common-dir.js';
import type { ObjectFormat } from './git-environment.js';
import { tryPlainGit } from './look-git.js';
import { position } from './position.js';
import { gitFailed } from './run-git.js';
import { withIndexOfDisk, type Look, type TemporaryIndex } from './temporary-index.js';

const nestedMax = 200;
const depthMax = 8;

export interface TreeOfDisk {
  readonly treeId: string;
  /** As `ls-files --stage -z` prints them. */
  readonly list: () => Promise<Buffer>;
}

export async function withTreeOfDisk<T>(look: Look, use: (tree: TreeOfDisk) => Promise<T>, depth = 0): Promise<T> {
  return withIndexOfDisk(look, async (index, nested) => {
    await nameNested(look, index, nested, depth);
    const treeId = (await index.run(['write-tree'])).toString('latin1').trim();
    return use({ treeId, list: async () => index.run(['ls-files', '--stage', '-z']) });
  });
}

async function nameNested(look: Look, index: TemporaryIndex, nested: readonly string[], depth: number): Promise<void> {
  if (nested.length > nestedMax || (nested.length > 0 && depth >= depthMax))
    throw gitFailed(['ls-files'], `there are too many repositories within ${look.dir}`);
  const lines: string[] = [];
  for (const path of nested) {
    const id = await nestedId(look, path, depth);
    if (id !== undefined) lines.push(`160000 ${sized(id, look.format)}\t${path}`);
  }
  if (lines.length > 0) await index.run(['update-index', '-z', '--index-info'], lines);
}

/** Its commit where it holds that and nothing else; else its files. Undefined where there is nothing to know it by. */
async function nestedId(outer: Look, path: string, depth: number): Promise<string | undefined> {
  const dir = join(outer.dir, textOf(path));
  if (!(await lstat(dir).catch(() => undefined))?.isDirectory()) return undefined;
  const dirs = await gitDirsAt(dir);
  // Where its repository cannot be read, all its files count as new.
  const at = dirs && (await position(dir).catch(() => undefined));
  const objects = (await objectsOf(outer)) ?? '';
  const look: Look = {
    dir,
    indexPath: dirs && at ? join(dirs.gitDir, 'index') : undefined,
    format: at?.format ?? outer.format,
    ...(at ? {} : { objects }),
    excluded: outer.excluded.flatMap((each) => (each.startsWith(`${path}/`) ? [each.slice(path.length + 1)] : [])),
    // Rules of its own that lie outside of the tree could hide what is in it.
    ignoreFiles: [],
  };
  const treeId = await withTreeOfDisk(look, async (tree) => Promise.resolve(tree.treeId), depth + 1);
  const head = at?.head ?? undefined;
  if (head === undefined && isEmptyTree(treeId)) return undefined;
  return head !== undefined && (await treeOfCommit(look, head)) === treeId ? head : treeId;
}

async function objectsOf({ dir, objects }: Look): Promise<string | undefined> {
  const dirs = await gitDirsAt(dir);
  return objects ?? (dirs && join(dirs.commonDir, 'objects'));
}

async function treeOfCommit({ dir, format }: Look, head: string): Promise<string | undefined> {
  const args = ['rev-parse', '--verify', '-q', '--end-of-options', `${head}^{tree}`];
  const { code, stdout } = await tryPlainGit(dir, args, { format });
  return code === 0 ? stdout.toString('latin1').trim() : undefined;
}

/** Git keeps names of one length. */
function sized(id: string, format: ObjectFormat): string {
  const length = format === 'sha256' ? 64 : 40;
  return id.length === length ? id : createHash('sha256').update(id).digest('hex').slice(0, length);
}

const isEmptyTree = (id: string) => emptyTrees.has(id);
const emptyTrees = new Set(['sha1', 'sha256'].map((name) => createHash(name).update('tree 0\0').digest('hex')));

function textOf(path: string): string {
  const bytes = Buffer.from(path, 'latin1');
  const text = bytes.toString('utf8');
  if (Buffer.from(text, 'utf8').equals(bytes)) return text;
  throw gitFailed(['ls-files'], `the name of the repository ${text} within is not UTF-8`);
}
