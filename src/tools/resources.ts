/** What clients can read and follow besides tools: sessions, their graphs, their tickets, their journals. */
import { latestFirst } from '../engine/list-sessions.js';
import type { GraphFormat, SessionEngine } from '../engine/port.js';
import { Fault } from '../store/fault.js';
import type { Overview } from '../views/overview.js';
import { evidenceNames } from '../views/evidence/index.js';
import { wireErrors } from './reply.js';

export interface ResourceText {
  uri: string;
  mimeType: string;
  text: string;
  [extra: string]: unknown;
}

const graphs: Record<string, { format: GraphFormat; mimeType: string }> = {
  'graph.dot': { format: 'dot', mimeType: 'text/vnd.graphviz' },
  'graph.mmd': { format: 'mermaid', mimeType: 'text/vnd.mermaid' },
  'graph.svg': { format: 'svg', mimeType: 'image/svg+xml' },
};

export const resourceTemplates = [
  {
    uriTemplate: 'session://{id}',
    name: 'session',
    title: 'Session',
    description: 'Where it stands, what blocks its end, what to do next.',
    mimeType: 'application/json',
  },
  {
    uriTemplate: 'session://{id}/graph.dot',
    name: 'graph-dot',
    title: 'Graph (DOT)',
    description: 'The tree for Graphviz.',
    mimeType: 'text/vnd.graphviz',
  },
  {
    uriTemplate: 'session://{id}/graph.mmd',
    name: 'graph-mermaid',
    title: 'Graph (Mermaid)',
    description: 'The tree for Mermaid.',
    mimeType: 'text/vnd.mermaid',
  },
  {
    uriTemplate: 'session://{id}/graph.svg',
    name: 'graph-svg',
    title: 'Graph (SVG)',
    description: 'The tree as a picture.',
    mimeType: 'image/svg+xml',
  },
  {
    uriTemplate: 'session://{id}/journal',
    name: 'journal',
    title: 'Journal',
    description: 'Every accepted and refused command, one JSON record a line; ?after=N continues.',
    mimeType: 'application/x-ndjson',
  },
  {
    uriTemplate: 'session://{id}/state.md',
    name: 'state',
    title: 'STATE.md',
    description: 'The tickets: gates, attempts, failures, statistics, who waits for a person.',
    mimeType: 'text/markdown',
  },
  {
    uriTemplate: 'ticket://{id}/{ticket}/evidence/{file}',
    name: 'evidence',
    title: 'Evidence of a ticket',
    description: `Rendered from the journal: ${evidenceNames.join(', ')}.`,
    mimeType: 'text/markdown',
  },
] as const;

const uriPattern =
  /^session:\/\/(s-[a-z0-9]{20})(?:\/(graph\.dot|graph\.mmd|graph\.svg|journal|state\.md)(?:\?after=(\d{1,9}))?)?$/;

const ticketPattern = /^ticket:\/\/(s-[a-z0-9]{20})\/([A-Za-z0-9][A-Za-z0-9._-]{0,39})\/evidence\/([a-z.-]{1,40})$/;

/** The session a URI is about, or undefined where it is none of ours. */
export function sessionOf(uri: string): string | undefined {
  return (uriPattern.exec(uri) ?? ticketPattern.exec(uri))?.[1];
}

export async function listResources(engine: SessionEngine, cursor: string | undefined) {
  const { items, nextCursor } = await engine.list({ limit: 50, ...(cursor === undefined ? {} : { cursor }) });
  const resources = items.map(({ sessionId, query, phase, outcome, totalNodes }) => ({
    uri: `session://${sessionId}`,
    name: sessionId,
    title: query.length > 80 ? `${query.slice(0, 79)}…` : query,
    description: `${outcome ?? phase}, ${totalNodes} nodes`,
    mimeType: 'application/json',
  }));
  return { resources, ...(nextCursor === undefined ? {} : { nextCursor }) };
}

const completionsMax = 100;

interface Completions {
  values: string[];
  hasMore?: boolean;
}

