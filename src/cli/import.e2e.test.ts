/** A plan opened as tickets: all of it or nothing, and every problem with its line. Through the real process. */
import type { Repo } from '../testing/git-repo.js';
import { temporaryDir } from '../testing/proctor-client.js';
import { runCli } from '../testing/run-cli.js';
import { addProject } from '../testing/ticket-team.js';

let repo: Repo;
let data: Awaited<ReturnType<typeof temporaryDir>>;

beforeAll(async () => {
  repo = await addProject();
  data = await temporaryDir();
});

afterAll(async () => {
  await data.remove();
  await repo.rm();
});

const cli = (...args: string[]) => runCli(args, { cwd: repo.dir, dataDir: data.path });
const json = async (...args: string[]) => JSON.parse((await cli(...args, '--json')).out);

const task = (
  id: string,
  { depends = '', verify = 'node --test test/add.test.mjs', done = 'add returns the sum' } = {},
) =>
  `<task id="${id}"${depends === '' ? '' : ` depends="${depends}"`}>
  <name>Task ${id}</name>
  <files>src/${id}.mjs</files>
  <action>Write it.</action>
  <verify>${verify}</verify>
  <done>${done}</done>
</task>
`;

const plan = async (text: string) => repo.write({ 'PLAN.md': text });

test('opens what a plan promises, with waves and dependencies', async () => {
  await plan(`# Plan\n\n## Wave 1\n\n${task('A')}\n## Wave 2\n\n${task('B', { depends: 'A' })}`);
  const dry = await cli('import', 'PLAN.md', '--dry-run');
  expect(dry).toMatchObject({ code: 0, err: '' });
  expect(dry.out).toContain('2 tickets could be opened');
  expect((await json('status')).sessions).toEqual([]);
  const { code, out } = await cli('import', 'PLAN.md');
  expect(code).toBe(0);
  expect(out).toMatch(/Opened 2 tickets in s-\w+:\n +A +Task A \(wave 1\)\n +B +Task B \(wave 2, after A\)/);
  const [{ sessionId, tickets, projectDir }] = (await json('status')).sessions;
  expect({ tickets, projectDir }).toEqual({ tickets: 2, projectDir: repo.dir });
  const { board } = await json('status', sessionId);
  expect(board.tickets).toMatchObject([
    { ticketId: 'A', wave: 1 },
    { ticketId: 'B', wave: 2, dependsOn: ['A'] },
  ]);
});

test('every problem at once: of the text, of the fields, of the rules, each with its line', async () => {
  const text = [
    task('A', { verify: 'echo ok' }),
    task('B', { verify: 'make it', done: 'works' }),
    task('B', { depends: 'A', verify: 'node a | node b' }),
    '<task>',
  ].join('');
  await plan(text);
  const { code, err } = await cli('import', 'PLAN.md');
  expect(code).toBe(1);
  const told = err.split('\n').map((line) => /^(PLAN\.md:\d+): .*?(?:\(([A-Z_]+)\))?$/.exec(line)?.slice(1));
  expect(told.filter(Boolean)).toEqual([
    ['PLAN.md:5', 'VACUOUS_VERIFY'],
    ['PLAN.md:5', 'COMMAND_NOT_ALLOWED'],
    ['PLAN.md:12', 'COMMAND_NOT_ALLOWED'],
    ['PLAN.md:13', 'VAGUE_DONE'],
    ['PLAN.md:15', undefined],
    ['PLAN.md:19', 'SHELL_SYNTAX'],
    ['PLAN.md:22', undefined],
  ]);
  expect(err).toContain('Nothing was opened: 7 problems.');
  const { problems, error } = await json('import', 'PLAN.md');
  expect(error.code).toBe('BAD_PLAN');
  expect(problems).toHaveLength(7);
});

test('what the schema refuses is told by the line of the field', async () => {
  await plan(task('A').replace('src/A.mjs', '../A.mjs').replace('Task A', 'x'.repeat(301)));
  const { err } = await cli('import', 'PLAN.md');
  expect(err).toMatch(/^PLAN\.md:2: title: /m);
  await plan(task('A').replace('src/A.mjs', '../A.mjs'));
  expect((await cli('import', 'PLAN.md')).err).toMatch(/^PLAN\.md:3: <files>: the pattern "\.\.\/A\.mjs" leaves/m);
  await plan(task('A', { depends: 'Z' }));
  expect((await cli('import', 'PLAN.md')).err).toMatch(/^PLAN\.md:1: It depends on Z.*\(UNKNOWN_DEPENDENCY\)$/m);
});

test('adds to a session, by whose tickets it is judged', async () => {
  const [{ sessionId }] = (await json('status')).sessions;
  await plan(task('A'));
  expect((await cli('import', 'PLAN.md', '--session', sessionId)).err).toContain('(DUPLICATE_TICKET)');
  await plan(task('C', { depends: 'A' }));
  expect(await json('import', 'PLAN.md', '--session', sessionId)).toMatchObject({ sessionId, status: 'OK' });
  expect((await json('status', sessionId)).tickets).toBe(3);
});

test.each([
  ['nothing.md', 'FILE_NOT_FOUND'],
  ['src', 'IS_DIRECTORY'],
  ['empty.md', 'NO_TASKS'],
  ['large.md', 'FILE_TOO_LARGE'],
  ['many.md', 'BAD_PLAN'],
])('%s: %s', async (name, code) => {
  const many = Array.from({ length: 51 }, (_, at) => task(`T${at}`)).join('');
  await repo.write({ 'empty.md': '# Nothing\n', 'large.md': 'x'.repeat(1024 * 1024 + 1), 'many.md': many });
  const result = await cli('import', name, '--json');
  expect(result.code).toBe(1);
  expect(JSON.parse(result.out).error.code).toBe(code);
});

test('outside of git nothing is opened', async () => {
  await plan(task('A'));
  const { code, err } = await runCli(['import', `${repo.dir}/PLAN.md`, '--project', data.path], {
    cwd: data.path,
    dataDir: data.path,
  });
  expect(code).toBe(1);
  expect(err).toContain('(NO_GIT)');
});
