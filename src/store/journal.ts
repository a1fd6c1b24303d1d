/**
 * The truth about one session: an append-only chain of records that several processes share without a lock. Each appends
 * what follows the head it knows, syncs, and reads back what landed; the first record that chains has won. Nothing is
 * returned before it is durable. Knows nothing of what records mean, and never rewrites a byte.
 */
import { strict as assert } from 'node:assert';
import { basename } from 'node:path';
import type { JournalRecord } from '../../machines/schema/record.js';
import { beginning, hashOf, judge, type Damage, type Position, type ReadRecord, type Verdict } from './chain.js';
import type { Disk, DiskFile } from './disk.js';
import { syncNames } from './durable-dir.js';
import { diskFull, Fault, faultFrom, orFault, storeFailed } from './fault.js';
import { encode, headerAt } from './frame.js';
import { markedMeanwhile, openJournalFile, orGone, readOnly } from './journal-file.js';
import type { AppendResult, JournalOptions, RecordBody } from './journal-options.js';
import { SeenFile } from './seen-file.js';
import { segmentsOf } from './segments.js';
import { recordNumbered, stillHolds, untrusted, type TrustedPosition } from './trusted-position.js';

export class Journal {
  readonly seen = new SeenFile();
  readonly #disk: Disk;
  readonly #dir: string;
  readonly #file: DiskFile;
  readonly #options: JournalOptions;
  #head: Position;
  #offsets: number[];
  /** How far the file has been looked at; beyond the head stand only lines that do not count, or not yet. */
  #seenBytes = 0;
  #damage: Damage | undefined;
  #behindSnapshot = false;
  /** After a failed sync nobody knows what the file holds: every later call answers with the same fault. */
  #failed: Fault | undefined;
  #nameIsDurable = false;
  #turn: Promise<unknown> = Promise.resolve();

  private constructor(disk: Disk, dir: string, file: DiskFile, options: JournalOptions) {
    this.#disk = disk;
    this.#dir = dir;
    this.#file = file;
    this.#options = options;
    // Field by field: what is given may be a snapshot, whose state is not ours to keep alive.
    const { seq, hash, time, offset, offsets } = options.from ?? untrusted;
    this.#head = { seq, hash, time, offset };
    this.#offsets = [...offsets];
  }

