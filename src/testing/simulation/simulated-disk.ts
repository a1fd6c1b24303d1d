/**
 * The disk port on simulated files. Every call first waits for its turn, so that anybody may act, fail or die between
 * any two calls; then it does its work at once, or fails in a way a real one can. A failed sync leaves its bytes as
 * they were: that a real disk may forget them and call the next sync a success is what nobody can detect.
 */
import { Buffer } from 'node:buffer';
import { basename, dirname } from 'node:path';
import type { Disk, DiskFile } from '../../store/disk.js';
import { journalName } from '../../store/journal-file.js';
import type { Machine } from './machine.js';
import type { Life } from './scheduler.js';
import { SimulatedDirectory, SimulatedFile, type SimulatedFiles } from './simulated-files.js';

/** What the disk needs from whoever runs it; an inspector's is never late and never fails. */
interface Control {
  readonly files: SimulatedFiles;
  now(): number;
  turn(what: string): Promise<void>;
  /** Whether the next call goes wrong, by one of these. */
  failure(kinds: readonly Failure[], what?: string): Failure | undefined;
  appending?: { readonly life: Life; split(length: number): number };
}

type Failure = 'EIO' | 'ENOSPC' | 'EAGAIN' | 'short write';

const claimFile = /^[0-9a-f]{64}\.jsonl$/;

const reading: readonly Failure[] = ['EIO', 'EIO', 'EAGAIN'];
const naming: readonly Failure[] = ['EIO', 'ENOSPC', 'EAGAIN'];
const syncing: readonly Failure[] = ['EIO', 'EIO', 'ENOSPC', 'EAGAIN'];
const writing: readonly Failure[] = ['short write', 'ENOSPC', 'EIO', 'EAGAIN'];

/** The disk as one process of the machine has it. */
export function diskOf(machine: Machine, life: Life): Disk {
  const { random, scheduler } = machine;
  return new SimulatedDisk({
    files: machine.files,
    now: () => machine.now(),
    turn: (what) => scheduler.pause(life, what),
    failure(kinds, what = '') {
      if (claimFile.test(what) && kinds === writing) life.hasClaimed = true;
      const isAwaited = life.hasClaimed && kinds === syncing && what === journalName;
      if (isAwaited) life.hasClaimed = false;
      // Appends are few among the calls, and what matters most.
      const rate = isAwaited && machine.claimFaultRate > 0 ? machine.claimFaultRate : machine.faultRate;
      if (!random.chance(rate * (kinds === writing ? 4 : 1))) return undefined;
      const kind = random.pick(kinds);
      machine.count(kind);
      return kind;
    },
    appending: { life, split: (length) => (random.chance(0.3) ? random.below(length + 1) : length) },
  });
}

/** A disk without waiting and without trouble. */
export function calmDisk(files: SimulatedFiles, now: () => number): Disk {
  return new SimulatedDisk({ files, now, turn: async () => undefined, failure: () => undefined });
}

const failed = (code: string, what: string): Error => Object.assign(new Error(`${code}: ${what}`), { code });

class SimulatedDisk implements Disk {
  readonly #control: Control;

  constructor(control: Control) {
    this.#control = control;
  }

