/**
 * The runs this process makes. Each is owed by the record that asked for it; its result comes back as a command. A run
 * whose gate has moved on meanwhile is stopped, whoever moved it.
 */
import type { Command } from '../../../machines/schema/command.js';
import { cancelledByCaller } from '../../../machines/schema/ticket.js';
import type { Ticket } from '../../../machines/measures/board-ticket.js';
import { makeRun, type RunEnd, type RunJob, type RunTools } from './make-run.js';

export interface RunsOptions extends RunTools {
  /** Books a command as the server. */
  readonly book: (sessionId: string, command: Command) => Promise<unknown>;
  readonly look: (sessionId: string, ticketId: string) => Promise<Ticket | undefined>;
  readonly warn: (message: string) => void;
}

interface Running {
  readonly stop: AbortController;
  readonly done: Promise<void>;
  isCancelled: boolean;
}

const lookMs = 1000;

export class VerifyRuns {
  readonly #running = new Map<string, Running>();
  #isClosed = false;

  constructor(private readonly options: RunsOptions) {}

  has(kind: RunJob['kind'], sessionId: string, ticketId: string, runId: number): boolean {
    return this.#running.has(keyOf(kind, sessionId, ticketId, runId));
  }

  start(job: RunJob): void {
    const key = keyOf(job.kind, job.sessionId, job.ticket.id, job.runId);
    if (this.#isClosed || this.#running.has(key)) return;
    const stop = new AbortController();
    const running: Running = { stop, isCancelled: false, done: this.#run(key, job, stop) };
    this.#running.set(key, running);
  }

  /** The caller does not want to wait for it any more: it ends at once and is made again later. */
  cancel(sessionId: string, ticketId: string, runId: number): void {
    const running = this.#running.get(keyOf('gate', sessionId, ticketId, runId));
    if (!running) return;
    running.isCancelled = true;
    running.stop.abort();
  }

  /** Its gate has moved on: what it would say is of no use to anybody. */
  stop(kind: RunJob['kind'], sessionId: string, ticketId: string): void {
    for (const [key, { stop }] of this.#running) if (key.startsWith(keyOf(kind, sessionId, ticketId, ''))) stop.abort();
  }

  /** Nothing runs any more when this is done. What was awaited is made again by whoever comes next. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const all = [...this.#running.values()];
    for (const { stop } of all) stop.abort();
    await Promise.all(all.map(({ done }) => done));
  }

  async #run(key: string, job: RunJob, stop: AbortController): Promise<void> {
    const watch = setInterval(() => void this.#stopIfMovedOn(job, stop), lookMs).unref();
    try {
      const end = await makeRun(job, this.options, stop.signal);
      clearInterval(watch);
      const command = this.#commandFor(key, job, end);
      // It counts as running until its result is booked, or whoever looks first would call it cut short.
      if (command && !this.#isClosed) await this.options.book(job.sessionId, command);
    } catch (error) {
      this.options.warn(`run ${job.runId} of ${job.ticket.id} could not be booked: ${String(error)}`);
    } finally {
      clearInterval(watch);
      this.#running.delete(key);
    }
  }

  #commandFor(key: string, { kind, ticket, runId }: RunJob, end: RunEnd): Command | undefined {
    const ticketId = ticket.id;
    if (kind === 'closing')
      return end.kind === 'stopped' ? undefined : { type: 'closure.ran', ticketId, runId, result: end.result };
    if (end.kind === 'done') return { type: 'gate.ran', ticketId, runId, result: end.result };
    if (end.kind === 'timed out') return { type: 'gate.expire', ticketId, run: end.result };
    const isCancelled = this.#running.get(key)?.isCancelled ?? false;
    return isCancelled ? { type: 'gate.ran', ticketId, runId, cutShort: cancelledByCaller } : undefined;
  }

  async #stopIfMovedOn({ kind, sessionId, ticket, runId }: RunJob, stop: AbortController): Promise<void> {
    const now = await this.options.look(sessionId, ticket.id).catch(() => ticket);
    if (!now || !isAwaited(now, kind, runId)) stop.abort();
  }
}

function isAwaited({ gate, status, closure }: Ticket, kind: RunJob['kind'], runId: number): boolean {
  if (kind === 'closing') return status === 's3_validating' && closure.runs === runId;
  return gate.state === 'VERIFYING' && gate.context.runs === runId && status !== 'withdrawn';
}

const keyOf = (kind: RunJob['kind'], sessionId: string, ticketId: string, runId: number | ''): string =>
  `${kind}/${sessionId}/${ticketId}/${runId}`;
