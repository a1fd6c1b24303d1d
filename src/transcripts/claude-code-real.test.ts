/**
 * What a real client wrote, row for row. The bugs to fear: a new version adds a kind of row, and every honest agent falls
 * to H1; or what is tolerated for its sake lets rows through that are somebody else's.
 */
import { cp, mkdir, readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { temporaryDir } from '../testing/proctor-client.js';
import { lines, nested, put } from '../testing/transcript-files.js';
import { ClaudeCodeTranscripts } from './claude-code.js';
import { realFiles } from './files.js';
import type { Looked } from './provider.js';
import { TranscriptRoot } from './transcript-root.js';

const fixture = fileURLToPath(new URL('../testing/transcripts/claude-code-2.1.325/', import.meta.url));

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- rows are spoiled in ways no type allows
type LooseRow = Record<string, any>;

let temporary: Awaited<ReturnType<typeof temporaryDir>>;
let root: string;
let project: string;
let id: string;
let rows: LooseRow[];

beforeEach(async () => {
  temporary = await temporaryDir();
  [root, project] = [join(temporary.path, 'claude'), join(temporary.path, 'project')];
  await mkdir(project);
  const file = (await readdir(fixture)).find((name) => name.endsWith('.jsonl')) ?? '';
  id = /^agent-(\w+)\.jsonl$/.exec(file)?.[1] ?? '';
  const text = await readFile(join(fixture, file), 'utf8');
  rows = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as LooseRow);
});

afterEach(async () => temporary.remove());

async function look(nodeId = 'R1.A', bornMsAfter = 500): Promise<Looked> {
  const bornAt = Date.parse(String(rows.find(({ timestamp }) => timestamp)?.['timestamp']));
  const transcripts = new ClaudeCodeTranscripts(new TranscriptRoot(realFiles, root));
  const proposedAt = bornAt - bornMsAfter;
  return transcripts.look({
    ...{ agentId: id, nodeId, projectDir: project, proposedAt, now: bornAt + 60_000, sessionId: 's-x' },
  });
}

const place = () => nested(root, project, id, String(rows[0]?.['sessionId']));

/** Writes the rows as they now are, and looks. */
async function lookAt(change: (rows: LooseRow[]) => unknown = () => undefined): Promise<Looked> {
  change(rows);
  await put(place(), lines(rows));
  return look();
}

const kinds = (): string[] => [...new Set(rows.map(({ type }) => String(type)))];
const someOf = (type: string): LooseRow => rows.find((row) => row['type'] === type) ?? {};

test('is what the client writes: kinds of rows without the mark of a sub-agent, or without a time, among the others', () => {
  expect(id).toMatch(/^[a-z0-9]{17}$/);
  expect(kinds()).toEqual(
    expect.arrayContaining(['user', 'attachment', 'api-request-shape', 'api-request-blob', 'api-request', 'assistant']),
  );
  expect(someOf('api-request')).not.toHaveProperty('isSidechain');
  expect(someOf('api-request-blob')).not.toHaveProperty('timestamp');
});

test('is H2 as it lies there, with what the client keeps beside it', async () => {
  await mkdir(dirname(place()), { recursive: true });
  await cp(fixture, dirname(place()), { recursive: true });
  expect(await look()).toMatchObject({
    kind: 'verified',
    level: 'H2',
    excerpt: 'Your node is R1.A: read cache.txt and say what is in it. | tool calls: Read',
  });
});

test.each<[string, (rows: LooseRow[]) => unknown]>([
  ['a kind that is not known yet', (all) => all.splice(3, 0, { type: 'brain-wave', amplitude: 3 })],
  ['such a kind before all others', (all) => all.unshift({ type: 'brain-wave', sessionId: all[0]!['sessionId'] })],
  ['such a kind with the agent’s own ids', (all) => all.push({ ...someOf('api-request'), type: 'brain-wave' })],
])('is H2 with %s', async (_what, change) => {
  expect(await lookAt(change)).toMatchObject({ level: 'H2' });
});

describe('falls short of H2 with', () => {
  const spoiled: [string, (rows: LooseRow[]) => unknown, RegExp][] = [
    [
      'nothing but kinds that are not known',
      (all) => all.forEach((row) => (row['type'] = 'brain-wave')),
      /no words of the agent/,
    ],
    ['words of another agent', () => (someOf('assistant')['agentId'] = 'a'.repeat(17)), /is not of agent/],
    ['words of no agent', () => delete someOf('assistant')['agentId'], /is not of agent/],
    ['words without a session', () => delete someOf('assistant')['sessionId'], /does not name the session/],
    ['words of the session itself', () => (someOf('assistant')['isSidechain'] = false), /not marked as a sub-agent’s/],
    ['words without the mark', () => delete someOf('assistant')['isSidechain'], /not marked as a sub-agent’s/],
    ['a request of another agent', () => (someOf('api-request')['agentId'] = 'a'.repeat(17)), /is not of agent/],
    ['a request of no agent that says so', () => (someOf('api-request')['agentId'] = null), /is not of agent/],
    ['a request of another session', () => (someOf('api-request-blob')['sessionId'] = 'other'), /of another session/],
    ['a request of the session itself', () => (someOf('api-request')['isSidechain'] = false), /not marked/],
    ['an unknown row of another agent', (all) => all.push({ type: 'brain-wave', agentId: 'other' }), /is not of agent/],
    [
      'an unknown row of another session',
      (all) => all.push({ type: 'brain-wave', sessionId: 'other' }),
      /of another session/,
    ],
    [
      'a request from before the proposal',
      () => (someOf('api-request')['timestamp'] = '2026-01-01T00:00:00.000Z'),
      /before the node was proposed/,
    ],
    [
      'a request of the future',
      () => (someOf('api-request')['timestamp'] = '2999-01-01T00:00:00.000Z'),
      /and it is only/,
    ],
    [
      'words that are not dated, after a row that is',
      (all) => (all.unshift({ ...someOf('api-request') }), delete someOf('user')['timestamp']),
      /do not say when/,
    ],
    ['tool calls in requests only', () => (someOf('assistant')['type'] = 'api-response'), /no tool call/],
    ['the prompt in requests only', () => (someOf('user')['message'].content = 'Hello.'), /does not name the node/],
  ];
  test.each(spoiled)('%s', async (_what, change, why) => {
    expect(await lookAt(change)).toMatchObject({ kind: 'verified', level: 'H1', why: expect.stringMatching(why) });
  });
});

test('is of its own node and its own time, like any other', async () => {
  await lookAt();
  expect(await look('R1.B')).toMatchObject({ level: 'H1', why: expect.stringMatching(/does not name the node R1\.B/) });
  expect(await look('R1.A', -3000)).toMatchObject({ level: 'H1', why: expect.stringMatching(/before the node was/) });
});
