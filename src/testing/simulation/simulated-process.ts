/** One Proctor on a simulated machine: the real store and the real engine, with chance and time from the machine. */
import { EmbeddedEngine } from '../../engine/embedded.js';
import type { Timers } from '../../engine/timers.js';
import { AgentClaims } from '../../store/agent-claims.js';
import type { Disk } from '../../store/disk.js';
import type { Processes } from '../../store/holder.js';
import { Store } from '../../store/store.js';
import { root, type Machine } from './machine.js';
import { planted, type PlantedBug } from './planted-bugs.js';
import { Life } from './scheduler.js';
import { diskOf } from './simulated-disk.js';

interface Sources {
  readonly now: () => number;
  readonly nonce: () => string;
}

export function storeOn(disk: Disk, processes: Processes, { now, nonce }: Sources, bug: PlantedBug | undefined): Store {
  const flaws = planted(bug, disk);
  const { disk: flawed } = flaws;
  const onWarning = () => undefined;
  const store = new Store({ disk: flawed, root, processes, now, nonce, onWarning, summaryShape: 'simulated' });
  // The engine makes its nonces for claims from real randomness, which no seed would bring back.
  Object.assign(store, { claims: new SeededClaims(flawed, processes, nonce) });
  return flaws.flaw(store);
}

class SeededClaims extends AgentClaims {
  readonly #names = new Map<string, string>();
  readonly #nonce: () => string;

  constructor(disk: Disk, processes: Processes, nonce: () => string) {
    super(disk, root, processes);
    this.#nonce = nonce;
  }

  override async claim(...[agent, place, shows]: Parameters<AgentClaims['claim']>) {
    const nonce = this.#nonce();
    this.#names.set(place.nonce, nonce);
    return super.claim(agent, { ...place, nonce }, shows);
  }

  override async release(agent: string, nonce: string): Promise<void> {
    await super.release(agent, this.#names.get(nonce) ?? nonce);
  }
}

export class SimulatedProcess {
  readonly life: Life;
  readonly engine: EmbeddedEngine;
  readonly store: Store;
  #whenIdle: (() => void) | undefined;

  constructor(machine: Machine, name: string, bug: PlantedBug | undefined) {
    this.life = new Life(name);
    const sources = { now: () => machine.now(), nonce: () => machine.nonce() };
    const store = (this.store = storeOn(diskOf(machine, this.life), machine.enter(this.life), sources, bug));
    const timers: Timers = {
      soon: (work) => machine.scheduler.queue(this.life, 'does what no reply waits for', work),
      later: (work) => {
        this.#whenIdle = work;
        return () => (this.#whenIdle = undefined);
      },
    };
    this.engine = new EmbeddedEngine({ store, now: sources.now, warn: () => undefined, timers });
  }

  /** As if nobody had asked anything for a while. */
  idle(): void {
    const work = this.#whenIdle;
    this.#whenIdle = undefined;
    work?.();
  }
}
