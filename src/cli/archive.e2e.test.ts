/** Old sessions put away in one go. Its bug, to a user: something at work is gone from the list, or the list never shrinks. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeRepo, type Repo } from '../testing/git-repo.js';
import { temporaryDir } from '../testing/proctor-client.js';
import { runCli } from '../testing/run-cli.js';
import { runOnTerminal } from '../testing/run-on-terminal.js';
import { makeSessions, sessionNumber } from '../testing/store-of-sessions.js';

let data: Awaited<ReturnType<typeof temporaryDir>>;
let repo: Repo;
const place = () => ({ cwd: repo.dir, dataDir: data.path });
const archive = async (...args: string[]) => runCli(['archive', ...args], place());
const namesIn = async (folder: string) => readdir(join(data.path, folder)).catch(() => []);

/** Of twenty, four have open tickets and eight an investigation that goes on. */
const [made, unfinished] = [20, 12];
const dayMs = 86_400_000;
let damaged: string;
let younger: string;

beforeAll(async () => {
  data = await temporaryDir();
  repo = await makeRepo({ 'proctor.config.json': JSON.stringify({ commands: { allow: ['node --test'] } }) });
  const projects = [repo.dir];
  [damaged, younger] = [sessionNumber(15, { projects }), sessionNumber(120, { projects })];
  await makeSessions({ root: data.path, projects, from: Date.now() - 200 * dayMs }, 0, made);
  await makeSessions({ root: data.path, projects }, 120, 121);
  const journal = join(data.path, 'sessions', damaged, 'journal.jsonl');
  const bytes = await readFile(journal);
  await writeFile(journal, bytes.fill('x', 300, 310));
});

afterAll(async () => {
  await data.remove();
  await repo.rm();
});

test.each([
  ['nothing named', []],
  ['two things named', ['s-abc', '--older-than', '90d']],
  ['no age', ['--older-than', 'soon']],
  ['an age of nothing', ['--older-than', '0d']],
])('%s: wrong use', async (_name, args) => {
  expect((await archive(...args)).code).toBe(2);
});

test('without a yes nothing is moved, and it says what would be', async () => {
  const { code, err } = await archive('--older-than', '90d');
  expect(code).toBe(1);
  expect(err).toContain('7 sessions would be archived; none was.\nAdd --yes.');
  expect(err.replaceAll('\n', ' ')).toContain(
    '12 with unfinished work, 1 with a damaged journal, 1 that changed since',
  );
  const refused = await runOnTerminal(['archive', '--older-than', '90d'], {
    ...place(),
    answers: [['Type archive', 'no']],
  });
  expect(refused.code).toBe(1);
  expect((await namesIn('sessions')).length).toBe(made + 1);
});

test('what ended long ago goes, and comes back when it is asked for', async () => {
  const { code, out } = await archive('--older-than', '90d', '--yes', '--json');
  const { archived, left } = JSON.parse(out);
  expect([code, archived.length]).toEqual([0, made - unfinished - 1]);
  expect(left).toEqual({ interrupted: 0, changed: 0, unfinished, damaged: 1, younger: 1 });
  expect((await namesIn('archive')).sort()).toEqual([...archived].sort());
  expect(await namesIn('sessions')).toEqual(expect.arrayContaining([damaged, younger]));

  const listed = JSON.parse((await archive('--list', '--json')).out).archived;
  expect(listed.map(({ sessionId }: { sessionId: string }) => sessionId)).toEqual([...archived].sort());
  expect(listed[0].query).toMatch(/^Why does request/);
  expect((await archive(archived[0])).err.replaceAll('\n', ' ')).toContain('proctor archive --restore');
  expect((await archive('--restore', archived[0])).code).toBe(0);
  expect((await archive('--restore', archived[0])).code).toBe(1);
  const status = await runCli(['status', '--json'], place());
  const ids = JSON.parse(status.out).sessions.map(({ sessionId }: { sessionId: string }) => sessionId);
  expect(ids).toContain(archived[0]);
  expect(ids).not.toContain(archived[1]);
  // There is nothing left to ask about.
  expect((await archive('--older-than', '90d', '--yes')).out).toContain('Archived 1 session.');
  expect((await archive('--older-than', '90d')).code).toBe(0);
});
