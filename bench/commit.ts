/**
 * What a commit costs, whatever the size of the tree: side by side, in one run, with a bare MCP server and a bare
 * append. Run with `npm run bench:commit`.
 */
import { closeSync, fdatasyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { mainFile, temporaryDir } from '../src/testing/proctor-client.js';
import { grow, openEngine, resultFor } from './grow.js';

const sizes = [100, 1000, 5000];
const rounds = 60;
const starts = 15;

interface Connection {
  readonly client: Client;
  readonly pid: number;
  readonly startMs: number;
}

async function connect(args: readonly string[]): Promise<Connection> {
  const transport = new StdioClientTransport({ command: process.execPath, args: [...args], stderr: 'ignore' });
  const client = new Client({ name: 'bench', version: '1' });
  const begun = performance.now();
  await client.connect(transport);
  return { client, pid: transport.pid ?? 0, startMs: performance.now() - begun };
}

const bare = [join(import.meta.dirname, 'bare-server.mjs')];
const quantile = (values: readonly number[], q: number): number =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * q))] ?? 0;
const median = (values: readonly number[]) => quantile(values, 0.5);
const rssMb = (pid: number) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;

async function timed<T>(work: () => Promise<T>): Promise<{ ms: number; value: T }> {
  const begun = performance.now();
  const value = await work();
  return { ms: performance.now() - begun, value };
}

const { path: dataDir, remove } = await temporaryDir('proctor-bench-');
const proctor = [mainFile, 'serve', '--data', dataDir];

process.stderr.write('growing the trees …\n');
const trees = [];
for (const size of sizes) {
  const engine = openEngine(dataDir);
  trees.push({ size, ...(await grow(engine, size, rounds + 5)) });
  await engine.close();
}

process.stderr.write('starting servers …\n');
const startMs = { bare: [] as number[], proctor: [] as number[] };
for (let index = 0; index < starts; index += 1) {
  for (const [kind, args] of [
    ['bare', bare],
    ['proctor', proctor],
  ] as const) {
    const { client, startMs: ms } = await connect(args);
    startMs[kind].push(ms);
    await client.close();
  }
}

process.stderr.write('opening the largest tree …\n');
const largest = trees.at(-1);
if (!largest) throw new Error('no trees');
const snapshotFile = join(dataDir, 'sessions', largest.id, 'snapshot.json');
const snapshotText = readFileSync(snapshotFile, 'utf8');
const snapshotJson = snapshotText.slice(snapshotText.indexOf('{'));
const parseMs = median(
  Array.from({ length: 11 }, () => {
    const begun = performance.now();
    JSON.parse(snapshotJson);
    return performance.now() - begun;
  }),
);
const openMs: number[] = [];
const rss = { bare: [] as number[], proctor: [] as number[] };
for (let index = 0; index < 5; index += 1) {
  const opened = await connect(proctor);
  const first = await timed(() => opened.client.callTool({ name: 'tot_status', arguments: { sessionId: largest.id } }));
  const second = await timed(() =>
    opened.client.callTool({ name: 'tot_status', arguments: { sessionId: largest.id } }),
  );
  openMs.push(first.ms - second.ms);
  rss.proctor.push(rssMb(opened.pid));
  await opened.client.close();
  const empty = await connect(bare);
  await empty.client.callTool({ name: 'noop', arguments: { sessionId: 'x', results: [] } });
  rss.bare.push(rssMb(empty.pid));
  await empty.client.close();
}

process.stderr.write('committing …\n');
const noop = await connect(bare);
const servers = [];
for (const tree of trees) servers.push({ tree, ...(await connect(proctor)), ms: [] as number[], bytes: 0 });
const noopMs: number[] = [];
const appendMs: number[] = [];
const appendTo = openSync(join(dataDir, 'bare-append'), 'a');
for (const { client, tree } of servers)
  await client.callTool({ name: 'tot_status', arguments: { sessionId: tree.id } });
