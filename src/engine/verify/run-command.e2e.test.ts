/** What a bug here would look like: a failing command counts as passed, or words of a command are acted on by a shell. */
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundled } from '../../testing/bundled.js';
import { node, run, sh, usableKinds } from '../../testing/verify-bench.js';

const serverFile = await bundled(new URL('../../testing/verify-server.ts', import.meta.url));
const kinds = await usableKinds();

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'proctor-verify-'));
});
afterAll(() => rm(dir, { recursive: true }));

describe.each(kinds)('in a sandbox of kind %s', (isolation) => {
  test.each([0, 1, 3, 127])('an exit code of %i is told as it is', async (code) => {
    const result = await run([sh(`echo out; echo err >&2; exit ${code}`)], { isolation });
    expect(result).toMatchObject({ outcome: 'exited', exitCode: code, signal: null, output: 'out\nerr\n' });
    expect(result.failedStep).toBe(code === 0 ? null : 0);
    expect(result.isolation.kind).toBe(isolation);
    expect(result).not.toHaveProperty('error');
  });

  test('an end by a signal is told as a shell tells it', async () => {
    const result = await run([sh('kill -SEGV $$')], { isolation });
    expect(result).toMatchObject({ outcome: 'exited', exitCode: 139, signal: 'SIGSEGV', failedStep: 0 });
  });

  test('steps run one after the other until one fails', async () => {
    const steps = [sh('echo one'), sh('echo two; exit 4'), sh('echo three')];
    expect(await run(steps, { isolation })).toMatchObject({
      outcome: 'exited',
      exitCode: 4,
      failedStep: 1,
      output: 'one\ntwo\n',
    });
    expect(await run([sh('echo one'), sh('echo two')], { isolation })).toMatchObject({
      exitCode: 0,
      failedStep: null,
      output: 'one\ntwo\n',
    });
  });

  test('a step may run what the one before has made', async () => {
    const file = join(dir, `made-${isolation}`);
    const made = await run([sh('printf "#!/bin/sh\\necho made" > "$1"; chmod +x "$1"', file), [file]], { isolation });
    expect(made).toMatchObject({ exitCode: 0, output: 'made\n' });
  });

  test.each([
    ['a program that is not there', [['no-such-program-here']], /"no-such-program-here": ENOENT/],
    ['a word of the shell', [['exit', '0']], /"exit": ENOENT/],
    ['an assignment', [['A=b', 'true']], /"A=b": ENOENT/],
    ['a file that is no program', [['/etc/passwd']], /EACCES/],
    ['a word with a NUL character', [['echo', 'a\0b']], /null bytes/],
    ['a word longer than the system takes', [['echo', 'a'.repeat(200_000)]], /E2BIG/],
  ])('%s is not started, and it is said why', async (_what, steps, error) => {
    const result = await run(steps, { isolation });
    expect(result).toMatchObject({ outcome: 'not_started', exitCode: null, failedStep: 0 });
    expect(result.error).toMatch(error);
  });

  test('a later step that cannot be started is a failure too', async () => {
    const result = await run([['true'], ['no-such-program-here']], { isolation });
    expect(result).toMatchObject({ outcome: 'not_started', exitCode: null, failedStep: 1 });
  });

  test('a working directory that is gone is said to be', async () => {
    const result = await run([['true']], { isolation, cwd: join(dir, 'gone') });
    expect(result).toMatchObject({ outcome: 'not_started', exitCode: null });
    expect(result.error).toMatch(/ENOENT.*gone/);
  });

  test('runs in the working directory', async () => {
    expect(await run([['pwd']], { isolation, cwd: dir })).toMatchObject({ output: `${dir}\n` });
  });

  test('words reach the program as they are', async () => {
    const words = [
      ';',
      '$(id)',
      '`id`',
      '$HOME',
      'a\nb',
      '--version',
      '-c',
      '',
      '*',
      "'",
      '"',
      '\\',
      '&&',
      '|',
      '>f',
      'ü',
    ];
    const told = await run([node('console.log(JSON.stringify(process.argv.slice(1)))', ...words)], { isolation });
    expect(JSON.parse(told.output)).toEqual(words);
  });

  test('there is nothing to read on standard input', async () => {
    const look = sh('cat; readlink /proc/self/fd/0');
    expect(await run([look], { isolation })).toMatchObject({ exitCode: 0, output: '/dev/null\n' });
  });

  test('both outputs stay in order, and can be opened by name', async () => {
    const script = 'for i in 1 2 3 4 5 6 7 8 9; do echo o$i; echo e$i >&2; echo x$i > /dev/stderr; done';
    const lines = [1, 2, 3, 4, 5, 6, 7, 8, 9].flatMap((i) => [`o${i}`, `e${i}`, `x${i}`]);
    expect((await run([sh(script)], { isolation })).output).toBe(`${lines.join('\n')}\n`);
  });

  test('a command sees the environment that is allowed, and nothing of Proctor it could go by', async () => {
    const env = { ...process.env, LC_X: 'x', MY_TOKEN: 's3cret', NODE_OPTIONS: '--bad', CI: '1', DB: 'y', OTHER: 'z' };
    const show = node('console.log(JSON.stringify(process.env))');
    const seen = JSON.parse((await run([show], { isolation, env, envAllow: ['DB', 'MY_TOKEN'] })).output);
    expect(seen).toMatchObject({ PATH: process.env['PATH'], LC_X: 'x', DB: 'y', TERM: 'dumb' });
    for (const name of ['MY_TOKEN', 'NODE_OPTIONS', 'CI', 'OTHER']) expect(seen).not.toHaveProperty(name);
    // Without a namespace it is how what the command leaves behind is found.
    expect('PROCTOR_RUN' in seen).toBe(isolation === 'process-group');
  });

  test('the server and its environment are out of sight, or it is said that they are not', async () => {
    const { output, isolation: seen } = await run([sh('cat /proc/[0-9]*/cmdline 2>/dev/null; echo; echo done')], {
      isolation,
    });
    expect(output).toMatch(/\ndone\n$/);
    expect(output.includes('jest')).toBe(!seen.pidNamespace);
    expect(seen.absent.includes('the server and its environment are in sight')).toBe(!seen.pidNamespace);
  });

  test('only the tree can be written to, or it is said that all can', async () => {
    const [inside, outside] = [join(dir, 'in'), join(dir, 'out')];
    await Promise.all([inside, outside].map((path) => mkdir(path, { recursive: true })));
    const write = sh('for d in "$@"; do echo x > "$d/file" || echo refused; done', inside, outside);
    const { output, isolation: seen } = await run([write], { isolation, cwd: inside });
    expect(await readFile(join(inside, 'file'), 'utf8')).toBe('x\n');
    if (seen.files === 'tree') expect(output).toMatch(/^\S.*out\/file.*\nrefused\n$/);
    expect(seen.absent.join().includes('all files of the user are open')).toBe(seen.files === 'open');
  });
});

