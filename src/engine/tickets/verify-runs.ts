/**
 * The runs this process makes. Each is owed by the record that asked for it; its result comes back as a command. A run
 * whose gate has moved on meanwhile is stopped, whoever moved it.
 */
import { setTimeout as after } from 'node:timers/promises';
import type { Command } from '../../../machines/schema/command.js';
import { cancelledByCaller } from '../../../machines/schema/ticket.js';
import type { Ticket } from '../../../machines/measures/board-ticket.js';
import { Fault } from '../../store/fault.js';
import { makeRun, type RunEnd, type RunJob, type RunTools } from './make-run.js';

export interface RunsOptions extends RunTools {
  /** Books a command as the server. */
  readonly book: (sessionId: string, command: Command) => Promise<unknown>;
  readonly look: (sessionId: string, ticketId: string) => Promise<Ticket | undefined>;
}

interface Running {
  readonly stop: AbortController;
  readonly done: Promise<void>;
  isCancelled: boolean;
  /** Since when its end is known and not yet in the journal. */
  endedAt?: number;
}

const lookMs = 1000;
/** Between tries to write a result. */
const pauseMsMin = 250;
const pauseMsMax = 30_000;
/** Some ten minutes. Then the run is made again: whoever waits should not wait for a result that nobody can write. */
const triesMax = 26;

export class VerifyRuns {
  readonly #running = new Map<string, Running>();
  readonly #closing = new AbortController();

  constructor(private readonly options: RunsOptions) {}

  /** Whether the run a ticket awaits is being made here. */
  has(sessionId: string, ticket: Ticket): boolean {
    return this.#running.has(awaitedBy(sessionId, ticket));
  }

  /**
   * When the run a ticket awaits ended, while its result waits to be written. By then it was in time or was not, however
   * long the disk takes.
   */
  endedAt(sessionId: string, ticket: Ticket): number | undefined {
    return this.#running.get(awaitedBy(sessionId, ticket))?.endedAt;
  }

  start(job: RunJob): void {
    const key = keyOf(job.kind, job.sessionId, job.ticket.id, job.runId);
    if (this.#closing.signal.aborted || this.#running.has(key)) return;
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
    this.#closing.abort();
    const all = [...this.#running.values()];
    for (const { stop } of all) stop.abort();
    await Promise.all(all.map(({ done }) => done));
  }

  async #run(key: string, job: RunJob, stop: AbortController): Promise<void> {
    const watch = setInterval(() => void this.#stopIfMovedOn(job, stop), lookMs).unref();
    try {
      const end = await makeRun(job, this.options, stop.signal);
      clearInterval(watch);
      const running = this.#running.get(key);
      if (running) running.endedAt = this.options.now();
      const command = this.#commandFor(key, job, end);
      // It counts as running until its result is booked, or whoever looks first would call it cut short.
      if (command) await this.#book(job, command);
    } catch (error) {
      this.options.warn(`run ${job.runId} of ${job.ticket.id} could not be booked: ${String(error)}`);
    } finally {
      clearInterval(watch);
      this.#running.delete(key);
    }
  }

  /** Tries until it is written, or awaited no longer: a write that failed may have landed all the same. */
  async #book(job: RunJob, command: Command): Promise<void> {
    const { sessionId, ticket, runId, kind } = job;
    for (let tries = 0; !this.#closing.signal.aborted; tries += 1) {
      try {
        await this.options.book(sessionId, command);
        return;
      } catch (error) {
        if (error instanceof Fault && error.code === 'SESSION_NOT_FOUND') return;
        const isLast = tries === triesMax || (error instanceof Fault && error.isLasting);
        const next = isLast ? 'The run is made again, without loss of an attempt.' : 'Proctor tries again.';
        const about = `run ${runId} of ${ticket.id} has ended, but its result could not be written`;
        if (tries === 0 || isLast) this.options.warn(`${about}${isLast ? '' : ' yet'}: ${wordsOf(error)} ${next}`);
        if (isLast) return;
      }
      await this.#pause(tries);
      const now = await this.options.look(sessionId, ticket.id).catch(() => ticket);
      if (!now || !isAwaited(now, kind, runId)) return;
    }
  }

  async #pause(times: number): Promise<void> {
    const ms = Math.min(pauseMsMin * 2 ** times, pauseMsMax);
    await after(ms, undefined, { signal: this.#closing.signal, ref: false }).catch(() => undefined);
  }

  #commandFor(key: string, { kind, ticket, runId }: RunJob, end: RunEnd): Command | undefined {
    const ticketId = ticket.id;
    const type = kind === 'closing' ? 'closure.ran' : 'gate.ran';
    if (kind === 'closing') return end.kind === 'stopped' ? undefined : { type, ticketId, runId, result: end.result };
    if (end.kind === 'done') return { type, ticketId, runId, result: end.result };
    if (end.kind === 'timed out') return { type: 'gate.expire', ticketId, run: end.result };
    const isCancelled = this.#running.get(key)?.isCancelled ?? false;
    return isCancelled ? { type, ticketId, runId, cutShort: cancelledByCaller } : undefined;
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

const awaitedBy = (sessionId: string, { id, status, closure, gate }: Ticket): string =>
  status === 's3_validating'
    ? keyOf('closing', sessionId, id, closure.runs)
    : keyOf('gate', sessionId, id, gate.context.runs);

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const keyOf = (kind: RunJob['kind'], sessionId: string, ticketId: string, runId: number | ''): string =>
  `${kind}/${sessionId}/${ticketId}/${runId}`;
