// A demo that lies is worse than none: what it shows must be what the server said, and it must leave nothing behind.
import { spawn, type ChildProcess } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { mainFile } from '../testing/proctor-client.js';
import { testDir } from '../testing/test-dir.js';

interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly error: string;
  /** Names left in the directory for temporary files. */
  readonly left: readonly string[];
}

interface Kept {
  readonly dataDir: string;
  readonly sessionId: string;
  readonly projectDir: string;
  readonly tickets: { readonly head: string };
}

const temporary = testDir('proctor-demo-test-');

async function proctor(args: string[], meddle: (child: ChildProcess) => void = () => {}): Promise<Ran> {
  const env = { ...process.env, TMPDIR: temporary.path, NO_COLOR: '', FORCE_COLOR: '' };
  const child = spawn(process.execPath, [mainFile, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let out = '';
  let error = '';
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (error += chunk.toString()));
  meddle(child);
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, out, error, left: await readdir(temporary.path) };
}

const refusals = [
  ...['STATE_LOCKED', 'TERMINAL_RATIO_EXCEEDED', 'MISSING_EVIDENCE', 'DUPLICATE_EVIDENCE'],
  ...['ROUNDS_TOO_FEW', 'DEPTH_TOO_SHALLOW', 'INSUFFICIENT_CHILDREN', 'NODES_UNSETTLED', 'UNCONFIRMED'],
  ...['SELF_CONFIRM', 'REUSED_AGENT'],
];

const ticketRefusals = [
  ...['VACUOUS_VERIFY', 'COMMAND_NOT_ALLOWED', 'VAGUE_DONE', 'FILES_UNTOUCHED', 'FILES_UNTOUCHED', 'OUTSIDE_CONTRACT'],
  ...['SELF_REVIEW', 'SELF_VALIDATION'],
];

test('piped, it plays to the end by itself, shows every refusal and leaves nothing behind', async () => {
  const { code, out, error, left } = await proctor(['demo']);
  expect({ code, error, left }).toEqual({ code: 0, error: '', left: [] });
  expect([...refusals, ...ticketRefusals].filter((each) => !out.includes(each))).toEqual([]);
  for (const shown of [
    'claim refuted',
    'claim confirmed',
    'solved by R3.B2a',
    'SUSPICIOUS',
    'claude mcp add',
    'CLAIM_MISMATCH',
    'S3_REJECTION',
    'See all of it in the dashboard',
  ])
    expect(out).toContain(shown);
  expect(out).toMatch(/✓ chain +19 records, 5 refusals/);
  expect(out).toMatch(/✕ damage .*record 15 does not carry\s+the hash/s);
  expect(out).toMatch(/T-1 .* waits for you/);
  expect(out).toMatch(/T-2 .* closed/);
  expect(out).not.toContain('\u001b');
});

test('for a script it says in one document how it went', async () => {
  const { code, out, left } = await proctor(['demo', '--json']);
  expect({ code, left }).toEqual({ code: 0, left: [] });
  expect(JSON.parse(out)).toEqual({
    outcome: 'solved',
    refused: refusals,
    nodes: 18,
    head: expect.stringMatching(/^19:[0-9a-f]{32}$/),
    auditOk: true,
    tickets: {
      'T-1': 'blocked',
      'T-2': 'closed',
      refused: ticketRefusals,
      head: expect.stringMatching(/^\d+:[0-9a-f]{32}$/),
    },
  });
});

test('what is kept can be looked at and audited afterwards, and the demo played beside it again, in ASCII alone', async () => {
  const kept = await proctor(['demo', '--keep', '--json']);
  const { dataDir, sessionId, projectDir, tickets } = JSON.parse(kept.out) as Kept;
  expect(kept.left.map((name) => `${temporary.path}/${name}`).sort()).toEqual([dataDir, dirname(projectDir)].sort());
  expect((await proctor(['audit', sessionId, '--head', tickets.head, '--data', dataDir])).code).toBe(0);
  const status = (await proctor(['status', sessionId, '--data', dataDir])).out;
  for (const shown of ['A leak in charge.ts', 'Refuse what is no amount']) expect(status).toContain(shown);
  const beside = await proctor(['demo', '--ascii', '--data', dataDir]);
  expect(beside.code).toBe(0);
  expect([...new Set(beside.out.match(/[^\p{ASCII}]/gu))]).toEqual([]);
  expect(await readdir(`${projectDir}/.claude/evidence/T-2`)).toContain('closure-report.md');
  expect(await readdir(`${dataDir}/sessions`)).toHaveLength(2);
});

test('a reader that hangs up finds nothing left behind', async () => {
  const { left, error } = await proctor(['demo'], ({ stdout }) => stdout?.once('data', () => stdout.destroy()));
  expect(left).toEqual([]);
  expect(error).not.toContain('should not happen');
});

test('stopped in the middle, it leaves nothing behind and does not pass for a success', async () => {
  const { code, out, left } = await proctor(['demo'], (child) =>
    child.stdout?.on('data', (chunk: Buffer) => chunk.includes('Cheat 1') && child.kill('SIGTERM')),
  );
  // On a busy machine the signal may come after the end.
  const isComplete = out.includes('Add it to your agent');
  expect({ code, left }).toEqual({ code: isComplete ? 0 : 3, left: [] });
});
