/** Transcripts of Cursor in real folders: found, and never more than that. */
import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryDir } from '../testing/proctor-client.js';
import { askedFor, lines, put } from '../testing/transcript-files.js';
import { CursorTranscripts } from './cursor.js';
import { realFiles } from './files.js';
import { TranscriptRoot } from './transcript-root.js';

let temporary: Awaited<ReturnType<typeof temporaryDir>>;
let root: string;
let transcripts: CursorTranscripts;

beforeEach(async () => {
  temporary = await temporaryDir();
  root = join(temporary.path, 'cursor');
  transcripts = new CursorTranscripts(new TranscriptRoot(realFiles, root));
});

afterEach(async () => temporary.remove());

const project = '/home/p/.my/proj_x';
const id = '6ba7b810-9dad-41d1-80b4-00c04fd430c8';
const parent = '11111111-9dad-41d1-80b4-00c04fd430c8';
const rows = [
  { role: 'user', message: { content: [{ type: 'text', text: 'Look into R1.A' }] } },
  { role: 'assistant', message: { content: [{ type: 'tool_use', name: 'Grep', input: {} }] } },
];
const at = (place: string, slug = 'home-p--my-proj-x') => join(root, 'projects', slug, 'agent-transcripts', place);
const look = (agentId = id) => transcripts.look(askedFor(agentId, project));

test.each([
  ['', `${id}/${id}.jsonl`, undefined],
  [' of a sub-agent', `${parent}/subagents/${id}.jsonl`, undefined],
  [' of an older version', `${id}.jsonl`, undefined],
  [' under the shorter name of the project', `${id}/${id}.jsonl`, 'home-p-my-proj-x'],
])('finds a transcript%s and says what cannot be known', async (_what, place, slug) => {
  await put(at(place, slug), lines(rows));
  expect(await look()).toMatchObject({
    kind: 'verified',
    level: 'H1',
    client: 'Cursor',
    excerpt: 'Look into R1.A | tool calls: Grep',
    why: 'the rows of Cursor name neither the agent nor its parent; its rows do not say when they were written',
  });
});

test('finds plain text of an older version', async () => {
  await put(at(`${id}.txt`), 'user:\nLook into R1.A\n');
  expect(await look()).toMatchObject({ level: 'H1', excerpt: 'user: Look into R1.A | no tool calls' });
});

test('rejects an agent that is not there, a link, and what is no id', async () => {
  expect(await look()).toMatchObject({ kind: 'unverifiable' });
  const target = await put(at(`${parent}/${parent}.jsonl`), lines(rows));
  expect(await look()).toMatchObject({ kind: 'rejected', cause: 'missing' });
  expect(await look('a1')).toMatchObject({ kind: 'rejected', cause: 'missing' });
  expect(await look('a/b')).toMatchObject({ kind: 'rejected', cause: 'id' });
  await mkdir(at(id));
  await symlink(target, at(`${id}/${id}.jsonl`));
  expect(await look()).toMatchObject({ kind: 'rejected', cause: 'link' });
});

test.each([
  ['of no byte', `${id}/${id}.jsonl`, ''],
  ['of newlines', `${id}.jsonl`, '\n\n'],
  ['of plain text', `${id}.txt`, '\n'],
])('rejects a file %s with nothing in it, which anybody can touch', async (_what, place, text) => {
  await put(at(place), text);
  const why = expect.stringMatching(/^its transcript is empty: an agent of Cursor/);
  expect(await look()).toEqual({ kind: 'rejected', cause: 'empty', why });
});

test('reads no further than a line that is no JSON, and counts only tool calls of the assistant', async () => {
  const [prompt, call] = rows;
  await put(at(`${id}.jsonl`), `${lines([prompt!, { ...call, role: 'user' }])}x\n${lines([call!])}`);
  expect(await look()).toMatchObject({
    level: 'H1',
    excerpt: 'Look into R1.A | no tool calls',
    why: expect.stringContaining('line 3 is not a JSON object'),
  });
});
