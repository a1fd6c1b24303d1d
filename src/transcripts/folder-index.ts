/**
 * Where below a folder the file of an agent lies, kept between looks: only folders that changed are listed again. Names
 * only; whether a file may be believed is for whoever asks.
 */
import { isName, type TranscriptRoot } from './transcript-root.js';

/** Some file systems count no finer: a folder that changed this shortly before its listing may have changed after it. */
const granularityMs = 2000;

/** More are not looked into: a person can put a whole disk below a folder. */
const foldersMax = 20_000;

export interface Shape {
  /** Below the root: where the index begins. */
  readonly top: readonly string[];
  /**
   * What to do with a folder so many levels below the top: list it, go straight to the one folder in it that matters, or
   * leave it.
   */
  readonly level: (depth: number) => 'list' | 'leave' | { readonly only: string };
  /** What a file is found by. */
  readonly keyOf: (name: string) => string | undefined;
}

interface Folder {
  readonly mtimeMs: number;
  readonly listedAt: number;
  readonly folders: readonly string[];
  readonly keys: readonly string[];
  readonly links: number;
}

const nameOf = (parts: readonly string[]): string => parts.join('/');

export class FolderIndex {
  readonly #root: TranscriptRoot;
  readonly #shape: Shape;
  readonly #folders = new Map<string, Folder>();
  readonly #places = new Map<string, Set<string>>();
  #turn: Promise<unknown> = Promise.resolve();

  constructor(root: TranscriptRoot, shape: Shape) {
    this.#root = root;
    this.#shape = shape;
  }

  /** Where it was when last looked. */
  placesOf(key: string): (readonly string[])[] {
    return [...(this.#places.get(key) ?? [])].map((path) => path.split('/'));
  }

  get fileCount(): number {
    return this.#places.size;
  }

  /** Folders that are links: nobody looks behind them. */
  get linkCount(): number {
    return [...this.#folders.values()].reduce((sum, { links }) => sum + links, 0);
  }

  /** The files whose paths come last: the newest, where paths begin with dates. */
  latest(count: number): (readonly string[])[] {
    const named = [...this.#folders.keys()].sort().reverse();
    const paths: string[] = [];
    for (const folder of named) {
      if (paths.length >= count) break;
      const keys = this.#folders.get(folder)?.keys ?? [];
      const inside = keys
        .flatMap((key) => [...(this.#places.get(key) ?? [])])
        .filter((path) => folderOf(path) === folder);
      paths.push(...inside.sort().reverse());
    }
    return paths.slice(0, count).map((path) => path.split('/'));
  }

  /** The folders in the top one, as they are now. */
  async topFolders(): Promise<readonly string[]> {
    await this.#inTurn(async () => this.#look(this.#shape.top));
    return this.#folders.get(nameOf(this.#shape.top))?.folders ?? [];
  }

  async refresh(): Promise<void> {
    await this.#inTurn(async () => this.#walk(this.#shape.top, 0));
  }

  /** Two looks at once must not list the same folder into the same tables. */
  async #inTurn(step: () => Promise<void>): Promise<void> {
    const turn = this.#turn.then(step);
    this.#turn = turn.catch(() => undefined);
    await turn;
  }

  async #walk(parts: readonly string[], depth: number): Promise<void> {
    const level = this.#shape.level(depth);
    if (level === 'leave') return;
    if (level !== 'list') return this.#walk([...parts, level.only], depth + 1);
    await this.#look(parts);
    const inside = this.#folders.get(nameOf(parts))?.folders ?? [];
    await Promise.all(inside.map(async (name) => this.#walk([...parts, name], depth + 1)));
  }

  /** Brings one folder up to date. */
  async #look(parts: readonly string[]): Promise<void> {
    const name = nameOf(parts);
    const known = this.#folders.get(name);
    const stat = await this.#root.files.stat(this.#root.at(parts));
    if (stat?.kind !== 'folder') {
      if (known) this.#forget(name);
      return;
    }
    const isSettled = known !== undefined && known.listedAt - known.mtimeMs > granularityMs;
    if (isSettled && known.mtimeMs === stat.mtimeMs) return;
    if (!known && this.#folders.size >= foldersMax) return;
    const listedAt = Date.now();
    const entries = (await this.#root.files.list(this.#root.at(parts))).filter((entry) => isName(entry.name));
    const folders = entries.filter(({ kind }) => kind === 'folder').map((entry) => entry.name);
    const still = new Set(folders);
    for (const gone of known?.folders.filter((each) => !still.has(each)) ?? []) this.#forget(`${name}/${gone}`);
    this.#clear(name);
    const keys: string[] = [];
    let links = 0;
    for (const entry of entries) {
      const key = entry.kind === 'folder' ? undefined : this.#shape.keyOf(entry.name);
      // A link in place of a file is kept, so that whoever looks it up is told.
      if (key === undefined) links += entry.kind === 'link' ? 1 : 0;
      else {
        keys.push(key);
        this.#places.set(key, (this.#places.get(key) ?? new Set()).add(`${name}/${entry.name}`));
      }
    }
    this.#folders.set(name, { mtimeMs: stat.mtimeMs, listedAt, folders, keys, links });
  }

  #clear(name: string): void {
    for (const key of this.#folders.get(name)?.keys ?? []) {
      const places = this.#places.get(key);
      for (const place of places ?? []) if (folderOf(place) === name) places?.delete(place);
      if (places?.size === 0) this.#places.delete(key);
    }
    this.#folders.delete(name);
  }

  #forget(name: string): void {
    for (const inside of [...this.#folders.keys()].filter((each) => each === name || each.startsWith(`${name}/`)))
      this.#clear(inside);
  }
}

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/'));
