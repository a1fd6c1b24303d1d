/** The tickets of a session with their running totals: kept up to date per event, never counted anew. */
import assert from 'node:assert';
import { gateNumbers } from '../schema/ticket.js';
import {
  categoryOf,
  isAtWork,
  isHandedOff,
  isLive,
  newTicket,
  seqsMax,
  type Category,
  type Opened,
  type Ticket,
} from './board-ticket.js';
import { failuresIn, isExhausted, onlyTimedOut, type Failure, type RunTally } from './gate.js';

export type { Ticket } from './board-ticket.js';

export interface LoggedFailure extends Failure {
  readonly ticketId: string;
  readonly seq: number;
}

export interface StoredBoard {
  readonly tickets: readonly Ticket[];
  readonly minted: number;
  readonly exhausted: readonly (readonly [wave: number, ids: readonly string[]])[];
  readonly runs: readonly (readonly [key: string, tally: RunTally])[];
  readonly failures: readonly LoggedFailure[];
}

export interface Attempts {
  /** Over all tickets that were started. */
  readonly sum: number;
  readonly started: number;
}

const failuresMax = 50;

export class Board {
  readonly #tickets = new Map<string, Ticket>();
  readonly #byContract = new Map<string, Set<string>>();
  readonly #byTree = new Map<string, Set<string>>();
  readonly #active = new Set<string>();
  readonly #counts = new Map<Category, number>();
  /** Tickets of a wave that used up their retries since the last resume. */
  readonly #exhausted = new Map<number, Set<string>>();
  /** Results of each command on each tree, over all tickets. */
  readonly #runs = new Map<string, RunTally>();
  #attempts: Attempts = { sum: 0, started: 0 };
  #failures: LoggedFailure[] = [];
  #minted = 0;

  get size(): number {
    return this.#tickets.size;
  }

  get(id: string): Ticket | undefined {
    return this.#tickets.get(id);
  }

  at(id: string): Ticket {
    return this.#tickets.get(id) ?? assert.fail(`there is no ticket ${id}`);
  }

