/** What a bug here would look like: /tmp fills up with folders of killed servers, or a living server loses its own. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { processesOn } from '../store/holder.js';
import { realDisk } from '../store/real-disk.js';
import { makeTemporaryDir, sweepTemporaryDirs, withTemporaryDir } from './temporary-dir.js';

/** The name a process that is gone by now would have given. */
async function nameOfOneGone(own: string): Promise<string> {
  const child = spawn('sleep', ['60']);
  const pid = child.pid ?? 0;
  // The start in its own words, as only a living process has one.
  const stat = (await realDisk.readFile(`/proc/${pid}/stat`))?.toString('latin1') ?? '';
  const start = stat.slice(stat.lastIndexOf(')')).split(' ')[20] ?? '';
  child.kill('SIGKILL');
  await once(child, 'exit');
  const [, table = ''] = /^proctor-index-(\d+)-/.exec(own) ?? [];
  return `proctor-index-${table}-${pid}-${start}-0123456789ab.Abc123`;
}

test('folders of a process that is gone are removed, those of a living one and of others are not', async () => {
  const parent = await mkdtemp(join(tmpdir(), 'proctor-sweep-'));
  const mine = await makeTemporaryDir('index');
  const { start } = await processesOn(realDisk).self();
  expect(start).not.toBe('');
  try {
    const own = basename(mine);
    const gone = await nameOfOneGone(own);
    const [foreign, kind, linked] = [
      gone.replace('Abc', 'For'),
      gone.replace('index', 'other'),
      gone.replace('A', 'L'),
    ];
    const otherTable = gone.replace(/index-\d+/, 'index-1');
    for (const name of [own, gone, foreign, kind, otherTable, 'proctor-index-77-Abc123']) {
      await mkdir(join(parent, name));
      await writeFile(join(parent, name, 'index'), 'x');
    }
    await symlink(mine, join(parent, linked));
    const isRoot = process.getuid?.() === 0;
    if (isRoot) await chown(join(parent, foreign), 65_534, 65_534);
    expect(await sweepTemporaryDirs(parent)).toBe(isRoot ? 1 : 2);
    const left = [own, kind, linked, otherTable, 'proctor-index-77-Abc123', ...(isRoot ? [foreign] : [])];
    expect((await readdir(parent)).sort()).toEqual(left.sort());
    expect(await readdir(mine)).toEqual([]);
  } finally {
    await rm(mine, { recursive: true });
    await rm(parent, { recursive: true });
  }
});

test('one that is no longer used is gone, whatever happened in it', async () => {
  let path = '';
  const failing = withTemporaryDir('index', async (dir) => {
    path = dir;
    await writeFile(join(dir, 'x'), 'x');
    throw new Error('it failed');
  });
  await expect(failing).rejects.toThrow('it failed');
  await expect(readdir(path)).rejects.toThrow('ENOENT');
});
