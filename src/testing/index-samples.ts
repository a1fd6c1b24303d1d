/** Sessions of an index without an engine: journals that are only files, and summaries that say which they are of. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newNonce } from '../engine/ids.js';
import type { Disk } from '../store/disk.js';
import { journalName } from '../store/journal-file.js';
import { realDisk } from '../store/real-disk.js';
import { SessionIndex, type IndexOptions, type Wanted } from '../store/session-index.js';
import type { SummaryKey } from '../store/summary-key.js';

export const sampleShape = 'info@1';

/** Ids that differ in how they begin and how they end. */
export const sampleId = (number: number): string => {
  const digits = number.toString(36).padStart(6, '0');
  return `s-${[...digits].reverse().join('')}00000000${digits}`;
};

export const sampleKey = (more: Partial<SummaryKey> = {}): SummaryKey => ({
  projectDir: '/p',
  updatedAt: 1,
  open: false,
  damaged: false,
  tickets: 0,
  ticketsForPerson: 0,
  holds: { orchestrator: 0, system3: 0, solo: 0 },
  dueAt: null,
  trees: [],
  ...more,
});

export const sampleJournal = (root: string, id: string): string => join(root, 'sessions', id, journalName);

export async function beginSample(root: string, id: string, text = 'a record'): Promise<void> {
  await mkdir(join(root, 'sessions', id), { recursive: true });
  await writeFile(sampleJournal(root, id), text);
}

export interface SampleIndex {
  readonly index: SessionIndex;
  /** Which sessions were summarised, in order. */
  readonly made: string[];
  readonly warnings: string[];
  /** What is known of every session now; `name` tells summaries made at different times apart. */
  look(name?: string, wanted?: Partial<Wanted>): Promise<Record<string, string>>;
}

/** As another process opens it. */
export function sampleIndex(
  root: string,
  { disk = realDisk, ...more }: Partial<IndexOptions> & { disk?: Disk } = {},
): SampleIndex {
  const made: string[] = [];
  const warnings: string[] = [];
  const options: IndexOptions = {
    nonce: newNonce,
    onWarning: (message) => warnings.push(message),
    shape: sampleShape,
    now: Date.now,
    sessions: async () => (await disk.list(join(root, 'sessions'))).sort(),
    journalOf: (id) => sampleJournal(root, id),
    ...more,
  };
  const index = new SessionIndex(disk, root, options);
  return {
    index,
    made,
    warnings,
    async look(name = 'first', wanted = {}) {
      const summarise = async (id: string) => {
        made.push(id);
        return Promise.resolve({ ...sampleKey(), name });
      };
      const { rows } = await index.find({ summarise, ...wanted });
      await index.save();
      return Object.fromEntries(rows.map((row) => [row.sessionId, (row.summary as { name: string }).name]));
    },
  };
}