  all(): Ticket[] {
    return [...this.#tickets.values()];
  }

  /** Ids for a batch: those given, and the next free numbers for the others. */
  idsFor(given: readonly (string | undefined)[]): string[] {
    const taken = new Set([...this.#tickets.keys(), ...given.filter((id) => id !== undefined)]);
    let number = this.#minted;
    return given.map((id) => {
      if (id !== undefined) return id;
      do number += 1;
      while (taken.has(`T-${number}`));
      return `T-${number}`;
    });
  }

  open(opened: Opened): void {
    const ticket = newTicket(opened);
    this.#tickets.set(ticket.id, ticket);
    const minted = /^T-([1-9][0-9]{0,6})$/.exec(ticket.id)?.[1];
    if (minted !== undefined && opened.ticket.id === undefined) this.#minted = Math.max(this.#minted, Number(minted));
    this.#enter(ticket);
  }

  /** Changes a ticket in place and keeps every total in step. */
  update(id: string, seq: number, change: Partial<Omit<Ticket, 'id' | 'contract' | 'contractHash' | 'seqs'>>): void {
    const ticket = this.at(id);
    const before = failuresIn(ticket.gate.context);
    this.#leave(ticket);
    Object.assign(ticket, change);
    if (ticket.seqs.at(-1) !== seq) ticket.seqs.push(seq);
    // How it began and what happened lately is what is looked at.
    if (ticket.seqs.length > seqsMax) ticket.seqs.splice(1, 1);
    this.#noteFailure(ticket, before, seq);
    if (isHandedOff(ticket)) ticket.isExhausted = false;
    this.#enter(ticket);
  }

  /** The ticket that has this contract, where it is neither closed nor withdrawn. */
  liveContract(hash: string): string | undefined {
    return this.#byContract.get(hash)?.values().next().value;
  }

  /** Tickets started in a tree, neither closed nor withdrawn. */
  startedIn(dir: string): Ticket[] {
    return this.#inOrder(this.#byTree.get(dir));
  }

  /** Where tickets were started that are neither closed nor withdrawn. */
  get trees(): string[] {
    return [...this.#byTree.keys()];
  }

  /** Tickets whose gate waits for a time: a deadline, a pause, a run. */
  active(): Ticket[] {
    return this.#inOrder(this.#active);
  }

  waitingFor(blocker: string): Ticket[] {
    const waits = ({ state, context }: Ticket['gate']) => state === 'BLOCKED' && context.blocker === blocker;
    return this.all().filter((ticket) => isLive(ticket) && waits(ticket.gate));
  }

  get isHalted(): boolean {
    return [...this.#exhausted.values()].some((ids) => ids.size >= gateNumbers.exhaustedMax);
  }

  /** Waves that have used up too much, with their tickets. */
  halted(): { wave: number; tickets: string[] }[] {
    return [...this.#exhausted]
      .filter(([, ids]) => ids.size >= gateNumbers.exhaustedMax)
      .map(([wave, ids]) => ({ wave, tickets: [...ids] }));
  }

  resume(): void {
    this.#exhausted.clear();
  }

  count(category: Category): number {
    return this.#counts.get(category) ?? 0;
  }

  get attempts(): Attempts {
    return this.#attempts;
  }

  get failures(): readonly LoggedFailure[] {
    return this.#failures;
  }

  noteRun(key: string, passed: boolean): void {
    const tally = this.runsOf(key);
    this.#runs.set(key, passed ? { ...tally, passed: tally.passed + 1 } : { ...tally, failed: tally.failed + 1 });
  }

  runsOf(key: string): RunTally {
    return this.#runs.get(key) ?? { passed: 0, failed: 0 };
  }

  store(): StoredBoard {
    return {
      tickets: this.all(),
      minted: this.#minted,
      exhausted: [...this.#exhausted].map(([wave, ids]) => [wave, [...ids]]),
      runs: [...this.#runs],
      failures: this.#failures,
    };
  }

  static restore(stored: StoredBoard): Board {
    const board = new Board();
    for (const ticket of stored.tickets) {
      board.#tickets.set(ticket.id, ticket);
      board.#enter(ticket);
    }
    board.#minted = stored.minted;
    for (const [wave, ids] of stored.exhausted) board.#exhausted.set(wave, new Set(ids));
    for (const [key, tally] of stored.runs) board.#runs.set(key, tally);
    board.#failures = [...stored.failures];
    return board;
  }

  /** As they were opened: the order in which they came here would be another one after a restart. */
  #inOrder(ids: ReadonlySet<string> | undefined): Ticket[] {
    return ids ? this.all().filter(({ id }) => ids.has(id)) : [];
  }

  /** A new failure is logged, and a ticket that escalates by it has used up its retries. */
  #noteFailure(ticket: Ticket, before: number, seq: number): void {
    const { state, context } = ticket.gate;
    const failure = context.failures.at(-1);
    if (!failure || failuresIn(context) === before) return;
    const logged = { ...failure, seq };
    ticket.failures = [...ticket.failures, logged].slice(-context.failures.length);
    this.#failures = [...this.#failures, { ticketId: ticket.id, ...logged }].slice(-failuresMax);
    if (state !== 'ESCALATED' || !isExhausted(context)) return;
    ticket.isExhausted = true;
    if (onlyTimedOut(context)) return;
    const wave = ticket.contract.wave ?? 0;
    this.#exhausted.set(wave, (this.#exhausted.get(wave) ?? new Set()).add(ticket.id));
  }

  #enter(ticket: Ticket): void {
    this.#book(ticket, 1);
    const { id, contractHash, tree, status } = ticket;
    if (isLive(ticket)) addTo(this.#byContract, contractHash, id);
    if (tree && isLive(ticket)) addTo(this.#byTree, tree.dir, id);
    if (isAtWork(ticket) || status === 's3_validating') this.#active.add(id);
  }

  #leave(ticket: Ticket): void {
    this.#book(ticket, -1);
    const { id, contractHash, tree } = ticket;
    removeFrom(this.#byContract, contractHash, id);
    if (tree) removeFrom(this.#byTree, tree.dir, id);
    this.#active.delete(id);
  }

  #book(ticket: Ticket, sign: 1 | -1): void {
    const category = categoryOf(ticket);
    this.#counts.set(category, this.count(category) + sign);
    const { attempt } = ticket.gate.context;
    const { sum, started } = this.#attempts;
    this.#attempts = { sum: sum + sign * attempt, started: started + sign * Number(attempt > 0) };
  }
}

function addTo(map: Map<string, Set<string>>, key: string, id: string): void {
  const set = map.get(key) ?? new Set();
  map.set(key, set.add(id));
}

function removeFrom(map: Map<string, Set<string>>, key: string, id: string): void {
  const set = map.get(key);
  set?.delete(id);
  if (set?.size === 0) map.delete(key);
}
