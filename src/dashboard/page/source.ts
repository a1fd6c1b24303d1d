/** Where the page gets a session from: a server, or the file it was exported into. */
import type { DecisionRequest, LogDamage, LogEntry, NodeAnswer, OutputCompared } from '../wire.js';
import type { SessionAbout, SessionList, TicketAnswer } from '../wire.js';

export interface LogListener {
  readonly entries: (entries: readonly LogEntry[]) => void;
  readonly connection: (state: Connection) => void;
  /** Nothing can follow what is here until the journal is repaired. */
  readonly damaged: (damage: LogDamage) => void;
  /** What has arrived is no longer what the session is: it is told from its beginning. */
  readonly again: () => void;
}

/**
 * `live`: everything so far is here and more comes as it happens. `damaged`: what is sound is here. `refused`: the server
 * does not know this page.
 */
export type Connection = 'connecting' | 'live' | 'damaged' | 'lost' | 'refused' | 'gone' | 'file';

export interface Source {
  readonly sessions: () => Promise<SessionList>;
  readonly about: (sessionId: string) => Promise<SessionAbout>;
  /** Ends when what it returns is called. */
  readonly log: (sessionId: string, listener: LogListener) => () => void;
  /** As it was after the record with that number. */
  readonly node: (sessionId: string, nodeId: string, seq: number) => Promise<NodeAnswer>;
  readonly ticket: (sessionId: string, ticketId: string, seq: number) => Promise<TicketAnswer>;
  /** SVG; empty where there is none. */
  readonly chart: (name: string) => Promise<string>;
  /** What was kept of a run's output; absent where only the excerpt is at hand, as in a file. */
  readonly output?: (sessionId: string, hash: string) => Promise<RunOutput>;
  /** Absent where nobody can decide anything, as in a file. */
  readonly decide?: (sessionId: string, ticketId: string, decision: DecisionRequest) => Promise<void>;
}

export interface RunOutput {
  readonly text: string;
  readonly compared: OutputCompared;
}

/** A refusal or a failure in words that say what to do. */
export class SourceError extends Error {
  constructor(
    message: string,
    readonly fix: string,
    /** Of the answer; 0 where there was none. */
    readonly status: number,
    readonly code = '',
    /** Everything that is wrong, where that is more than one thing. */
    readonly all: readonly { readonly message: string; readonly fix: string }[] = [{ message, fix }],
  ) {
    super(message);
  }
}
