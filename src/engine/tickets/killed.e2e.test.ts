/**
 * Servers that are killed, stopped or left in the middle of a ticket. Its bug, to a user: an attempt lost, a test run
 * that nobody ends, a deadline that a restart forgives.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { servedProject } from '../../testing/served-project.js';
import { right, serverIn, sourceFile, submission, TicketTeam } from '../../testing/ticket-team.js';

/** Notes its own process number in a file git ignores, and ends when another one says so. */
const slow = `import { existsSync, appendFileSync } from 'node:fs';
appendFileSync('ignored/started', \`\${process.env.PROCTOR_TEST_MARK ?? ''}run \`);
setInterval(() => existsSync('ignored/pass') && process.exit(0), 20);
`;

const { repo, data, proctor } = servedProject({ files: { 'tools/slow.mjs': slow } });

beforeEach(async () => {
  await repo.write({ 'ignored/started': '' });
});

async function killed(): Promise<void> {
  const { pid } = proctor;
  process.kill(pid, 'SIGKILL');
  await proctor.close();
  await until(async () => Promise.resolve(!isRunning(pid)));
}

async function crash(): Promise<void> {
  await killed();
  await proctor.reconnect();
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await after(20);
}

const starts = async () => (await readFile(join(repo.dir, 'ignored/started'), 'utf8')).split('run').length - 1;

/** Whether any process on this machine still runs the command in this repository. */
async function isVerifying(): Promise<boolean> {
  const { execFile } = await import('node:child_process');
  const listing = await new Promise<string>((resolve) => {
    execFile('ps', ['-eo', 'pid,args'], { maxBuffer: 1 << 24 }, (_error, stdout) => {
      resolve(stdout);
    });
  });
  const pids = listing.split('\n').filter((line) => line.includes('tools/slow.mjs') && !line.includes('ps -eo'));
  const { readlink } = await import('node:fs/promises');
  const places = await Promise.all(
    pids.map((line) => readlink(`/proc/${line.trim().split(' ')[0]}/cwd`).catch(() => '')),
  );
  return places.includes(repo.dir);
}

const slowTicket = { verify: 'node tools/slow.mjs' };
const unanswered = () => undefined;

test('killed while the executor works: the attempt and its deadline are still there', async () => {
  const team = await TicketTeam.at(proctor);
  const before = await team.gate();
  await crash();
  const again = team.through(proctor);
  expect(await again.gate()).toEqual(before);
  await repo.write({ [sourceFile]: right });
  expect((await again.submit(1)).data.gate).toMatchObject({ status: 'REVIEWING', attempt: 1 });
});

test('killed during the run: no process is left, the run is made again and counts for nothing', async () => {
  const team = await TicketTeam.at(proctor, slowTicket);
  await repo.write({ [sourceFile]: right });
  void team.submit(1).catch(unanswered);
  await until(async () => (await starts()) === 1);
  expect(await isVerifying()).toBe(true);
  await killed();
  await until(async () => !(await isVerifying()));
  await repo.write({ 'ignored/pass': '' });
  await proctor.reconnect();
  const seen = await team.through(proctor).until('REVIEWING');
  expect(seen).toMatchObject({
    gate: { attempt: 1 },
    run: { id: 2, passed: true, onThisTree: { passed: 1, failed: 0 } },
  });
  expect(seen.previousFailures).toEqual([]);
  expect(seen.history.map(({ text }: { text?: string }) => text)).toContain(
    'run 1 cut short: the process that ran it is gone',
  );
});

test('stopped in good order during the run: no process is left either', async () => {
  const team = await TicketTeam.at(proctor, slowTicket);
  await repo.write({ [sourceFile]: right });
  void team.submit(1).catch(unanswered);
  await until(async () => (await starts()) === 1);
  process.kill(proctor.pid, 'SIGTERM');
  await proctor.close();
  await until(async () => !(await isVerifying()));
  await repo.write({ 'ignored/pass': '' });
  await proctor.reconnect();
  expect(await team.through(proctor).until('REVIEWING')).toMatchObject({ gate: { attempt: 1 }, previousFailures: [] });
});

