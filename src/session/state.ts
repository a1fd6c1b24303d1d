/** A session in memory: the live actors, the tree the rules look at, and what callers have asked before. */
import assert from 'node:assert';
import { createActor, type Actor, type InspectionEvent, type Snapshot } from 'xstate';
import { z } from 'zod';
import { Board, type StoredBoard } from '../../machines/measures/board.js';
import { chartsFor, type Charts } from '../../machines/charts.js';
import type { TotalsOrder } from '../../machines/measures/totals.js';
import { Tree, type StoredNode } from '../../machines/measures/tree.js';
import type { CommandOf } from '../../machines/schema/command.js';
import type { Protocol } from '../../machines/schema/protocol.js';

export interface SessionInfo {
  readonly sessionId: string;
  /** A session made for tickets has no investigation. */
  readonly kind: 'investigation' | 'tickets';
  readonly query: string;
  readonly protocol: Protocol;
  readonly rootsMin: number;
  readonly projectDir: string;
  readonly startedAt: number;
}

export interface Ending {
  readonly outcome: 'solved' | 'no_solution' | 'inconclusive';
  readonly reason: string | null;
  readonly at: number;
}

/** Where a request id was used, and a hash of what it was used for. */
export interface KnownRequest {
  readonly seq: number;
  readonly hash: string;
}

/** Stops of agents by what was noted of them: how often, and where the last one is. */
export type Stops = Readonly<
  Partial<
    Record<CommandOf<'session.stop'>['outcome'], { readonly count: number; readonly seq: number; readonly at: number }>
  >
>;

/** A repair of the journal: when, by whom, and how much went. */
export interface Repaired {
  readonly seq: number;
  readonly at: number;
  readonly by: string;
  readonly records: number;
  readonly bytes: number;
}

export interface SessionState {
  readonly info: SessionInfo;
  readonly charts: Charts;
  readonly actor: Actor<Charts['session']>;
  readonly tree: Tree;
  readonly board: Board;
  readonly requests: Map<string, KnownRequest>;
  ended: Ending | null;
  stops: Stops;
  /** Repairs of its journal, the last ones. */
  repairs: readonly Repaired[];
  /** Last record folded in. */
  seq: number;
  updatedAt: number;
  /** Refusals since the last accepted command; long runs of them are not journalled. */
  refusedInARow: number;
}

/**
 * What a snapshot keeps of a session. Its bytes are guarded by a checksum, so only the frame is parsed here; the version
 * changes with the shape, and a snapshot of another version is not used.
 */
export const StoredSession = z.object({
  v: z.literal(3),
  info: z.custom<SessionInfo>(isObject),
  actor: z.custom<Snapshot<unknown>>(isObject),
  nodes: z.custom<StoredNode[]>(Array.isArray),
  order: z.custom<TotalsOrder>(Array.isArray),
  board: z.custom<StoredBoard>(isObject),
  currentBatch: z.number(),
  requests: z.custom<[string, number, string][]>(Array.isArray),
  ended: z.custom<Ending>(isObject).nullable(),
  /** Left out where there are none, as in every snapshot made before they were known. */
  stops: z.custom<Stops>(isObject).optional(),
  repairs: z.custom<Repaired[]>(Array.isArray).optional(),
  seq: z.number(),
  updatedAt: z.number(),
  refusedInARow: z.number(),
});
export type StoredSession = z.infer<typeof StoredSession>;

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

type SessionActor = SessionState['actor'];

/** A chart that throws is a defect of Proctor: it must reach the caller, not end the process. */
function startActor(actor: SessionActor): SessionActor {
  actor.subscribe({ error: () => undefined });
  return actor.start();
}

/** Charts log through stderr: stdout belongs to the protocol. */
const logger = (...args: unknown[]): void => {
  process.stderr.write(`${args.map(String).join(' ')}\n`);
};

/** Told what every actor of a session is sent and where it stands then. */
export type Inspect = (event: InspectionEvent) => void;

export function newSession(info: SessionInfo, inspect?: Inspect): SessionState {
  const charts = chartsFor(info.protocol);
  const input = { sessionId: info.sessionId };
  const actor = createActor(charts.session, { input, logger, ...(inspect ? { inspect } : {}) });
  return {
    info,
    charts,
    actor: startActor(actor),
    tree: new Tree(info.protocol),
    board: new Board(),
    requests: new Map(),
    ended: null,
    stops: {},
    repairs: [],
    seq: 0,
    updatedAt: info.startedAt,
    refusedInARow: 0,
  };
}

/** A session made for tickets, before any of them is in. */
export function ticketSession(sessionId: string, command: CommandOf<'tickets.open'>, startedAt: number): SessionInfo {
  const { session, tickets } = command;
  assert(session, 'this command makes no session');
  const query = `Tickets: ${tickets[0]?.title ?? ''}`;
  const { projectDir, protocol } = session;
  return { sessionId, kind: 'tickets', query, protocol, rootsMin: protocol.rootsMin.default, projectDir, startedAt };
}

export function storeSession(state: SessionState): StoredSession {
  return {
    v: 3,
    info: state.info,
    actor: state.actor.getPersistedSnapshot(),
    nodes: state.tree.store(),
    order: state.tree.totals.order(),
    board: state.board.store(),
    currentBatch: state.tree.currentBatch,
    requests: [...state.requests].map(([id, { seq, hash }]) => [id, seq, hash]),
    ended: state.ended,
    ...(Object.keys(state.stops).length > 0 ? { stops: state.stops } : {}),
    ...(state.repairs.length > 0 ? { repairs: [...state.repairs] } : {}),
    seq: state.seq,
    updatedAt: state.updatedAt,
    refusedInARow: state.refusedInARow,
  };
}

export function restoreSession(stored: StoredSession): SessionState {
  const charts = chartsFor(stored.info.protocol);
  const actor = createActor(charts.session, {
    input: { sessionId: stored.info.sessionId },
    snapshot: stored.actor,
    logger,
  });
  const tree = Tree.restore(stored.info.protocol, stored.nodes, stored.currentBatch);
  tree.totals.restoreOrder(stored.order);
  return {
    info: stored.info,
    charts,
    actor: startActor(actor),
    tree,
    board: Board.restore(stored.board),
    requests: new Map(stored.requests.map(([id, seq, hash]) => [id, { seq, hash }])),
    ended: stored.ended,
    stops: stored.stops ?? {},
    repairs: stored.repairs ?? [],
    seq: stored.seq,
    updatedAt: stored.updatedAt,
    refusedInARow: stored.refusedInARow,
  };
}
