/** `proctor check-protocol` as a person runs it before a team depends on the file. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runCli } from '../testing/run-cli.js';
import { testDir } from '../testing/test-dir.js';

const shipped = fileURLToPath(new URL('../../data/protocols/classic.json', import.meta.url));
const dir = testDir();

const check = async (...args: string[]) =>
  runCli(['check-protocol', ...args], { cwd: dir.path, dataDir: join(dir.path, 'data') });

async function house(changes: object): Promise<string> {
  const protocol = JSON.parse(await readFile(shipped, 'utf8'));
  await writeFile(join(dir.path, 'house.json'), JSON.stringify({ ...protocol, name: 'house', ...changes }));
  return 'house.json';
}

test('a live protocol is explained, and exits 0', async () => {
  const { code, out, err } = await check(shipped, '--plays', '20');
  expect(code).toBe(0);
  expect(out).toMatch(/DRILL +looked into further; needs 2 children/);
  expect(out).toContain('Live: 20 plays');
  expect(err).toContain('played 5 of 20');
});

test('one that cannot be ended exits 1 and says what is in the way', async () => {
  const file = await house({ qualityMin: 1 });
  const { code, out } = await check(file, '--plays', '20', '--json');
  expect(code).toBe(1);
  const { live, exploration } = JSON.parse(out);
  expect(live).toBe(false);
  expect(exploration.deadEnd).toMatchObject({ steps: [], blockers: [{ code: 'QUALITY_TOO_LOW' }] });
  expect((await check(file, '--plays', '20')).out).toContain('(QUALITY_TOO_LOW)');
});

test('every wrong field is named, and so is a file that is not there', async () => {
  const { code, out } = await check(await house({ roundsMin: 0, colour: 1 }), '--json');
  expect(code).toBe(1);
  const { problems } = JSON.parse(out);
  expect(problems).toEqual([expect.stringMatching(/^roundsMin: /), expect.stringMatching(/^colour: no such field/)]);
  expect((await check('nowhere.json')).code).toBe(1);
  expect((await check(shipped, '--plays', 'many')).code).toBe(2);
});
