/**
 * What lists cost with many sessions: the list, the stop gate and a server that idles, with a warm index, a stale one and
 * none. Run with `npm run bench:lists`; PROCTOR_SESSIONS says how many, 20,000 unless it does.
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as after } from 'node:timers/promises';
import { mainFile, temporaryDir } from '../src/testing/proctor-client.js';
import { makeSessions, sessionNumber } from '../src/testing/store-of-sessions.js';

const count = Number(process.env['PROCTOR_SESSIONS'] ?? 20_000);
const idleSeconds = Number(process.env['PROCTOR_IDLE_SECONDS'] ?? 60);
const runs = 7;
const changed = 5;

const { path: place, remove } = await temporaryDir('proctor-lists-');
const dataDir = join(place, 'data');
const emptyDir = join(place, 'empty');
const projects = ['one', 'two', 'three', 'four'].map((name) => join(place, name));
mkdirSync(dataDir, { mode: 0o700 });
for (const dir of projects) {
  mkdirSync(dir);
  writeFileSync(join(dir, 'proctor.config.json'), JSON.stringify({ commands: { allow: ['node --test'] } }));
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=b', '-c', 'user.email=b@b.b', ...args], { cwd: dir });
  git('init', '-q');
  git('add', '-A');
  git('commit', '-q', '-m', 'first');
}

process.stderr.write(`making ${count} sessions …\n`);
const minuteMs = 60_000;
await makeSessions({ root: dataDir, projects, from: Date.now() - count * minuteMs }, 0, count);

const [cwd = place] = projects;
const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

function timed(args: readonly string[], input = ''): number {
  const begun = performance.now();
  const { status, stderr } = spawnSync(process.execPath, [mainFile, ...args], { cwd, input });
  if (status !== 0) throw new Error(stderr.toString());
  return performance.now() - begun;
}

const forget = () => rmSync(join(dataDir, 'index'), { recursive: true, force: true });

/** As if another process had changed some of them. */
function touch(): void {
  for (let at = 0; at < changed; at += 1) {
    const journal = join(dataDir, 'sessions', sessionNumber(at * 17, { projects }), 'journal.jsonl');
    const { atime, mtimeMs } = statSync(journal);
    utimesSync(journal, atime, new Date(mtimeMs + 1000));
  }
}

const hookInput = JSON.stringify({ session_id: 'bench', hook_event_name: 'Stop', cwd });
const status = (dir: string) => timed(['status', '--data', dir]);
const stopGate = (dir: string, role: string) => timed(['stop-gate', '--as', role, '--data', dir], hookInput);

process.stderr.write('listing …\n');
const cold = (forget(), status(dataDir));
const several = (work: () => number) => median(Array.from({ length: runs }, work));
const start = several(() => status(emptyDir));
const rows: [string, number][] = [
  ['status, no session', start],
  ['status, warm', several(() => status(dataDir))],
  [`status, ${changed} changed`, several(() => (touch(), status(dataDir)))],
  ['status, no index', cold],
  ['stop gate, no session', several(() => stopGate(emptyDir, 'system3'))],
  ['stop gate that lets go, warm', several(() => stopGate(dataDir, 'system3'))],
  ['stop gate that holds up, warm', several(() => stopGate(dataDir, 'solo'))],
  [`stop gate, ${changed} changed`, several(() => (touch(), stopGate(dataDir, 'system3')))],
];

process.stderr.write(`a server that idles for ${idleSeconds} s …\n`);
const server = spawn(process.execPath, [mainFile, 'serve', '--http', '--port', '0', '--data', dataDir], {
  cwd,
  stdio: 'ignore',
});
/** User and system time of a process, in ticks of 10 ms. */
const ticks = (pid: number) => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return Number(fields[11]) + Number(fields[12]);
};
await after(15_000);
const before = ticks(server.pid ?? 0);
await after(idleSeconds * 1000);
const used = ((ticks(server.pid ?? 0) - before) * 10) / (idleSeconds * 1000);
server.kill();
await once(server, 'close');

const line = (name: string, text: string) => process.stdout.write(`${name.padEnd(34)} ${text.padStart(10)}\n`);
line(`${count} sessions`, 'ms');
for (const [name, ms] of rows) line(name, ms.toFixed(0));
line('a server that idles, of one core', `${(used * 100).toFixed(2)} %`);
await remove();
