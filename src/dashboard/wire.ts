/** What the page and the server say to each other. Types only: the page is bundled apart from the server. */
import type { SessionInfo } from '../engine/port.js';
import type { LogEntry, NodeRow, SessionLine, TicketRow } from '../views/log-entry.js';
import type { NodeDetail } from '../views/node-detail.js';
import type { NodeStory } from '../views/node-story.js';
import type { Look } from '../views/palette.js';
import type { PersonAsked } from '../views/person-asked.js';
import type { PossibleMove } from '../views/possible.js';
import type { TicketMove } from '../views/possible-ticket.js';
import type { TicketDetail } from '../views/ticket-detail.js';
import type { AttemptStory, TicketStory, ValidationStory } from '../views/ticket-story.js';
import type { Capped, Judgement, KeptOutput, StoryStep } from '../views/ticket-story-step.js';

export type { LogEntry, NodeDetail, NodeRow, PossibleMove, SessionInfo, SessionLine, TicketDetail, TicketRow };
export type {
  AttemptStory,
  Capped,
  Judgement,
  KeptOutput,
  PersonAsked,
  StoryStep,
  TicketMove,
  TicketStory,
  ValidationStory,
};

/** `GET /api/sessions` */
export interface SessionList {
  readonly items: readonly SessionInfo[];
  /** There are others, which changed longer ago. */
  readonly hasMore: boolean;
}

export interface StateLook extends Pick<Look, 'glyph' | 'word' | 'dashed'> {
  readonly state: string;
}

/** `GET /api/sessions/{id}`: what never changes of a session. */
export interface SessionAbout {
  readonly sessionId: string;
  readonly query: string;
  readonly kind: 'investigation' | 'tickets';
  readonly protocol: string;
  /** Name of the picture of its nodes' chart. */
  readonly chart: string;
  readonly projectDir: string;
  readonly startedAt: number;
  readonly states: readonly StateLook[];
}

/** `GET /api/sessions/{id}/events`, after the record in `Last-Event-ID`: each message has its last record as id. */
export interface LogMessage {
  readonly entries: readonly LogEntry[];
}

/** The event `damaged` of that stream: nothing can follow until the journal is repaired; then there is another `live`. */
export interface LogDamage {
  /** The first record that is not there. */
  readonly seq: number;
  /** `SESSION_DAMAGED`, or `NEWER_FORMAT`. */
  readonly code: string;
  readonly message: string;
  readonly fix: string;
}

/** `GET /api/sessions/{id}/nodes/{node}?at=SEQ`: the node as it was after that record. */
export interface NodeAnswer {
  readonly seq: number;
  readonly node: NodeDetail;
  readonly story: NodeStory;
  readonly moves: readonly PossibleMove[];
}

/** `GET /api/sessions/{id}/tickets/{ticket}?at=SEQ` */
export interface TicketAnswer {
  readonly seq: number;
  readonly ticket: TicketDetail;
  /** States of its chart and of its gate's it is in, as the pictures name them. */
  readonly current: { readonly ticket: readonly string[]; readonly gate: readonly string[] };
  /** Every edge of the two charts from where they are, and why it is or is not open now. */
  readonly moves: readonly TicketMove[];
  /** Edges taken so far. */
  readonly taken: { readonly ticket: readonly string[]; readonly gate: readonly string[] };
  /** Attempts and validations, each with all that was said and seen. */
  readonly story: TicketStory;
  /** Why it waits for a person, and what they were asked; null where it does not. */
  readonly personAsked: PersonAsked | null;
  /** What a person may decide now, as the rules see it. */
  readonly decisions: readonly PossibleDecision[];
  /** Null: whoever has the code may decide here. Else why not, and what to do instead. */
  readonly undecidable: string | null;
}

export interface PossibleDecision {
  /** `retry`, … `skip`, `force`. */
  readonly decision: string;
  /** The one to drop. */
  readonly dependency?: string;
  readonly label: string;
  /** What it does. */
  readonly about: string;
  readonly isNoteNeeded: boolean;
  /** One of them is to be given. */
  readonly reasons?: readonly string[];
  /** A word to type besides the ticket's id. */
  readonly word?: string;
}

/**
 * `GET /api/sessions/{id}/output/{hash}`: text. Its header `Proctor-Output` says how it compares with the hash, which is
 * of all that was printed: it is the same, its middle was left out, or secrets and what is no text were replaced.
 */
export type OutputCompared = 'same' | 'cut' | 'masked';

/** `POST /api/sessions/{id}/tickets/{ticket}/decisions` */
export interface DecisionRequest {
  /** Shown on the terminal the dashboard was started from: whoever types it sits there. */
  readonly code: string;
  /** The ticket's id, typed. */
  readonly typed: string;
  readonly decision: string;
  readonly dependency?: string;
  readonly reason?: string;
  readonly note?: string;
  readonly word?: string;
}

/** Every refusal, of a request or of a decision. */
export interface WireRefusal {
  readonly errors: readonly { readonly error: string; readonly message: string; readonly suggestion: string }[];
}

/**
 * A session as an exported file holds it. What is told of a node or a ticket changes with its records: each version
 * holds only what became different, so that any record can be shown and the file stays small.
 */
export interface FileSession {
  readonly info: SessionInfo;
  readonly about: SessionAbout;
  readonly entries: readonly LogEntry[];
  readonly nodes: Readonly<Record<string, FileStory<FileNode, NodeDetail['history'][number], PossibleMove>>>;
  readonly tickets: Readonly<Record<string, FileStory<FileTicket, TicketDetail['history'][number], TicketMove>>>;
  /** SVG by the name of the picture. */
  readonly charts: Readonly<Record<string, string>>;
}

/** Its children are in the log. */
export type FileNode = Omit<NodeDetail, 'history' | 'children'> & Pick<NodeAnswer, 'story'>;
export type FileTicket = Omit<TicketDetail, 'history'> &
  Pick<TicketAnswer, 'current' | 'taken' | 'story' | 'personAsked'>;

export interface FileStory<T, Line, Move> {
  readonly versions: readonly FileVersion<T>[];
  /** All of it; a record shows the lines up to its own. */
  readonly history: readonly Line[];
  /** After the last record. What was possible before it is not in the file. */
  readonly moves: readonly Move[];
}

export interface FileVersion<T> {
  /** The record it came with. */
  readonly seq: number;
  readonly set: Partial<T>;
  readonly unset?: readonly string[];
  /** It was withdrawn. */
  readonly gone?: true;
}
