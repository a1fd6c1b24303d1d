/**
 * Files in memory, each byte and each name either written or durable. A crash of the machine keeps what is durable, and
 * of the rest whatever chance keeps: bytes as a prefix or with holes of zeros, names each for itself and in any order. Of
 * a rename one name at least is left, and once the directory of the old one is synced it is the new one: as on every file
 * system with a journal.
 */
import { Buffer } from 'node:buffer';
import type { Random } from './random.js';
import type { Life } from './scheduler.js';

type Entry = SimulatedFile | SimulatedDirectory;

/** Never changed in place: whoever has read them keeps what they were. */
const none = Buffer.alloc(0);

let filesMade = 0;

export class SimulatedFile {
  id = String((filesMade += 1));
  bytes: Buffer = none;
  /** How many of them are durable. */
  durable = 0;
  mtimeMs = 0;
  /** Who is in the middle of an append: others wait for it to finish or to die. */
  writer: Life | undefined;

  append(bytes: Uint8Array, now: number): void {
    this.bytes = Buffer.concat([this.bytes, bytes]);
    this.mtimeMs = now;
  }

  /** Whether anything written was lost. */
  crash(random: Random): boolean {
    this.writer = undefined;
    const before = this.bytes;
    if (this.durable < before.length) this.bytes = this.#survivors(random);
    this.durable = this.bytes.length;
    return this.bytes !== before;
  }

  flip(bit: number): void {
    const bytes = Buffer.from(this.bytes);
    const at = bit >> 3;
    bytes[at] = (bytes[at] ?? 0) ^ (1 << (bit & 7));
    this.bytes = bytes;
  }

  copy(): SimulatedFile {
    const copy = new SimulatedFile();
    copy.id = this.id;
    copy.bytes = this.bytes;
    copy.durable = this.durable;
    copy.mtimeMs = this.mtimeMs;
    return copy;
  }

  #survivors(random: Random): Buffer {
    const { bytes, durable } = this;
    const cut = durable + random.below(bytes.length - durable + 1);
    switch (random.below(4)) {
      case 0:
        return bytes.subarray(0, durable);
      case 1:
        return bytes.subarray(0, cut);
      case 2:
        return withHoles(random.chance(0.5) ? bytes : bytes.subarray(0, cut), durable, random);
      default:
        return bytes;
    }
  }
}

/** Pages that never reached the disk read as zeros. Small pages too: a record is shorter than a real one. */
function withHoles(bytes: Buffer, from: number, random: Random): Buffer {
  const holed = Buffer.from(bytes);
  const page = random.pick([random.between(2, 9), 16, 64, 512]);
  for (let start = from - (from % page); start < holed.length; start += page)
    if (random.chance(0.4)) holed.fill(0, Math.max(from, start), Math.min(holed.length, start + page));
  return holed;
}

/** The old name of a rename: what went where. */
interface Move {
  readonly entry: Entry;
  readonly to: SimulatedDirectory;
  readonly name: string;
}

/** What a name came to stand for; nothing, if it was removed, or moved to another. */
interface Change {
  readonly entry: Entry | undefined;
  readonly moved?: Move;
}

export class SimulatedDirectory {
  readonly names = new Map<string, Entry>();
  readonly #durable = new Map<string, Entry>();
  /** What each name has stood for since the last sync, the latest last. */
  readonly #since = new Map<string, Change[]>();

  set(name: string, entry: Entry | undefined): void {
    this.#change(name, { entry });
  }

  /** Gives what is called `name` here the name `moved.name` there. */
  move(name: string, moved: Move): void {
    moved.to.set(moved.name, moved.entry);
    this.#change(name, { entry: undefined, moved });
  }

  get isDurable(): boolean {
    return this.#since.size === 0;
  }

