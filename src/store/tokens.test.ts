/** What a bug here would look like: somebody gets in with a token that ended, or with half of one. */
import { readdir, readFile, rename, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FaultyDisk } from '../testing/faulty-disk.js';
import { inTempDir } from '../testing/sample-journal.js';
import { encode } from './frame.js';
import { realDisk } from './real-disk.js';
import { Tokens } from './tokens.js';

const given = { role: 'architect', name: 'reviewer', lastsMs: 1000 } as const;
const clock = { ms: 5000 };
const tokensIn = (root: string, disk = realDisk) => new Tokens(disk, root, () => clock.ms);

beforeEach(() => {
  clock.ms = 5000;
});

test('a token counts in every process until its last moment, and no longer', () =>
  inTempDir(async (root) => {
    const { bearer, token } = await tokensIn(root).create(given);
    expect(token).toMatchObject({ role: 'architect', createdAt: 5000, expiresAt: 6000 });
    clock.ms = 5999;
    expect(await tokensIn(root).admit(bearer)).toEqual({ state: 'live', token });
    clock.ms = 6000;
    expect(await tokensIn(root).admit(bearer)).toEqual({ state: 'expired' });
    expect(await tokensIn(root).list()).toMatchObject([{ id: token.id, state: 'expired', name: 'reviewer' }]);
  }));

test('a revoked one is out at once, and remembered', () =>
  inTempDir(async (root) => {
    const tokens = tokensIn(root);
    expect(await tokens.any()).toBe(false);
    const { bearer, token } = await tokens.create(given);
    expect(await tokensIn(root).revoke(token.id)).toBe(true);
    expect(await tokens.admit(bearer)).toEqual({ state: 'revoked' });
    expect(await tokens.revoke(token.id)).toBe(false);
    expect(await tokens.any()).toBe(true);
    expect(await tokens.list()).toMatchObject([{ state: 'revoked' }]);
  }));

test('only who knows the secret learns that there was such a token', () =>
  inTempDir(async (root) => {
    const tokens = tokensIn(root);
    const [a, b] = [await tokens.create(given), await tokens.create(given)];
    await tokens.revoke(a.token.id);
    const swapped = `proctor_${a.token.id}_${b.bearer.slice(-43)}`;
    for (const wrong of [swapped, '', 'proctor__', b.bearer.slice(0, -1), `${b.bearer}=`, `${b.bearer}\n`])
      expect(await tokens.admit(wrong)).toEqual({ state: 'unknown' });
    expect(await tokens.revoke('../../sessions')).toBe(false);
  }));

test('a file that is torn, altered, renamed or a link lets nobody in, and still counts', () =>
  inTempDir(async (root) => {
    const tokens = tokensIn(root);
    const { bearer, token } = await tokens.create(given);
    const path = join(root, 'tokens', `${token.id}.json`);
    const whole = await readFile(path);
    const json = JSON.stringify({ ...token, role: 'emperor' });
    for (const spoilt of [
      ...[whole.subarray(0, -1), Buffer.alloc(0), Buffer.concat([whole, Buffer.from('x')]), encode(json), encode('{')],
      Buffer.from(whole.toString('latin1').replace('architect', 'orchestra'), 'latin1'),
    ]) {
      await writeFile(path, spoilt);
      expect(await tokens.admit(bearer)).toEqual({ state: 'unknown' });
      expect(await tokens.list()).toEqual([{ id: token.id, state: 'unreadable' }]);
      expect(await tokens.any()).toBe(true);
    }
    await writeFile(path, whole);
    const other = token.id.replace(/^./, (first) => (first === 'a' ? 'b' : 'a'));
    await rename(path, join(root, 'tokens', `${other}.json`));
    expect(await tokens.admit(bearer.replace(token.id, other))).toEqual({ state: 'unknown' });
    await symlink(`${other}.json`, path);
    await expect(tokens.admit(bearer)).rejects.toMatchObject({ code: 'STORE_FAILED' });
  }));

test('tokens made at once are all there, each for itself', () =>
  inTempDir(async (root) => {
    const made = await Promise.all(Array.from({ length: 20 }, async () => tokensIn(root).create(given)));
    expect(new Set(made.map(({ bearer }) => bearer)).size).toBe(20);
    for (const { bearer } of made) expect((await tokensIn(root).admit(bearer)).state).toBe('live');
    expect(await readdir(join(root, 'tokens'))).toHaveLength(20);
  }));

test('it is durable before it is shown, and trouble with the disk lets nobody in', () =>
  inTempDir(async (root) => {
    const faulty = new FaultyDisk(realDisk);
    const tokens = tokensIn(root, faulty.disk);
    const { bearer, token } = await tokens.create(given);
    expect(faulty.calls.slice(faulty.calls.indexOf('writeNew'))).toEqual(['writeNew', 'syncDir']);
    faulty.fail('readFile', 'EIO');
    await expect(tokens.admit(bearer)).rejects.toMatchObject({ code: 'STORE_FAILED' });
    faulty.fail('rename', 'EIO');
    await expect(tokens.revoke(token.id)).rejects.toMatchObject({ code: 'STORE_FAILED' });
    faulty.fail('writeNew', 'ENOSPC');
    await expect(tokens.create(given)).rejects.toMatchObject({ code: 'DISK_FULL' });
  }));
