/**
 * A process that races others for one journal, for tests: appends as many records as it is told, applying what others
 * put first, and reports each on stderr only once the journal has acknowledged it.
 * Bundled, then `node journal-racer.mjs <dir> <name> <records>`.
 */
import { randomUUID } from 'node:crypto';
import { Journal } from '../store/journal.js';
import { realDisk } from '../store/real-disk.js';
import { refusal } from './sample-journal.js';

/** One line of the racer's output. */
export interface Acknowledged {
  readonly seq: number;
  readonly hash: string;
}

async function race(dir: string, name: string, records: number): Promise<void> {
  const { journal } = await Journal.open(realDisk, dir, {
    create: true,
    now: () => Date.now(),
    nonce: () => randomUUID(),
  });
  for (let mine = 0; mine < records;) {
    const result = await journal.append(refusal(`${name} ${mine}`));
    if (!result.won) continue;
    mine += 1;
    const acknowledged: Acknowledged = { seq: result.record.seq, hash: result.hash };
    process.stderr.write(`${JSON.stringify(acknowledged)}\n`);
  }
  await journal.close();
}

const [dir, name, records] = process.argv.slice(2);
if (dir !== undefined && name !== undefined) await race(dir, name, Number(records));