test('what a client sends to the server is not for a command to read', async () => {
  const request = { steps: [['cat']], cwd: dir, places: { tree: dir }, network: false, timeoutMs: 10_000 };
  const server = spawn(process.execPath, [serverFile, JSON.stringify(request)], { stdio: 'pipe' });
  server.stdin.write('a message of the protocol');
  let said = '';
  server.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  server.stdout.resume();
  await new Promise((resolve) => server.once('close', resolve));
  server.stdin.destroy();
  expect(said).toBe('starting\nexited 0\n');
});

test('how far the output has come is told while it comes', async () => {
  const seen: number[] = [];
  const told = join(dir, 'told');
  const onOutput = (bytes: number) => {
    seen.push(bytes);
    writeFileSync(told, '');
  };
  await run([sh('echo a; while [ ! -e "$1" ]; do sleep 0.05; done; echo b', told)], { onOutput });
  expect(seen).toEqual([2, 4]);
});

test('a kind that does not work here is an error, never another kind', async () => {
  const all = ['bubblewrap', 'unshare', 'process-group'] as const;
  for (const isolation of all.filter((kind) => !kinds.includes(kind))) {
    await expect(run([['true']], { isolation })).rejects.toThrow(`${isolation} does not work here`);
  }
});

test('many runs at once do not disturb each other', async () => {
  await writeFile(join(dir, 'x'), '');
  const results = await Promise.all(Array.from({ length: 12 }, (_, i) => run([sh(`sleep 0.1; echo ${i}; exit ${i}`)])));
  expect(results.map(({ exitCode, output }) => [exitCode, output])).toEqual(
    Array.from({ length: 12 }, (_, i) => [i, `${i}\n`]),
  );
});