  async openAppend(path: string, { create }: { readonly create: boolean }): Promise<DiskFile | undefined> {
    await this.#begin(`open ${path}`, create ? naming : reading);
    const file = this.#control.files.fileAt(path) ?? (create ? this.#create(path) : undefined);
    return file && new OpenFile(file, basename(path), this.#control);
  }

  async readFile(path: string): Promise<Buffer | undefined> {
    await this.#begin(`read ${path}`, reading);
    return this.#control.files.fileAt(path)?.bytes;
  }

  /** A real one writes first what it still remembers to write. */
  async readPastCache(path: string): Promise<Buffer> {
    await this.#begin(`read ${path} past the cache`, reading);
    const file = this.#control.files.fileAt(path);
    if (file === undefined) throw failed('ENOENT', path);
    file.durable = file.bytes.length;
    return file.bytes;
  }

  async dropCache(path: string): Promise<void> {
    await this.#control.turn(`forget ${path}`);
  }

  async writeNew(path: string, bytes: Uint8Array): Promise<void> {
    await this.#begin(`create ${path}`, naming);
    if (this.#control.files.at(path)) throw failed('EEXIST', path);
    const open = new OpenFile(this.#create(path), basename(path), this.#control);
    const written = await open.append(bytes);
    if (written < bytes.length) throw failed('ENOSPC', path);
    await open.datasync();
  }

  async rename(from: string, to: string): Promise<void> {
    await this.#begin(`rename ${from} to ${basename(to)}`, naming);
    const entry = this.#control.files.at(from);
    if (entry === undefined) throw failed('ENOENT', from);
    this.#parent(from).move(basename(from), { entry, to: this.#parent(to), name: basename(to) });
  }

  async remove(path: string): Promise<void> {
    await this.#begin(`remove ${path}`, naming);
    if (this.#control.files.at(path)) this.#parent(path).set(basename(path), undefined);
  }

  async removeTree(path: string): Promise<void> {
    await this.remove(path);
  }

  async makeDir(path: string): Promise<void> {
    await this.#begin(`make ${path}`, naming);
    const missing: string[] = [];
    for (let at = path; this.#control.files.at(at) === undefined; at = dirname(at)) missing.unshift(at);
    for (const at of missing) this.#parent(at).set(basename(at), new SimulatedDirectory());
  }

  async syncDir(path: string): Promise<void> {
    await this.#begin(`sync ${path}`, syncing);
    const dir = this.#control.files.directoryAt(path);
    if (dir === undefined) throw failed('ENOENT', path);
    dir.sync();
  }

  async list(path: string): Promise<string[]> {
    await this.#begin(`list ${path}`, reading);
    return [...(this.#control.files.directoryAt(path)?.names.keys() ?? [])];
  }

  async stat(path: string): ReturnType<Disk['stat']> {
    await this.#begin(`look at ${path}`, reading);
    const entry = this.#control.files.at(path);
    if (!(entry instanceof SimulatedFile)) return entry && { id: path, size: 0, mtimeMs: 0, directory: true };
    const { id, bytes, mtimeMs } = entry;
    return { id, size: bytes.length, mtimeMs, directory: false };
  }

  async statAll(paths: readonly string[]): ReturnType<Disk['statAll']> {
    const found = [];
    for (const path of paths) found.push(await this.stat(path).catch(() => undefined));
    return found;
  }

  async #begin(what: string, failures: readonly Failure[]): Promise<void> {
    await this.#control.turn(what);
    const failure = this.#control.failure(failures);
    if (failure) throw failed(failure, what);
  }

  #parent(path: string): SimulatedDirectory {
    const parent = this.#control.files.directoryAt(dirname(path));
    if (parent === undefined) throw failed('ENOENT', path);
    return parent;
  }

  #create(path: string): SimulatedFile {
    const parent = this.#parent(path);
    const file = new SimulatedFile();
    file.mtimeMs = this.#control.now();
    parent.set(basename(path), file);
    return file;
  }
}

class OpenFile implements DiskFile {
  readonly id: string;
  readonly #file: SimulatedFile;
  readonly #name: string;
  readonly #control: Control;

  constructor(file: SimulatedFile, name: string, control: Control) {
    this.id = file.id;
    this.#file = file;
    this.#name = name;
    this.#control = control;
  }

  /** Others may read its first half while it is at work, and never write into it. */
  async append(bytes: Uint8Array): Promise<number> {
    const { appending } = this.#control;
    do await this.#control.turn(`append to ${this.#name}`);
    while (this.#file.writer?.alive);
    const failure = this.#control.failure(writing, this.#name);
    const length = this.#lengthWritten(bytes.length, failure);
    const half = appending?.split(length) ?? length;
    this.#file.append(bytes.subarray(0, half), this.#control.now());
    if (half < length) {
      this.#file.writer = appending?.life;
      await this.#control.turn(`append the rest to ${this.#name}`);
      this.#file.writer = undefined;
      this.#file.append(bytes.subarray(half, length), this.#control.now());
    }
    if (failure && failure !== 'short write') throw failed(failure, this.#name);
    return length;
  }

  async read(offset: number, length: number): Promise<Buffer> {
    await this.#begin('read', reading);
    return this.#file.bytes.subarray(offset, offset + length);
  }

  async size(): Promise<number> {
    await this.#begin('size of', reading);
    return this.#file.bytes.length;
  }

  /** Covers what was written when it began. */
  async datasync(): Promise<void> {
    await this.#control.turn(`sync ${this.#name}`);
    const covered = this.#file.bytes.length;
    await this.#begin('synced', syncing);
    this.#file.durable = Math.max(this.#file.durable, covered);
  }

  async close(): Promise<void> {
    // Nothing can happen to an open file here that closing would show.
  }

  async #begin(what: string, failures: readonly Failure[]): Promise<void> {
    await this.#control.turn(`${what} ${this.#name}`);
    const failure = this.#control.failure(failures, this.#name);
    if (failure) throw failed(failure, `${what} ${this.#name}`);
  }

  /** A full disk may take nothing; one that breaks may have taken all of it. */
  #lengthWritten(length: number, failure: Failure | undefined): number {
    if (failure === undefined) return length;
    if (failure === 'ENOSPC' || failure === 'EAGAIN') return 0;
    const share = this.#control.appending?.split(length) ?? 0;
    return failure === 'short write' ? Math.min(share, length - 1) : share;
  }
}
