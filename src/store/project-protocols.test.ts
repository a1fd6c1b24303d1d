/** Their bug, to a user: agents choose what the project forbids, or a file is read that is none of the project's. */
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ProjectConfig } from '../../machines/schema/policy.js';
import { testDir } from '../testing/test-dir.js';
import { projectProtocols, protocolBytesMax } from './project-protocols.js';
import { loadProtocols } from './protocol-files.js';
import { realDisk } from './real-disk.js';

const shippedDir = fileURLToPath(new URL('../../data/protocols', import.meta.url));
const shipped = loadProtocols(shippedDir);
const dir = testDir();
const projectDir = () => join(dir.path, 'project');

beforeEach(async () => mkdir(projectDir()));

async function own(file: string, changes: object = {}): Promise<void> {
  const classic = JSON.parse(await readFile(join(shippedDir, 'classic.json'), 'utf8'));
  await writeFile(join(dir.path, file), JSON.stringify({ ...classic, name: 'house', ...changes }));
}

const chosen = async (config: object) =>
  projectProtocols(shipped, { disk: realDisk, projectDir: projectDir(), config: ProjectConfig.parse(config) });
const namesOf = async (config: object) => [...(await chosen(config)).keys()];

test('those that ship come with the default first, the others by name', () => {
  expect([...shipped.keys()]).toEqual(['multi-gate', 'classic', 'single-root']);
});

test.each([
  ['all, unless the project says', {}, ['multi-gate', 'classic', 'single-root']],
  ['its default first', { protocol: 'single-root' }, ['single-root', 'multi-gate', 'classic']],
  ['those it allows', { protocol: 'classic', protocols: { allow: ['classic'] } }, ['classic']],
  [
    'its own, which need not be allowed',
    { protocol: 'house', protocols: { allow: ['classic'], files: ['house.json'] } },
    ['house', 'classic'],
  ],
])('a project has %s', async (_, config, names) => {
  await own('project/house.json');
  expect(await namesOf(config)).toEqual(names);
});

test.each([
  ['below its own numbers changes nothing', 3, { default: 5, min: 3, max: 20 }],
  ['between them lifts what is lower', 7, { default: 7, min: 7, max: 20 }],
  ['at the top leaves no choice', 20, { default: 20, min: 20, max: 20 }],
])('a floor of roots %s', async (_, rootsMin, expected) => {
  const all = await chosen({ protocols: { rootsMin } });
  expect(all.get('multi-gate')?.rootsMin).toEqual(expected);
  expect(all.get('single-root')?.rootsMin).toEqual({ default: 1, min: 1, max: 1 });
});

describe('a config that cannot be followed says what to name instead', () => {
  test.each([
    [
      'a name that does not exist',
      { allow: ['clasic', 'multi-gate'] },
      'there is no protocol clasic; there are multi-gate, classic, single-root',
    ],
    ['no name that exists', { allow: ['clasic'] }, 'there is no protocol clasic'],
    [
      'a default that is not allowed',
      { allow: ['classic'] },
      'the default multi-gate is not among those allowed (classic)',
    ],
    [
      'one file twice',
      { files: ['house.json', './house.json', 'house.json'] },
      './house.json is listed twice; name it once; protocols.files: house.json is',
    ],
  ])('%s', async (_, protocols, words) => {
    await own('project/house.json');
    const refused = expect(chosen({ protocols })).rejects;
    await refused.toMatchObject({ code: 'BAD_CONFIG', message: expect.stringContaining(words) });
  });

  test('where no name is known, only that is said', async () => {
    await expect(chosen({ protocols: { allow: ['clasic'] } })).rejects.toMatchObject({
      message: expect.not.stringContaining('default'),
    });
  });
});

describe('a file is refused', () => {
  const refused = async (words: string, files: readonly string[] = ['house.json']) =>
    expect(chosen({ protocols: { files } })).rejects.toMatchObject({
      code: 'BAD_PROTOCOL',
      message: expect.stringContaining(words),
    });

  test('that has the name of one that ships', async () => {
    await own('project/house.json', { name: 'classic' });
    await refused('classic ships with Proctor');
  });

  test('that has the name of another of its own', async () => {
    await own('project/house.json');
    await own('project/other.json');
    await refused("another of the project's files is house too", ['house.json', 'other.json']);
  });

  test('that is not there, cannot be reached or is a directory', async () => {
    await refused('there is no such file');
    await own('project/house.json');
    await refused('it cannot be reached', ['house.json/inner.json']);
    await mkdir(join(projectDir(), 'folder'));
    await refused('it is a directory', ['folder']);
  });

  test('that a link outside holds, by its own name or by a folder on the way', async () => {
    await own('outside.json');
    await mkdir(join(dir.path, 'project-2'));
    await own('project-2/house.json');
    await symlink(join(dir.path, 'outside.json'), join(projectDir(), 'house.json'));
    await refused('a link that leaves the project');
    await symlink(join(dir.path, 'project-2'), join(projectDir(), 'folder'));
    await refused('a link that leaves the project', ['folder/house.json']);
  });

  test('that is too long, and not one that is as long as it may be', async () => {
    const path = join(projectDir(), 'house.json');
    await own('project/house.json');
    const text = await readFile(path, 'utf8');
    await writeFile(path, text.padEnd(protocolBytesMax));
    expect(await namesOf({ protocols: { files: ['house.json'] } })).toContain('house');
    await writeFile(path, text.padEnd(protocolBytesMax + 1));
    await refused('it has more than 65536 bytes');
  });
});

test('a link that stays inside the project is followed', async () => {
  await own('project/house.json');
  await symlink('house.json', join(projectDir(), 'link.json'));
  expect(await namesOf({ protocols: { files: ['link.json'] } })).toContain('house');
});
