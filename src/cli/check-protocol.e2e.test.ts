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
  expect(out).toMatch(/Plays that came to each: DRILL \d+, VERIFY \d+/);
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

test('a field is told once, in words, and counted as one; what is no JSON has no fields', async () => {
  const lock = { lockedBeforeRound: {}, recordedWhileLocked: { VALID: 'VALID' } };
  const { code, out, err } = await check(await house({ depthMax: -1, summary: 7, ...lock }), '--json');
  expect(code).toBe(1);
  expect(JSON.parse(out).problems).toEqual([
    'summary: a text, not 7',
    'depthMax: at least 1, not -1',
    expect.stringMatching(/^recordedWhileLocked\.VALID: VALID is never locked; .*VALID would be recorded as itself/),
  ]);
  expect(err).toContain('correct 3 fields.');
  const chart = JSON.parse((await check(await house({ chart: 'house@1', colour: 1, size: 2 }), '--json')).out);
  expect(chart.problems).toEqual([
    expect.stringMatching(/^chart: one of node@1, .*, not "house@1"; states named elsewhere are checked once/),
    expect.stringMatching(/^colour, size: no such field/),
  ]);
  await writeFile(join(dir.path, 'house.json'), '{,');
  const none = await check('house.json');
  expect(none.out).toContain('it is no JSON');
  expect(none.err).toContain('is no protocol: correct the file.');
});

test('every wrong field is named, and so is a file that is not there', async () => {
  const { code, out } = await check(await house({ roundsMin: 0, colour: 1 }), '--json');
  expect(code).toBe(1);
  const { problems } = JSON.parse(out);
  expect(problems).toEqual([expect.stringMatching(/^roundsMin: /), expect.stringMatching(/^colour: no such field/)]);
  expect((await check('nowhere.json')).code).toBe(1);
  expect((await check(shipped, '--plays', 'many')).code).toBe(2);
});
