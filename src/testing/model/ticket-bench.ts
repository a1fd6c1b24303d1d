/**
 * Where tickets are played for the model tests: a real repository, a real server process whose clock the test moves, and
 * a person who speaks to the same sessions from this process. What agents do goes through MCP and nothing else.
 */
import assert from 'node:assert';
import { readdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import type { Command } from '../../../machines/schema/command.js';
import type { Principal } from '../../../machines/schema/record.js';
import { processIo } from '../../cli/process-io.js';
import { openWorkspace, type Workspace } from '../../cli/workspace.js';
import { bundled } from '../bundled.js';
import { FileClock } from '../file-clock.js';
import { makeRepo, type Repo } from '../git-repo.js';
import { temporaryDir } from '../proctor-client.js';
import { Reply, Seen } from './ticket-shapes.js';

const serverFile = bundled(new URL('../clocked-server.ts', import.meta.url));
const commands = { allow: ['node check.mjs *'] };

/** Says that it runs, by the name it is given, and waits to be told how to end. */
const check = `
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { setTimeout as after } from 'node:timers/promises';
const run = process.argv[2] + '.' + randomUUID();
mkdirSync('.runs', { recursive: true });
writeFileSync('.runs/' + run, '');
while (!existsSync('.runs/verdict.' + run)) await after(5);
const verdict = readFileSync('.runs/verdict.' + run, 'utf8');
if (verdict === 'moves') appendFileSync('src/work.txt', 'Written during the run.\\n');
process.exitCode = verdict === 'fails' ? 1 : 0;
`;

export const person: Principal = { role: 'person', known: 'person', agentId: 'tester' };
/** What another server on the same data would say. */
export const otherServer: Principal = { role: 'server', known: 'connection' };

interface Server {
  readonly client: Client;
  readonly pid: number;
}

/** In the project: whoever starts it there vouches for its config. */
async function serve(cwd: string, dataDir: string, clock: FileClock): Promise<Server> {
  const args = [await serverFile, dataDir, clock.file];
  const transport = new StdioClientTransport({ command: process.execPath, args, cwd, stderr: 'ignore' });
  const client = new Client({ name: 'model', version: '1' });
  await client.connect(transport);
  return { client, pid: transport.pid ?? assert.fail('the server has not started') };
}

const pollMs = 15;
const waitMsMax = 60_000;

export class TicketBench {
  readonly #runs = new Set<string>();
  #atWork: { sessionId: string; ticketId: string }[] = [];
  #edits = 0;

  private constructor(
    readonly repo: Repo,
    readonly clock: FileClock,
    readonly people: Workspace,
    private readonly dataDir: string,
    private server: Server,
    private readonly removeData: () => Promise<void>,
  ) {}

  /** `more` is what its config says besides which commands may run. */
  static async open(more: Readonly<Record<string, unknown>> = {}): Promise<TicketBench> {
    const repo = await makeRepo({
      '.gitignore': '.runs/\nproctor.config.json\n',
      'check.mjs': check,
      'src/work.txt': 'As it was.\n',
      'other/work.txt': 'As it was.\n',
    });
    // Ignored by git, so that a changed policy is not a changed file too.
    await repo.write({ 'proctor.config.json': JSON.stringify({ commands, ...more }) });
    const data = await temporaryDir();
    const clock = new FileClock(join(data.path, 'clock'));
    clock.set(Date.now());
    const dataDir = join(data.path, 'data');
    const people = openWorkspace({ values: { data: dataDir } }, processIo(), { now: clock.now });
    return new TicketBench(repo, clock, people, dataDir, await serve(repo.dir, dataDir, clock), data.remove);
  }

  /** The server dies in the middle of whatever it does, and another takes its place after that time. */
  async restart(afterMs = 0): Promise<void> {
    process.kill(this.server.pid, 'SIGKILL');
    await this.server.client.close();
    this.later(afterMs);
    this.server = await serve(this.repo.dir, this.dataDir, this.clock);
  }

  async close(): Promise<void> {
    await this.server.client.close();
    await this.people.engine.close();
    await this.repo.rm();
    await this.removeData();
  }

  get now(): number {
    return this.clock.now();
  }

  later(ms: number): void {
    this.clock.set(this.now + ms);
  }

  /** A call of an agent. A new session begins in a tree in which nobody else is at work. */
  async call(tool: string, args: Record<string, unknown>, signal?: AbortSignal): Promise<Reply> {
    if (tool === 'ticket_open' && args['sessionId'] === undefined) await this.#rest();
    const reply = await this.#ask(tool, args, signal);
    const { sessionId, ticketId } = args as { sessionId?: string; ticketId?: string };
    if (tool === 'ticket_start' && reply.status === 'OK' && sessionId !== undefined && ticketId !== undefined)
      this.#atWork.push({ sessionId, ticketId });
    return reply;
  }

  /** Some are closed by now, which is as good. */
  async #rest(): Promise<void> {
    const left = this.#atWork;
    this.#atWork = [];
    for (const { sessionId, ticketId } of left)
      await this.command(sessionId, {
        type: 'ticket.decide',
        ticketId,
        decision: 'withdraw',
        note: 'Told to its end.',
      });
  }

  async #ask(tool: string, args: Record<string, unknown>, signal?: AbortSignal): Promise<Reply> {
    const options = signal ? { signal } : {};
    const { structuredContent } = await this.server.client.callTool(
      { name: tool, arguments: args },
      undefined,
      options,
    );
    return Reply.parse(structuredContent);
  }

  /** A command that comes by another way than a tool. */
  async command(sessionId: string, command: Command, by: Principal = person): Promise<Reply> {
    const outcome = await this.people.engine.execute(sessionId, command, { by });
    if (outcome.status === 'OK') return Reply.parse({ status: 'OK' });
    const errors = outcome.violations.map(({ code: error, ...rest }) => ({ error, ...rest }));
    return Reply.parse({ status: 'REJECTED', errors });
  }

  async look(sessionId: string, ticketId: string): Promise<Seen> {
    const args = { sessionId, ticketId, detail: 'full' };
    const { structuredContent } = await this.server.client.callTool({ name: 'ticket_status', arguments: args });
    return Seen.parse(structuredContent);
  }

  /** The contract's file becomes another than it ever was. */
  async edit(): Promise<string> {
    const text = `${'Changed. '.repeat((this.#edits += 1))}\n`;
    await this.repo.write({ 'src/work.txt': text });
    return text;
  }

  /** The next run of that name to begin: its command says so before it does anything. */
  async nextRun(name: string): Promise<string> {
    return until(`a run of ${name}`, async () => {
      const begun = await readdir(join(this.repo.dir, '.runs')).catch(() => []);
      const run = begun.find((each) => each.startsWith(`${name}.`) && !this.#runs.has(each));
      if (run !== undefined) this.#runs.add(run);
      return run;
    });
  }

  async endRun(run: string, verdict: 'passes' | 'fails' | 'moves'): Promise<void> {
    const path = join(this.repo.dir, '.runs', `verdict.${run}`);
    await writeFile(`${path}.next`, verdict);
    await rename(`${path}.next`, path);
  }
}

/** Waits for what must come; says what was waited for when it does not. */
export async function until<T>(what: string, look: () => Promise<T | undefined>): Promise<T> {
  const end = performance.now() + waitMsMax;
  while (performance.now() < end) {
    const found = await look();
    if (found !== undefined) return found;
    await after(pollMs);
  }
  return assert.fail(`waited in vain for ${what}`);
}
