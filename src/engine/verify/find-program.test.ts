import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProgram, findTool } from './find-program.js';

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'proctor-find-'));
  for (const sub of ['a', 'b', 'a/folder']) await mkdir(join(dir, sub), { recursive: true });
  for (const [path, mode] of [
    ['a/locked', 0o644],
    ['b/locked', 0o755],
    ['a/only-locked', 0o644],
    ['b/tool', 0o755],
  ] as const) {
    await writeFile(join(dir, path), '#!/bin/sh\n');
    await chmod(join(dir, path), mode);
  }
});
afterAll(() => rm(dir, { recursive: true }));

const find = (word: string) => findProgram(word, { cwd: dir, path: `${dir}/a:${dir}/b` });

test('looks a word up on PATH, in its order', async () => {
  expect(await find('tool')).toEqual({ path: join(dir, 'b/tool') });
});

test('passes over a file that cannot be executed, as the system does', async () => {
  expect(await find('locked')).toEqual({ path: join(dir, 'b/locked') });
});

test('takes a word with a slash as it is, from the working directory', async () => {
  expect(await find('./b/tool')).toEqual({ path: './b/tool' });
  expect(await find('b/tool')).toEqual({ path: 'b/tool' });
});

test.each([
  ['nothing', '"nothing": ENOENT, no such program on PATH'],
  ['', '"": ENOENT, no such program on PATH'],
  ['only-locked', /only-locked: EACCES, it is not executable/],
  ['folder', /folder: EACCES, it is not a file/],
  ['./nothing', './nothing: ENOENT, no such file'],
  ['./a/locked', './a/locked: EACCES, it is not executable'],
  ['./a/locked/x', './a/locked/x: ENOENT, no such file'],
  ['a\0b', /NUL/],
  // Words a shell would act on are only names here.
  ['exit', '"exit": ENOENT, no such program on PATH'],
  ['A=b', '"A=b": ENOENT, no such program on PATH'],
])('says why %p cannot be run', async (word, problem) => {
  expect(await find(word)).toEqual({ problem: typeof problem === 'string' ? problem : expect.stringMatching(problem) });
});

test('takes its own tools from the system', async () => {
  expect(await findTool('sh')).toMatch(/^\/.*\/sh$/);
  expect(await findTool('no-such-tool')).toBeUndefined();
});
