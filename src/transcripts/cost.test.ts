/** What a look costs, in calls of the disk: the same with ten transcripts as with thousands. */
import { mkdir, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryDir } from '../testing/proctor-client.js';
import { askedFor, claudeProject, claudeRows, lines, nested, put, watchedFiles } from '../testing/transcript-files.js';
import { ClaudeCodeTranscripts } from './claude-code.js';
import { TranscriptRoot } from './transcript-root.js';

interface Size {
  readonly sessions: number;
  readonly each: number;
}

let temporary: Awaited<ReturnType<typeof temporaryDir>>;

beforeEach(async () => {
  temporary = await temporaryDir();
});

afterEach(async () => temporary.remove());

const agent = (session: number, index: number) => `a${session}-${index}`;

async function fill(name: string, { sessions, each }: Size) {
  const root = join(temporary.path, name);
  const project = '/p/project';
  for (let session = 0; session < sessions; session += 1) {
    const folder = join(claudeProject(root, project), `session-${session}`, 'subagents');
    await mkdir(folder, { recursive: true });
    await Promise.all(
      Array.from({ length: each }, async (_, index) => {
        const id = agent(session, index);
        await put(
          nested(root, project, id, `session-${session}`),
          lines(claudeRows(id, { sessionId: `session-${session}` })),
        );
      }),
    );
    // Long enough ago that a listing is known to be whole.
    await utimes(folder, new Date(0), new Date(0));
  }
  await utimes(claudeProject(root, project), new Date(0), new Date(0));
  const files = watchedFiles();
  const transcripts = new ClaudeCodeTranscripts(new TranscriptRoot(files, root));
  const cost = async (id: string) => {
    const before = { ...files.counts };
    expect(await transcripts.look(askedFor(id, project))).toMatchObject({ level: 'H2' });
    const { stat, list, head } = files.counts;
    return { stat: stat - before.stat, list: list - before.list, head: head - before.head };
  };
  return {
    cost,
    add: (id: string, sessionId: string) =>
      put(nested(root, project, id, sessionId), lines(claudeRows(id, { sessionId }))),
  };
}

test('in one folder, from the first look on, and for an agent that has just come', async () => {
  const small = await fill('small', { sessions: 1, each: 10 });
  const large = await fill('large', { sessions: 1, each: 1000 });
  const first = await large.cost(agent(0, 5));
  expect(first).toEqual(await small.cost(agent(0, 5)));
  // The project's folder, and not the one with the thousand.
  expect(first.list).toBe(1);
  for (const id of [agent(0, 3), agent(0, 7), agent(0, 3)]) expect(await large.cost(id)).toEqual(await small.cost(id));
  await Promise.all([small, large].map(({ add }) => add('new', 'session-0')));
  const cost = await large.cost('new');
  expect(cost).toEqual(await small.cost('new'));
  expect(cost.list).toBe(0);
});

test('over many sessions, from the second look on, and for the next agent of a session', async () => {
  const small = await fill('small', { sessions: 2, each: 5 });
  const large = await fill('large', { sessions: 200, each: 5 });
  for (const each of [small, large]) await each.cost(agent(1, 1));
  for (const id of [agent(0, 3), agent(1, 4), agent(0, 2)]) {
    const { list, head, stat } = await large.cost(id);
    expect({ list, head }).toEqual({ list: 0, head: 1 });
    expect(stat).toBeLessThan(20);
  }
  await large.add('new', 'session-1');
  const { list, stat } = await large.cost('new');
  expect(list).toBe(0);
  expect(stat).toBeLessThan(30);
});

test('a folder that changed is listed again, and no other', async () => {
  const { cost, add } = await fill('many', { sessions: 100, each: 2 });
  await cost(agent(1, 1));
  await add('new', 'session-77');
  expect(await cost('new')).toMatchObject({ list: 1 });
});
