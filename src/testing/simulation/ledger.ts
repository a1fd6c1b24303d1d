/**
 * What callers were told, kept apart from the store: which calls were made, how each was answered, what was shown. Holds
 * a journal against it: all that was acknowledged is there where it was said to be, and of the rest each call at most
 * once, and only if its caller was left without an answer.
 */
import type { Command } from '../../../machines/schema/command.js';
import { canonical, digest } from '../../engine/ids.js';
import type { Outcome } from '../../engine/port.js';
import type { ReadRecord } from '../../store/chain.js';
import { Fault } from '../../store/fault.js';

/** Proctor broke a promise: what a simulation looks for. */
export class Breach extends Error {}

export interface Call {
  readonly sessionId: string;
  readonly command: Command;
  readonly requestId: string | undefined;
  readonly digest: string;
  readonly answers: Answer[];
  /** Attempts nobody has heard of since; those of a process that died stay here. */
  unanswered: number;
  /** An attempt failed so that its effect is unknown. */
  isUnknown: boolean;
  /** Sent with the request id of another call: to be refused, and no record of its own. */
  readonly isReuse: boolean;
}

interface Answer {
  readonly status: Outcome['status'];
  readonly head: string;
  /** The whole of it, to compare a repetition with. */
  readonly told: string;
}

const passing: ReadonlySet<string> = new Set(['STORE_FAILED', 'DISK_FULL', 'STORE_BUSY', 'SHUTTING_DOWN']);

export class Ledger {
  readonly calls: Call[] = [];
  readonly #byRequest = new Map<string, Call>();
  readonly #byDigest = new Map<string, Call>();
  /** Heads that queries and refusals carried, by session: what was shown must not go away. */
  readonly #shown = new Map<string, Set<string>>();
  /** Sessions that were to be archived or deleted, and whether that was acknowledged. */
  readonly #moves = new Map<string, { readonly kind: 'archive' | 'delete'; isDone: boolean }>();
  acks = 0;
  repeats = 0;
  refusals = 0;
  faults = 0;

  add({ isReuse = false, ...call }: Pick<Call, 'sessionId' | 'command' | 'requestId'> & { isReuse?: boolean }): Call {
    const added: Call = {
      ...call,
      isReuse,
      digest: digestOf(call.command),
      answers: [],
      unanswered: 0,
      isUnknown: false,
    };
    this.calls.push(added);
    this.#byDigest.set(added.digest, added);
    if (added.requestId !== undefined && !isReuse) this.#byRequest.set(`${added.sessionId} ${added.requestId}`, added);
    return added;
  }

  of(sessionId: string): Call[] {
    return this.calls.filter((call) => call.sessionId === sessionId);
  }

  /** Somebody was told that the session is there. */
  isKnown(sessionId: string): boolean {
    return this.#shown.has(sessionId);
  }

  show(sessionId: string, head: string): void {
    const shown = this.#shown.get(sessionId) ?? new Set();
    this.#shown.set(sessionId, shown.add(head));
  }

  moving(sessionId: string, kind: 'archive' | 'delete'): void {
    this.#moves.set(sessionId, { kind, isDone: false });
  }

  moved(sessionId: string): void {
    const move = this.#moves.get(sessionId);
    if (move) move.isDone = true;
  }

  moveOf(sessionId: string): { readonly kind: 'archive' | 'delete'; readonly isDone: boolean } | undefined {
    return this.#moves.get(sessionId);
  }

  sent(call: Call): void {
    call.unanswered += 1;
  }

  answered(call: Call, outcome: Outcome): void {
    call.unanswered -= 1;
    this.show(call.sessionId, outcome.head);
    if (outcome.status === 'REJECTED') this.refusals += 1;
    const told = toldBy(outcome);
    if (call.isReuse) {
      if (told !== 'REQUEST_ID_REUSED SESSION') throw new Breach(`a request id used twice was answered ${told}`);
      return;
    }
    const [first] = call.answers;
    call.answers.push({ status: outcome.status, head: outcome.head, told });
    if (first === undefined) this.acks += 1;
    else this.#compare(call, first, outcome, told);
  }

