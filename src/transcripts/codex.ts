/**
 * Rollouts of Codex: `sessions/YYYY/MM/DD/rollout-<time>-<uuid>.jsonl`. The agent's id is the thread's; which project a
 * rollout is of stands in its first row.
 */
import { codexContents, threadMeta } from './codex-rows.js';
import { FolderIndex } from './folder-index.js';
import { emptied, judged, linked, missing, nothingHere } from './judge.js';
import { badId, isAgentId, isUuid, type Asked, type Looked, type TranscriptProvider } from './provider.js';
import { firstRow } from './rows.js';
import type { Found, TranscriptRoot } from './transcript-root.js';

const codex = 'Codex';

const top = 'sessions';

/** The first row holds the instructions of the thread as well. */
const metaBytesMax = 256 * 1024;

/** Which projects Codex works in is told by the latest rollouts: reading them all would take longer every day. */
const latestRead = 64;

const rollout = /^rollout-.*-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.jsonl$/;

export class CodexTranscripts implements TranscriptProvider {
  readonly client = codex;
  readonly #root: TranscriptRoot;
  readonly #index: FolderIndex;
  /** The directory a rollout was begun in, by its path; the first row does not change. */
  readonly #cwds = new Map<string, string | undefined>();

  constructor(root: TranscriptRoot) {
    this.#root = root;
    this.#index = new FolderIndex(root, {
      top: [top],
      level: (depth) => (depth <= 3 ? 'list' : 'leave'),
      keyOf: (name) => rollout.exec(name)?.[1],
    });
  }

  async look(asked: Asked): Promise<Looked> {
    if (!isAgentId(asked.agentId)) return badId();
    const dirs = await this.#dirsOf(asked.projectDir);
    const found: Found = isUuid(asked.agentId) ? await this.#find(asked.agentId) : { kind: 'absent' };
    if (found.kind === 'link') return linked(this.client, found.at);
    if (found.kind === 'file') {
      const cwd = await this.#cwdOf(found);
      const contents = async (bytes: Buffer) => codexContents(bytes, asked.agentId);
      const looked =
        cwd === undefined
          ? await emptied({ root: this.#root, found, client: this.client })
          : dirs.has(cwd) && (await judged({ root: this.#root, found, client: this.client, asked, contents }));
      if (looked) return looked;
    }
    const { path } = this.#root;
    return (await this.#worksIn(dirs)) ? missing(this.client, path) : nothingHere(this.client, path);
  }

  async #dirsOf(projectDir: string): Promise<Set<string>> {
    const real = await this.#root.files.realPath(projectDir);
    return new Set([projectDir, ...(real === undefined ? [] : [real])]);
  }

  async #find(id: string): Promise<Found> {
    for (const place of [...likelyPlaces(id), ...this.#index.placesOf(id)]) {
      const found = await this.#root.find(place);
      if (found.kind !== 'absent') return found;
    }
    await this.#index.refresh();
    for (const place of this.#index.placesOf(id)) {
      const found = await this.#root.find(place);
      if (found.kind !== 'absent') return found;
    }
    return { kind: 'absent' };
  }

  async #cwdOf(found: Extract<Found, { kind: 'file' }>): Promise<string | undefined> {
    const key = found.parts.join('/');
    if (this.#cwds.has(key)) return this.#cwds.get(key);
    const head = await this.#root.read(found, metaBytesMax);
    const row = head && firstRow(head.bytes);
    // A row still being written says nothing yet, and will.
    if (!row) return undefined;
    const { cwd } = threadMeta(row) ?? {};
    if (this.#cwds.size >= 100_000) this.#cwds.clear();
    this.#cwds.set(key, cwd);
    return cwd;
  }

  async #worksIn(dirs: ReadonlySet<string>): Promise<boolean> {
    await this.#index.refresh();
    for (const place of this.#index.latest(latestRead)) {
      const known = this.#cwds.get(place.join('/'));
      const found = known === undefined ? await this.#root.find(place) : undefined;
      const cwd = found?.kind === 'file' ? await this.#cwdOf(found) : known;
      if (cwd !== undefined && dirs.has(cwd)) return true;
    }
    return false;
  }
}

/**
 * Ids of threads begin with the time they were made at, and a rollout is begun in the same second or the next ones. Its
 * name has the time of the place Codex runs in, which is most likely ours.
 */
function likelyPlaces(id: string): string[][] {
  if (id[14] !== '7') return [];
  const madeAt = Number.parseInt(id.replace('-', '').slice(0, 12), 16);
  const zones = [new Date(madeAt).getTimezoneOffset() * -60_000, 0];
  return [...new Set(zones)].flatMap((zone) =>
    [0, 1, 2].map((later) => {
      const time = new Date(madeAt + zone + later * 1000).toISOString().slice(0, 19);
      return [top, ...time.slice(0, 10).split('-'), `rollout-${time.replaceAll(':', '-')}-${id}.jsonl`];
    }),
  );
}
