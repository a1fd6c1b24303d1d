/**
 * Runs one seed: up to four Proctors on one simulated machine, callers who want things of them, and everything that can
 * go wrong. After every crash, and at the end, what is left is inspected. The same seed always does the same.
 */
import { Fault } from '../../store/fault.js';
import { Inspector } from './inspector.js';
import { Breach, Ledger, wordsFor, type Call } from './ledger.js';
import { Machine, type FaultKind } from './machine.js';
import type { PlantedBug } from './planted-bugs.js';
import { profileOf, type Profile } from './profile.js';
import { quiet } from './scheduler.js';
import { SimulatedProcess } from './simulated-process.js';
import { Workload, type Move, type Question } from './workload.js';

export interface SeedResult {
  readonly seed: number;
  /** The promise that was broken, if one was. */
  readonly breach?: string;
  readonly faults: ReadonlyMap<FaultKind, number>;
  readonly inspections: number;
  readonly steps: number;
  readonly acks: number;
  readonly refusals: number;
  readonly repeats: number;
  readonly failures: number;
}

export interface SeedOptions {
  readonly bug?: PlantedBug | undefined;
  readonly trace?: (line: string) => void;
}

const by = { role: 'solo', known: 'claimed' } as const;
/** Far above what any seed takes. */
const stepsMax = 200_000;

export async function runSeed(seed: number, { bug, trace = () => undefined }: SeedOptions = {}): Promise<SeedResult> {
  const simulation = new Simulation(seed, bug, trace);
  const breach = await simulation.run().then(
    () => undefined,
    (error: unknown) => (error instanceof Error ? (error.stack ?? error.message) : String(error)),
  );
  return { seed, ...simulation.figures, ...(breach !== undefined && { breach }) };
}

class Simulation {
  readonly #machine: Machine;
  readonly #ledger = new Ledger();
  readonly #workload: Workload;
  readonly #profile: Profile;
  readonly #bug: PlantedBug | undefined;
  #processes: SimulatedProcess[] = [];
  #wishes = 0;
  #spawned = 0;
  #inspections = 0;
  /** Callers at work in processes that live. */
  readonly #callers = new Map<Promise<void>, SimulatedProcess>();
  #breach: unknown;

  constructor(seed: number, bug: PlantedBug | undefined, trace: (line: string) => void) {
    this.#machine = new Machine(seed, trace);
    this.#profile = profileOf(this.#machine.random);
    this.#workload = new Workload(this.#machine.random, this.#ledger, this.#profile);
    this.#bug = bug;
    trace(`seed ${seed}: ${JSON.stringify(this.#profile)}`);
  }

