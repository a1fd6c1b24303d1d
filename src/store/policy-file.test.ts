/** What a bug here would look like: a typing error in the config switches a safeguard off, and nobody is told. */
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ProjectConfig } from '../../machines/schema/policy.js';
import { inTempDir } from '../testing/sample-journal.js';
import { configName, loadPolicy, policyHash } from './policy-file.js';
import { realDisk } from './real-disk.js';

const load = (dir: string) => loadPolicy(realDisk, dir);

test('without a file every default is in force', () =>
  inTempDir(async (dir) => {
    expect(await load(dir)).toEqual({ config: ProjectConfig.parse({}), hash: 'none', path: join(dir, configName) });
    expect(await policyHash(realDisk, dir)).toBe('none');
  }));

test('the hash follows every byte of the file, also where the policy stays the same', () =>
  inTempDir(async (dir) => {
    const hashes = new Set<string>();
    for (const text of ['{}', '{ }', '\uFEFF{}', '{"levels":{"close":"H4"}}']) {
      await writeFile(join(dir, configName), text);
      const { hash } = await load(dir);
      expect(hash).toMatch(/^[0-9a-f]{64}$/);
      expect(await policyHash(realDisk, dir)).toBe(hash);
      hashes.add(hash);
    }
    expect(hashes.size).toBe(4);
    expect((await load(dir)).config.levels).toEqual({ node: 'H0', gate: 'H3', close: 'H4' });
  }));

test.each<[string, string[]]>([
  ['{', ['it is no JSON']],
  ['[]', ['the whole file: Invalid input: expected object']],
  ['{"speed":1}', ['speed: no such field; known here: protocol, commands, protected, levels']],
  ['{"commands":{"deny":[]}}', ['commands.deny: no such field; known here: allow, network, env']],
  ['{"timeouts":{"run":{}}}', ['timeouts.run: no such field; known here: executor, verify, architect']],
  ['{"__proto__":{}}', ['__proto__: no such field']],
  [
    '{"levels":{"gate":"H4","node":3}}',
    ['levels.gate: Invalid option: expected one of "H0"|"H1"|"H2"|"H3"', 'levels.node'],
  ],
  ['{"independence":"person"}', ['independence: Invalid option: expected one of "claimed"|"connection"']],
  ['{"evidenceDir":"../x"}', ['evidenceDir: a path relative to the project']],
  ['{"commands":{"allow":["npm test","npx jest src/*"]}}', ['commands.allow.1: a glob (*) at character 14']],
  [
    '{"commands":{"allow":["a && b"]},"protected":["../x","a.json#b","/y.json#b"]}',
    ['commands.allow.0', 'protected.0', 'protected.2: the pattern is absolute'],
  ],
])('%s names what is wrong', (text, expected) =>
  inTempDir(async (dir) => {
    await writeFile(join(dir, configName), text);
    const fault = await load(dir).catch((error: unknown) => error);
    expect(fault).toMatchObject({ code: 'BAD_CONFIG', retry: false });
    for (const words of expected) expect(String(fault)).toContain(words);
    expect(await policyHash(realDisk, dir)).toMatch(/^[0-9a-f]{64}$/);
  }),
);

test('a file of 256 KiB is read, one byte more is not', () =>
  inTempDir(async (dir) => {
    const ofSize = (bytes: number) => writeFile(join(dir, configName), '{}'.padEnd(bytes));
    await ofSize(256 * 1024);
    expect((await load(dir)).hash).not.toBe('none');
    await ofSize(256 * 1024 + 1);
    await expect(load(dir)).rejects.toMatchObject({ code: 'BAD_CONFIG' });
    await expect(policyHash(realDisk, dir)).rejects.toMatchObject({ code: 'BAD_CONFIG' });
  }));

test.each([
  ['inside', 'conf/own.json', undefined],
  ['out of it', '../outside.json', 'leaves the project'],
  ['out of it by its beginning only', '../project-2/own.json', 'leaves the project'],
  ['to a large file', 'conf/large.json', 'more than'],
  ['to nothing', 'nowhere', 'link to nothing'],
])('a link that points %s', (_, target, problem) =>
  inTempDir(async (root) => {
    const dir = join(root, 'project');
    for (const path of ['project/conf', 'project-2']) await mkdir(join(root, path), { recursive: true });
    for (const path of ['project/conf/own.json', 'outside.json', 'project-2/own.json'])
      await writeFile(join(root, path), '{}');
    await writeFile(join(dir, 'conf/large.json'), '{}'.padEnd(300_000));
    await symlink(target, join(dir, configName));
    if (problem === undefined) expect((await load(dir)).hash).toMatch(/^[0-9a-f]{64}$/);
    else
      await expect(load(dir)).rejects.toMatchObject({ code: 'BAD_CONFIG', message: expect.stringContaining(problem) });
  }),
);

test('a directory of that name is no config', () =>
  inTempDir(async (dir) => {
    await mkdir(join(dir, configName));
    await expect(load(dir)).rejects.toMatchObject({
      code: 'BAD_CONFIG',
      message: expect.stringContaining('directory'),
    });
  }));
