/**
 * Which agents a client really started and stopped, as its hooks told us: one small file an agent, so that looking one up
 * never grows. Processes only append. Whoever owns the files can forge them: this catches made-up ids, not a burglar.
 */
import { createHash } from 'node:crypto';
import { dirname, join, relative } from 'node:path';
import { codeOf, type Disk, type DiskFile } from '../store/disk.js';
import { Fault, orFault } from '../store/fault.js';
import type { Files } from './files.js';
import { isAgentId } from './provider.js';

export type AgentEvent = 'start' | 'stop';

export interface AgentNote {
  readonly event: AgentEvent;
  readonly agentId: string;
  readonly agentType: string;
  readonly projectDir: string;
  readonly clientSession: string;
  readonly at: number;
}

export type LedgerState = 'started' | 'stopped' | 'absent' | 'no ledger';

export interface LedgerEntry {
  readonly state: LedgerState;
  readonly clientSession?: string;
}

const textMax = 200;

/** An agent that is resumed over and over must not fill the disk; what is known of it does not change any more. */
const fileBytesMax = 256 * 1024;

/** Holds several of the longest lines. */
const tailBytes = 16 * 1024;

/** What opening a folder, a pipe or a device, a link, or a socket ends in. */
const noPlainFile = new Set(['EISDIR', 'EINVAL', 'ELOOP', 'ENXIO']);

export class AgentLedger {
  readonly #disk: Disk;
  readonly #files: Pick<Files, 'realPath'>;
  readonly #dir: string;

  constructor({ disk, files, dataDir }: { disk: Disk; files: Pick<Files, 'realPath'>; dataDir: string }) {
    this.#disk = disk;
    this.#files = files;
    this.#dir = join(dataDir, 'ledger');
  }

  /** Not synced: an agent does not outlive the machine it runs on. */
  async note({ event, agentId, agentType, projectDir, clientSession, at }: AgentNote): Promise<void> {
    if (!isAgentId(agentId)) throw new Error('the agent’s id is none that a client gives');
    const dir = await this.#dirOf(projectDir);
    await this.#disk.makeDir(dir);
    const file = await this.#opened(fileIn(dir, agentId), { create: true });
    if (!file) throw new Error('the ledger’s file could not be made');
    try {
      if ((await file.size()) >= fileBytesMax) return;
      const line = { event, agentId, agentType: cut(agentType), clientSession: cut(clientSession), at };
      // Begun on a line of its own: one that was cut short before it spoils only itself.
      const bytes = Buffer.from(`\n${JSON.stringify(line)}\n`);
      if ((await file.append(bytes)) < bytes.length) throw new Error('the disk is full');
    } finally {
      await file.close();
    }
  }

  async inLedger(agentId: string, projectDir: string): Promise<LedgerState> {
    return (await this.find(agentId, projectDir)).state;
  }

  async find(agentId: string, projectDir: string): Promise<LedgerEntry> {
    const dir = await this.#dirOf(projectDir);
    const stat = await orFault(`look at ${this.#nameOf(dir)}`, async () => this.#disk.stat(dir));
    if (!stat?.directory) return { state: 'no ledger' };
    const last = isAgentId(agentId) ? (await this.#notesOf(fileIn(dir, agentId), agentId)).at(-1) : undefined;
    if (!last) return { state: 'absent' };
    return { state: last.event === 'stop' ? 'stopped' : 'started', clientSession: last.clientSession };
  }

  async #dirOf(projectDir: string): Promise<string> {
    const real = (await this.#files.realPath(projectDir)) ?? projectDir;
    return join(this.#dir, digest(real));
  }

  async #notesOf(path: string, agentId: string): Promise<{ event: AgentEvent; clientSession: string }[]> {
    const file = await this.#opened(path, { create: false });
    if (!file) return [];
    return orFault(`read ${this.#nameOf(path)}`, async () => {
      try {
        const size = await file.size();
        const from = Math.max(0, size - tailBytes);
        const lines = (await file.read(from, size - from)).toString('utf8').split('\n');
        return lines.flatMap((line) => noteIn(line, agentId) ?? []);
      } finally {
        await file.close();
      }
    });
  }

  async #opened(path: string, options: { create: boolean }): Promise<DiskFile | undefined> {
    const name = this.#nameOf(path);
    return orFault(`open ${name}`, async () => {
      try {
        return await this.#disk.openAppend(path, options);
      } catch (error) {
        if (!noPlainFile.has(codeOf(error) ?? '')) throw error;
        throw new Fault('STORE_FAILED', `Could not open ${name}: it is no plain file.`, {
          retry: false,
          fix: `Remove it (${path}), where Proctor keeps only plain files, then repeat the call.`,
          cause: error,
        });
      }
    });
  }

  #nameOf(path: string): string {
    return `the ledger of agents (${relative(dirname(this.#dir), path)})`;
  }
}

const digest = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 40);

const fileIn = (dir: string, agentId: string): string => join(dir, `${digest(agentId)}.jsonl`);

const cut = (text: string): string => text.slice(0, textMax);

function noteIn(line: string, agentId: string): { event: AgentEvent; clientSession: string } | undefined {
  if (line === '') return undefined;
  try {
    const note = JSON.parse(line) as Partial<Record<string, unknown>> | null;
    const { event, clientSession, agentId: of } = note ?? {};
    if ((event !== 'start' && event !== 'stop') || of !== agentId) return undefined;
    return { event, clientSession: typeof clientSession === 'string' ? clientSession : '' };
  } catch {
    return undefined;
  }
}
