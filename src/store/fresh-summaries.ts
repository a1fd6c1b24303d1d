/**
 * What the index alone knows of sessions, for a hook that has little time: no session is opened, and nothing is loaded for
 * it. Undefined as soon as one that matters is missing or no longer counts; then whoever has more time decides.
 */
import { join } from 'node:path';
import type { Disk } from './disk.js';
import { DirectoryNames } from './directory-names.js';
import { IndexFiles } from './index-files.js';
import { journalName } from './journal-file.js';
import type { IndexRow } from './summary-key.js';

/** Only sessions of these projects matter; which project a session is of never changes. */
export async function freshRows(
  disk: Disk,
  root: string,
  shape: string,
  ofProject: (projectDir: string) => Promise<boolean>,
): Promise<IndexRow[] | undefined> {
  const dir = join(root, 'sessions');
  const ids = await new DirectoryNames(disk, dir, Date.now).sessions();
  // Only read: no temporary name is ever needed.
  const index = new IndexFiles(disk, root, { shape, nonce: () => '', onWarning: () => undefined });
  if (ids.length > 0) await index.load();
  const rows: IndexRow[] = [];
  for (const id of ids) {
    const row = index.row(id);
    if (!row) return undefined;
    rows.push(row);
  }
  const dirs = new Map<string, boolean>();
  for (const { projectDir } of rows) if (!dirs.has(projectDir)) dirs.set(projectDir, await ofProject(projectDir));
  const own = rows.filter(({ projectDir }) => dirs.get(projectDir));
  const journals = await disk.statAll(own.map(({ sessionId }) => join(dir, sessionId, journalName)));
  const isFresh = ({ size, mtimeMs }: IndexRow, at: number) =>
    size === journals[at]?.size && mtimeMs === journals[at].mtimeMs;
  return own.every(isFresh) ? own : undefined;
}
