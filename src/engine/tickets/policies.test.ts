/** Its bug, to a user: an agent edits proctor.config.json and what it wrote is in force. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Approvals } from '../../store/approvals.js';
import { policyHash } from '../../store/policy-file.js';
import { realDisk } from '../../store/real-disk.js';
import { testDir } from '../../testing/test-dir.js';
import { Policies } from './policies.js';

const dir = testDir();
const project = () => join(dir.path, 'project');
const approvals = () => new Approvals(realDisk, join(dir.path, 'data'));
const policies = (isVouchedFor = true) => new Policies(realDisk, approvals(), () => isVouchedFor);
const configure = async (text: string) => writeFile(join(project(), 'proctor.config.json'), text);
const allowing = (command: string) => JSON.stringify({ commands: { allow: [command] } });
const approve = async () =>
  approvals().add({
    ...{ time: 1, kind: 'config', text: 'config', projectDir: project(), by: { user: 'ann', tty: '/dev/pts/1' } },
    hash: await policyHash(realDisk, project()),
  });

beforeEach(async () => mkdir(project()));

test('the config of the start is in force, whatever the file says later', async () => {
  await configure(allowing('npm test'));
  const known = policies();
  expect(await known.of(project())).toMatchObject({ changed: false, config: { commands: { allow: ['npm test'] } } });
  await configure(allowing('sh *'));
  expect(await known.of(project())).toMatchObject({ changed: true, config: { commands: { allow: ['npm test'] } } });
  await configure(allowing('npm test'));
  expect(await known.of(project())).toMatchObject({ changed: false });
});

test('a change counts from a person’s approval on', async () => {
  await configure(allowing('npm test'));
  const known = policies();
  await known.of(project());
  await configure(allowing('npm run e2e'));
  await approve();
  expect(await known.of(project())).toMatchObject({ changed: false, config: { commands: { allow: ['npm run e2e'] } } });
});

test('a file that cannot be read any more changes nothing but that it changed', async () => {
  await configure(allowing('npm test'));
  const known = policies();
  const { hash } = await known.of(project());
  await configure('{,');
  expect(await known.of(project())).toMatchObject({ changed: true, hash });
});

test('a file that could not be read at first is read again', async () => {
  await configure('{,');
  const known = policies();
  await expect(known.of(project())).rejects.toMatchObject({ code: 'BAD_CONFIG' });
  await configure(allowing('npm test'));
  expect(await known.of(project())).toMatchObject({ changed: false });
});

describe('where nobody vouches for it', () => {
  test('a project without a config is trusted, one with a config is not', async () => {
    expect(await policies(false).trusts(project())).toBe(true);
    await configure(allowing('sh *'));
    expect(await policies(false).trusts(project())).toBe(false);
    expect(await policies(true).trusts(project())).toBe(true);
    expect(await policies(false).of(project())).toMatchObject({
      ...{ hash: 'unapproved', changed: true, config: { commands: { allow: [] } } },
    });
    await configure('{,');
    expect(await policies(false).trusts(project())).toBe(false);
  });

  test('an approval of just this config is enough', async () => {
    await configure(allowing('npm test'));
    await approve();
    expect(await policies(false).of(project())).toMatchObject({ changed: false });
    await configure(allowing('sh *'));
    expect(await policies(false).trusts(project())).toBe(false);
  });

  test('what it demands of agents counts all the same', async () => {
    await configure(JSON.stringify({ unverifiedAgents: 'refuse' }));
    const demands = await policies(false).demandsOn([project(), project()]);
    expect(demands.map(({ unverifiedAgents }) => unverifiedAgents)).toEqual(['accept', 'refuse']);
    await configure('{,');
    expect(await policies(false).demandsOn([project()])).toHaveLength(1);
  });
});
