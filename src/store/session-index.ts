/**
 * Summaries of sessions, so that listing many thousand of them opens none that has not changed. A summary counts only
 * while its journal has the size and time it was made from. Never the truth: losing the files of it costs time.
 */
import type { Disk, SizeAndTime } from './disk.js';
import { inParallel } from './in-parallel.js';
import { IndexFiles, type IndexFilesOptions } from './index-files.js';
import { shardOf } from './index-shard.js';
import { IndexRow, type SummaryKey } from './summary-key.js';

export interface IndexOptions extends IndexFilesOptions {
  /** Every session there is now. */
  readonly sessions: () => Promise<readonly string[]>;
  readonly journalOf: (session: string) => string;
  readonly now: () => number;
}

export interface Wanted {
  /** Makes the summary of a session whose journal is as given; undefined for one that cannot be read. */
  readonly summarise: (session: string, journal: SizeAndTime) => Promise<SummaryKey | undefined>;
  /** Only of these; journals of others are not even looked at. */
  readonly ofProject?: ((projectDir: string) => boolean | Promise<boolean>) | undefined;
  /**
   * A journal looked at this recently is not looked at again, unless it is among those that changed last. What another
   * process does to a session that rested for long then shows this much later.
   */
  readonly ageMsMax?: number | undefined;
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

/** In the order of their ids. */
export interface Found {
  /** Each with a summary that counts. */
  readonly rows: IndexRow[];
  /** Those of which there is none: begun and damaged from the start, or never begun. They may be of any project. */
  readonly unread: string[];
}

/** So many of the journals that changed last are looked at whatever was known of them. */
const livelyMax = 256;
/** From so many on, what was made is kept file by file: an interrupted list has not worked for nothing. */
const manyAtOnce = 500;
const sessionsAtATime = 8;

/** The last answer about all sessions. */
interface Last {
  readonly ids: readonly string[];
  readonly found: Found;
  readonly lively: readonly IndexRow[];
  /** When the journal was looked at that was not looked at for longest. */
  readonly atMs: number;
}

export class SessionIndex {
  readonly #disk: Disk;
  readonly #options: IndexOptions;
  readonly #files: IndexFiles;
  /** Journals that could not be read, as they were then. */
  readonly #unread = new Map<string, SizeAndTime>();
  #ids: readonly string[] = [];
  #last: Last = { ids: [], found: { rows: [], unread: [] }, lively: [], atMs: -Infinity };
  #turn: Promise<unknown> = Promise.resolve();

  constructor(disk: Disk, root: string, options: IndexOptions) {
    this.#disk = disk;
    this.#options = options;
    this.#files = new IndexFiles(disk, root, options);
  }

  /** One at a time: two would do the same work. */
  async find(wanted: Wanted): Promise<Found> {
    return this.#inTurn(async () => this.#find(wanted));
  }

  /** Its summary is made anew, although its journal has the size and time it had. */
  forget(session: string): void {
    this.#unread.delete(session);
    this.#files.remove(session);
  }

  /** Keeps what has been learnt since the last time. */
  async save(): Promise<void> {
    await this.#inTurn(async () => this.#files.save());
  }

  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#turn.then(work);
    this.#turn = done.catch(() => undefined);
    return done;
  }

