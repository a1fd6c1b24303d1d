/**
 * What the rows of Claude Code's sub-agents must show. The bugs to fear: rows somebody made up count as consistent, an
 * honest agent's do not, or nobody is told what was wrong.
 */
import { appendFile, mkdir, readFile } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { temporaryDir } from '../testing/proctor-client.js';
import { askedFor, claudeProject, claudeRows, iso, lines, nested, put } from '../testing/transcript-files.js';
import { ClaudeCodeTranscripts } from './claude-code.js';
import { realFiles } from './files.js';
import { TranscriptRoot } from './transcript-root.js';

let temporary: Awaited<ReturnType<typeof temporaryDir>>;
let root: string;
let project: string;
let transcripts: ClaudeCodeTranscripts;

beforeEach(async () => {
  temporary = await temporaryDir();
  root = join(temporary.path, 'claude');
  project = join(temporary.path, 'project');
  await mkdir(project);
  transcripts = new ClaudeCodeTranscripts(new TranscriptRoot(realFiles, root));
});

afterEach(async () => temporary.remove());

const id = 'a1b2c3d';
const good = () => lines(claudeRows(id));
const look = (more = {}) => transcripts.look(askedFor(id, project, more));

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- rows are spoiled in ways no type allows
type LooseRow = Record<string, any>;
const writeRows = (change: (rows: LooseRow[]) => unknown) => {
  const rows = claudeRows(id);
  change(rows);
  return put(nested(root, project, id), lines(rows));
};

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
    ['rows of another agent', (rows) => (rows[2]!['agentId'] = 'zzz'), /^line 3 is not of agent a1b2c3d: give the id/],
    ['rows of no agent', (rows) => delete rows[3]!['agentId'], /^line 4 is not of agent/],
    ['two parents', (rows) => (rows[1]!['sessionId'] = 'parent-2'), /^line 2 is of another session than the folder/],
    ['no parent', (rows) => delete rows[1]!['sessionId'], /^line 2 does not name the session/],
    [
      'a session that is not the one it lies in',
      (rows) => rows.forEach((row) => (row['sessionId'] = 'parent-2')),
      /^line 1 is of another session than the folder it lies in: start/,
    ],
    [
      'a row of a session itself',
      (rows) => (rows[1]!['isSidechain'] = false),
      /^line 2 is not marked as a sub-agent’s/,
    ],
    ['no word on whose side it is', (rows) => delete rows[0]!['isSidechain'], /^line 1 is not marked .*: give the id/],
    ['born before the proposal', (rows) => (rows[0]!['timestamp'] = iso(-2001)), /began at .*11:59:57.999Z, before/],
    ['a later row from before', (rows) => (rows[2]!['timestamp'] = iso(-60_000)), /before the node was proposed/],
    [
      'born in the future',
      (rows) => rows.forEach((row) => (row['timestamp'] = '2999-01-01T00:00:00.000Z')),
      /^it has a row of 2999-01-01T.*, and it is only 2026-03-01T12:01:00.000Z: set the clocks right/,
    ],
    ['a later row of the future', (rows) => (rows[3]!['timestamp'] = iso(60_000 + 300_001)), /and it is only/],
    ['no time', (rows) => delete rows[0]!['timestamp'], /do not say when/],
    ['a time that is none', (rows) => (rows[0]!['timestamp'] = 'soon'), /do not say when/],
    ['no tool call', (rows) => rows.splice(1, 2), /no tool call/],
    ['a tool call only told of', (rows) => (rows[1]!['message'].content = 'tool_use Grep'), /no tool call/],
    [
      'a tool call in a row of the user',
      (rows) => Object.assign(rows[1]!, { type: 'user', message: { ...rows[1]!['message'], role: 'user' } }),
      /no tool call/,
    ],
    ['a tool call in another kind of row', (rows) => (rows[1]!['type'] = 'progress'), /no tool call/],
    ['a tool call in a message of the user', (rows) => (rows[1]!['message'].role = 'user'), /no tool call/],
    ['another node', (rows) => (rows[0]!['message'].content = 'Look into R2.B'), /does not name the node R1\.A/],
    ['a longer id', (rows) => (rows[0]!['message'].content = 'R1.AB, R1.A.2, R1.A-1, XR1.A'), /does not name the node/],
    [
      'a longer id in other letters',
      (rows) =>
        (rows[0]!['message'].content = 'R1.Aé, éR1.A, R1.A٣, R1.A\u0301, é.R1.A, R1.A.é, R1.A𝒳, 𝒳.R1.A, R1.A.𝒳'),
      /does not name the node/,
    ],
    [
      'the node only in a later message',
      (rows) => rows.unshift({ ...rows[0], message: { content: 'Hi' } }),
      /not name/,
    ],
    [
      'the node only in the result of a tool',
      (rows) => (rows[0]!['message'].content = [{ type: 'tool_result', text: 'R1.A', content: 'R1.A' }]),
      /does not name the node/,
    ],
    ['no prompt', (rows) => rows.splice(0, 1), /does not name the node/],
  ];
  test.each(misfits)('%s', async (_what, change, why) => {
    await writeRows(change);
    expect(await look()).toMatchObject({ kind: 'verified', level: 'H1', why: expect.stringMatching(why) });
  });

  test('every reason at once', async () => {
    await writeRows((rows) => {
      rows.splice(1);
      Object.assign(rows[0]!, { timestamp: iso(-5000), message: { role: 'user', content: '' } });
    });
    const { why } = (await look({ now: Date.parse(iso(-1_000_000)) })) as { why: string };
    expect(why.split('; ')).toEqual([
      expect.stringContaining('before the node was proposed'),
      expect.stringContaining('and it is only'),
      expect.stringContaining('no tool call'),
      expect.stringContaining('does not name the node'),
    ]);
  });

  test('after a row that does not fit, nothing is said of what was not read', async () => {
    await writeRows((rows) => (rows[0]!['agentId'] = 'zzz'));
    const { why } = (await look()) as { why: string };
    expect(why).toBe(`line 1 is not of agent ${id}: give the id of the agent that did the work`);
  });

  test('a line that is no JSON', async () => {
    await put(nested(root, project, id), `${good()}{"agentId":\n${good()}`);
    expect(await look()).toMatchObject({
      level: 'H1',
      why: expect.stringMatching(/^line 5 is not a JSON object, .*: start/),
    });
  });

  test('no row but one that is still being written', async () => {
    await put(nested(root, project, id), '{"agentId":');
    expect(await look()).toMatchObject({ level: 'H1', why: expect.stringMatching(/^it has no whole row yet/) });
  });

  test('rows of two sessions where older versions put them', async () => {
    const rows = claudeRows(id);
    rows[2]!['sessionId'] = 'parent-2';
    await put(join(claudeProject(root, project), `agent-${id}.jsonl`), lines(rows));
    const why = expect.stringMatching(/^line 3 is of another session than the rows before it: start/);
    expect(await look()).toMatchObject({ level: 'H1', why });
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
    ['a clock a little ahead', (rows) => (rows[3]!['timestamp'] = iso(60_000 + 300_000))],
    ['the node in quotes of another script', (rows) => (rows[0]!['message'].content = 'Sieh „R1.A“ an…')],
    ['the node after one like it', (rows) => (rows[0]!['message'].content = 'Not R1.Aé but R1.A')],
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
