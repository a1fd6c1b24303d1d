/**
 * The rows of the index in memory and in their files, which several processes keep together: each adds what it learnt to
 * what is there. Where two write one file at the same moment one of them is lost, and whoever looks next makes it again.
 */
import { strict as assert } from 'node:assert';
import { join } from 'node:path';
import { Low } from 'lowdb';
import { codeOf, type Disk, type SizeAndTime } from './disk.js';
import { Fault } from './fault.js';
import { inParallel } from './in-parallel.js';
import { indexName, shardCodec, shardCount, shardOf, shardPath, type Shard } from './index-shard.js';
import type { CacheOptions } from './snapshots.js';
import type { IndexRow } from './summary-key.js';
import { sweepTemporaries, SyncingAdapter } from './syncing-adapter.js';

interface Kept {
  readonly ids: Set<string>;
  /** The file as it was when it was read or written. */
  file: SizeAndTime | undefined;
  /** Rows that were set here since. */
  readonly made: Set<string>;
  isChanged: boolean;
}

export interface IndexFilesOptions extends CacheOptions {
  /** Names what summaries hold, and changes when that does. */
  readonly shape: string;
}

const filesAtATime = 8;
const allShards = Array.from({ length: shardCount }, (_, number) => number);

export class IndexFiles {
  readonly #disk: Disk;
  readonly #root: string;
  readonly #options: IndexFilesOptions;
  readonly #shards: readonly Kept[];
  readonly #rows = new Map<string, IndexRow>();
  #isSwept = false;
  #hasWarned = false;

  constructor(disk: Disk, root: string, options: IndexFilesOptions) {
    this.#disk = disk;
    this.#root = root;
    this.#options = options;
    this.#shards = allShards.map(() => ({ ids: new Set(), file: undefined, made: new Set(), isChanged: false }));
  }

  row(id: string): IndexRow | undefined {
    return this.#rows.get(id);
  }

  rows(): Iterable<IndexRow> {
    return this.#rows.values();
  }

  set(row: IndexRow): void {
    const shard = this.#shardOf(row.sessionId);
    this.#take(row, shard);
    shard.made.add(row.sessionId);
    shard.isChanged = true;
  }

  remove(id: string): void {
    if (!this.#rows.delete(id)) return;
    const shard = this.#shardOf(id);
    shard.ids.delete(id);
    shard.isChanged = true;
  }

  keepOnly(there: ReadonlySet<string>): void {
    for (const id of this.#rows.keys()) if (!there.has(id)) this.remove(id);
  }

  /** Takes in what other processes have learnt; tells whether anything was. */
  async load(numbers: readonly number[] = allShards): Promise<boolean> {
    const files = await this.#disk.statAll(numbers.map((number) => shardPath(this.#root, number)));
    const isOther = (number: number, at: number) => !isSame(files[at], this.#shards[number]?.file);
    const changed = numbers
      .map((number, at) => ({ number, file: files[at] }))
      .filter(({ number }, at) => isOther(number, at));
    await inParallel(filesAtATime, changed, async ({ number, file }) => this.#read(number, file));
    return changed.length > 0;
  }

  /** All that changed here, or one file of it. */
  async save(numbers: readonly number[] = allShards): Promise<void> {
    const changed = numbers.filter((number) => this.#shards[number]?.isChanged);
    if (changed.length === 0) return;
    try {
      await this.#disk.makeDir(join(this.#root, indexName));
      await inParallel(filesAtATime, changed, async (number) => this.#write(number));
      await this.#sweep();
    } catch (error) {
      this.#warn(error);
    }
  }

  async #read(number: number, file: SizeAndTime | undefined): Promise<void> {
    const shard = this.#shards[number];
    if (!shard) return;
    shard.file = file;
    if (!file) return;
    const low = new Low<Shard>(this.#adapter(number), { rows: [] });
    // A file that does not check leaves the default.
    await low.read();
    for (const row of low.data.rows)
      if (!shard.made.has(row.sessionId) && isNews(row, this.row(row.sessionId))) this.#take(row, shard);
  }

  #take(row: IndexRow, { ids }: Kept): void {
    ids.add(row.sessionId);
    this.#rows.set(row.sessionId, row);
  }

  async #write(number: number): Promise<void> {
    await this.load([number]);
    const shard = this.#shards[number];
    if (!shard) return;
    const rows = [...shard.ids].flatMap((id) => this.row(id) ?? []);
    await new Low<Shard>(this.#adapter(number), { rows }).write();
    shard.file = await this.#disk.stat(shardPath(this.#root, number));
    shard.made.clear();
    shard.isChanged = false;
  }

  /** What crashed writers left, and the one file that an earlier Proctor kept all of it in. */
  async #sweep(): Promise<void> {
    if (this.#isSwept) return;
    this.#isSwept = true;
    await this.#disk.remove(join(this.#root, 'index.json'));
    const written = Math.max(...this.#shards.map(({ file }) => file?.mtimeMs ?? 0));
    await sweepTemporaries(this.#disk, join(this.#root, indexName), written);
  }

  /** Once. Of a store that can only be read, whoever set it up knows. */
  #warn(error: unknown): void {
    const code = codeOf(error instanceof Fault ? error.cause : error);
    if (this.#hasWarned || code === 'EROFS' || code === 'EACCES') return;
    this.#hasWarned = true;
    this.#options.onWarning(`The index of sessions was not kept, listing will be slower: ${String(error)}`);
  }

  #adapter(number: number): SyncingAdapter<Shard> {
    const { nonce, shape } = this.#options;
    return new SyncingAdapter(this.#disk, shardPath(this.#root, number), nonce, shardCodec(shape));
  }

  #shardOf(id: string): Kept {
    return this.#shards[shardOf(id)] ?? assert.fail('every id has a file');
  }
}

/** The later journal wins; whether it is the one that is there now is looked at before it counts. */
function isNews({ size, mtimeMs }: IndexRow, known: IndexRow | undefined): boolean {
  if (!known) return true;
  return mtimeMs > known.mtimeMs || (mtimeMs === known.mtimeMs && size !== known.size);
}

const isSame = (a: SizeAndTime | undefined, b: SizeAndTime | undefined): boolean =>
  a?.size === b?.size && a?.mtimeMs === b?.mtimeMs;