  /** Opens a session's journal, with the records after `from` (all of them without it). */
  static async open(
    disk: Disk,
    dir: string,
    options: JournalOptions,
  ): Promise<{ journal: Journal; records: ReadRecord[] }> {
    const file = await openJournalFile(disk, dir, options.create);
    const journal = new Journal(disk, dir, file, options);
    try {
      return { journal, records: await journal.#readAtOpen() };
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  get head(): Position {
    return this.#head;
  }

  /** Why the session is read-only, if it is. */
  get damage(): Damage | undefined {
    return this.#damage;
  }

  /** How long the file was when it was last read to its end. */
  get seenBytes(): number {
    return this.#seenBytes;
  }

  /** The file no longer holds what the position given at opening was taken from. */
  get behindSnapshot(): boolean {
    return this.#behindSnapshot;
  }

  /** To open from here next time. */
  get position(): TrustedPosition {
    return { ...this.#head, offsets: [...this.#offsets] };
  }

  /** What anybody has appended since this journal last looked. */
  async readNew(): Promise<ReadRecord[]> {
    return this.#inTurn(async () => {
      const size = this.#within(await orFault('look at the journal', () => this.#file.size()));
      if (size === this.#seenBytes) return [];
      const verdict = await this.#judgeTo(size, 'may still grow');
      return this.#accept(verdict, size);
    });
  }

  /** Compare and append. A fault that may be retried leaves the session usable. */
  async append(body: RecordBody): Promise<AppendResult> {
    return this.#inTurn(async () => {
      this.assertWritable();
      await this.#assertUnmarked();
      const record = this.#next(body);
      const frame = encode(JSON.stringify(record));
      await this.#makeNameDurable();
      await this.#write(frame);
      await this.#sync();
      const found = await this.#orFail('look for the journal', () => orGone(this.#disk, this.#dir, this.#file));
      if (found instanceof Fault) throw (this.#failed = found);
      const settled = await this.#settle(record, frame);
      this.seen.saw(found, this.#seenBytes);
      return settled;
    });
  }

  /** Records after number `after`, at most `limit`, each checked again. */
  async readRange(after: number, limit = Infinity): Promise<ReadRecord[]> {
    return this.#inTurn(async () => {
      const starts = this.#offsets.slice(after, after + limit);
      const [first] = starts;
      if (first === undefined) return [];
      const end = this.#offsets[after + starts.length] ?? this.#head.offset;
      const bytes = await this.#read(first, end - first);
      return starts.map((start, index) => {
        const found = recordNumbered(after + index + 1, bytes, start - first, start);
        if ('kind' in found) throw readOnly(this.#dir, found);
        return found;
      });
    });
  }

  /** Throws the fault that every append would end with. */
  assertWritable(): void {
    if (this.#damage) throw readOnly(this.#dir, this.#damage);
  }

  async close(): Promise<void> {
    await this.#turn;
    await this.#file.close();
  }

  async #readAtOpen(): Promise<ReadRecord[]> {
    const { from = untrusted } = this.#options;
    const size = this.#within(await orFault('look at the journal', () => this.#file.size()));
    this.#behindSnapshot = from.seq > 0 && !(await orFault('read the journal', () => stillHolds(this.#file, from)));
    if (this.#behindSnapshot) {
      this.#head = beginning;
      this.#offsets = [];
    }
    const records = await this.#accept(await this.#judgeTo(size, 'final'), size);
    const reason = `record ${from.seq}, of which there is a snapshot, is no longer there`;
    if (this.#behindSnapshot) this.#damage ??= { offset: size, seq: this.#head.seq + 1, kind: 'cut', reason };
    this.#damage ??= this.#options.unsynced;
    return records;
  }

  /** Past a failed sync nothing is read; a snapshot is of records that were synced. */
  #within(size: number): number {
    const { unsynced, from = untrusted } = this.#options;
    return unsynced ? Math.min(size, Math.max(unsynced.offset, from.offset)) : size;
  }

  async #judgeTo(size: number, tail: 'final' | 'may still grow'): Promise<Verdict> {
    const { offset } = this.#head;
    if (size < offset) {
      const reason = 'the file is shorter than what was read of it before';
      const damage: Damage = { offset: size, seq: this.#head.seq + 1, kind: 'cut', reason };
      return { records: [], head: this.#head, damage, losers: 0, badLines: 0 };
    }
    const segments = segmentsOf(await this.#read(offset, size - offset), offset);
    // Another process may be in the middle of its write: what is wrong with the last line now may be right in a moment.
    if (tail === 'may still grow' && segments.at(-1)?.kind === 'bad') segments.pop();
    return judge(segments, this.#head, basename(this.#dir));
  }

  /** Takes in what others wrote, which may be shown only once it is durable: they may not have come to their own sync. */
  async #accept(verdict: Verdict, seenBytes: number): Promise<ReadRecord[]> {
    // What is known to be safe needs no other sync, which would prove nothing.
    if (verdict.records.length > 0 && !this.#options.unsynced) await this.#sync();
    this.#take(verdict.records, verdict.head, seenBytes);
    this.#damage ??= verdict.damage;
    return verdict.records;
  }

  #take(records: readonly { offset: number }[], head: Position, seenBytes: number): void {
    for (const { offset } of records) this.#offsets.push(offset);
    this.#head = head;
    this.#seenBytes = seenBytes;
  }

  async #assertUnmarked(): Promise<void> {
    const isMarked = await orFault('look at the journal', async () => this.#options.syncs?.isMarked());
    if (isMarked) throw markedMeanwhile(this.#dir);
  }

  #next(body: RecordBody): JournalRecord {
    const { seq, time, hash } = this.#head;
    const { now, nonce } = this.#options;
    return { v: 1, seq: seq + 1, time: Math.max(now(), time), nonce: nonce(), ...body, prev: hash };
  }

  /**
   * Before the first byte, so that whoever finds a record may count on the file. One with records had a name that lasts,
   * and may have got another since, by a repair that was interrupted.
   */
  async #makeNameDurable(): Promise<void> {
    if (this.#nameIsDurable) return;
    await this.#synced('sync the directory of the journal', () =>
      this.#seenBytes === 0 ? syncNames(this.#disk, this.#dir) : this.#disk.syncDir(this.#dir),
    );
    this.#nameIsDurable = true;
  }

  async #write(frame: Buffer): Promise<void> {
    let written: number;
    try {
      written = await this.#file.append(frame);
    } catch (error) {
      const doing = 'append to the journal';
      const fault = faultFrom(error, doing);
      throw fault.code === 'DISK_FULL' ? fault : this.#fail(doing, error);
    }
    if (written < frame.length) throw diskFull('append to the journal');
  }

  /** Who won? Our own sync has made durable everything up to our line. */
  async #settle(record: JournalRecord, frame: Buffer): Promise<AppendResult> {
    const { offset } = this.#head;
    const back = await this.#orFail('read back the record', () => this.#file.read(offset, frame.length));
    const verdict = back.equals(frame) ? undefined : await this.#judgeToOwn(frame);
    const end = verdict?.ownEnd ?? offset + frame.length;
    if (verdict && verdict.head.offset !== end) {
      this.#take(verdict.records, verdict.head, end);
      return { won: false, newRecords: verdict.records };
    }
    const hash = hashOf(frame.subarray(headerAt(frame, 1)?.bodyAt));
    this.#take([{ offset: end - frame.length }], { seq: record.seq, hash, time: record.time, offset: end }, end);
    return { won: true, record, hash };
  }

  /** Lines after our own are not judged: they may not be durable, and our own outcome does not depend on them. */
  async #judgeToOwn(frame: Buffer): Promise<Verdict & { ownEnd: number }> {
    const { offset } = this.#head;
    const bytes = await this.#orFail('read back the record', async () =>
      this.#file.read(offset, Math.max(0, (await this.#file.size()) - offset)),
    );
    const own = bytes.indexOf(frame);
    if (own === -1) throw this.#fail('find the record that was just appended');
    const verdict = judge(segmentsOf(bytes.subarray(0, own + frame.length), offset), this.#head);
    this.#damage = verdict.damage;
    this.assertWritable();
    assert(verdict.records.length > 0, 'one of the records up to our own must follow the head');
    return { ...verdict, ownEnd: offset + own + frame.length };
  }

