/**
 * Looking sub-agents of Claude Code up in real folders. The bugs to fear: a made-up agent counts as one that worked, an
 * honest one does not, or nobody is told what was wrong.
 */
import { appendFile, mkdir, readFile, rename, symlink, utimes, writeFile } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { temporaryDir } from '../testing/proctor-client.js';
import { askedFor, claudeProject, claudeRows, iso, lines, nested, put, slug } from '../testing/transcript-files.js';
import { ClaudeCodeTranscripts } from './claude-code.js';
import { slugOf } from './claude-code-slug.js';
import { realFiles } from './files.js';
import { TranscriptRoot } from './transcript-root.js';

let temporary: Awaited<ReturnType<typeof temporaryDir>>;
let root: string;
let project: string;
let outside: string;
let transcripts: ClaudeCodeTranscripts;

beforeEach(async () => {
  temporary = await temporaryDir();
  root = join(temporary.path, 'claude');
  project = join(temporary.path, 'my_project.x');
  outside = join(temporary.path, 'outside');
  await mkdir(project);
  await mkdir(outside);
  transcripts = new ClaudeCodeTranscripts(new TranscriptRoot(realFiles, root));
});

afterEach(async () => temporary.remove());

const id = 'a1b2c3d';
const good = () => lines(claudeRows(id));
const look = (agentId = id, more = {}) => transcripts.look(askedFor(agentId, project, more));

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- rows are spoiled in ways no type allows
type LooseRow = Record<string, any>;
const writeRows = (change: (rows: LooseRow[]) => unknown) => {
  const rows = claudeRows(id);
  change(rows);
  return put(nested(root, project, id), lines(rows));
};

describe('finds the transcript', () => {
  const places: [string, string][] = [
    ['in its session', `parent-1/subagents/agent-${id}.jsonl`],
    ['below that', `parent-1/subagents/workflows/wf-1/agent-${id}.jsonl`],
    ['three folders below', `parent-1/subagents/a/b/c/agent-${id}.jsonl`],
    ['where older versions put it', `agent-${id}.jsonl`],
  ];
  test.each(places)('%s', async (_where, place) => {
    await put(join(claudeProject(root, project), place), good());
    const looked = await look();
    expect(looked).toMatchObject({ kind: 'verified', level: 'H2', client: 'Claude Code' });
    expect(looked).toMatchObject({ file: `projects/${slug(project)}/${place}` });
    expect(looked).not.toHaveProperty('why');
  });

  test('when it comes after others were looked for, in old and in new sessions', async () => {
    expect(await look()).toMatchObject({ kind: 'unverifiable' });
    await put(nested(root, project, 'other'), lines(claudeRows('other')));
    expect(await look('other')).toMatchObject({ level: 'H2' });
    expect(await look()).toMatchObject({ kind: 'rejected' });
    await put(nested(root, project, id), good());
    expect(await look()).toMatchObject({ level: 'H2' });
    await put(join(claudeProject(root, project), 'parent-2', 'subagents', 'deep', 'agent-late.jsonl'), 'x');
    expect(await look('late')).toMatchObject({ level: 'H1' });
    await put(join(claudeProject(root, project), 'parent-2', 'subagents', 'deep', 'agent-later.jsonl'), 'x');
    expect(await look('later')).toMatchObject({ level: 'H1' });
  });

  test('when it comes in the same tick of the file system’s clock as the look before', async () => {
    const deep = join(claudeProject(root, project), 'parent-1', 'subagents', 'deep');
    await put(join(deep, 'agent-other.jsonl'), 'x');
    const tick = new Date();
    await utimes(deep, tick, tick);
    expect(await look()).toMatchObject({ kind: 'rejected' });
    await put(join(deep, `agent-${id}.jsonl`), good());
    await utimes(deep, tick, tick);
    expect(await look()).toMatchObject({ level: 'H2' });
  });

  test('where it was moved to', async () => {
    await put(nested(root, project, id), good());
    await look();
    await mkdir(join(claudeProject(root, project), 'parent-9', 'subagents'), { recursive: true });
    await rename(nested(root, project, id), nested(root, project, id, 'parent-9'));
    expect(await look()).toMatchObject({ level: 'H2', file: expect.stringContaining('parent-9') });
  });

  test('among more sessions than are asked one by one', async () => {
    for (let index = 0; index < 70; index += 1)
      await put(nested(root, project, `x${index}`, `session-${index}`), lines(claudeRows(`x${index}`)));
    expect(await look('x66')).toMatchObject({ level: 'H2' });
    await put(nested(root, project, id, 'session-3'), good());
    expect(await look()).toMatchObject({ level: 'H2' });
  });

  test('of a project that is reached through a link', async () => {
    const alias = join(temporary.path, 'alias');
    await symlink(project, alias);
    await put(nested(root, project, id), good());
    expect(await transcripts.look(askedFor(id, alias))).toMatchObject({ level: 'H2' });
  });

  test('of a project with a long path, whatever its folder’s hash', async () => {
    const long = `/p/${'very-long/'.repeat(30)}end`;
    const { name } = slugOf(long);
    expect(name).toMatch(/^.{200}-[a-z0-9]{1,7}$/);
    await put(join(root, 'projects', `${name.slice(0, 200)}-1zzz9`, `agent-${id}.jsonl`), good());
    expect(await transcripts.look(askedFor(id, long))).toMatchObject({ level: 'H2' });
  });
});

