/**
 * A throw-away copy of a work tree's index, brought up to what lies on the disk. The real index is only read. Paths stay
 * bytes, as one character each, until somebody shows them: a file name need not be UTF-8.
 */
import { createHash } from 'node:crypto';
import { copyFile, mkdtemp, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { codeOf } from '../../store/disk.js';
import { Kept } from './kept.js';
import { git, tryGit, type GitOptions } from './run-git.js';

export interface TemporaryIndex {
  /** Runs git on this index. */
  run(args: readonly string[], input?: readonly string[]): Promise<Buffer>;
}

/** Directories as git writes them, one character a byte, with a slash at the end. */
export type Excluded = readonly string[];

export interface Look {
  /** The top of the work tree. */
  readonly dir: string;
  readonly indexPath: string;
  readonly excluded: Excluded;
  /** Reads every file, instead of those whose recorded size and times differ. */
  readonly thorough: boolean;
}

export async function withIndexOfDisk<T>(look: Look, use: (index: TemporaryIndex) => Promise<T>): Promise<T> {
  const { dir, indexPath, excluded, thorough } = look;
  const place = await mkdtemp(join(tmpdir(), `proctor-index-${process.pid}-`));
  try {
    const path = join(place, 'index');
    const making = thorough ? nameEverything(look, place, path) : copyIndex(indexPath, path);
    const [config] = await Promise.all([unfiltered(dir), making]);
    const index = indexAt(dir, path, config);
    if (!thorough) await lookAtEverything(index, excluded);
    await takeInDisk(dir, index, excluded);
    return await use(index);
  } finally {
    await rm(place, { recursive: true, force: true });
  }
}

function indexAt(dir: string, path: string, config: readonly string[] = []): TemporaryIndex {
  const options: GitOptions = { env: { GIT_INDEX_FILE: path }, config };
  return { run: (args, input) => git(dir, args, input ? { ...options, input: joined(input) } : options) };
}

/**
 * The time stamp goes with the copy, rounded down: git trusts the recorded size and time of a file only if the index is
 * younger than the file. Taken first, because the index may be replaced meanwhile.
 */
async function copyIndex(from: string, to: string): Promise<void> {
  try {
    const second = Math.floor((await stat(from)).mtimeMs / 1000);
    await copyFile(from, to);
    await utimes(to, second, second);
  } catch (error) {
    // Nothing was ever added here.
    if (codeOf(error) !== 'ENOENT') throw error;
  }
}

const namedBytesMax = 16 * 1024 * 1024;
const named = new Kept<Buffer>(namedBytesMax, ({ length }) => length + 1);

/**
 * The same entries without sizes, times and marks: git then has nothing to trust but the content. What comes of it
 * depends on the bytes of the real index alone, so that it is made once for each; of a copy, because the real one may be
 * replaced meanwhile.
 */
async function nameEverything({ dir, indexPath, excluded }: Look, place: string, to: string): Promise<void> {
  const bytes = await bytesOf(indexPath);
  // Nothing was ever added here.
  if (!bytes) return;
  const key = createHash('sha256')
    .update(JSON.stringify([dir, excluded]))
    .update(bytes)
    .digest('hex');
  const known = named.get(key);
  if (known) return writeFile(to, known);
  const copy = join(place, 'copy');
  await writeFile(copy, bytes);
  const staged = pathsOf(await indexAt(dir, copy).run(['ls-files', '--stage', '-z']));
  const kept = staged.filter((line) => !isExcluded(excluded, line.slice(line.indexOf('\t') + 1)));
  if (kept.length === 0) return;
  await indexAt(dir, to).run(['update-index', '-z', '--index-info'], kept);
  named.keep(key, await readFile(to));
}

async function bytesOf(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
    return undefined;
  }
}

/** Filters of this repository's own settings are off: they could show git a file other than the one on the disk. */
async function unfiltered(dir: string): Promise<string[]> {
  const args = [
    'config',
    '--show-scope',
    '--name-only',
    '-z',
    '--get-regexp',
    '^filter\\..*\\.(clean|process|required)$',
  ];
  const words = (await tryGit(dir, args)).stdout.toString('utf8').split('\0');
  const names: string[] = [];
  for (let at = 0; at + 1 < words.length; at += 2)
    if (words[at] === 'local' || words[at] === 'worktree') names.push(words[at + 1] ?? '');
  return names.map((name) => (name.endsWith('.required') ? `${name}=false` : `${name}=`));
}

interface Entry {
  readonly tag: string;
  readonly path: string;
}

const pathsOf = (bytes: Buffer) => bytes.toString('latin1').split('\0').slice(0, -1);

const joined = (paths: readonly string[]) => Buffer.from(paths.map((path) => `${path}\0`).join(''), 'latin1');

const entriesOf = (bytes: Buffer): Entry[] =>
  pathsOf(bytes).map((line) => ({ tag: line.slice(0, 1), path: line.slice(2) }));

const isExcluded = (excluded: Excluded, path: string) => excluded.some((dir) => `${path}/`.startsWith(dir));

/** Undoes marks by which git would take a file as unchanged without looking at it. */
async function lookAtEverything(index: TemporaryIndex, excluded: Excluded): Promise<void> {
  const entries = entriesOf(await index.run(['ls-files', '-v', '-z']));
  const pick = (isMeant: (entry: Entry) => boolean) => entries.filter(isMeant).map(({ path }) => path);
  const update = async (flag: string, paths: readonly string[]) => {
    if (paths.length > 0) await index.run(['update-index', flag, '-z', '--stdin'], paths);
  };
  await update(
    '--no-assume-unchanged',
    pick(({ tag }) => tag !== tag.toUpperCase()),
  );
  await update(
    '--no-skip-worktree',
    pick(({ tag }) => tag.toUpperCase() === 'S'),
  );
  await update(
    '--force-remove',
    pick(({ path }) => isExcluded(excluded, path)),
  );
}

async function takeInDisk(dir: string, index: TemporaryIndex, excluded: Excluded): Promise<void> {
  const listing = await index.run([
    'ls-files',
    '-z',
    '-t',
    '--others',
    '--modified',
    '--deleted',
    '--exclude-standard',
  ]);
  const entries = entriesOf(listing).filter(({ path }) => !isExcluded(excluded, path));
  const nested = entries.filter(({ path }) => path.endsWith('/')).map(({ path }) => path.slice(0, -1));
  const plain = entries.filter(({ path }) => !path.endsWith('/'));
  const added = new Set(plain.filter(({ tag }) => tag === '?').map(({ path }) => path));
  const parentsOfAdded = new Set([...added].flatMap(ancestors));
  // Where a file or a link took a directory's place, or the other way round, adding the new removes the old.
  const changed = plain
    .map(({ path }) => path)
    .filter((path) => !parentsOfAdded.has(path) && !ancestors(path).some((parent) => added.has(parent)));
  const paths = [...new Set([...changed, ...(await withCommits(dir, nested))])];
  if (paths.length > 0) await index.run(['update-index', '--add', '--remove', '--replace', '-z', '--stdin'], paths);
}

const ancestors = (path: string) => [...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index));

/** Repositories within this one are known by their commit; without one there is nothing to know them by. */
async function withCommits(dir: string, nested: readonly string[]): Promise<string[]> {
  const answers = await Promise.all(
    nested.map(async (path) => {
      const inner = join(dir, Buffer.from(path, 'latin1').toString('utf8'));
      return (await tryGit(inner, ['rev-parse', '--verify', '-q', 'HEAD'])).code === 0;
    }),
  );
  return nested.filter((_, at) => answers[at]);
}
