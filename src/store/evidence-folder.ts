/**
 * Puts the evidence of a ticket where people look for it, below the project. These are copies: the journal is what counts,
 * and what is written here by others is written over. Nothing is written through a link.
 */
import { join } from 'node:path';
import { codeOf, type Disk } from './disk.js';

export interface EvidencePlace {
  readonly projectDir: string;
  /** Relative to the project. */
  readonly evidenceDir: string;
  readonly sessionId: string;
  readonly ticketId: string;
}

interface NamedText {
  readonly name: string;
  readonly text: string;
}

/** Holds the session's id, by which a folder is known to be this ticket's and not that of a namesake. */
const ownerFile = 'gate-result.yaml';
const picturesDir = 'screenshots';

/** Answers the directory; where another session has a ticket of this name, one beside it. */
export async function writeEvidence(disk: Disk, place: EvidencePlace, files: readonly NamedText[]): Promise<string> {
  const above = place.evidenceDir.split('/').filter((part) => part !== '' && part !== '.');
  const parent = await makeDirs(disk, place.projectDir, above);
  const isOthers = await belongsToOthers(disk, join(parent, place.ticketId), place.sessionId);
  const folder = isOthers ? `${place.ticketId}.${place.sessionId}` : place.ticketId;
  const dir = await makeDirs(disk, parent, [folder]);
  await makeDirs(disk, dir, [picturesDir]);
  const failed: string[] = [];
  for (const file of files)
    await replace(disk, dir, file).catch((error: unknown) =>
      failed.push(`${file.name} (${codeOf(error) ?? String(error)})`),
    );
  if (failed.length > 0) throw new Error(`in ${dir} these could not be written: ${failed.join(', ')}`);
  return dir;
}

async function makeDirs(disk: Disk, from: string, names: readonly string[]): Promise<string> {
  let dir = from;
  for (const name of names) {
    dir = join(dir, name);
    const found = await disk.stat(dir);
    if (found && !found.directory) throw new Error(`${dir} is no directory, or a link: evidence is not written there`);
    if (!found) await disk.makeDir(dir);
  }
  return dir;
}

async function belongsToOthers(disk: Disk, dir: string, sessionId: string): Promise<boolean> {
  const owner = (await disk.stat(dir))?.directory ? await disk.readFile(join(dir, ownerFile)) : undefined;
  return owner !== undefined && !owner.includes(`"${sessionId}"`);
}

/** At once, so that nobody reads half a report. */
async function replace(disk: Disk, dir: string, { name, text }: NamedText): Promise<void> {
  const path = join(dir, name);
  const bytes = Buffer.from(text);
  const found = await disk.readFile(path).catch(() => undefined);
  if (found?.equals(bytes)) return;
  const draft = join(dir, `.${name}.${process.pid}`);
  await disk.remove(draft);
  await disk.writeNew(draft, bytes);
  await disk.rename(draft, path);
}