  #compare(call: Call, first: Answer, outcome: Outcome, told: string): void {
    this.repeats += 1;
    const { status, head } = outcome;
    if (status !== first.status || head !== first.head || told !== first.told)
      throw new Breach(
        `${wordsFor(call)} was answered ${first.status} ${first.head} ${first.told}, then ${status} ${head} ${told}`,
      );
  }

  /** `wasKnown`: the session was there before the question was. */
  failed(sessionId: string, call: Call | undefined, wasKnown: boolean, error: unknown): void {
    if (call) call.unanswered -= 1;
    this.faults += 1;
    if (!(error instanceof Fault))
      throw new Breach(`a defect: ${error instanceof Error ? error.stack : String(error)}`);
    const mayBeGone = !wasKnown || this.#moves.has(sessionId);
    if (error.code === 'SESSION_NOT_FOUND' && mayBeGone) {
      // Its file may have taken the record on its way to the archive.
      if (call) call.isUnknown = true;
      return;
    }
    if (!passing.has(error.code)) throw new Breach(`${error.code}: ${error.message}`);
    if (call && !error.retry) call.isUnknown = true;
  }

  /** `isCut`: damage was reported, so that records may be missing at the end. */
  check(sessionId: string, records: readonly ReadRecord[], { isCut = false } = {}): void {
    const seen = new Map<Call, ReadRecord>();
    for (const read of records) {
      const call = this.#callOf(sessionId, read);
      if (call?.sessionId !== sessionId || call.isReuse)
        throw new Breach(`record ${read.seq} is of no call: ${read.json}`);
      if (seen.has(call))
        throw new Breach(`${wordsFor(call)} is there twice, as ${seen.get(call)?.seq} and ${read.seq}`);
      seen.set(call, read);
      const mayBeThere = call.answers.length > 0 || call.unanswered > 0 || call.isUnknown;
      if (!mayBeThere) throw new Breach(`${wordsFor(call)} failed without effect, but is record ${read.seq}`);
    }
    for (const call of this.of(sessionId)) checkAnswers(call, seen.get(call), isCut ? records.length : Infinity);
    for (const head of this.#shown.get(sessionId) ?? [])
      if (!isCut || seqOf(head) <= records.length) checkShown(head, records);
  }

  #callOf(sessionId: string, { record }: ReadRecord): Call | undefined {
    const { request } = record;
    if (request === undefined)
      return this.#byDigest.get(record.outcome === 'OK' ? digestOf(record.command) : record.refused.payload);
    const call = this.#byRequest.get(`${sessionId} ${request.id}`);
    return call?.digest === request.hash ? call : undefined;
  }
}

/** Starts are long and few: their digests are worth keeping. */
const digests = new WeakMap<Command, string>();

function digestOf(command: Command): string {
  const known = digests.get(command) ?? digest(canonical(command));
  digests.set(command, known);
  return known;
}

function checkAnswers(call: Call, read: ReadRecord | undefined, seqMax: number): void {
  for (const { status, head } of call.answers) {
    if (seqOf(head) > seqMax) continue;
    if (read === undefined) throw new Breach(`${wordsFor(call)} was acknowledged as ${head}, and is gone`);
    if (headOf(read) !== head)
      throw new Breach(`${wordsFor(call)} was acknowledged as ${head}, but is ${headOf(read)}`);
    if (read.record.outcome !== status)
      throw new Breach(`record ${read.seq} says ${read.record.outcome}, not ${status}`);
  }
}

function checkShown(head: string, records: readonly ReadRecord[]): void {
  const read = records[seqOf(head) - 1];
  if (!read || headOf(read) !== head) throw new Breach(`head ${head} was shown, and is gone`);
}

const headOf = ({ seq, hash }: ReadRecord): string => `${seq}:${hash.slice(0, 32)}`;
const seqOf = (head: string): number => Number(head.split(':')[0]);

export const wordsFor = ({ command, requestId }: Call): string =>
  `${command.type} (request ${requestId ?? 'without id'})`;

/** A refusal's words may differ after a restart; its codes and subjects may not. */
const toldBy = (outcome: Outcome): string =>
  outcome.status === 'OK'
    ? JSON.stringify(outcome.answer)
    : outcome.violations.map(({ code, subject }) => `${code} ${subject}`).join(', ');
