/** One simulated computer: its files, its clock, its process table, and the trouble a seed has in store for it. */
import { basename } from 'node:path';
import type { Holder, Processes } from '../../store/holder.js';
import { Random } from './random.js';
import { Scheduler, type Life } from './scheduler.js';
import { SimulatedDirectory, SimulatedFiles } from './simulated-files.js';

/** What can be injected; counted by these names. */
export const faultKinds = [
  'process killed',
  'power cut',
  'bytes lost',
  'names lost',
  'short write',
  'EIO',
  'ENOSPC',
  'EAGAIN',
  'duplicate request',
  'clock jump',
  'bit flipped',
  'archived',
  'deleted',
  'repaired',
] as const;
export type FaultKind = (typeof faultKinds)[number];

export const root = '/proctor';

const startMs = 1_700_000_000_000;

export class Machine {
  readonly random: Random;
  readonly scheduler: Scheduler;
  readonly files = new SimulatedFiles();
  readonly counts = new Map<FaultKind, number>();
  readonly trace: (line: string) => void;
  /** The share of disk calls that go wrong. */
  faultRate = 0;
  /** The share of syncs that fail where a record follows a claim. */
  claimFaultRate = 0;
  #now = startMs;
  #boot = 1;
  #started = 0;
  #nonces = 0;
  readonly #running = new Map<number, { start: string; life: Life }>();

  constructor(seed: number, trace: (line: string) => void) {
    this.random = new Random(seed);
    this.trace = trace;
    this.scheduler = new Scheduler(this.random, trace);
    const top = this.files.directoryAt('/');
    top?.set(basename(root), new SimulatedDirectory());
    top?.sync();
  }

  now(): number {
    this.#now += this.random.below(3);
    return Math.max(0, this.#now);
  }

  nonce(): string {
    this.#nonces += 1;
    return `nonce${String(this.#nonces).padStart(7, '0')}`;
  }

  count(kind: FaultKind): void {
    this.counts.set(kind, (this.counts.get(kind) ?? 0) + 1);
    this.trace(`  * ${kind}`);
  }

  jumpClock(): void {
    const hours = this.random.pick([-48, -1, -0.001, 0.02, 1, 48]);
    this.#now += Math.round(hours * 3_600_000);
    this.count('clock jump');
  }

  /** The process's own view of the table. A number is given again as soon as it is free. */
  enter(life: Life): Processes {
    let pid = 1;
    while (this.#running.has(pid)) pid += 1;
    this.#started += 1;
    const holder: Holder = { pid, start: String(this.#started), boot: `boot-${this.#boot}` };
    this.#running.set(pid, { start: holder.start, life });
    return {
      self: async () => holder,
      isAlive: async (asked) => {
        await this.scheduler.pause(life, `looks for process ${asked.pid}`);
        return this.isRunning(asked);
      },
    };
  }

  isRunning({ pid, start, boot }: Holder): boolean {
    return boot === `boot-${this.#boot}` && this.#running.get(pid)?.start === start;
  }

  end(life: Life): void {
    this.scheduler.end(life);
    for (const [pid, running] of this.#running) if (running.life === life) this.#running.delete(pid);
  }

  kill(life: Life): void {
    this.count('process killed');
    this.end(life);
  }

  /** Everybody dies, and what was not durable may be gone. */
  cutPower(): void {
    this.count('power cut');
    for (const { life } of [...this.#running.values()]) this.end(life);
    const lost = this.files.crash(this.random);
    if (lost.bytes) this.count('bytes lost');
    if (lost.names) this.count('names lost');
    this.#boot += 1;
  }
}