  get figures() {
    const { acks, refusals, repeats, faults: failures } = this.#ledger;
    const { counts: faults, scheduler } = this.#machine;
    return { faults, inspections: this.#inspections, steps: scheduler.steps, acks, refusals, repeats, failures };
  }

  async run(): Promise<void> {
    for (let epoch = 0; epoch < this.#profile.epochs; epoch += 1) await this.#epoch();
    const { isThorough, flips: bits } = this.#profile;
    if (!isThorough && bits === 0) return;
    const inspector = this.#inspector();
    if (isThorough) await inspector.lookCloser();
    for (let flips = 0; flips < bits; flips += 1) await inspector.lookAfterFlip();
  }

  /** From one start of the machine to the next. */
  async #epoch(): Promise<void> {
    const { random } = this.#machine;
    const { processes, wishes, faultRate, claimFaultRate, cutRate, isRivalry } = this.#profile;
    Object.assign(this.#machine, { faultRate, claimFaultRate });
    this.#wishes = wishes;
    for (let count = 0; count < processes; count += 1) this.#spawn();
    // Early crashes as often as late ones: most of what can go wrong at a start happens in its first steps.
    const steps = isRivalry || random.chance(0.5) ? Infinity : random.below(2 ** random.between(4, 9));
    const isDone = await this.#letRun(steps, cutRate);
    if (isDone && random.chance(0.5)) await this.#closeInOrder();
    this.#callers.clear();
    this.#processes = [];
    // Bytes reach the disk in time, also those of a record whose sync has failed.
    if (isRivalry) this.#machine.files.sync();
    this.#machine.cutPower();
    await this.#inspector().look();
  }

  #inspector(): Inspector {
    this.#inspections += 1;
    this.#machine.trace('  inspected');
    return new Inspector(this.#machine, this.#ledger, this.#workload, this.#bug);
  }

  /** Whether everybody got an answer before the machine had made its last step. */
  async #letRun(steps: number, cutRate: number): Promise<boolean> {
    const { scheduler, random } = this.#machine;
    const { killRate, jumpRate, idleRate } = this.#profile;
    for (let step = 0; step < steps; step += 1) {
      await this.#settle();
      if (scheduler.isIdle) {
        if (this.#callers.size > 0) throw new Breach('a call is never answered');
        return true;
      }
      if (step > stepsMax) throw new Breach('the callers never come to an end');
      if (random.chance(jumpRate)) this.#machine.jumpClock();
      if (this.#processes.length > 0 && random.chance(idleRate)) random.pick(this.#processes).idle();
      if (this.#processes.length > 0 && random.chance(killRate)) await this.#kill(random.pick(this.#processes));
      else if (scheduler.step().startsWith('append') && random.chance(cutRate)) break;
    }
    // Else the last step would be taken after the power is cut.
    await this.#settle();
    return false;
  }

  /** Until all who were let go wait again, or are done. */
  async #settle(): Promise<void> {
    await quiet();
    if (this.#breach !== undefined) throw this.#breach as Error;
  }

  /** Another takes its place, as an editor starts its server again. */
  async #kill(victim: SimulatedProcess): Promise<void> {
    this.#machine.kill(victim.life);
    this.#processes = this.#processes.filter((process) => process !== victim);
    for (const [caller, process] of this.#callers) if (process === victim) this.#callers.delete(caller);
    await this.#inspector().look();
    this.#spawn();
  }

  #spawn(): void {
    this.#spawned += 1;
    const process = new SimulatedProcess(this.#machine, `P${this.#spawned}`, this.#bug);
    this.#processes.push(process);
    for (let count = 0; count < this.#profile.callers; count += 1) this.#follow(process, this.#caller(process));
  }

  #follow(process: SimulatedProcess, work: Promise<void>): void {
    const caller = work
      .catch((error: unknown) => (this.#breach ??= error))
      .then(() => void this.#callers.delete(caller));
    this.#callers.set(caller, process);
  }

  async #caller(process: SimulatedProcess): Promise<void> {
    while (this.#wishes > 0) {
      this.#wishes -= 1;
      const wish = this.#workload.next();
      if ('question' in wish) await this.#ask(process, wish.question);
      else if ('move' in wish) await this.#move(process, wish.move);
      else {
        if (wish.isDuplicate) this.#machine.count('duplicate request');
        await this.#send(process, wish.call);
      }
    }
  }

  async #send({ engine, life }: SimulatedProcess, call: Call): Promise<void> {
    const { sessionId, command, requestId } = call;
    this.#machine.trace(`${life.name} asks for ${wordsFor(call)}`);
    const wasKnown = this.#ledger.isKnown(sessionId);
    this.#ledger.sent(call);
    let outcome;
    try {
      outcome = await engine.execute(sessionId, command, { by, requestId });
    } catch (error) {
      this.#machine.trace(`${life.name} fails with ${String(error)}`);
      this.#ledger.failed(sessionId, call, wasKnown, error);
      return;
    }
    this.#machine.trace(`${life.name} answers ${wordsFor(call)} ${outcome.status} ${outcome.head}`);
    this.#ledger.answered(call, outcome);
  }

  async #ask({ engine, life }: SimulatedProcess, { sessionId, kind }: Question): Promise<void> {
    this.#machine.trace(`${life.name} asks for ${kind}`);
    const wasKnown = this.#ledger.isKnown(sessionId);
    try {
      if (kind === 'list') await engine.list();
      else if (kind === 'records') await engine.records(sessionId, 0, 3);
      else this.#ledger.show(sessionId, (await engine.query(sessionId, { kind })).head);
    } catch (error) {
      this.#machine.trace(`${life.name} fails with ${String(error)}`);
      this.#ledger.failed(sessionId, undefined, wasKnown, error);
    }
  }

  /** As a person would at a terminal, while servers are at work on it. */
  async #move({ store, life }: SimulatedProcess, { sessionId, kind }: Move): Promise<void> {
    if (this.#ledger.moveOf(sessionId)) return;
    this.#machine.trace(`${life.name} is to ${kind} ${sessionId}`);
    this.#machine.count(kind === 'archive' ? 'archived' : 'deleted');
    this.#ledger.moving(sessionId, kind);
    try {
      await (kind === 'archive' ? store.archive(sessionId) : store.remove(sessionId));
    } catch (error) {
      this.#machine.trace(`${life.name} fails with ${String(error)}`);
      this.#ledger.failed(sessionId, undefined, false, error);
      return;
    }
    this.#ledger.moved(sessionId);
  }

  /** Once the trouble is over everybody can be asked again, and stops without leaving anything half done. */
  async #closeInOrder(): Promise<void> {
    this.#machine.faultRate = 0;
    this.#machine.claimFaultRate = 0;
    for (const process of this.#processes) this.#follow(process, this.#close(process));
    await this.#letRun(Infinity, 0);
    const { faultRate, claimFaultRate, moveRate } = this.#profile;
    // What could not be given back, as for a session that was moved away, is held until the process ends.
    if (faultRate + claimFaultRate + moveRate === 0) await this.#inspector().lookAtClaims();
  }

  async #close(process: SimulatedProcess): Promise<void> {
    for (const { id } of this.#workload.sessions) {
      if (!this.#ledger.isKnown(id) || this.#ledger.moveOf(id)) continue;
      // A fault of before may be told once more, not for ever.
      await process.engine.query(id, { kind: 'overview' }).catch(() => undefined);
      await process.engine.query(id, { kind: 'overview' }).catch((error: unknown) => {
        // After a sync that failed, only another process may say what the disk holds.
        if (error instanceof Fault && error.code === 'STORE_FAILED' && !error.retry) return;
        throw new Breach(`${process.life.name} does not recover: ${String(error)}`);
      });
    }
    await process.engine.close();
  }
}