  async #find(wanted: Wanted): Promise<Found> {
    const isNews = await this.#files.load();
    // Listed after the index was read: what is in it and not there is gone.
    const ids = await this.#options.sessions();
    const { ageMsMax = 0, ofProject } = wanted;
    if (!isNews && !ofProject && ageMsMax > 0 && (await this.#isStillSo(ids, ageMsMax))) return this.#last.found;
    this.#forgetOthers(ids);
    const isWanted = await this.#filter(ids, wanted);
    const stale = await this.#stale(ids.filter(isWanted), wanted.ageMsMax ?? 0);
    await this.#freshen(stale, wanted);
    // Of those just made the project is known only now.
    const isFitting = stale.size > 0 ? await this.#filter(ids, wanted) : isWanted;
    const rows: IndexRow[] = [];
    const unread: string[] = [];
    let oldest = this.#options.now();
    for (const id of ids) {
      if (!isFitting(id)) continue;
      const row = this.#files.row(id);
      if (row?.seenAtMs === undefined) unread.push(id);
      else {
        rows.push(row);
        oldest = Math.min(oldest, row.seenAtMs);
      }
    }
    const found = { rows, unread };
    if (!ofProject) this.#last = { ids, found, atMs: oldest, lively: rows.filter(newerThan(this.#lively())) };
    return found;
  }

  /** For whoever asks every few seconds: nothing came or went, and none of those that changed last has changed again. */
  async #isStillSo(ids: readonly string[], ageMsMax: number): Promise<boolean> {
    const { found, lively, atMs, ids: before } = this.#last;
    if (ids !== before || Math.abs(this.#options.now() - atMs) >= ageMsMax) return false;
    const { journalOf } = this.#options;
    const journals = await this.#disk.statAll([
      ...lively.map(({ sessionId }) => journalOf(sessionId)),
      ...found.unread.map(journalOf),
    ]);
    const isSame = (row: IndexRow, at: number) =>
      isAt(row, journals[at] ?? none) && this.#files.row(row.sessionId) === row;
    const isStillUnread = (id: string, at: number) =>
      isAt(this.#unread.get(id) ?? none, journals[lively.length + at] ?? none);
    return lively.every(isSame) && found.unread.every(isStillUnread);
  }

  #forgetOthers(ids: readonly string[]): void {
    if (ids === this.#ids) return;
    this.#ids = ids;
    const there = new Set(ids);
    this.#files.keepOnly(there);
    for (const id of this.#unread.keys()) if (!there.has(id)) this.#unread.delete(id);
  }

  /** Asks once for each directory. A session that nobody has summarised yet may be anybody's. */
  async #filter(ids: readonly string[], { ofProject }: Wanted): Promise<(id: string) => boolean> {
    if (!ofProject) return () => true;
    const asked = new Map<string, boolean>();
    for (const id of ids) {
      const dir = this.#files.row(id)?.projectDir;
      if (dir !== undefined && !asked.has(dir)) asked.set(dir, await ofProject(dir));
    }
    return (id) => asked.get(this.#files.row(id)?.projectDir ?? '') ?? true;
  }

  async #stale(ids: readonly string[], ageMsMax: number): Promise<Map<string, SizeAndTime>> {
    const nowMs = this.#options.now();
    const due = ageMsMax > 0 ? this.#unseen(ids, nowMs, ageMsMax) : ids;
    const journals = await this.#disk.statAll(due.map(this.#options.journalOf));
    const stale = new Map<string, SizeAndTime>();
    for (const [at, id] of due.entries()) {
      const journal = journals[at];
      const row = this.#files.row(id);
      // Without a journal it was never begun, or is just being made.
      if (!journal) this.forget(id);
      // One that cannot be read is tried again by those who want it now, not by those who look now and then.
      else if (!isAt(row, journal) && (ageMsMax === 0 || !isAt(this.#unread.get(id), journal))) stale.set(id, journal);
      if (row) row.seenAtMs = journal && isAt(row, journal) ? nowMs : undefined;
    }
    return stale;
  }

  #unseen(ids: readonly string[], nowMs: number, ageMsMax: number): string[] {
    const lively = this.#lively();
    return ids.filter((id) => {
      const row = this.#files.row(id);
      // A clock may go back.
      const isRecent = row?.seenAtMs !== undefined && Math.abs(nowMs - row.seenAtMs) < ageMsMax;
      return !row || !isRecent || row.mtimeMs >= lively;
    });
  }

  /** The time of the journal that changed as the last but so many. */
  #lively(): number {
    const times = Float64Array.from(this.#files.rows(), ({ mtimeMs }) => mtimeMs).sort();
    return times.at(-livelyMax) ?? 0;
  }

  /** File by file, beginning anywhere: several processes that begin at once share the work. */
  async #freshen(stale: ReadonlyMap<string, SizeAndTime>, wanted: Wanted): Promise<void> {
    const isMany = stale.size > manyAtOnce;
    const shards = [...byShard(stale)];
    const first = isMany ? shardOf(this.#options.nonce()) % shards.length : 0;
    let done = 0;
    for (const [number, entries] of [...shards.slice(first), ...shards.slice(0, first)]) {
      if (isMany) await this.#files.load([number]);
      await inParallel(sessionsAtATime, entries, async ([id, journal]) => {
        await this.#make(id, journal, wanted);
        done += 1;
        wanted.onProgress?.(done, stale.size);
      });
      if (isMany) await this.#files.save([number]);
    }
  }

  /** `journal` is from before: a record appended meanwhile makes the summary count no more, never too long. */
  async #make(id: string, journal: SizeAndTime, { summarise }: Wanted): Promise<void> {
    let row = this.#files.row(id);
    if (!row || !isAt(row, journal)) {
      const summary = await summarise(id, journal);
      if (!summary) {
        this.forget(id);
        this.#unread.set(id, journal);
        return;
      }
      row = new IndexRow(id, journal.size, journal.mtimeMs, summary, Buffer.from(JSON.stringify(summary)));
      this.#files.set(row);
    }
    row.seenAtMs = this.#options.now();
  }
}

const none: SizeAndTime = { size: -1, mtimeMs: -1 };
const newerThan = (ms: number) => (row: IndexRow) => row.mtimeMs >= ms;

const isAt = (known: SizeAndTime | undefined, journal: SizeAndTime): boolean =>
  known?.size === journal.size && known.mtimeMs === journal.mtimeMs;

function byShard(stale: ReadonlyMap<string, SizeAndTime>): Map<number, [string, SizeAndTime][]> {
  const shards = new Map<number, [string, SizeAndTime][]>();
  for (const entry of stale) {
    const number = shardOf(entry[0]);
    const entries = shards.get(number) ?? [];
    entries.push(entry);
    shards.set(number, entries);
  }
  return shards;
}
