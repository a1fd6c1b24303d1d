/**
 * Looking sub-agents of Claude Code up in real folders. The bugs to fear: a made-up agent counts as one that worked, an
 * honest one does not, or nobody is told what was wrong.
 */
import { mkdir, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryDir } from '../testing/proctor-client.js';
import { askedFor, claudeProject, claudeRows, lines, nested, put, slug } from '../testing/transcript-files.js';
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
const good = (sessionId = 'parent-1') => lines(claudeRows(id, { sessionId }));
const look = (agentId = id, more = {}) => transcripts.look(askedFor(agentId, project, more));

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

  test('where it came to lie', async () => {
    await put(nested(root, project, id), good());
    await look();
    await rm(nested(root, project, id));
    await put(nested(root, project, id, 'parent-9'), good('parent-9'));
    expect(await look()).toMatchObject({ level: 'H2', file: expect.stringContaining('parent-9') });
  });

  test('among more sessions than are asked one by one', async () => {
    for (let index = 0; index < 70; index += 1)
      await put(
        nested(root, project, `x${index}`, `session-${index}`),
        lines(claudeRows(`x${index}`, { sessionId: `session-${index}` })),
      );
    expect(await look('x66')).toMatchObject({ level: 'H2' });
    await put(nested(root, project, id, 'session-3'), good('session-3'));
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

  test.each([
    ['of no byte', ''],
    ['of newlines', '\n'.repeat(1000)],
    ['of blanks', ' \r\n\t\n'],
    ['of more newlines than are read', '\n'.repeat(17 * 1024 * 1024)],
  ])('a file %s, which anybody can touch', async (_what, text) => {
    await put(nested(root, project, id), text);
    expect(await look()).toEqual({
      kind: 'rejected',
      cause: 'empty',
      why: expect.stringMatching(/^its transcript is empty: .* give the id of an agent that did/),
    });
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
