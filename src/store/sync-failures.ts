/**
 * Sessions whose journal could not be synced. Then nobody knows what the disk holds past the last sync that succeeded,
 * and the next sync may succeed without those bytes: so this process never builds on them again, and a mark beside the
 * journal has every other process compare what it is shown with what the disk holds before it builds on it.
 */
import { join } from 'node:path';
import { z } from 'zod';
import type { Damage, Position } from './chain.js';
import type { Disk } from './disk.js';
import { codeOf } from './disk.js';
import type { Processes } from './holder.js';
import { journalName } from './journal-file.js';

export const syncMarkName = 'unsynced.json';

const Mark = z.object({
  v: z.literal(1),
  session: z.string().max(80),
  /** After another boot nothing is remembered that is not on the disk: the mark is void. */
  boot: z.string().max(80),
  pid: z.int().min(1),
  at: z.int().min(0),
  /** What the disk said. */
  error: z.string().max(40),
  /** The last record that is known to be durable, and where it ends. */
  seq: z.int().min(0),
  offset: z.int().min(0),
});
type Mark = z.infer<typeof Mark>;

/** Nothing is known: no record counts as safe. */
const unreadable: Omit<Mark, 'boot'> = { v: 1, session: '', pid: 1, at: 0, error: 'unknown', seq: 0, offset: 0 };

export interface SyncFailuresOptions {
  readonly disk: Disk;
  readonly processes: Processes;
  readonly now: () => number;
}

export class SyncFailures {
  readonly #failed = new Map<string, Damage>();

  constructor(private readonly options: SyncFailuresOptions) {}

  /** Why this process takes nothing more for the session, until it ends. */
  of(session: string): Damage | undefined {
    return this.#failed.get(session);
  }

  /** `durable` is the last place in the journal that a sync has covered. */
  async note(session: string, dir: string, durable: Position, cause: unknown): Promise<Damage> {
    const error = codeOf(cause) ?? 'unknown';
    const { seq, offset } = durable;
    const known = this.#failed.get(session);
    const failure =
      known ?? damageAt(durable, `the disk could not keep what was last written (${error}); ${safe(seq)}`);
    this.#failed.set(session, failure);
    const { pid, boot } = await this.options.processes.self();
    const mark: Mark = { v: 1, session, boot, pid, at: this.options.now(), error: error.slice(0, 40), seq, offset };
    // Where the disk takes no mark either, other processes that have the file open hear of the error from the system.
    await this.#leave(dir, mark).catch(() => undefined);
    return failure;
  }

  /** Whether another process has left a mark. */
  async isMarked(dir: string): Promise<boolean> {
    return (await this.options.disk.stat(join(dir, syncMarkName))) !== undefined;
  }

  /** Compares what is shown with what the disk holds, if there is a mark; undefined if the session can go on. */
  async met(dir: string): Promise<Damage | undefined> {
    const mark = await this.#read(dir);
    if (!mark) return undefined;
    const { boot } = await this.options.processes.self();
    if (boot !== '' && mark.boot !== boot) return this.#lift(dir, mark);
    const found = await this.#differs(join(dir, journalName), mark.offset);
    if (found === undefined) return this.#lift(dir, mark);
    const told = `process ${mark.pid} could not make the disk keep what it wrote (${mark.error}), and ${found}`;
    return damageAt(mark, `${told}; ${safe(mark.seq)}`);
  }

  /** What is wrong, in words; undefined if the disk holds all that is shown. */
  async #differs(journal: string, safeBytes: number): Promise<string | undefined> {
    const { disk } = this.options;
    try {
      const sameBytes = await sameOnDisk(disk, journal);
      if (sameBytes === 'all') return undefined;
      // Memory may be the only place that has it: it must not be forgotten.
      if (sameBytes < safeBytes)
        return `the disk has lost what it had confirmed, from byte ${sameBytes} on: copy ${journal}`;
      // What only memory holds was never acknowledged: once it is forgotten, everybody reads the disk's bytes.
      await disk.dropCache(journal);
      return (await sameOnDisk(disk, journal)) === 'all' ? undefined : 'the disk does not hold all that is shown';
    } catch (error) {
      return `what the disk holds cannot be compared (${codeOf(error) ?? 'unknown'})`;
    }
  }

  /** Another failure may have been marked meanwhile: that mark stays. */
  async #lift(dir: string, { pid, at }: Mark): Promise<undefined> {
    const now = await this.#read(dir);
    if (now?.pid !== pid || now.at !== at) return;
    await this.options.disk.remove(join(dir, syncMarkName)).catch(() => undefined);
  }

  async #leave(dir: string, mark: Mark): Promise<void> {
    const { disk } = this.options;
    const path = join(dir, syncMarkName);
    const temporary = `${path}.${mark.pid}-${mark.at}.tmp`;
    // It has to be seen, not to last: after a crash of the machine it would be void.
    await disk.writeNew(temporary, Buffer.from(`${JSON.stringify(mark)}\n`)).catch(() => undefined);
    await disk.rename(temporary, path);
  }

  async #read(dir: string): Promise<Mark | undefined> {
    const bytes = await this.options.disk.readFile(join(dir, syncMarkName));
    if (bytes === undefined) return undefined;
    const { boot } = await this.options.processes.self();
    return parse(bytes) ?? { ...unreadable, boot };
  }
}

/** How many of the bytes shown the disk holds as they are. Others may append in between: more on the disk is no matter. */
async function sameOnDisk(disk: Disk, path: string): Promise<number | 'all'> {
  const shown = (await disk.readFile(path)) ?? Buffer.alloc(0);
  const held = await disk.readPastCache(path);
  const first = shown.findIndex((byte, at) => held[at] !== byte);
  return first === -1 ? 'all' : first;
}

const damageAt = ({ seq, offset }: Pick<Position, 'seq' | 'offset'>, reason: string): Damage => ({
  seq: seq + 1,
  offset,
  kind: 'unsynced',
  reason,
});

const safe = (seq: number): string =>
  seq === 0 ? 'no record is known to be safe' : `all up to record ${seq} is safe, what came after it may be lost`;

function parse(bytes: Buffer): Mark | undefined {
  try {
    return Mark.safeParse(JSON.parse(bytes.toString('utf8'))).data;
  } catch {
    return undefined;
  }
}
