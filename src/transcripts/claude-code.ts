/**
 * Transcripts of Claude Code's sub-agents: `projects/<slug>/<session>/subagents/…/agent-<id>.jsonl`, older
 * `projects/<slug>/agent-<id>.jsonl`. A look costs the same however many transcripts there are.
 */
import { claudeCodeContents } from './claude-code-rows.js';
import { slugOf } from './claude-code-slug.js';
import { FolderIndex } from './folder-index.js';
import { judged, linked, missing, nothingHere } from './judge.js';
import { badId, isAgentId, type Asked, type Looked, type TranscriptProvider } from './provider.js';
import { RecentPlaces } from './recent-places.js';
import type { Found, TranscriptRoot } from './transcript-root.js';

const claudeCode = 'Claude Code';

/** So few sessions are asked one by one, without listing what is in them. */
const sessionsAskedMax = 64;

const indexesMax = 32;

const top = 'projects';
const inSession = 'subagents';

/** Of `projects/<slug>/<session>/subagents/…`. */
const sessionOf = ([, , session, folder]: readonly string[]): string | undefined =>
  folder === inSession ? session : undefined;

const fileOf = (agentId: string): string => `agent-${agentId}.jsonl`;

export class ClaudeCodeTranscripts implements TranscriptProvider {
  readonly client = claudeCode;
  readonly #root: TranscriptRoot;
  readonly #indexes = new Map<string, FolderIndex>();
  readonly #recent = new RecentPlaces();

  constructor(root: TranscriptRoot) {
    this.#root = root;
  }

  async look(asked: Asked): Promise<Looked> {
    if (!isAgentId(asked.agentId)) return badId();
    const slugs = await this.#slugs(asked.projectDir);
    for (const slug of slugs) {
      const found = await this.#find(slug, asked);
      if (found.kind === 'link') return linked(this.client, found.at);
      if (found.kind === 'absent') continue;
      const looked = await judged({
        root: this.#root,
        found,
        client: this.client,
        asked,
        contents: async (bytes) =>
          claudeCodeContents(bytes, { agentId: asked.agentId, session: sessionOf(found.parts) }),
      });
      if (looked) return looked;
    }
    const indexes = slugs.map((slug) => this.#indexOf(slug));
    const links = indexes.reduce((sum, index) => sum + index.linkCount, 0);
    const hasAny = indexes.some((index) => index.fileCount > 0);
    return hasAny ? missing(this.client, this.#root.path, links) : nothingHere(this.client, this.#root.path);
  }

  async #slugs(projectDir: string): Promise<string[]> {
    const real = await this.#root.files.realPath(projectDir);
    const slugs = [projectDir, ...(real === undefined ? [] : [real])].map(slugOf);
    const long = slugs.flatMap(({ prefix }) => prefix ?? []);
    const isListed = long.length > 0 && (await this.#root.files.stat(this.#root.at([top])))?.kind === 'folder';
    const folders = isListed ? await this.#root.files.list(this.#root.at([top])) : [];
    const alike = folders.map(({ name }) => name).filter((name) => long.some((prefix) => name.startsWith(prefix)));
    return [...new Set([...slugs.map(({ name }) => name), ...alike])].filter((name) => name !== '');
  }

  /** From what costs one look at a name to what costs one for every session. */
  async #find(slug: string, { agentId, clientSession }: Asked): Promise<Found> {
    const index = this.#indexOf(slug);
    const file = fileOf(agentId);
    const folder = [top, slug];
    const inFolder = (place: readonly string[]) => [...place, file];
    const started = clientSession !== undefined && isAgentId(clientSession) ? [clientSession] : [];
    const near = [
      inFolder(folder),
      ...started.map((session) => inFolder([...folder, session, inSession])),
      ...index.placesOf(file),
      ...this.#recent.of(slug).map(inFolder),
    ];
    const nearby = await this.#firstOf(near, slug);
    if (nearby.kind !== 'absent') return nearby;
    const sessions = await index.topFolders();
    if (sessions.length <= sessionsAskedMax) {
      const asked = await this.#firstOf(
        sessions.map((session) => inFolder([...folder, session, inSession])),
        slug,
      );
      if (asked.kind !== 'absent') return asked;
    }
    await index.refresh();
    return this.#firstOf(index.placesOf(file), slug);
  }

  async #firstOf(places: readonly (readonly string[])[], slug: string): Promise<Found> {
    for (const place of places) {
      const found = await this.#root.find(place);
      if (found.kind === 'absent') continue;
      if (found.kind === 'file') this.#recent.add(slug, place.slice(0, -1));
      return found;
    }
    return { kind: 'absent' };
  }

  #indexOf(slug: string): FolderIndex {
    const known = this.#indexes.get(slug);
    if (known) return known;
    const index = new FolderIndex(this.#root, {
      top: [top, slug],
      // The project, its sessions, and below their `subagents` as deep as agents have been seen to nest, and then some.
      level: (depth) => (depth === 1 ? { only: inSession } : depth <= 6 ? 'list' : 'leave'),
      keyOf: (name) => (name.endsWith('.jsonl') ? name : undefined),
    });
    const [oldest] = this.#indexes.keys();
    if (this.#indexes.size >= indexesMax && oldest !== undefined) this.#indexes.delete(oldest);
    this.#indexes.set(slug, index);
    return index;
  }
}
