/**
 * The summaries of all sessions from the index alone, for a hook that has little time: no session is opened, and nothing
 * is loaded for it. Undefined as soon as one of them is missing or no longer counts; then whoever has more time decides.
 */
import { join } from 'node:path';
import type { Disk } from './disk.js';
import { journalName } from './journal-file.js';
import { SyncingAdapter } from './syncing-adapter.js';

export const indexName = 'index.json';

/** As `SessionIndex` writes it; each field is looked at before it is believed. */
interface KeptIndex {
  readonly v?: unknown;
  readonly shape?: unknown;
  readonly sessions?: Readonly<Record<string, { size?: unknown; mtimeMs?: unknown; summary?: unknown } | undefined>>;
}

export async function freshSummaries(disk: Disk, root: string, shape: string): Promise<unknown[] | undefined> {
  const names = await disk.list(join(root, 'sessions'));
  if (names.length === 0) return [];
  // Only read: no temporary name is ever needed.
  const index = await new SyncingAdapter<KeptIndex>(disk, join(root, indexName), () => '').read();
  if (index?.v !== 1 || index.shape !== shape) return undefined;
  const summaries: unknown[] = [];
  for (const name of names) {
    const kept = Object.hasOwn(index.sessions ?? {}, name) ? index.sessions?.[name] : undefined;
    const journal = kept && (await disk.stat(join(root, 'sessions', name, journalName)));
    if (!journal || kept.size !== journal.size || kept.mtimeMs !== journal.mtimeMs) return undefined;
    summaries.push(kept.summary);
  }
  return summaries;
}
