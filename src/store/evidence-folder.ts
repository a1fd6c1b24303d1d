/**
 * Puts the evidence of a ticket where people look for it, below the project. These are copies: the journal is what counts,
 * and what is written here by others is written over. Nothing is written through a link, nor into a file that has another
 * name elsewhere.
 */
import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { inAnchoredDir } from './anchored-dir.js';
import { codeOf, type Disk } from './disk.js';

export interface EvidencePlace {
  readonly projectDir: string;
  /** Relative to the project. */
  readonly evidenceDir: string;
  readonly sessionId: string;
  readonly ticketId: string;
}

/** What there is to tell now, and every name such a file can have: one of these that is not told is somebody else's. */
export interface Evidence {
  readonly files: readonly { readonly name: string; readonly text: string }[];
  readonly names: readonly string[];
}

export interface WrittenEvidence {
  readonly dir: string;
  /** Where another session has a ticket of this name: its folder, beside which this one lies. */
  readonly beside?: string;
  /** What became of each name: `rewritten` was there and said something else. */
  readonly written: readonly { readonly name: string; readonly what: What }[];
}

export type What = 'written' | 'rewritten' | 'unchanged' | 'removed';

/** Holds the session's id, by which a folder is known to be this ticket's and not that of a namesake. */
const ownerFile = 'gate-result.yaml';
const picturesDir = 'screenshots';

export async function writeEvidence(disk: Disk, place: EvidencePlace, evidence: Evidence): Promise<WrittenEvidence> {
  const above = place.evidenceDir.split('/').filter((part) => part !== '' && part !== '.');
  const { projectDir, sessionId, ticketId } = place;
  const isOthers = await inAnchoredDir(projectDir, above, async ({ at }) =>
    belongsToOthers(disk, join(at, ticketId), sessionId),
  );
  const folder = isOthers ? `${ticketId}.${sessionId}` : ticketId;
  await inAnchoredDir(projectDir, [...above, folder, picturesDir], async () => Promise.resolve());
  return inAnchoredDir(projectDir, [...above, folder], async ({ path, at }) => ({
    dir: path,
    ...(isOthers ? { beside: join(path, '..', ticketId) } : {}),
    written: await settle(disk, path, at, evidence),
  }));
}

async function belongsToOthers(disk: Disk, dir: string, sessionId: string): Promise<boolean> {
  const owner = (await disk.stat(dir))?.directory ? await disk.readFile(join(dir, ownerFile)) : undefined;
  return owner !== undefined && !owner.includes(`"${sessionId}"`);
}

/** Each for itself: one that is in the way does not keep the others from being written. */
async function settle(disk: Disk, path: string, at: string, { files, names }: Evidence) {
  const texts = new Map(files.map(({ name, text }) => [name, text]));
  const written: { name: string; what: What }[] = [];
  const failed: string[] = [];
  for (const name of new Set([...names, ...texts.keys()]))
    try {
      const text = texts.get(name);
      const what = text === undefined ? await clear(disk, at, name) : await replace(disk, at, name, text);
      if (what) written.push({ name, what });
    } catch (error) {
      const why = codeOf(error) ?? (error instanceof Error ? error.message : String(error));
      failed.push(`${name} (${why})`);
    }
  if (failed.length > 0) throw new Error(`in ${path} these could not be written: ${failed.join(', ')}`);
  return written;
}

/** At once, so that nobody reads half a report. */
async function replace(disk: Disk, at: string, name: string, text: string): Promise<What> {
  const place = join(at, name);
  const isThere = await isPlain(place);
  const bytes = Buffer.from(text);
  if (isThere && (await disk.readFile(place))?.equals(bytes)) return 'unchanged';
  const draft = join(at, `.${name}.${process.pid}`);
  await disk.remove(draft);
  await disk.writeNew(draft, bytes);
  await disk.rename(draft, place);
  return isThere ? 'rewritten' : 'written';
}

/** What the journal does not tell is no report of Proctor's, whatever its name says. */
async function clear(disk: Disk, at: string, name: string): Promise<What | undefined> {
  const place = join(at, name);
  if (!(await isPlain(place))) return undefined;
  await disk.remove(place);
  return 'removed';
}

/** Whether a file is there. A link, a second name of another file, a pipe: somebody put it there, and has to look at it. */
async function isPlain(place: string): Promise<boolean> {
  try {
    const found = await lstat(place);
    if (found.isSymbolicLink()) throw new Error('it is a link');
    if (!found.isFile()) throw new Error('it is no plain file');
    if (found.nlink > 1) throw new Error('it is a file with another name elsewhere, too');
    return true;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    throw error;
  }
}
