/**
 * 32 callers at once, over HTTP and over stdio, taking turns in one run: what a call costs, whether any fails, and what
 * the server holds in memory. Run with `npm run bench:http [-- SECONDS]`; HTTP and stdio get as many seconds each.
 */
import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { setTimeout as after } from 'node:timers/promises';
import { serveHttp } from '../src/testing/http-process.js';
import { connect, temporaryDir, type ProctorClient } from '../src/testing/proctor-client.js';
import { resultFor } from './grow.js';

const callers = 32;
const turnMs = 5000;
const nodesPerSession = 60;
const seconds = Number(process.argv[2] ?? 60);

const rssMb = (pid: number) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
const quantile = (sorted: readonly number[], q: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? 0;

interface Caller {
  readonly proctor: ProctorClient;
  sessionId: string;
  at: number;
}

class Side {
  readonly ms: Record<string, number[]> = { tot_propose: [], tot_commit: [], tot_status: [] };
  readonly errors: string[] = [];
  readonly rss: number[] = [];
  busyMs = 0;

  constructor(
    readonly name: string,
    readonly pid: number,
    readonly callers: readonly Caller[],
  ) {}

  async turn(): Promise<void> {
    const begun = performance.now();
    const goesOn = () => performance.now() - begun < turnMs;
    await Promise.all(this.callers.map(async (caller) => this.#work(caller, goesOn)));
    this.busyMs += performance.now() - begun;
    this.rss.push(rssMb(this.pid));
  }

  async #work(caller: Caller, goesOn: () => boolean): Promise<void> {
    while (goesOn()) {
      if (caller.at % nodesPerSession === 0) caller.sessionId = await started(caller.proctor);
      const { sessionId } = caller;
      const id = `R1.N${(caller.at += 1)}`;
      const node = { id, parent: null, title: `What about ${id}?`, plannedAction: 'Measure it.' };
      await this.#timed(caller.proctor, 'tot_propose', { sessionId, nodes: [node] });
      await this.#timed(caller.proctor, 'tot_commit', { sessionId, results: [resultFor(id)] });
      await this.#timed(caller.proctor, 'tot_status', { sessionId });
    }
  }

  async #timed(proctor: ProctorClient, tool: string, args: Record<string, unknown>): Promise<void> {
    const begun = performance.now();
    try {
      const { isError, text } = await proctor.call(tool, args);
      if (isError) this.errors.push(text);
      else this.ms[tool]?.push(performance.now() - begun);
    } catch (error) {
      this.errors.push(String(error));
    }
  }
}

async function started(proctor: ProctorClient): Promise<string> {
  const reply = await proctor.call('tot_start', { query: 'A tree among others', protocol: 'classic' });
  return (reply.data as { sessionId: string }).sessionId;
}

const [httpData, stdioData] = [await temporaryDir('proctor-bench-'), await temporaryDir('proctor-bench-')];
const server = await serveHttp(httpData.path, ['--log', 'off', '--rate', '100000']);
const stdio = await connect(stdioData.path);
const over = (proctor: ProctorClient): Caller => ({ proctor, sessionId: '', at: 0 });
const clients = await Promise.all(Array.from({ length: callers }, async () => over(await server.connect())));
const sides = [
  new Side('HTTP, 32 clients', server.pid, clients),
  new Side(
    'stdio, 32 calls at once',
    stdio.pid,
    Array.from({ length: callers }, () => over(stdio)),
  ),
];
for (let turn = 0; turn * turnMs < seconds * 1000; turn += 1) {
  process.stderr.write(`turn ${turn + 1} of ${Math.ceil((seconds * 1000) / turnMs)}\n`);
  for (const side of sides) await side.turn();
}

const row = (...cells: (string | number)[]) => process.stdout.write(`| ${cells.join(' | ')} |\n`);
row('', 'calls', 'calls a second', 'errors', 'p50', 'p99', 'commit p50', 'commit p99', 'memory after each quarter');
row('---', '---', '---', '---', '---', '---', '---', '---', '---');
for (const { name, ms, errors, rss, busyMs } of sides) {
  const all = Object.values(ms)
    .flat()
    .sort((a, b) => a - b);
  const commits = (ms['tot_commit'] ?? []).toSorted((a, b) => a - b);
  const quarters = [0.25, 0.5, 0.75, 1].map((share) => rss[Math.ceil(rss.length * share) - 1] ?? 0);
  const shown = (value: number) => `${value.toFixed(1)} ms`;
  row(
    ...[name, all.length, Math.round((all.length / busyMs) * 1000), errors.length],
    ...[quantile(all, 0.5), quantile(all, 0.99), quantile(commits, 0.5), quantile(commits, 0.99)].map(shown),
    `${quarters.map((mb) => mb.toFixed(0)).join(', ')} MB`,
  );
  for (const error of errors.slice(0, 3)) process.stderr.write(`${name}: ${error}\n`);
}
// Stopped while every client calls: what was begun is finished or refused, and then it is gone.
const atWork = Promise.allSettled([sides[0]?.turn()]);
await after(turnMs / 5);
const begun = performance.now();
await server.stop();
process.stdout.write(`\nStopped with ${callers} clients at work in ${(performance.now() - begun).toFixed(0)} ms.\n`);
await Promise.all([atWork, stdio.close()]);
await Promise.all([httpData.remove(), stdioData.remove()]);