test('slugs are those of Claude Code', () => {
  expect(slugOf('/home/p/my_project.x é')).toEqual({ name: '-home-p-my-project-x--' });
  expect(slugOf('a'.repeat(200))).toEqual({ name: 'a'.repeat(200) });
  // By hand: 201 times "a" through (h << 5) - h + c in 32 bits, made positive, in base 36.
  let hash = 0n;
  for (let at = 0; at < 201; at += 1) hash = BigInt.asIntN(32, hash * 31n + 97n);
  const text = (hash < 0n ? -hash : hash).toString(36);
  expect(slugOf('a'.repeat(201)).name).toBe(`${'a'.repeat(200)}-${text}`);
});

test('keeps what clients delete: the hash of the file, its prompt and its tool calls', async () => {
  await writeRows((rows) => {
    rows[0]!['message'].content = `R1.A with token=${'s3cr3t'.repeat(4)}\n${'long '.repeat(200)}`;
  });
  const text = await readFile(nested(root, project, id));
  const looked = await look();
  expect(looked).toMatchObject({ level: 'H2', hash: createHash('sha256').update(text).digest('hex') });
  const { excerpt } = looked as { excerpt: string };
  expect(excerpt).toMatch(/^R1\.A with token=\[redacted\] long .*… \| tool calls: Grep$/);
  expect(excerpt).not.toContain('s3cr3t');
  expect(excerpt.length).toBeLessThanOrEqual(600);
});

describe('falls short of H2 and says why', () => {
  const misfits: [string, (rows: LooseRow[]) => unknown, RegExp][] = [
    ['rows of another agent', (rows) => (rows[2]!['agentId'] = 'zzz'), /1 of its 4 rows are not of agent a1b2c3d/],
    ['rows of no agent', (rows) => delete rows[3]!['agentId'], /1 of its 4 rows are not of agent/],
    ['two parents', (rows) => (rows[1]!['sessionId'] = 'parent-2'), /rows are of 2 sessions/],
    ['no parent', (rows) => delete rows[1]!['sessionId'], /not every row names the session/],
    ['born before the proposal', (rows) => (rows[0]!['timestamp'] = iso(-2001)), /began at .*11:59:57.999Z, before/],
    ['a later row from before', (rows) => (rows[2]!['timestamp'] = iso(-60_000)), /before the node was proposed/],
    ['no time', (rows) => delete rows[0]!['timestamp'], /do not say when/],
    ['a time that is none', (rows) => (rows[0]!['timestamp'] = 'soon'), /do not say when/],
    ['no tool call', (rows) => rows.splice(1, 2), /no tool call/],
    ['a tool call only told of', (rows) => (rows[1]!['message'].content = 'tool_use Grep'), /no tool call/],
    ['another node', (rows) => (rows[0]!['message'].content = 'Look into R2.B'), /does not name the node R1\.A/],
    ['a longer id', (rows) => (rows[0]!['message'].content = 'R1.AB, R1.A.2, R1.A-1, XR1.A'), /does not name the node/],
    [
      'the node only in a later message',
      (rows) => rows.unshift({ ...rows[0], message: { content: 'Hi' } }),
      /not name/,
    ],
    ['no rows', (rows) => rows.splice(0), /no rows yet/],
  ];
  test.each(misfits)('%s', async (_what, change, why) => {
    await writeRows(change);
    expect(await look()).toMatchObject({ kind: 'verified', level: 'H1', why: expect.stringMatching(why) });
  });

  test('every reason at once', async () => {
    await writeRows((rows) => {
      rows.splice(1);
      Object.assign(rows[0]!, { agentId: 'b', timestamp: iso(-5000), message: { role: 'user', content: '' } });
    });
    const { why } = (await look()) as { why: string };
    expect(why.split('; ')).toHaveLength(4);
  });

  test('a line that is no JSON', async () => {
    await put(nested(root, project, id), `${good()}{"agentId":\n${good()}`);
    expect(await look()).toMatchObject({ level: 'H1', why: 'line 5 is no JSON object' });
  });

  test('more than is read', async () => {
    const row = { ...claudeRows(id)[3], filler: 'x'.repeat(1024 * 1024) };
    await put(nested(root, project, id), good() + lines(Array.from({ length: 17 }, () => row)));
    expect(await look()).toMatchObject({
      level: 'H1',
      why: expect.stringMatching(/^it is too long: only its first 16 MiB/),
    });
  });
});

