/** Starts the relay for the Stately inspector, for a server and for `proctor inspect`, and says where to look. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SessionEngine } from '../engine/port.js';
import { Feed } from '../inspector/feed.js';
import { startRelay, type PageFiles, type Relay } from '../inspector/relay.js';
import { codeOf } from '../store/disk.js';
import { Refused, text, UsageError, type Io, type Parsed } from './command.js';
import { packageDir } from '../store/package-dir.js';

/** What an inspector shows: sessions that are named, and those that turn up while it runs. */
interface Shown {
  readonly engine: Pick<SessionEngine, 'records' | 'tail' | 'list'> & {
    onAsked?: (listener: (id: string) => void) => () => void;
  };
  readonly sessions: () => Promise<readonly string[]>;
}

export interface Inspector extends Pick<Relay, 'page' | 'socket'> {
  /** Resolves when the sessions named at the start are shown. */
  readonly ready: Promise<void>;
  close(): Promise<void>;
}

export async function startInspector({ engine, sessions }: Shown, port: number, io: Io): Promise<Inspector> {
  const feed = new Feed({ engine, warn: (message) => io.say(`proctor: ${message}`) });
  const relay = await startRelay({ feed, page: await readPage(), port });
  const stop = engine.onAsked?.((id) => void feed.follow(id));
  const ready = sessions().then(async (ids) => {
    for (const id of ids) await feed.follow(id);
  });
  // Whoever waits for it hears of it too; a server goes on without.
  ready.catch((error: unknown) => io.say(`proctor: the inspector shows no session yet: ${String(error)}`));
  io.say(`proctor: the inspector is at ${relay.page}`);
  return {
    page: relay.page,
    socket: relay.socket,
    ready,
    async close() {
      stop?.();
      await Promise.all([relay.close(), feed.close()]);
    },
  };
}

/** A server shows what is open in its project, and whatever it is asked to change from then on. */
export async function serverInspector(
  engine: Shown['engine'],
  { values }: Pick<Parsed, 'values'>,
  io: Io,
): Promise<Inspector> {
  const port = portOf(text(values['inspect-port']), '--inspect-port');
  const sessions = async () => {
    const { items } = await engine.list({ projectDir: io.cwd, open: true, limit: openShownMax });
    return items.map(({ sessionId }) => sessionId).reverse();
  };
  try {
    return await startInspector({ engine, sessions }, port, io);
  } catch (error) {
    if (codeOf(error) !== 'EADDRINUSE') throw error;
    // Two windows of an editor start two servers by one configuration; both are to work.
    io.say(`proctor: port ${port} is taken, so the inspector takes another.`);
    return startInspector({ engine, sessions }, 0, io);
  }
}

const openShownMax = 8;

export function portOf(given: string | undefined, option: string): number {
  if (given === undefined) return 0;
  const port = /^\d{1,5}$/.test(given) ? Number(given) : Number.NaN;
  if (!(port <= 65_535)) throw new UsageError(`${option} takes a port from 0 to 65535; 0 takes any that is free.`);
  return port;
}

export const portTaken = (port: number): Refused =>
  new Refused('PORT_TAKEN', `Port ${port} is taken.`, 'Name another with --port, or leave it out to take any.');

const types = { html: 'text/html', css: 'text/css', mjs: 'text/javascript' } as const;

/** The build puts the page beside the code. */
async function readPage(): Promise<PageFiles> {
  const read = async (name: string, type: keyof typeof types) => ({
    type: types[type],
    body: await readFile(join(packageDir(), 'dist', 'inspector', `${name}.${type}`), 'utf8'),
  });
  return {
    '/': await read('index', 'html'),
    '/bridge.css': await read('bridge', 'css'),
    '/actors.css': await read('actors', 'css'),
    '/bridge.mjs': await read('bridge', 'mjs'),
  };
}
