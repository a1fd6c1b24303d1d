/**
 * A throw-away index of a work tree, brought up to what lies on the disk. The real index is only read. Paths stay bytes,
 * as one character each, until somebody shows them: a file name need not be UTF-8.
 */
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '../../store/disk.js';
import { readPlainFile } from '../../store/plain-file.js';
import { withTemporaryDir } from '../temporary-dir.js';
import type { ObjectFormat } from './git-environment.js';
import { Kept } from './kept.js';
import { askRepository, plainGit, type PlainOptions } from './look-git.js';
import { gitFailed } from './run-git.js';

export interface TemporaryIndex {
  /** Runs git on this index. */
  run(args: readonly string[], input?: readonly string[]): Promise<Buffer>;
}

/** Directories as git writes them, one character a byte, with a slash at the end. */
export type Excluded = readonly string[];

export interface Look {
  /** The top of the work tree. */
  readonly dir: string;
  /** Undefined where there is none to know tracked files by. */
  readonly indexPath: string | undefined;
  readonly format: ObjectFormat;
  /** Where objects go, for a directory that has no repository of its own. */
  readonly objects?: string;
  readonly excluded: Excluded;
  /** Files with rules for what to ignore, besides those in the tree; the later ones count more. */
  readonly ignoreFiles: readonly string[];
}

/** `nested` are repositories within: directories as git writes them, without a slash at the end. */
export async function withIndexOfDisk<T>(
  look: Look,
  use: (index: TemporaryIndex, nested: readonly string[]) => Promise<T>,
): Promise<T> {
  return withTemporaryDir('index', async (place) => {
    const path = join(place, 'index');
    const links = await nameEverything(look, place, path);
    const index = indexAt(look, path);
    const nested = await takeInDisk(look, index);
    return use(index, [...new Set([...links, ...nested])]);
  });
}

function indexAt({ dir, format, objects }: Look, path: string): TemporaryIndex {
  const options: PlainOptions = { env: { GIT_INDEX_FILE: path }, format, ...(objects ? { objects } : {}) };
  return { run: async (args, input) => plainGit(dir, args, input ? { ...options, input: joined(input) } : options) };
}

interface Named {
  readonly index: Buffer;
  readonly links: readonly string[];
}

const namedBytesMax = 16 * 1024 * 1024;
const indexBytesMax = 512 * 1024 * 1024;
const named = new Kept<Named>(namedBytesMax, ({ index }) => index.length + 1);

/**
 * The same entries without sizes, times and marks: git then has nothing to trust but the content. What comes of it
 * depends on the bytes of the real index alone, so that it is made once for each; of a copy, because the real one may be
 * replaced meanwhile. Tells the entries that are repositories.
 */
async function nameEverything(look: Look, place: string, to: string): Promise<readonly string[]> {
  const { dir, excluded } = look;
  const bytes = look.indexPath === undefined ? undefined : await bytesOf(look.indexPath);
  // Nothing was ever added here.
  if (!bytes) return [];
  const key = createHash('sha256')
    .update(JSON.stringify([dir, excluded]))
    .update(bytes)
    .digest('hex');
  const known = named.get(key);
  if (known) {
    await writeFile(to, known.index);
    return known.links;
  }
  const copy = join(place, 'copy');
  await writeFile(copy, bytes);
  // Parts of an index may lie beside it in the repository, so this one question goes there.
  const listing = await askRepository(dir, ['ls-files', '--stage', '-z'], { env: { GIT_INDEX_FILE: copy } });
  const kept = pathsOf(listing).filter((line) => !isExcluded(excluded, pathIn(line)));
  if (kept.length === 0) return [];
  await indexAt(look, to).run(['update-index', '-z', '--index-info'], kept);
  const links = kept.filter((line) => line.startsWith('160000 ')).map(pathIn);
  named.keep(key, { index: await readFile(to), links });
  return links;
}

const pathIn = (line: string) => line.slice(line.indexOf('\t') + 1);

async function bytesOf(path: string): Promise<Buffer | undefined> {
  try {
    return await readPlainFile(path, { bytesMax: indexBytesMax });
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw gitFailed(['ls-files'], `${path}: ${error instanceof Error ? error.message : String(error)}`);
  }
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

/** Tells the untracked repositories. */
async function takeInDisk({ excluded, ignoreFiles }: Look, index: TemporaryIndex): Promise<string[]> {
  const listing = await index.run([
    ...['ls-files', '-z', '-t', '--others', '--modified', '--deleted', '--exclude-per-directory=.gitignore'],
    ...ignoreFiles.map((path) => `--exclude-from=${path}`),
  ]);
  const entries = entriesOf(listing).filter(({ path }) => !isExcluded(excluded, path));
  const plain = entries.filter(({ path }) => !path.endsWith('/'));
  const added = new Set(plain.filter(({ tag }) => tag === '?').map(({ path }) => path));
  const parentsOfAdded = new Set([...added].flatMap(ancestors));
  // Where a file or a link took a directory's place, or the other way round, adding the new removes the old.
  const changed = plain
    .map(({ path }) => path)
    .filter((path) => !parentsOfAdded.has(path) && !ancestors(path).some((parent) => added.has(parent)));
  const paths = [...new Set(changed)];
  if (paths.length > 0) await index.run(['update-index', '--add', '--remove', '--replace', '-z', '--stdin'], paths);
  return entries.filter(({ path }) => path.endsWith('/')).map(({ path }) => path.slice(0, -1));
}

const ancestors = (path: string) => [...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index));