  sync(): void {
    for (const [name, since] of this.#since) {
      const { entry, moved } = since.at(-1) ?? { entry: undefined };
      put(this.#durable, name, entry);
      if (moved && moved.to.names.get(moved.name) === moved.entry) put(moved.to.#durable, moved.name, moved.entry);
    }
    this.#since.clear();
  }

  /** Whether any name is not what it was, and how to take back a rename of which no name is left. */
  crash(random: Random): { isChanged: boolean; mend: (() => void)[] } {
    let isChanged = false;
    const mend: (() => void)[] = [];
    for (const [name, since] of this.#since) {
      const before: Change = { entry: this.#durable.get(name) };
      const { entry, moved } = random.pick([before, ...since]);
      isChanged ||= entry !== this.names.get(name);
      this.#keep(name, entry);
      if (moved)
        mend.push(() => {
          if (moved.to.names.get(moved.name) !== moved.entry) this.#keep(name, moved.entry);
        });
    }
    this.#since.clear();
    return { isChanged, mend };
  }

  copy(copyOf: <E extends Entry>(entry: E) => E, copy = new SimulatedDirectory()): SimulatedDirectory {
    for (const [name, entry] of this.names) copy.names.set(name, copyOf(entry));
    for (const [name, entry] of this.#durable) copy.#durable.set(name, copyOf(entry));
    for (const [name, since] of this.#since)
      copy.#since.set(
        name,
        since.map(({ entry, moved }) => ({
          entry: entry && copyOf(entry),
          ...(moved && { moved: { entry: copyOf(moved.entry), to: copyOf(moved.to), name: moved.name } }),
        })),
      );
    return copy;
  }

  #change(name: string, change: Change): void {
    const since = this.#since.get(name);
    if (since) since.push(change);
    else this.#since.set(name, [change]);
    put(this.names, name, change.entry);
  }

  #keep(name: string, entry: Entry | undefined): void {
    put(this.names, name, entry);
    put(this.#durable, name, entry);
  }
}

function put(names: Map<string, Entry>, name: string, entry: Entry | undefined): void {
  if (entry) names.set(name, entry);
  else names.delete(name);
}

export class SimulatedFiles {
  readonly #root: SimulatedDirectory;

  constructor(root = new SimulatedDirectory()) {
    this.#root = root;
  }

  at(path: string): Entry | undefined {
    let entry: Entry | undefined = this.#root;
    for (const name of path.split('/').slice(1)) {
      if (name === '') continue;
      entry = entry instanceof SimulatedDirectory ? entry.names.get(name) : undefined;
    }
    return entry;
  }

  fileAt(path: string): SimulatedFile | undefined {
    const entry = this.at(path);
    return entry instanceof SimulatedFile ? entry : undefined;
  }

  directoryAt(path: string): SimulatedDirectory | undefined {
    const entry = this.at(path);
    return entry instanceof SimulatedDirectory ? entry : undefined;
  }

  /** What a power cut leaves; says what it cost. */
  crash(random: Random): { bytes: boolean; names: boolean } {
    const lost = { bytes: false, names: false };
    const mends: (() => void)[] = [];
    const crashed = new Set<Entry>();
    const crash = (entry: Entry): void => {
      if (crashed.has(entry)) return;
      crashed.add(entry);
      if (entry instanceof SimulatedFile) {
        lost.bytes = entry.crash(random) || lost.bytes;
        return;
      }
      const { isChanged, mend } = entry.crash(random);
      lost.names ||= isChanged;
      mends.push(...mend);
    };
    this.#visit(crash);
    for (const mend of mends) mend();
    // What has its old name again was out of sight until now.
    this.#visit(crash);
    return lost;
  }

  /** Makes all of it durable, as time would. */
  sync(): void {
    this.#visit((entry) => {
      if (entry instanceof SimulatedFile) entry.durable = entry.bytes.length;
      else entry.sync();
    });
  }

  /** The same again, down to what is durable of it. */
  copy(): SimulatedFiles {
    const copies = new Map<Entry, Entry>();
    const copyOf = <E extends Entry>(entry: E): E => {
      const known = copies.get(entry);
      if (known) return known as E;
      if (entry instanceof SimulatedFile) {
        const copy = entry.copy();
        copies.set(entry, copy);
        return copy as E;
      }
      const copy = new SimulatedDirectory();
      // Before its names: a directory may have been moved from one that it is asked about again.
      copies.set(entry, copy);
      entry.copy(copyOf, copy);
      return copy as E;
    };
    return new SimulatedFiles(copyOf(this.#root));
  }

  #visit(each: (entry: Entry) => void): void {
    const seen = new Set<Entry>();
    const visit = (entry: Entry): void => {
      if (seen.has(entry)) return;
      seen.add(entry);
      each(entry);
      if (entry instanceof SimulatedDirectory) for (const child of entry.names.values()) visit(child);
    };
    visit(this.#root);
  }
}