describe('is H2 all the same with', () => {
  const fits: [string, (rows: LooseRow[]) => unknown][] = [
    ['the clock of the proposal cut to seconds', (rows) => (rows[0]!['timestamp'] = iso(-2000))],
    ['a prompt in blocks', (rows) => (rows[0]!['message'].content = [{ type: 'text', text: 'Do (R1.A).' }])],
    ['the node at the end of a sentence', (rows) => (rows[0]!['message'].content = 'Your node is R1.A.')],
  ];
  test.each(fits)('%s', async (_what, change) => {
    await writeRows(change);
    expect(await look()).toMatchObject({ level: 'H2' });
  });

  test('a last line that is still being written', async () => {
    const path = await put(nested(root, project, id), good());
    await appendFile(path, '{"agentId":"a1b2c3d","sess');
    expect(await look()).toMatchObject({ level: 'H2' });
  });
});

describe('rejects', () => {
  test('an agent that is not there while others are', async () => {
    await put(nested(root, project, 'other'), lines(claudeRows('other')));
    expect(await look()).toEqual({
      kind: 'rejected',
      cause: 'missing',
      why: expect.stringContaining('none of this agent'),
    });
  });

  test('an agent where only the session itself has a transcript', async () => {
    await put(join(claudeProject(root, project), 'parent-1.jsonl'), '{}\n');
    expect(await look()).toMatchObject({ kind: 'rejected', cause: 'missing' });
  });

  test.each(['', '.', '..', '../x', 'a/b', 'a\\b', 'a\0', 'ä', 'a b', 'a.b', 'x'.repeat(129), '-'.repeat(129)])(
    'the id %j',
    async (agentId) => {
      await put(nested(root, project, id), good());
      expect(await look(agentId)).toMatchObject({ kind: 'rejected', cause: 'id' });
    },
  );

  test.each([
    ['the file', `parent-1/subagents/agent-${id}.jsonl`],
    ['an older file', `agent-${id}.jsonl`],
    ['the folder of sub-agents', 'parent-1/subagents'],
    ['the project’s folder', ''],
  ])('a link in place of %s', async (_what, place) => {
    const inside = join(claudeProject(root, project), place);
    const target = join(outside, 'it');
    if (place.endsWith('.jsonl')) await put(target, good());
    else {
      await put(join(target, 'parent-1', 'subagents', `agent-${id}.jsonl`), good());
      await put(join(target, `agent-${id}.jsonl`), good());
    }
    await mkdir(join(inside, '..'), { recursive: true });
    await symlink(target, inside);
    const looked = await look();
    expect(looked).toMatchObject({ kind: 'rejected', cause: 'link', why: expect.stringContaining('is a link') });
  });

  test('what lies in a session that is a link, and says that links are not followed', async () => {
    await put(join(outside, 'subagents', `agent-${id}.jsonl`), good());
    await put(join(claudeProject(root, project), 'parent-2.jsonl'), '{}\n');
    await symlink(outside, join(claudeProject(root, project), 'parent-1'));
    expect(await look()).toMatchObject({
      cause: 'missing',
      why: expect.stringContaining('links among them are not followed: 1'),
    });
  });

  test('a link that stays inside', async () => {
    await put(nested(root, project, 'other'), good());
    await symlink(nested(root, project, 'other'), nested(root, project, id));
    expect(await look()).toMatchObject({ kind: 'rejected', cause: 'link' });
  });

  test('a folder in place of the file', async () => {
    await mkdir(nested(root, project, id), { recursive: true });
    await put(join(claudeProject(root, project), 'parent-1.jsonl'), '{}\n');
    expect(await look()).toMatchObject({ kind: 'rejected', cause: 'missing' });
  });
});

describe('cannot tell', () => {
  test('without any folder, and where the project has none', async () => {
    expect(await look()).toMatchObject({ kind: 'unverifiable', why: expect.stringContaining(root) });
    await put(nested(root, '/elsewhere', id), good());
    expect(await look()).toMatchObject({ kind: 'unverifiable' });
  });

  test('where the project’s folder holds no transcript', async () => {
    await put(join(claudeProject(root, project), 'memory', 'MEMORY.md'), 'x');
    expect(await look()).toMatchObject({ kind: 'unverifiable' });
  });
});

test('the root itself may be a link: that is its owner’s choice', async () => {
  await put(nested(join(outside, 'real'), project, id), good());
  await symlink(join(outside, 'real'), root);
  expect(await look()).toMatchObject({ level: 'H2' });
});

test('two looks at once are answered alike', async () => {
  await put(nested(root, project, id), good());
  await writeFile(join(claudeProject(root, project), 'x.jsonl'), '');
  const looks = await Promise.all([look(), look('none'), look(), look('none')]);
  expect(looks.map((looked) => looked.kind)).toEqual(['verified', 'rejected', 'verified', 'rejected']);
});