let recordBytes = 0;
for (let round = -5; round < rounds; round += 1) {
  for (const { client, tree, ms, ...server } of servers) {
    const results = [resultFor(tree.open[round + 5] ?? '')];
    const reply = await timed(() =>
      client.callTool({ name: 'tot_commit', arguments: { sessionId: tree.id, results } }),
    );
    if (reply.value.isError === true) throw new Error(JSON.stringify(reply.value.structuredContent));
    if (round >= 0) ms.push(reply.ms);
    server.bytes = Buffer.byteLength((reply.value.content as { text: string }[])[0]?.text ?? '');
    const found = servers.find((each) => each.client === client);
    if (found) found.bytes = Math.max(found.bytes, server.bytes);
  }
  const empty = await timed(() =>
    noop.client.callTool({ name: 'noop', arguments: { sessionId: 'x', results: [resultFor('R1.A')] } }),
  );
  if (recordBytes === 0) recordBytes = lastRecordBytes(join(dataDir, 'sessions', largest.id, 'journal.jsonl'));
  const begun = performance.now();
  writeSync(appendTo, Buffer.alloc(recordBytes, 120));
  fdatasyncSync(appendTo);
  const append = performance.now() - begun;
  if (round >= 0) {
    noopMs.push(empty.ms);
    appendMs.push(append);
  }
}
closeSync(appendTo);

function lastRecordBytes(file: string): number {
  const bytes = readFileSync(file);
  return bytes.length - bytes.lastIndexOf(0x0a);
}

const p50 = servers.map(({ ms }) => median(ms));
const floor = median(noopMs) + median(appendMs);
const ms = (value: number) => `${value.toFixed(2)} ms`;
const row = (...cells: (string | number)[]) => process.stdout.write(`| ${cells.join(' | ')} |\n`);
row('measure', 'figure', 'goal', 'met');
row('---', '---', '---', '---');
const goal = (name: string, figure: string, want: string, met: boolean) => {
  row(name, figure, want, met ? 'yes' : '**no**');
};
servers.forEach(({ tree, ms: times, bytes }, index) => {
  row(`commit at ${tree.size} nodes, p50 (p95)`, `${ms(p50[index] ?? 0)} (${ms(quantile(times, 0.95))})`, '', '');
  goal(`reply at ${tree.size} nodes`, `${bytes} B`, '≤ 4096 B', bytes <= 4096);
});
row('no-op tool of a bare server, p50', ms(median(noopMs)), '', '');
row(`bare append + fdatasync of ${recordBytes} B, p50`, ms(median(appendMs)), '', '');
goal(
  'p50 at 5,000 against 100',
  `${((p50[2] ?? 0) / (p50[0] ?? 1)).toFixed(2)} ×`,
  '≤ 1.5 ×',
  (p50[2] ?? 0) <= 1.5 * (p50[0] ?? 0),
);
goal(
  'p50 at 5,000 against no-op + append',
  `${((p50[2] ?? 0) / floor).toFixed(2)} ×`,
  '≤ 3 ×',
  (p50[2] ?? 0) <= 3 * floor,
);
const startRatio = median(startMs.proctor) / median(startMs.bare);
goal(
  'start to initialize, bare / Proctor',
  `${ms(median(startMs.bare))} / ${ms(median(startMs.proctor))} (${startRatio.toFixed(2)} ×)`,
  '≤ 1.5 ×',
  startRatio <= 1.5,
);
const openRatio = median(openMs) / parseMs;
goal(
  `cold open of 5,000 nodes, against JSON.parse of its snapshot (${(snapshotJson.length / 1e6).toFixed(1)} MB)`,
  `${ms(median(openMs))} / ${ms(parseMs)} (${openRatio.toFixed(1)} ×)`,
  '≤ 25 ×',
  openRatio <= 25,
);
const rssGain = median(rss.proctor) - median(rss.bare);
goal('RSS after opening it, above the bare server', `${rssGain.toFixed(0)} MB`, '≤ 80 MB', rssGain <= 80);
await Promise.all([noop, ...servers].map(async ({ client }) => client.close()));
await remove();
