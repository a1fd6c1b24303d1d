/**
 * Where evidence is written, in a project that belongs to somebody who would like to have other files written. Its bug, to
 * a user: a forged report that stays, or a file of theirs that is gone.
 */
import { link, mkdir, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryDir } from '../testing/proctor-client.js';
import type { Disk } from './disk.js';
import { writeEvidence } from './evidence-folder.js';
import { realDisk } from './real-disk.js';

let dir: Awaited<ReturnType<typeof temporaryDir>>;
let outside: string;
let projectDir: string;
const folder = () => join(projectDir, '.claude/evidence/T-1');

beforeEach(async () => {
  dir = await temporaryDir();
  outside = join(dir.path, 'outside');
  projectDir = join(dir.path, 'project');
  await Promise.all([mkdir(outside), mkdir(join(projectDir, '.claude/evidence'), { recursive: true })]);
  await writeFile(join(outside, 'closure-report.md'), 'theirs');
});
afterEach(async () => dir.remove());

const gate = { name: 'gate-result.yaml', text: 'session: "s-1"\n' };
const report = { name: 'closure-report.md', text: '# Closure report\n' };
const names = [gate.name, report.name];

const write = async (files = [gate, report], disk: Disk = realDisk) => {
  const place = { projectDir, evidenceDir: '.claude/evidence', sessionId: 's-1', ticketId: 'T-1' };
  return writeEvidence(disk, place, { files, names });
};

test('says what became of each file', async () => {
  expect((await write()).written).toEqual(names.map((name) => ({ name, what: 'written' })));
  await writeFile(join(folder(), report.name), '# All is well\n');
  expect((await write()).written).toEqual([
    { name: gate.name, what: 'unchanged' },
    { name: report.name, what: 'rewritten' },
  ]);
  expect(await readFile(join(folder(), report.name), 'utf8')).toBe(report.text);
});

test('a report the journal does not have is not left standing; what Proctor has no name for is', async () => {
  await write([gate]);
  await writeFile(join(folder(), report.name), '# All is well\n');
  await writeFile(join(folder(), 'notes.md'), 'mine');
  expect((await write([gate])).written).toContainEqual({ name: report.name, what: 'removed' });
  expect((await readdir(folder())).sort()).toEqual([gate.name, 'notes.md', 'screenshots']);
});

const inTheWay: readonly [string, (place: string) => Promise<unknown>][] = [
  ['a link', (place) => symlink(join(outside, report.name), place)],
  ['a second name', (place) => link(join(outside, report.name), place)],
  ['a directory', (place) => mkdir(place)],
];
test.each(inTheWay)('%s in the place of a file is left alone and told', async (_, put) => {
  await write([gate]);
  await put(join(folder(), report.name));
  await expect(write()).rejects.toThrow(/closure-report\.md \(it is/);
  await expect(write([gate])).rejects.toThrow(/closure-report\.md \(it is/);
  expect(await readFile(join(outside, report.name), 'utf8')).toBe('theirs');
});

test.each(['.claude', '.claude/evidence', '.claude/evidence/T-1', '.claude/evidence/T-1/screenshots'])(
  'a link in the place of %s is not followed',
  async (path) => {
    await write();
    await rm(join(projectDir, path), { recursive: true });
    await symlink(outside, join(projectDir, path));
    await expect(write()).rejects.toThrow('is no directory, or a link');
    expect(await readdir(outside)).toEqual([report.name]);
  },
);

// The worst moment for each: right before the call that would write.
test.each(['remove', 'writeNew', 'rename'] as const)(
  'a folder that becomes a link before %s is not written through',
  async (call) => {
    await write();
    let isSwapped = false;
    const swapping: Disk = {
      ...realDisk,
      [call]: async (...args: never[]) => {
        if (!isSwapped) {
          await rename(folder(), `${folder()}.away`);
          await symlink(outside, folder());
          isSwapped = true;
        }
        return Reflect.apply(realDisk[call], realDisk, args) as Promise<void>;
      },
    };
    await write([gate, { ...report, text: '# Another\n' }], swapping).catch(() => undefined);
    expect(isSwapped).toBe(true);
    expect(await readdir(outside)).toEqual([report.name]);
    expect(await readFile(join(outside, report.name), 'utf8')).toBe('theirs');
  },
);
