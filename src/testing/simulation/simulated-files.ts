/**
 * Files in memory, each byte and each name either written or durable. A crash of the machine keeps what is durable, and
 * of the rest whatever chance keeps: bytes as a prefix or with holes of zeros, names each for itself and in any order.
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

export class SimulatedDirectory {
  readonly names = new Map<string, Entry>();
  readonly #durable = new Map<string, Entry>();
  /** What each name has stood for since the last sync, the latest last. */
  readonly #since = new Map<string, (Entry | undefined)[]>();

  set(name: string, entry: Entry | undefined): void {
    const since = this.#since.get(name);
    if (since) since.push(entry);
    else this.#since.set(name, [entry]);
    put(this.names, name, entry);
  }

  sync(): void {
    for (const [name, since] of this.#since) put(this.#durable, name, since.at(-1));
    this.#since.clear();
  }

  /** Whether any name is not what it was. */
  crash(random: Random): boolean {
    let isChanged = false;
    for (const [name, since] of this.#since) {
      const kept = random.pick([{ entry: this.#durable.get(name) }, ...since.map((entry) => ({ entry }))]).entry;
      isChanged ||= kept !== this.names.get(name);
      put(this.names, name, kept);
      put(this.#durable, name, kept);
    }
    this.#since.clear();
    return isChanged;
  }

  copy(copyOf: (entry: Entry) => Entry): SimulatedDirectory {
    const copy = new SimulatedDirectory();
    for (const [name, entry] of this.names) copy.names.set(name, copyOf(entry));
    return copy;
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
    const seen = new Set<Entry>();
    const visit = (entry: Entry): void => {
      if (seen.has(entry)) return;
      seen.add(entry);
      if (entry instanceof SimulatedFile) lost.bytes = entry.crash(random) || lost.bytes;
      else {
        lost.names = entry.crash(random) || lost.names;
        for (const child of entry.names.values()) visit(child);
      }
    };
    visit(this.#root);
    return lost;
  }

  /** As they read now, for a look that must not change them. */
  copy(): SimulatedFiles {
    const copies = new Map<Entry, Entry>();
    const copyOf = (entry: Entry): Entry => {
      const known = copies.get(entry);
      if (known) return known;
      const copy = entry instanceof SimulatedFile ? entry.copy() : entry.copy(copyOf);
      copies.set(entry, copy);
      return copy;
    };
    return new SimulatedFiles(copyOf(this.#root) as SimulatedDirectory);
  }
}
