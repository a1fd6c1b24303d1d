/**
 * One short hash for the files a ticket is about: those of its contract and the protected ones. Two states with the same
 * hash are the same to the ticket, whatever else moved in the tree.
 */
import { createHash } from 'node:crypto';
import { globMatcher } from '../../../machines/measures/glob.js';
import type { TreeState } from '../git.js';
import { formatOf } from './git-environment.js';
import { plainGit } from './look-git.js';

export interface ProtectedPath {
  readonly glob: string;
  /** Names from the outside in, where only one member of a JSON file is protected. */
  readonly member?: readonly string[];
}

/** `package.json#scripts` protects a member of that file, any other path the whole. */
export function protectedPath(text: string): ProtectedPath {
  const [, glob, member] = /^(.*\.json)#(.+)$/.exec(text) ?? [];
  return glob === undefined || member === undefined ? { glob: text } : { glob, member: member.split('.') };
}

export async function filesId(
  dir: string,
  { files }: Pick<TreeState, 'files'>,
  globs: readonly string[],
  protectedPaths: readonly string[],
): Promise<string> {
  const guarded = protectedPaths.map(protectedPath);
  const isWhole = globMatcher([...globs, ...guarded.filter(({ member }) => !member).map(({ glob }) => glob)]);
  const lines = [...files].filter(([path]) => isWhole(path)).map(([path, entry]) => `file ${entry} ${path}`);
  for (const { glob, member } of guarded) if (member) lines.push(...(await memberLines(dir, files, glob, member)));
  // Paths may hold any character but this one.
  return createHash('sha256').update(lines.sort().join('\0')).digest('hex').slice(0, 32);
}

async function memberLines(
  dir: string,
  files: TreeState['files'],
  glob: string,
  member: readonly string[],
): Promise<string[]> {
  const matches = globMatcher([glob]);
  const found = [...files].filter(([path, entry]) => matches(path) && path.endsWith('.json') && isBlob(entry));
  const blobs = await blobsOf(
    dir,
    found.map(([, entry]) => blobOf(entry)),
  );
  return found.map(([path, entry]) => {
    const value = memberValue(blobs.get(blobOf(entry)), member);
    return `member ${member.join('.')} ${value ?? `unreadable ${entry}`} ${path}`;
  });
}

const blobOf = (entry: string) => entry.slice(entry.indexOf(' ') + 1);
const isBlob = (entry: string) => entry.startsWith('100');

/** Undefined if it is no JSON: then any change of the file counts. */
function memberValue(text: Buffer | undefined, member: readonly string[]): string | undefined {
  if (text === undefined) return undefined;
  try {
    let value: unknown = JSON.parse(text.toString('utf8').replace(/^\uFEFF/, ''));
    for (const name of member)
      value =
        typeof value === 'object' && value !== null && Object.hasOwn(value, name)
          ? // The name is there, which is all that indexing needs.
            (value as Record<string, unknown>)[name]
          : undefined;
    return value === undefined ? 'absent' : JSON.stringify(value, sortedNames);
  } catch {
    return undefined;
  }
}

const sortedNames = (_: string, value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;

/** Contents by blob, in one call. */
async function blobsOf(dir: string, ids: readonly string[]): Promise<Map<string, Buffer>> {
  const blobs = new Map<string, Buffer>();
  if (ids.length === 0) return blobs;
  const format = formatOf(ids[0] ?? '');
  const printed = await plainGit(dir, ['cat-file', '--batch'], { input: Buffer.from(`${ids.join('\n')}\n`), format });
  let at = 0;
  for (const id of ids) {
    const lineEnd = printed.indexOf(0x0a, at);
    const [, type, size] = printed.toString('latin1', at, lineEnd).split(' ');
    at = lineEnd + 1;
    if (type !== 'blob') continue;
    const bytes = printed.subarray(at, at + Number(size));
    // Git believes the name of the file an object lies in, and that is the repository's to write.
    const isTrue = createHash(format).update(`blob ${bytes.length}\0`).update(bytes).digest('hex') === id;
    if (isTrue) blobs.set(id, bytes);
    at += Number(size) + 1;
  }
  return blobs;
}