test('killed during the review: what passed still counts, and the deadline holds', async () => {
  const team = await TicketTeam.at(proctor);
  await repo.write({ [sourceFile]: right });
  const { data: submitted } = await team.submit(1);
  await crash();
  const again = team.through(proctor);
  expect((await again.gate()).deadline).toBe(submitted.gate.deadline);
  expect((await again.review()).data.gate.status).toBe('APPROVED');
});

test('a deadline that passes while no server runs is a time-out when one does; a late answer is refused', async () => {
  const team = await TicketTeam.at(proctor, { timeouts: { executorSeconds: 1 } });
  await killed();
  await after(1200);
  await proctor.reconnect();
  const again = team.through(proctor);
  await repo.write({ [sourceFile]: right });
  const late = await again.submit(1);
  expect(late.codes).toEqual(['DEADLINE_PASSED']);
  const seen = await again.ok('ticket_status', { detail: 'full' });
  expect(seen).toMatchObject({ gate: { status: 'FAILED' }, previousFailures: [{ attempt: 1, type: 'TIMEOUT' }] });
  expect(Date.parse(seen.gate.retryAt)).toBeGreaterThan(Date.now() + 20_000);
  // Whoever came too late took part all the same.
  expect(seen.history.map(({ what }: { what: string }) => what)).toContain('gate.late');
});

test('another server takes the run up when the one that owed it is gone, and not before', async () => {
  const other = await serverIn(repo, data.path);
  try {
    const team = await TicketTeam.at(proctor, slowTicket);
    await repo.write({ [sourceFile]: right });
    void team.submit(1).catch(unanswered);
    await until(async () => (await starts()) === 1);
    const there = team.through(other);
    expect(await there.gate()).toMatchObject({ status: 'VERIFYING' });
    expect(await starts()).toBe(1);
    await killed();
    await repo.write({ 'ignored/pass': '' });
    expect(await there.until('REVIEWING')).toMatchObject({ run: { id: 2, passed: true } });
  } finally {
    await other.close();
  }
});

test('a call that is cancelled takes its run along; the next look starts it again', async () => {
  const team = await TicketTeam.at(proctor, slowTicket);
  await repo.write({ [sourceFile]: right });
  const stop = new AbortController();
  const progress: number[] = [];
  const args = { sessionId: team.sessionId, ticketId: team.ticketId, ...submission(1) };
  const call = proctor.client
    .callTool({ name: 'ticket_submit', arguments: args }, undefined, {
      signal: stop.signal,
      onprogress: (note) => progress.push(note.progress),
    })
    .catch(() => 'cancelled');
  await until(async () => progress.length > 0 && (await starts()) === 1);
  expect(await isVerifying()).toBe(true);
  stop.abort('enough');
  expect(await call).toBe('cancelled');
  await until(async () => !(await isVerifying()));
  await after(300);
  expect(await isVerifying()).toBe(false);
  await repo.write({ 'ignored/pass': '' });
  expect(await team.until('REVIEWING')).toMatchObject({ gate: { attempt: 1 }, previousFailures: [] });
});

// Clients give up after a minute or so: a call that waited for a long run would look like a failure.
test('a run that takes longer than 45 s is answered VERIFYING, and goes on', async () => {
  const team = await TicketTeam.at(proctor, slowTicket);
  await repo.write({ [sourceFile]: right });
  const from = Date.now();
  const { data: waiting } = await team.submit(1);
  expect(waiting).toMatchObject({ status: 'OK', gate: { status: 'VERIFYING', step: 2, attempt: 1 } });
  expect(Date.now() - from).toBeGreaterThan(44_000);
  await repo.write({ 'ignored/pass': '' });
  expect(await team.until('REVIEWING')).toMatchObject({ run: { id: 1, passed: true } });
}, 180_000);
