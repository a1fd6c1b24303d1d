/**
 * Transcripts of Cursor's agents: `projects/<slug>/agent-transcripts/<uuid>/<uuid>.jsonl`, those of their sub-agents in
 * `<uuid>/subagents/`, older `<uuid>.jsonl` and `<uuid>.txt`. Their rows say neither whose they are nor when they were
 * written, so that more than their being there cannot be known.
 */
import type { Contents } from './fits.js';
import { FolderIndex } from './folder-index.js';
import { judged, linked, missing, nothingHere } from './judge.js';
import { badId, isAgentId, isUuid, type Asked, type Looked, type TranscriptProvider } from './provider.js';
import { fieldsOf, messageText, readRows, toolsIn } from './rows.js';
import { Tally } from './tally.js';
import type { Found, TranscriptRoot } from './transcript-root.js';

const cursor = 'Cursor';

const indexesMax = 32;

const topOf = (slug: string): string[] => ['projects', slug, 'agent-transcripts'];

export class CursorTranscripts implements TranscriptProvider {
  readonly client = cursor;
  readonly #root: TranscriptRoot;
  readonly #indexes = new Map<string, FolderIndex>();

  constructor(root: TranscriptRoot) {
    this.#root = root;
  }

  async look(asked: Asked): Promise<Looked> {
    if (!isAgentId(asked.agentId)) return badId();
    const real = await this.#root.files.realPath(asked.projectDir);
    const slugs = [...new Set([asked.projectDir, real ?? asked.projectDir].flatMap(slugsOf))];
    for (const slug of isUuid(asked.agentId) ? slugs : []) {
      const found = await this.#find(slug, asked.agentId);
      if (found.kind === 'link') return linked(this.client, found.at);
      if (found.kind === 'absent') continue;
      const looked = await judged({ root: this.#root, found, client: this.client, asked, contents });
      if (looked) return looked;
    }
    const { path } = this.#root;
    return (await this.#hasAny(slugs)) ? missing(this.client, path) : nothingHere(this.client, path);
  }

  async #find(slug: string, id: string): Promise<Found> {
    const top = topOf(slug);
    const index = this.#indexOf(slug);
    const direct = [
      [...top, id, `${id}.jsonl`],
      [...top, `${id}.jsonl`],
      [...top, `${id}.txt`],
    ];
    for (const place of [...direct, ...index.placesOf(id)]) {
      const found = await this.#root.find(place);
      if (found.kind !== 'absent') return found;
    }
    await index.refresh();
    for (const place of index.placesOf(id)) {
      const found = await this.#root.find(place);
      if (found.kind !== 'absent') return found;
    }
    return { kind: 'absent' };
  }

  async #hasAny(slugs: readonly string[]): Promise<boolean> {
    for (const slug of slugs) {
      const index = this.#indexOf(slug);
      if ((await index.topFolders()).some(isUuid) || index.fileCount > 0) return true;
    }
    return false;
  }

  #indexOf(slug: string): FolderIndex {
    const known = this.#indexes.get(slug);
    if (known) return known;
    const index = new FolderIndex(this.#root, {
      top: topOf(slug),
      level: (depth) => (depth === 1 ? { only: 'subagents' } : depth <= 4 ? 'list' : 'leave'),
      keyOf: (name) => {
        const id = name.replace(/\.(?:jsonl|txt)$/, '');
        return isUuid(id) ? id : undefined;
      },
    });
    const [oldest] = this.#indexes.keys();
    if (this.#indexes.size >= indexesMax && oldest !== undefined) this.#indexes.delete(oldest);
    this.#indexes.set(slug, index);
    return index;
  }
}

/** Without the slash it begins with; versions differ in what they make of several dashes in a row. */
function slugsOf(projectDir: string): string[] {
  const slug = projectDir.replace(/[^a-zA-Z0-9]/g, '-').replace(/^-/, '');
  const names = [slug, slug.replace(/-+/g, '-').replace(/^-|-$/g, '')];
  return names.filter((name) => name !== '' && name.length <= 255);
}

const strange = 'the rows of Cursor name neither the agent nor its parent';

/** Older versions wrote plain text, which begins so. */
const plainBegin = 'user:';
const plainBytesMax = 256 * 1024;

async function contents(bytes: Buffer): Promise<Contents> {
  const tally = new Tally();
  if (bytes.toString('utf8', 0, plainBegin.length) === plainBegin) {
    tally.prompt(bytes.toString('utf8', 0, plainBytesMax));
    return tally.contents({}, [strange]);
  }
  const read = await readRows(bytes, ({ role, message }) => {
    const { content } = fieldsOf(message) as { content?: unknown };
    if (role === 'user' && !tally.hasPrompt) tally.prompt(messageText(content));
    if (role === 'assistant') tally.tools(toolsIn(content));
    return undefined;
  });
  return tally.contents(read, [strange]);
}
