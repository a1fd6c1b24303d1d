/**
 * What sessions are found by. Kept beside each summary, so that whoever looks for a few of many sessions need not read
 * the summaries of all.
 */
import type { HoldCounts } from '../../machines/measures/stop-gate.js';

export interface SummaryKey {
  /** Never changes. */
  readonly projectDir: string;
  readonly updatedAt: number;
  /** There is something left to do in it. */
  readonly open: boolean;
  /** Its journal is damaged: all of this is of the sound part. */
  readonly damaged: boolean;
  readonly tickets: number;
  /** How many of them wait for a person. */
  readonly ticketsForPerson: number;
  /** How much keeps an agent of each role from stopping. */
  readonly holds: HoldCounts;
  /** When something in it has to be done without anybody asking; null: never. A time that has passed: look now. */
  readonly dueAt: number | null;
  /** Work trees in which a ticket was started that is neither closed nor withdrawn. */
  readonly trees: readonly string[];
}

/** A session as the index knows it. Its summary is read when it is asked for. */
export class IndexRow implements SummaryKey {
  #summary: unknown;
  /** When its journal was last found to be the one it was made from. */
  seenAtMs: number | undefined;

  constructor(
    readonly sessionId: string,
    /** Of the journal it was made from. */
    readonly size: number,
    readonly mtimeMs: number,
    readonly key: SummaryKey,
    readonly json: Buffer,
  ) {}

  get projectDir(): string {
    return this.key.projectDir;
  }

  get updatedAt(): number {
    return this.key.updatedAt;
  }

  get open(): boolean {
    return this.key.open;
  }

  get damaged(): boolean {
    return this.key.damaged;
  }

  get tickets(): number {
    return this.key.tickets;
  }

  get ticketsForPerson(): number {
    return this.key.ticketsForPerson;
  }

  get holds(): HoldCounts {
    return this.key.holds;
  }

  get dueAt(): number | null {
    return this.key.dueAt;
  }

  get trees(): readonly string[] {
    return this.key.trees;
  }

  get summary(): unknown {
    this.#summary ??= JSON.parse(this.json.toString('utf8'));
    return this.#summary;
  }
}