  async #read(offset: number, length: number): Promise<Buffer> {
    return orFault('read the journal', () => this.#file.read(offset, length));
  }

  async #sync(): Promise<void> {
    await this.#synced('sync the journal', () => this.#file.datasync());
  }

  /** Whoever opens the file after a failed sync is not told of it by the system: we are. */
  async #synced(doing: string, sync: () => Promise<void>): Promise<void> {
    try {
      await sync();
    } catch (error) {
      const failed = this.#fail(doing, error);
      const damage = await this.#options.syncs?.failed(this.#head, error);
      throw (this.#failed = damage ? readOnly(this.#dir, damage, error) : failed);
    }
  }

  async #orFail<T>(doing: string, step: () => Promise<T>): Promise<T> {
    try {
      return await step();
    } catch (error) {
      throw this.#fail(doing, error);
    }
  }

  /** A record may be in the file or not, so even what the disk calls a passing trouble is none here. */
  #fail(doing: string, cause?: unknown): Fault {
    this.#failed = storeFailed(doing, cause, { isLasting: true });
    return this.#failed;
  }

  /** One call at a time: a read between an append and its read-back would take the record away from it. */
  async #inTurn<T>(call: () => Promise<T>): Promise<T> {
    const result = this.#turn.then(() => {
      if (this.#failed) throw this.#failed;
      const elsewhere = this.#options.unsynced ? undefined : this.#options.syncs?.failure();
      if (elsewhere) throw readOnly(this.#dir, elsewhere);
      return call();
    });
    this.#turn = result.catch(() => undefined);
    return result;
  }
}
