import { readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inTempDir } from '../testing/sample-journal.js';
import { realDisk as disk } from './real-disk.js';

const text = (bytes: string) => Buffer.from(bytes);

test('what is appended is read back, at the end whoever wrote before', () =>
  inTempDir(async (dir) => {
    const path = join(dir, 'file');
    const one = (await disk.openAppend(path, { create: true }))!;
    const two = (await disk.openAppend(path, { create: false }))!;
    expect([await one.append(text('one')), await two.append(text('two'))]).toEqual([3, 3]);
    await one.datasync();
    expect((await one.read(1, 100)).toString()).toBe('netwo');
    expect(await two.size()).toBe(6);
    await one.close();
    await two.close();
  }));

test('what is not there is undefined or empty, and removing it is no error', () =>
  inTempDir(async (dir) => {
    const path = join(dir, 'no', 'file');
    expect(await disk.openAppend(path, { create: false })).toBeUndefined();
    expect(await disk.readFile(path)).toBeUndefined();
    expect(await disk.stat(path)).toBeUndefined();
    expect(await disk.list(path)).toEqual([]);
    await disk.remove(path);
    await disk.removeTree(path);
  }));

test('a new file must be new, and is for its owner alone', () =>
  inTempDir(async (dir) => {
    const path = join(dir, 'a', 'file');
    await disk.makeDir(join(dir, 'a'));
    await disk.writeNew(path, text('one'));
    await expect(disk.writeNew(path, text('two'))).rejects.toMatchObject({ code: 'EEXIST' });
    expect(await readFile(path, 'utf8')).toBe('one');
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect((await stat(join(dir, 'a'))).mode & 0o777).toBe(0o700);
    expect(await disk.stat(path)).toMatchObject({ size: 3, directory: false });
  }));

test('files are never reached through a link', () =>
  inTempDir(async (dir) => {
    await writeFile(join(dir, 'secret'), 'x');
    await symlink(join(dir, 'secret'), join(dir, 'link'));
    await symlink(dir, join(dir, 'dir'));
    const link = join(dir, 'link');
    await expect(disk.openAppend(link, { create: true })).rejects.toMatchObject({ code: 'ELOOP' });
    await expect(disk.readFile(link)).rejects.toMatchObject({ code: 'ELOOP' });
    await expect(disk.writeNew(link, text('y'))).rejects.toMatchObject({ code: 'EEXIST' });
    expect(await disk.stat(join(dir, 'dir'))).toMatchObject({ directory: false });
  }));

test('a rename replaces, and directories can be synced and listed', () =>
  inTempDir(async (dir) => {
    await disk.writeNew(join(dir, 'a'), text('a'));
    await disk.writeNew(join(dir, 'b'), text('b'));
    await disk.rename(join(dir, 'a'), join(dir, 'b'));
    await disk.syncDir(dir);
    expect(await disk.list(dir)).toEqual(['b']);
    expect((await disk.readFile(join(dir, 'b')))!.toString()).toBe('a');
  }));
