/**
 * Plays a fixed load against a real server of which one disk call fails, then restarts it and holds what is there against
 * what was told: investigations and a ticket from its opening to its closing, over MCP.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { auditOf } from '../audit-cli.js';
import { makeRepo } from '../git-repo.js';
import { faultsIn, journalOf } from '../load/journal-lines.js';
import { StubbornInvestigator } from '../load/stubborn-investigator.js';
import { StubbornTeam, teamProject } from '../load/stubborn-team.js';
import { faultsInRuns } from '../load/ticket-runs.js';
import { connect, type ProctorClient } from '../proctor-client.js';

export const faultKinds = ['write', 'sync', 'rename', 'open', 'unlink'] as const;
export type FaultKind = (typeof faultKinds)[number];

export interface DiskFault {
  readonly kind: FaultKind;
  /** Counted from 1. */
  readonly number: number;
  readonly code: 'EIO' | 'ENOSPC' | 'EMFILE';
}

export interface Played {
  /** What went wrong that must not; nothing if all is well. */
  readonly breaches: string[];
  /** What failed, as the server saw it; undefined if there were fewer calls. */
  readonly struck?: string;
  /** How many calls of each kind the load made. */
  readonly counts?: Readonly<Record<FaultKind, number>>;
  /** Calls that were answered with words about the trouble. */
  readonly troubles: number;
  readonly restarts: number;
}

const shim = fileURLToPath(new URL('./shim.mjs', import.meta.url));
/** The same call on the same server, before its caller has it started again. */
const triesMax = 3;
const restartsMax = 4;

export async function playFault(fault: DiskFault | undefined): Promise<Played> {
  const [data, repo] = await Promise.all([mkdtemp(join(tmpdir(), 'proctor-fault-')), makeRepo(teamProject)]);
  const log = `${data}.log`;
  try {
    const play = new Play(data, repo.dir, log, fault);
    await play.run();
    const told = await readFile(log, 'utf8').catch(() => '');
    const [, struck] = /^struck (.*)$/m.exec(told) ?? [];
    const [, counts] = /^counted (.*)$/m.exec(told) ?? [];
    return {
      ...play.figures,
      ...(struck !== undefined && { struck }),
      ...(counts !== undefined && { counts: JSON.parse(counts) as Record<FaultKind, number> }),
    };
  } finally {
    await Promise.all([rm(data, { recursive: true, force: true }), rm(log, { force: true }), repo.rm()]);
  }
}

class Play {
  readonly #breaches: string[] = [];
  readonly #callers: [StubbornInvestigator, StubbornTeam];
  #server: ProctorClient | undefined;
  #starts = 0;

  constructor(
    private readonly data: string,
    private readonly project: string,
    private readonly log: string,
    private readonly fault: DiskFault | undefined,
  ) {
    this.#callers = [
      new StubbornInvestigator('investigator', 2, true),
      new StubbornTeam('team', { workDir: project, tickets: 1 }, true),
    ];
  }

  get figures() {
    const troubles = this.#callers.reduce((all, { troubles }) => all + troubles.length, 0);
    return { breaches: this.#breaches, troubles, restarts: Math.max(0, this.#starts - 1) };
  }

  async run(): Promise<void> {
    try {
      for (const caller of this.#callers) await this.#work(caller);
      await this.#stop();
      await this.#inspect();
    } catch (error) {
      this.#breaches.push(error instanceof Error ? error.message : String(error));
    } finally {
      await this.#stop();
    }
  }

  async #work(caller: StubbornInvestigator | StubbornTeam): Promise<void> {
    for (let tries = 0; !caller.isDone;) {
      this.#server ??= await this.#start();
      const { client } = this.#server;
      const before = caller.acknowledged.size + caller.troubles.length;
      await caller.work(this.#server, undefined, 1);
      const isGone = client.transport === undefined;
      const isAnswered = caller.acknowledged.size > 0 && !caller.isWaiting;
      if (caller.acknowledged.size + caller.troubles.length === before && !isAnswered && !isGone)
        throw new Error(`a call of ${caller.name} was never answered`);
      tries = caller.isWaiting ? tries + 1 : 0;
      if (!isGone && tries < triesMax) continue;
      if (isGone && !/proctor/i.test(this.#server.stderr())) throw new Error('the server ended without a word');
      await this.#stop();
      tries = 0;
    }
  }

  /** Only the first one fails. */
  async #start(): Promise<ProctorClient> {
    this.#starts += 1;
    if (this.#starts > restartsMax) throw new Error('the load does not come to its end');
    const isFaulty = this.#starts === 1;
    const { kind, number, code } = this.fault ?? { kind: 'write', number: 0, code: 'EIO' };
    const env = {
      PROCTOR_FAULT: `${kind}:${number}:${code}`,
      PROCTOR_FAULT_DIR: this.data,
      PROCTOR_FAULT_LOG: this.log,
    };
    const place = { cwd: this.project, ...(isFaulty && { env, nodeArgs: ['--import', shim] }) };
    try {
      return await connect(this.data, [], place);
    } catch (error) {
      const said = String(error);
      if (!isFaulty || /\n\s+at /.test(said) || !/did not start: \S/.test(said)) throw error;
      return this.#start();
    }
  }

  async #stop(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    await server?.close();
  }

  async #inspect(): Promise<void> {
    const server = await connect(this.data, [], { cwd: this.project });
    try {
      for (const caller of this.#callers) {
        const records = await journalOf(server, caller.sessionId);
        this.#breaches.push(...faultsIn(records, caller));
        const refused = records.filter(({ outcome }) => outcome !== 'OK');
        for (const { seq } of refused) this.#breaches.push(`record ${seq} of ${caller.name} is a refusal`);
        if (caller instanceof StubbornTeam)
          this.#breaches.push(...caller.closed.flatMap((ticketId) => faultsInRuns(records, ticketId)));
        const head = [...caller.acknowledged.values()].at(-1)?.head;
        const audit = await auditOf(this.data, caller.sessionId, head);
        if (!audit.ok || !audit.replay.ok) this.#breaches.push(`the audit says ${JSON.stringify(audit)}`);
      }
    } finally {
      await server.close();
    }
  }
}
