/**
 * Verify commands that misbehave, through the server: what they did is contained, and the reply says how. Its bug, to a
 * user: a machine that hangs because an agent's test forked without end.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sharedProject } from '../../testing/served-project.js';
import { TicketTeam } from '../../testing/ticket-team.js';
import { oddSeconds } from '../../testing/verify-bench.js';

/** Nobody else sleeps that long. */
const seconds = oddSeconds();
const files = {
  'tools/sleep.mjs': 'setInterval(() => undefined, 1000);\n',
  'tools/flood.mjs': `const chunk = Buffer.alloc(1 << 20, 'x');
let left = 256;
const more = () => { while (left-- > 0) if (!process.stdout.write(chunk)) return process.stdout.once('drain', more); };
more();
`,
  'tools/bomb.sh': '#!/bin/sh\nbomb() { bomb | bomb & }\nbomb\nwait\nsleep 60\n',
  'tools/daemon.sh': `#!/bin/sh\nsetsid sh -c "echo \\$\\$ > ignored/daemon; exec sleep ${seconds}" < /dev/null > /dev/null 2>&1 &\nwhile [ ! -s ignored/daemon ]; do sleep 0.05; done\n`,
};

const { repo, data, proctor } = sharedProject({
  config: { commands: { allow: ['node *', 'node --test *', 'sh *'] } },
  files,
});
let tickets = 0;

beforeAll(async () => {
  await repo.write({ 'ignored/here': '' });
});

async function run(verify: string, more: object = {}) {
  tickets += 1;
  const file = `part${tickets}/a.mjs`;
  const team = await TicketTeam.at(proctor, {
    title: `Part ${tickets}`,
    files: [`part${tickets}/**`],
    verify,
    ...more,
  });
  await repo.write({ [file]: 'export {};\n' });
  const { data: reply } = await team.submit(1, { filesModified: [file] });
  await team.ok('ticket_escalate', { tried: 'running it', question: 'is it contained?' });
  // Its files are nobody's any more, so that the next ticket is not blamed for them.
  await repo.git('add', '-A');
  await repo.git('commit', '-qm', file);
  return reply;
}

test('an endless sleep is killed at its time limit, and that is a time-out', async () => {
  const reply = await run('node tools/sleep.mjs', { timeouts: { verifySeconds: 1 } });
  expect(reply).toMatchObject({ gate: { status: 'FAILED' }, run: { passed: false, exitCode: null } });
  expect(reply.run.problem).toContain('killed with everything it had started');
  expect(reply.run.isolation).toMatch(/^(bubblewrap|unshare|process-group), /);
});

test('256 MiB of output are counted, hashed and cut', async () => {
  const reply = await run('node tools/flood.mjs');
  expect(reply).toMatchObject({ run: { passed: true, output: { bytes: 1 << 28 } } });
  const { hash } = reply.run.output as { hash: string };
  const session = (await proctor.call('tot_status', {})).data.sessions as { sessionId: string }[];
  const kept = await Promise.all(
    session.map(({ sessionId }) =>
      readFile(join(data.path, 'sessions', sessionId, 'output', hash)).catch(() => undefined),
    ),
  );
  const found = kept.find((bytes) => bytes !== undefined);
  expect(found?.length).toBeLessThanOrEqual((1 << 20) + 200);
});

test('a fork bomb ends with its run', async () => {
  const reply = await run('sh tools/bomb.sh', { timeouts: { verifySeconds: 2 } });
  expect(reply.run.passed).toBe(false);
  expect(reply.run.isolation).toMatch(/processes \d+|no process limit/);
  expect((await proctor.call('tot_status', {})).data.status).toBe('OK');
});

test('a daemon it leaves behind is gone when the result is there', async () => {
  const reply = await run('sh tools/daemon.sh');
  expect(reply).toMatchObject({ run: { passed: true } });
  const { execFileSync } = await import('node:child_process');
  const listing = execFileSync('ps', ['-eo', 'args']).toString();
  expect(listing.split('\n').filter((line) => line === `sleep ${seconds}`)).toEqual([]);
});
