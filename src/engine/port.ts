/** The one way in to sessions. Embedded today; another engine plugs in behind the same port and passes the same suite. */
import type { Command, StopRole } from '../../machines/schema/command.js';
import type { JournalRecord, Principal } from '../../machines/schema/record.js';
import type { Violation } from '../../machines/schema/violation.js';
import type { Fault } from '../store/fault.js';
import type { SummaryKey } from '../store/summary-key.js';
import type { Answer } from '../views/answer.js';
import type { Brief } from '../views/briefs.js';
import type { EvidenceFile } from '../views/evidence/index.js';
import type { EndReport } from '../views/end-report.js';
import type { NodeDetail } from '../views/node-detail.js';
import type { NodePage } from '../views/node-page.js';
import type { BoardPage } from '../views/board-page.js';
import type { Overview } from '../views/overview.js';
import type { StopHolds } from '../views/stop-holds.js';
import type { StartedTicket } from '../views/started-tickets.js';
import type { TicketDetail } from '../views/ticket-detail.js';

export interface ExecuteOptions {
  readonly requestId?: string | undefined;
  readonly by: Principal;
  readonly signal?: AbortSignal | undefined;
}

/** `head` names the last record, so that a caller's own notes witness the journal. */
export type Outcome =
  | {
      readonly status: 'OK';
      readonly sessionId: string;
      readonly answer: Answer;
      readonly head: string;
      readonly repeated: boolean;
    }
  | {
      readonly status: 'REJECTED';
      readonly sessionId: string;
      readonly violations: readonly Violation[];
      /** How many there were, where they were more than are listed. */
      readonly count: number;
      readonly head: string;
      readonly repeated: boolean;
    };

export type Awaits = 'run' | 'commit';

export interface SettledTicket {
  readonly detail: TicketDetail;
  readonly isSettled: boolean;
  /** The record after which it was so. */
  readonly head: string;
}

export type GraphFormat = 'dot' | 'mermaid' | 'svg' | 'outline';

interface Queries {
  overview: { in: object; out: Overview };
  nodes: { in: { cursor?: string | undefined }; out: NodePage };
  node: { in: { nodeId: string }; out: NodeDetail | undefined };
  graph: { in: { format: GraphFormat }; out: string };
  ending: { in: object; out: EndReport | undefined };
  board: { in: { cursor?: string | undefined }; out: BoardPage };
  ticket: { in: { ticketId: string }; out: TicketDetail | undefined };
  /** As of a record; of now without one. */
  briefs: { in: { ticketId: string; asOf?: number }; out: Brief[] };
  /** What a submit or an approval led to: as of the record that ended its run, or its commit; of now while that is awaited. */
  'ticket.settled': { in: { ticketId: string; seq: number; awaits: Awaits }; out: SettledTicket | undefined };
  /** Rendered from the journal; undefined where there is no such ticket. */
  evidence: { in: { ticketId: string }; out: EvidenceFile[] | undefined };
  /** What was kept of the output of a run, by its hash; undefined where nothing was, or is any more. */
  output: { in: { hash: string }; out: Uint8Array | undefined };
  /** Tickets at work in a tree. */
  started: { in: { dir: string }; out: StartedTicket[] };
  /** What keeps an agent of a role from stopping. */
  holds: { in: { role: StopRole }; out: StopHolds };
  /** The board as a page of Markdown. */
  'state.md': { in: object; out: string };
}

export type Query = { [K in keyof Queries]: { kind: K } & Queries[K]['in'] }[keyof Queries];
export type AnswerTo<Q extends Query> = Queries[Q['kind']]['out'];

/** A query's answer with the head it was true at. */
export interface Queried<T> {
  readonly value: T;
  readonly head: string;
  /** Set when the journal is damaged: what is shown ends where it breaks. */
  readonly damage?: string;
}

/** Kept in the index under this name, which changes when the fields do. */
export const summaryShape = 'session-info@7';

export interface SessionInfo extends SummaryKey {
  readonly sessionId: string;
  readonly query: string;
  readonly protocol: string;
  readonly phase: 'investigating' | 'ended' | 'tickets';
  /** How often its journal was repaired. */
  readonly repaired: number;
  readonly outcome: string | null;
  readonly totalNodes: number;
  /** How many nodes are in each state; states with none are left out. */
  readonly byState: Readonly<Record<string, number>>;
  readonly currentRound: number;
  readonly startedAt: number;
}

/** A session among many: what it is found by is at hand, the rest is read when it is asked for. */
export interface SessionRow extends SummaryKey {
  readonly sessionId: string;
  /** Of the journal it was read from. */
  readonly size: number;
  readonly mtimeMs: number;
  readonly summary: SessionInfo;
}

/** In the order of their ids. */
export interface SessionsFound {
  readonly rows: readonly SessionRow[];
  /** Those that could not be read, of whichever project; asked for by its id, each says why. */
  readonly unread: readonly string[];
}

export interface SessionsQuery {
  /** Only of these projects: the journals of others are not even looked at. Asked once for each directory. */
  readonly ofProject?: ((projectDir: string) => boolean | Promise<boolean>) | undefined;
  /** Only those with a ticket that was started in this work tree and is neither closed nor withdrawn. */
  readonly startedIn?: string | undefined;
  /**
   * For whoever asks again and again: what another process does to a session that rested for long shows up to this much
   * later. The sessions that changed last, and new ones, show at once all the same.
   */
  readonly ageMsMax?: number | undefined;
  /** While many sessions have to be read, because nothing is known of them. */
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

/** How long a session that rested may be taken for unchanged by those who ask every few seconds. */
export const restingMsMax = 60_000;

export interface SessionListQuery extends Pick<SessionsQuery, 'ageMsMax'> {
  readonly cursor?: string;
  readonly limit?: number;
  readonly projectDir?: string;
  readonly open?: boolean;
  /** Only sessions with tickets started in this work tree. */
  readonly tree?: string;
  /** Those in which something waits for a person come before all others. */
  readonly waitingFirst?: boolean;
}

export interface Page<T> {
  readonly items: readonly T[];
  readonly nextCursor?: string;
}

/** Why nothing can follow what was read of a session, and which record would have been next. */
export interface TailDamage {
  readonly seq: number;
  readonly fault: Fault;
}

export interface SessionEngine {
  /** `id` is null for the command that makes a session. */
  execute(id: string | null, command: Command, options: ExecuteOptions): Promise<Outcome>;
  query<Q extends Query>(id: string, query: Q): Promise<Queried<AnswerTo<Q>>>;
  records(id: string, after: number, limit: number): Promise<JournalRecord[]>;
  /** `onDamage` hears, whenever nothing more is there, why nothing can follow, or that nothing is wrong. */
  tail(
    id: string,
    after: number,
    signal: AbortSignal,
    onDamage?: (damage: TailDamage | undefined) => void,
  ): AsyncIterable<JournalRecord>;
  /** As many as there are; what is found without opening any of them is at hand for each. */
  sessions(query?: SessionsQuery): Promise<SessionsFound>;
  /** The latest change first. */
  list(query?: SessionListQuery): Promise<Page<SessionInfo>>;
  close(): Promise<void>;
}