/** What an argument of a template may be, as far as it was typed. */
export async function completed(
  engine: SessionEngine,
  { name, value, id }: { name: string; value: string; id: string | undefined },
): Promise<Completions> {
  if (name === 'id') return completeSessionId(engine, value);
  if (name === 'file') return { values: evidenceNames.filter((each) => each.startsWith(value)) };
  if (name !== 'ticket' || id === undefined || sessionOf(`session://${id}`) === undefined) return { values: [] };
  const { value: board } = await engine.query(id, { kind: 'board' });
  return { values: board.tickets.map(({ ticketId }) => ticketId).filter((each) => each.startsWith(value)) };
}

async function completeSessionId(engine: SessionEngine, prefix: string): Promise<Completions> {
  const { rows } = await engine.sessions();
  const fitting = rows.filter(({ sessionId }) => sessionId.startsWith(prefix)).sort(latestFirst);
  const values = fitting.slice(0, completionsMax).map(({ sessionId }) => sessionId);
  return { values, hasMore: fitting.length > completionsMax };
}

/** Undefined for what is not there. */
export async function readResource(engine: SessionEngine, uri: string): Promise<ResourceText[] | undefined> {
  const [, id, part, after] = uriPattern.exec(uri) ?? [];
  const [, ticketSession, ticketId, file] = ticketPattern.exec(uri) ?? [];
  try {
    if (ticketSession !== undefined && ticketId !== undefined) {
      const { value } = await engine.query(ticketSession, { kind: 'evidence', ticketId });
      const found = value?.find(({ name }) => name === file);
      return found && [{ uri, mimeType: found.mimeType, text: found.text }];
    }
    if (id === undefined) return undefined;
    const graph = part === undefined ? undefined : graphs[part];
    if (graph) {
      const { value } = await engine.query(id, { kind: 'graph', format: graph.format });
      return [{ uri, mimeType: graph.mimeType, text: value }];
    }
    if (part === 'state.md') {
      const { value } = await engine.query(id, { kind: 'state.md' });
      return [{ uri, mimeType: 'text/markdown', text: value }];
    }
    if (part === 'journal') return await readJournal(engine, id, Number(after ?? 0));
    const { value, head } = await engine.query(id, { kind: 'overview' });
    return [{ uri, mimeType: 'application/json', text: JSON.stringify({ ...summary(value), head }) }];
  } catch (error) {
    if (error instanceof Fault && error.code === 'SESSION_NOT_FOUND') return undefined;
    throw error;
  }
}

/** In the words of the tools. */
const summary = ({ blockers, startedAt, updatedAt, ...overview }: Overview) => ({
  ...overview,
  startedAt: new Date(startedAt).toISOString(),
  updatedAt: new Date(updatedAt).toISOString(),
  blockers: wireErrors(blockers).map(({ nodeId: _subject, ...blocker }) => blocker),
});

const journalCharsMax = 512 * 1024;
const pageRecords = 200;

/** A long journal comes in parts: the last content is a pointer to the next one. */
async function readJournal(engine: SessionEngine, id: string, after: number): Promise<ResourceText[]> {
  const base = `session://${id}/journal`;
  const lines: string[] = [];
  let seq = after;
  let chars = 0;
  for (;;) {
    const records = await engine.records(id, seq, pageRecords);
    for (const record of records) {
      const line = JSON.stringify(record);
      lines.push(line);
      chars += line.length;
      seq = record.seq;
      if (chars >= journalCharsMax) break;
    }
    if (records.length < pageRecords || chars >= journalCharsMax) break;
  }
  const uri = after === 0 ? base : `${base}?after=${after}`;
  const contents = [{ uri, mimeType: 'application/x-ndjson', text: lines.join('\n') }];
  const rest = await engine.records(id, seq, 1);
  if (rest.length > 0)
    contents.push({
      uri: `${base}?after=${seq}`,
      mimeType: 'text/plain',
      text: `More records: read ${base}?after=${seq}`,
    });
  return contents;
}
