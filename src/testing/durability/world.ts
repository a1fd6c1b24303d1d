/**
 * A data directory on a simulated disk whose power is cut where a test wants it: after an operation, after each of its
 * steps, or with one of its syncs left out. What is left is opened by a process that knows nothing.
 */
import { AgentClaims } from '../../store/agent-claims.js';
import type { Disk, DiskFile } from '../../store/disk.js';
import { Store } from '../../store/store.js';
import { Random } from '../simulation/random.js';
import { calmDisk } from '../simulation/simulated-disk.js';
import { SimulatedDirectory, SimulatedFiles } from '../simulation/simulated-files.js';

export const root = '/proctor';
const now = () => 1_700_000_000_000;

/** One process with its store, on the files of a machine. */
export interface World {
  readonly disk: Disk;
  readonly store: Store;
  readonly claims: AgentClaims;
  readonly now: () => number;
  readonly nonce: () => string;
}

/** A machine that was set up in order: whatever is in its directory is durable. */
export async function machineAfter(prepare: (world: World) => Promise<unknown>): Promise<SimulatedFiles> {
  const files = new SimulatedFiles();
  files.directoryAt('/')?.set(root.slice(1), new SimulatedDirectory());
  files.sync();
  await prepare(worldOn(files));
  files.sync();
  return files;
}

let worlds = 0;

/** No process of another world lives any more. */
export function worldOn(files: SimulatedFiles, through: (disk: Disk) => Disk = (disk) => disk): World {
  const disk = through(calmDisk(files, now));
  const start = String((worlds += 1));
  const processes = {
    self: async () => ({ pid: 1, start, boot: 'b' }),
    isAlive: async (holder: { start: string }) => holder.start === start,
  };
  let nonces = 0;
  const nonce = () => `world${start}-${String((nonces += 1)).padStart(4, '0')}`;
  const store = new Store({ disk, root, processes, now, nonce, onWarning: () => undefined, summaryShape: 's' });
  return { disk, store, claims: store.claims, now, nonce };
}

/** A machine like it after a power cut; the same seed always leaves the same. */
export function afterCut(files: SimulatedFiles, seed: number): World {
  const left = files.copy();
  left.crash(new Random(seed));
  return worldOn(left);
}

/** Counts what goes through, and holds it up for good from the step on that `steps` says: a new file then has no sync yet. */
export function cutAfter(steps: number, onCut: () => void): (disk: Disk) => Disk {
  let taken = 0;
  return through(async (what, step, unsynced) => {
    if ((taken += 1) <= steps) return step();
    if (taken === steps + 1 && what.startsWith('write')) await unsynced?.();
    onCut();
    return new Promise(() => undefined);
  });
}

export interface Sync {
  readonly number: number;
  /** `sync <path>` of a directory, `datasync <path>` of a file, `write <path>` of a new one. */
  readonly what: string;
}

/** Leaves out the sync of that number, and tells of each that has something to make durable. */
export function withoutSync(files: SimulatedFiles, left: number | undefined, onSync: (sync: Sync) => void) {
  let number = 0;
  return (disk: Disk): Disk =>
    through(async (what, step, unsynced) => {
      const [kind = '', path = ''] = what.split(' ');
      const isIdle = kind === 'sync' ? files.directoryAt(path)?.isDurable : isWritten(files, path);
      if (!unsynced || (kind !== 'write' && isIdle)) return step();
      number += 1;
      onSync({ number, what });
      return number === left ? unsynced() : step();
    })(disk);
}

function isWritten(files: SimulatedFiles, path: string): boolean {
  const file = files.fileAt(path);
  return file?.durable === file?.bytes.length;
}

/** `unsynced` does the same but for the sync in it; there for steps that have one. */
type Through = <T>(what: string, step: () => Promise<T>, unsynced?: () => Promise<T>) => Promise<T>;

function through(pass: Through): (disk: Disk) => Disk {
  return (disk) => ({
    async openAppend(path, options) {
      const file = await pass(`open ${path}`, () => disk.openAppend(path, options));
      return file && fileThrough(pass, file, path);
    },
    writeNew: (path, bytes) =>
      pass(
        `write ${path}`,
        () => disk.writeNew(path, bytes),
        async () => {
          if (await disk.stat(path)) return disk.writeNew(path, bytes);
          await (await disk.openAppend(path, { create: true }))?.append(bytes);
        },
      ),
    syncDir: (path) =>
      pass(
        `sync ${path}`,
        () => disk.syncDir(path),
        async () => undefined,
      ),
    rename: (from, to) => pass(`rename ${from}`, () => disk.rename(from, to)),
    remove: (path) => pass(`remove ${path}`, () => disk.remove(path)),
    removeTree: (path) => pass(`remove ${path}`, () => disk.removeTree(path)),
    makeDir: (path) => pass(`make ${path}`, () => disk.makeDir(path)),
    readFile: (path) => disk.readFile(path),
    readPastCache: (path) => disk.readPastCache(path),
    dropCache: (path) => disk.dropCache(path),
    list: (dir) => disk.list(dir),
    stat: (path) => disk.stat(path),
    statAll: (paths) => disk.statAll(paths),
  });
}

const fileThrough = (pass: Through, file: DiskFile, path: string): DiskFile => ({
  id: file.id,
  append: (bytes) => pass(`append ${path}`, () => file.append(bytes)),
  datasync: () =>
    pass(
      `datasync ${path}`,
      () => file.datasync(),
      async () => undefined,
    ),
  read: (offset, length) => file.read(offset, length),
  size: () => file.size(),
  close: () => file.close(),
});
