/** Follows a journal: at once for what this process appends, within a moment for what others do. */
import type { JournalRecord } from '../../machines/schema/record.js';

interface Following {
  readonly id: string;
  readonly after: number;
  readonly signal: AbortSignal;
  /** What follows a record, which is given whole where it was read here: another one may have taken its number. */
  readonly read: (after: number, last: JournalRecord | undefined) => Promise<JournalRecord[]>;
  readonly changed: Set<(id: string) => void>;
}

/** Other processes do not tell us; looking at the file's size is cheap. */
const pollMs = 200;

export async function* follow({ id, after, signal, read, changed }: Following): AsyncGenerator<JournalRecord> {
  let last: JournalRecord | undefined;
  while (!signal.aborted) {
    const records = await read(last?.seq ?? after, last);
    for (const record of records) {
      yield record;
      last = record;
    }
    if (records.length === 0) await somethingHappens(id, changed, signal);
  }
}

async function somethingHappens(id: string, changed: Set<(id: string) => void>, signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    const done = () => {
      clearTimeout(timer);
      changed.delete(listener);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const listener = (changedId: string) => {
      if (changedId === id) done();
    };
    const timer = setTimeout(done, pollMs);
    changed.add(listener);
    signal.addEventListener('abort', done);
  });
}
