/**
 * A store with any number of real sessions, made through the real engine: most have ended, some are open, some hold
 * tickets. Only the syncs are left out, because nobody pulls the plug on a benchmark.
 */
import { fileURLToPath } from 'node:url';
import type { Command } from '../../machines/schema/command.js';
import type { Protocol } from '../../machines/schema/protocol.js';
import { EmbeddedEngine } from '../engine/embedded.js';
import { newNonce, sessionIdFor } from '../engine/ids.js';
import { summaryShape } from '../engine/port.js';
import type { Disk } from '../store/disk.js';
import { processesOn } from '../store/holder.js';
import { loadProtocols } from '../store/protocol-files.js';
import { realDisk } from '../store/real-disk.js';
import { Store } from '../store/store.js';

const by = { role: 'solo', known: 'claimed' } as const;

/** Every byte is written; none is waited for. */
const unsyncedDisk: Disk = {
  ...realDisk,
  async openAppend(path, options) {
    const file = await realDisk.openAppend(path, options);
    if (file) file.datasync = async () => Promise.resolve();
    return file;
  },
  syncDir: async () => Promise.resolve(),
};

export interface MadeStore {
  readonly root: string;
  /** Directories that exist; sessions take turns. */
  readonly projects: readonly string[];
  /** When the first session began; the others follow a minute apart. Now, unless said otherwise. */
  readonly from?: number;
  readonly onSession?: (made: number) => void;
}

/** Of a hundred: so many still open, so many with tickets that are open; all others have ended. */
const openOfHundred = 8;
const ticketsOfHundred = 4;

/** The same number always has the same id: a store can be made larger later. */
export const sessionNumber = (at: number, { projects }: Pick<MadeStore, 'projects'>): string =>
  sessionIdFor(`made ${at}`, projects[at % projects.length]);

function storeAt(root: string, disk: Disk, now: () => number): Store {
  const onWarning = (message: string) => void process.stderr.write(`${message}\n`);
  return new Store({ disk, root, processes: processesOn(realDisk), now, nonce: newNonce, onWarning, summaryShape });
}

/** Makes sessions number `first` up to `last`, without the latter. */
export async function makeSessions(made: MadeStore, first: number, last: number): Promise<void> {
  let time = made.from ?? Date.now();
  const now = () => time;
  const warn = (message: string) => void process.stderr.write(`${message}\n`);
  const tickets = {
    disk: realDisk,
    processes: processesOn(realDisk),
    env: {},
    carriesOut: false,
    vouchesFor: () => true,
  };
  const engine = new EmbeddedEngine({ store: storeAt(made.root, unsyncedDisk, now), now, warn, tickets });
  const protocol = loadProtocols(fileURLToPath(new URL('../../data/protocols', import.meta.url))).get('classic');
  if (!protocol) throw new Error('classic is missing');
  for (let at = first; at < last; at += 1) {
    if (made.from !== undefined) time = made.from + at * 60_000;
    const projectDir = made.projects[at % made.projects.length] ?? made.root;
    await makeSession(engine, at, projectDir, protocol);
    made.onSession?.(at + 1 - first);
  }
  await engine.close();
}

async function makeSession(engine: EmbeddedEngine, at: number, projectDir: string, protocol: Protocol): Promise<void> {
  const [first, ...others] = commandsOf(at, projectDir, protocol);
  const run = async (id: string | null, command: Command, requestId?: string): Promise<string> => {
    const outcome = await engine.execute(id, command, { by, requestId });
    if (outcome.status !== 'OK') throw new Error(JSON.stringify(outcome.violations));
    return outcome.sessionId;
  };
  if (!first) return;
  const id = await run(null, first, `made ${at}`);
  for (const command of others) await run(id, command);
}

function commandsOf(at: number, projectDir: string, protocol: Protocol): Command[] {
  const share = at % 100;
  if (share < ticketsOfHundred) return [openTickets(at, projectDir, protocol)];
  const query = `Why does request ${at} to the billing service time out under load, and only on Mondays?`;
  const begun: Command[] = [
    { type: 'investigation.start', query, minRoots: 1, projectDir, protocol },
    {
      type: 'round.propose',
      nodes: ['A', 'B', 'C'].map((name) => ({
        id: `R1.${name}`,
        parent: null,
        title: `Is ${name} the cause?`,
        plannedAction: 'Measure it.',
      })),
      withdraw: [],
    },
  ];
  if (share < ticketsOfHundred + openOfHundred) return begun;
  return [
    ...begun,
    {
      type: 'investigation.end',
      outcome: 'inconclusive',
      reason: 'It no longer happens since the update of the proxy, and the logs of then are gone.',
    },
  ];
}

const openTickets = (at: number, projectDir: string, protocol: Protocol): Command => ({
  type: 'tickets.open',
  session: { projectDir, protocol },
  tickets: [
    {
      title: `Retry what failed in request ${at}`,
      action: 'Send a request that failed once again, after a pause.',
      files: [`src/retry-${at}.ts`],
      verify: 'node --test',
      done: ['A request that fails once succeeds.'],
    },
  ],
});
