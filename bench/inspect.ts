/**
 * What an inspector costs, whatever the size of the tree: bytes and messages of one live commit, and how long whoever
 * comes late waits for every actor. Run with `npm run bench:inspect`.
 */
import { performance } from 'node:perf_hooks';
import { WebSocket } from 'ws';
import { addressIn } from '../src/testing/inspector-receiver.js';
import { connect, temporaryDir } from '../src/testing/proctor-client.js';
import { until } from '../src/testing/until.js';
import { grow, openEngine, resultFor } from './grow.js';

const sizes = [100, 1000, 5000];
const commits = 20;

interface Heard {
  readonly socket: WebSocket;
  readonly types: Map<string, number>;
  bytes: number;
  last: string;
}

function listen(address: string): Heard {
  const heard: Heard = { socket: new WebSocket(address), types: new Map(), bytes: 0, last: '' };
  heard.socket.on('message', (message: Buffer) => {
    heard.last = message.toString();
    const { type } = JSON.parse(heard.last) as { type: string };
    heard.types.set(type, (heard.types.get(type) ?? 0) + 1);
    heard.bytes += message.length;
  });
  return heard;
}

const count = ({ types }: Heard): number => [...types.values()].reduce((sum, each) => sum + each, 0);
const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;

async function measure(size: number) {
  const { path: dataDir, remove } = await temporaryDir('proctor-bench-');
  const engine = openEngine(dataDir);
  const { id, open } = await grow(engine, size, commits + 5, dataDir);
  await engine.close();
  const proctor = await connect(dataDir, ['--inspect'], { cwd: dataDir });
  const { socket: address } = await until(() => addressIn(proctor.stderr()));
  const rounds = Math.max(...open.map((node) => Number(/^R(\d+)/.exec(node)?.[1] ?? 0)));
  const actors = 1 + rounds + size;
  const first = listen(address);
  await until(() => (count(first) >= actors ? true : undefined));
  const begun = performance.now();
  const late = listen(address);
  await until(() => (count(late) >= actors ? true : undefined), 1);
  const lateMs = performance.now() - begun;
  const lateBytes = late.bytes;
  const bytes: number[] = [];
  const messages: number[] = [];
  for (const nodeId of open.slice(0, commits)) {
    const before = { bytes: late.bytes, count: count(late) };
    const results = [resultFor(nodeId)];
    const { isError, text } = await proctor.call('tot_commit', { sessionId: id, results });
    if (isError) throw new Error(text);
    // The last of a commit is where its round stands.
    await until(() => (count(late) > before.count && late.last.includes('"round.count"') ? true : undefined), 1);
    await until(() => (late.last.includes('"@xstate.snapshot"') ? true : undefined), 1);
    await new Promise((resolve) => setTimeout(resolve, 10));
    bytes.push(late.bytes - before.bytes);
    messages.push(count(late) - before.count);
  }
  for (const { socket } of [first, late]) socket.terminate();
  await proctor.close();
  await remove();
  return { size, actors, lateMs, lateBytes, bytes: median(bytes), messages: median(messages) };
}

const row = (...cells: (string | number)[]) => process.stdout.write(`| ${cells.join(' | ')} |\n`);
row('nodes', 'actors told to a late comer', 'in', 'bytes', 'messages of a live commit', 'bytes of a live commit');
row('---', '---', '---', '---', '---', '---');
const figures: Awaited<ReturnType<typeof measure>>[] = [];
for (const size of sizes) {
  const figure = await measure(size);
  figures.push(figure);
  const { actors, lateMs, lateBytes, messages, bytes } = figure;
  row(size, actors, `${lateMs.toFixed(0)} ms`, `${(lateBytes / 1e6).toFixed(1)} MB`, messages, bytes);
}
const [least = 0, most = 0] = [Math.min, Math.max].map((pick) => pick(...figures.map(({ bytes }) => bytes)));
// Ids and sequence numbers get longer by a digit or two; nothing else may.
const isMet = most <= least * 1.05;
process.stdout.write(`\nA live commit is ${least} to ${most} bytes at any size: ${isMet ? 'met' : '**not met**'}.\n`);
process.exitCode = isMet ? 0 : 1;
