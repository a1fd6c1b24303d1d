/**
 * One of the files the index is kept in: sessions are spread over them by their ids, so that a session that changed costs
 * the rewriting of a small file. First the keys of all its sessions, column by column, which is quick to read; then their
 * summaries as JSON, which is read only of those that are shown.
 */
import { join } from 'node:path';
import type { HoldCounts } from '../../machines/measures/stop-gate.js';
import type { Codec } from './syncing-adapter.js';
import { IndexRow, type SummaryKey } from './summary-key.js';

export const indexName = 'index';
export const shardCount = 64;

export const shardPath = (root: string, shard: number): string =>
  join(root, indexName, `${String(shard).padStart(2, '0')}.json`);

export function shardOf(id: string): number {
  // FNV-1a, of which the upper bits are the better spread.
  let hash = 0x811c9dc5;
  for (let at = 0; at < id.length; at += 1) hash = Math.imul(hash ^ id.charCodeAt(at), 0x01000193);
  return (hash >>> 16) % shardCount;
}

export interface Shard {
  readonly rows: readonly IndexRow[];
}

interface Head {
  readonly v: 2;
  /** Which shape the summaries have; another one is no use to us. */
  readonly shape: string;
  readonly ids: readonly string[];
  /** Each named once. */
  readonly dirs: readonly string[];
  /** By the names below, a number for each session. */
  readonly columns: Readonly<Record<string, readonly number[]>>;
  /** For the few sessions that have some: which session, and which of `dirs`. */
  readonly trees: readonly (readonly [session: number, dirs: readonly number[]])[];
}

const never = -1;

/** Each column with how to read it off a row; `dir` and `trees` are told by their number. */
const columns: Readonly<Record<string, (row: IndexRow) => number>> = {
  size: ({ size }) => size,
  mtimeMs: ({ mtimeMs }) => mtimeMs,
  bytes: ({ json }) => json.length,
  updatedAt: ({ updatedAt }) => updatedAt,
  dueAt: ({ dueAt }) => dueAt ?? never,
  open: ({ open }) => Number(open),
  damaged: ({ damaged }) => Number(damaged),
  tickets: ({ tickets }) => tickets,
  ticketsForPerson: ({ ticketsForPerson }) => ticketsForPerson,
  orchestrator: ({ holds }) => holds.orchestrator,
  system3: ({ holds }) => holds.system3,
  solo: ({ holds }) => holds.solo,
};

export const shardCodec = (shape: string): Codec<Shard> => ({
  toText({ rows }) {
    const dirs = new Map<string, number>();
    const numberOf = (dir: string): number => {
      const known = dirs.get(dir) ?? dirs.size;
      dirs.set(dir, known);
      return known;
    };
    const named = Object.entries(columns).map(([name, of]) => [name, rows.map(of)] as const);
    const dir = rows.map(({ projectDir }) => numberOf(projectDir));
    const trees = rows.flatMap(({ trees: own }, at): Head['trees'] =>
      own.length > 0 ? [[at, own.map(numberOf)]] : [],
    );
    const ids = rows.map(({ sessionId }) => sessionId);
    const all = { ...Object.fromEntries(named), dir };
    const head: Head = { v: 2, shape, ids, dirs: [...dirs.keys()], columns: all, trees };
    return `${JSON.stringify(head)}\n${rows.map(({ json }) => json.toString('utf8')).join('')}`;
  },

  fromBytes(bytes) {
    const end = bytes.indexOf('\n');
    const head = JSON.parse(bytes.toString('utf8', 0, end)) as Omit<Head, 'v'> & { readonly v: number };
    if (head.v !== 2 || head.shape !== shape) return null;
    return { rows: rowsOf(head, bytes.subarray(end + 1)) };
  },
});

/** The file checks as a whole: what is in it is what some Proctor of this shape wrote. */
function rowsOf({ ids, dirs, columns: columnOf, trees }: Omit<Head, 'v'>, json: Buffer): IndexRow[] {
  const at = (name: string, row: number): number => columnOf[name]?.[row] ?? 0;
  const treesOf = new Map(trees.map(([row, numbers]) => [row, numbers.map((dir) => dirs[dir] ?? '')]));
  let offset = 0;
  return ids.map((id, row) => {
    const start = offset;
    offset += at('bytes', row);
    const dueAt = at('dueAt', row);
    const key: SummaryKey = {
      projectDir: dirs[at('dir', row)] ?? '',
      updatedAt: at('updatedAt', row),
      open: at('open', row) === 1,
      damaged: at('damaged', row) === 1,
      tickets: at('tickets', row),
      ticketsForPerson: at('ticketsForPerson', row),
      holds: holdsOf(at('orchestrator', row), at('system3', row), at('solo', row)),
      dueAt: dueAt === never ? null : dueAt,
      trees: treesOf.get(row) ?? none,
    };
    return new IndexRow(id, at('size', row), at('mtimeMs', row), key, json.subarray(start, offset));
  });
}

const none: readonly string[] = [];

/** Most sessions hold up nobody, and share that. */
const noHolds: HoldCounts = { orchestrator: 0, system3: 0, solo: 0 };
const holdsOf = (orchestrator: number, system3: number, solo: number): HoldCounts =>
  orchestrator + system3 + solo === 0 ? noHolds : { orchestrator, system3, solo };
