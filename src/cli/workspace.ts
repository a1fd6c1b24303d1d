/** Opens the store and an engine on it, the same way for every command. */
import { join, resolve } from 'node:path';
import { EmbeddedEngine } from '../engine/embedded.js';
import { summaryShape } from '../engine/port.js';
import { newNonce } from '../engine/ids.js';
import type { Protocol } from '../../machines/schema/protocol.js';
import { Approvals } from '../store/approvals.js';
import { dataDir, type DataDir } from '../store/data-dir.js';
import { processesOn } from '../store/holder.js';
import { loadProtocols } from '../store/protocol-files.js';
import { realDisk } from '../store/real-disk.js';
import { Store } from '../store/store.js';
import { agentLookup } from '../transcripts/combine.js';
import { realFiles } from '../transcripts/files.js';
import { AgentLedger } from '../transcripts/ledger.js';
import { transcriptsFor } from '../transcripts/transcripts-for.js';
import { text, type Io, type Parsed } from './command.js';
import { packageDir } from '../store/package-dir.js';
import { packageVersion } from './package-info.js';
import { trustedDataDir } from './trusted-data-dir.js';

export interface Workspace {
  readonly store: Store;
  readonly engine: EmbeddedEngine;
  readonly approvals: Approvals;
  readonly protocols: ReadonlyMap<string, Protocol>;
  readonly data: DataDir;
  readonly version: string;
}

/** Opening a session costs more than a call of it, and each client has one or two. */
const manyOpen = 64;

interface WorkspaceOptions {
  readonly carriesOut?: boolean;
  readonly approvedOnly?: boolean;
  readonly now?: () => number;
  readonly manyClients?: boolean;
  /** For who reports on the data directory, and takes nothing in it for true. */
  readonly anyDataDir?: boolean;
}

/** A server carries out what records ask for, runs and commits; other commands leave that to the next server. */
export function openWorkspace(
  { values }: Pick<Parsed, 'values'>,
  io: Pick<Io, 'env' | 'home' | 'cwd' | 'say'>,
  {
    carriesOut = false,
    approvedOnly = false,
    now = () => Date.now(),
    manyClients = false,
    anyDataDir = false,
  }: WorkspaceOptions = {},
): Workspace {
  const data = anyDataDir
    ? dataDir({ flag: text(values['data']), env: io.env, home: io.home, cwd: io.cwd })
    : trustedDataDir({ values }, io);
  const warn = (message: string) => {
    io.say(`proctor: ${message}`);
  };
  const processes = processesOn(realDisk);
  // What runs nothing needs nobody to vouch for it.
  const vouchesFor = (dir: string) => !carriesOut || (!approvedOnly && resolve(dir) === resolve(io.cwd));
  const store = new Store({
    disk: realDisk,
    root: data.dir,
    processes,
    now,
    nonce: newNonce,
    onWarning: warn,
    summaryShape,
  });
  const engine = new EmbeddedEngine({
    store,
    now,
    warn,
    ...(manyClients ? { openSessionsMax: manyOpen } : {}),
    agents: {
      lookup: agentLookup(
        transcriptsFor({ env: io.env, home: io.home, flag: text(values['transcripts']), cwd: io.cwd }),
        new AgentLedger({ disk: realDisk, files: realFiles, dataDir: data.dir }),
      ),
      ownDir: io.cwd,
    },
    tickets: { disk: realDisk, processes, env: io.env, carriesOut, vouchesFor },
  });
  const protocols = loadProtocols(join(packageDir(), 'data', 'protocols'));
  const approvals = new Approvals(realDisk, data.dir);
  return { store, engine, approvals, protocols, data, version: packageVersion() };
}

/** Opens, works, and closes whatever came of it. */
export async function inWorkspace<const T>(
  args: Pick<Parsed, 'values'>,
  io: Io,
  work: (workspace: Workspace) => Promise<T>,
  options: WorkspaceOptions = {},
): Promise<T> {
  const workspace = openWorkspace(args, io, options);
  try {
    return await work(workspace);
  } finally {
    await workspace.engine.close();
  }
}
