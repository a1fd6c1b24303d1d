/** Rollouts of Codex in real folders. The bug to fear: another project's agent, or the parent's own work, vouches here. */
import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryDir } from '../testing/proctor-client.js';
import { askedFor, iso, lines, proposedAt, put, watchedFiles } from '../testing/transcript-files.js';
import { CodexTranscripts } from './codex.js';
import { TranscriptRoot } from './transcript-root.js';

let temporary: Awaited<ReturnType<typeof temporaryDir>>;
let root: string;
let project: string;
let files: ReturnType<typeof watchedFiles>;
let transcripts: CodexTranscripts;

beforeEach(async () => {
  temporary = await temporaryDir();
  root = join(temporary.path, 'codex');
  project = join(temporary.path, 'project');
  await mkdir(project);
  files = watchedFiles();
  transcripts = new CodexTranscripts(new TranscriptRoot(files, root));
});

afterEach(async () => temporary.remove());

const parent = '019f6249-055d-76d3-b381-cd9d3eb99189';

/** An id made at that time, as Codex makes them. */
const idAt = (time: number, tail = 'cd9d3eb99189'): string =>
  time
    .toString(16)
    .padStart(12, '0')
    .replace(/^(.{8})(.{4})$/, `$1-$2-7aaa-8aaa-${tail}`);

const id = idAt(proposedAt + 1000);

interface Payload {
  payload: Record<string, unknown>;
}

function rows(agentId = id, cwd = project): (Record<string, unknown> & Payload)[] {
  const source = { subagent: { thread_spawn: { parent_thread_id: parent, depth: 1 } } };
  const user = (text: string) => ({ type: 'message', role: 'user', content: [{ type: 'input_text', text }] });
  return [
    { timestamp: iso(1000), type: 'session_meta', payload: { id: agentId, timestamp: iso(990), cwd, source } },
    { timestamp: iso(1001), type: 'response_item', payload: user('<environment_context>R9</environment_context>') },
    { timestamp: iso(1002), type: 'response_item', payload: user('Look into R1.A.') },
    { timestamp: iso(1500), type: 'response_item', payload: { type: 'function_call', name: 'shell', arguments: '{}' } },
    { timestamp: iso(1600), type: 'response_item', payload: { type: 'function_call_output', output: 'R1.A' } },
  ];
}

/** `time` as it stands in the name. */
const rollout = (agentId: string, time = '2026-03-01T12-00-01', day = '2026/03/01') =>
  join(root, 'sessions', day, `rollout-${time}-${agentId}.jsonl`);

const look = (agentId = id) => transcripts.look(askedFor(agentId, project));

test.each([
  ['named by its time', '2026-03-01T12-00-01', '2026/03/01'],
  ['begun a moment later', '2026-03-01T12-00-03', '2026/03/01'],
  ['of another time zone', '2026-03-02T01-00-01', '2026/03/02'],
])('finds a rollout %s', async (_what, time, day) => {
  await put(rollout(id, time, day), lines(rows()));
  expect(await look()).toMatchObject({
    level: 'H2',
    client: 'Codex',
    file: `sessions/${day}/rollout-${time}-${id}.jsonl`,
    excerpt: 'Look into R1.A. | tool calls: shell',
  });
});

test('finds it by its time without listing the day', async () => {
  await put(rollout(id), lines(rows()));
  await look();
  expect(files.counts.list).toBe(0);
});

test('finds ids of other kinds by listing, once', async () => {
  const other = '6ba7b810-9dad-41d1-80b4-00c04fd430c8';
  await put(rollout(other), lines(rows(other)));
  expect(await look(other)).toMatchObject({ level: 'H2' });
});

test.each<[string, (all: (Record<string, unknown> & Payload)[]) => unknown, RegExp]>([
  ['another thread’s rows', (all) => (all[0]!.payload['id'] = parent), /first row is not of agent/],
  ['no parent', (all) => (all[0]!.payload['source'] = 'cli'), /which thread started/],
  ['a fork', (all) => (all[0]!.payload['forked_from_id'] = parent), /copy of its parent’s rows/],
  ['born before the proposal', (all) => (all[0]!['timestamp'] = iso(-9000)), /before the node was proposed/],
  ['born in the future', (all) => all.forEach((row) => (row['timestamp'] = iso(9e9))), /and it is only/],
  ['no tool call', (all) => all.splice(3), /no tool call/],
  ['the node only in an output', (all) => all.splice(2, 1), /does not name the node/],
  ['the node only in a later message', (all) => all.push(...all.splice(2, 1)), /does not name the node/],
])('falls short of H2 by %s', async (_what, change, why) => {
  const all = rows();
  change(all);
  await put(rollout(id), lines(all));
  expect(await look()).toMatchObject({ level: 'H1', why: expect.stringMatching(why) });
});

test('falls short of H2 at a line that is no JSON, and reads no further', async () => {
  await put(rollout(id), `${lines(rows().slice(0, 3))}x\n${lines(rows().slice(3))}`);
  const why = expect.stringMatching(/^line 4 is not a JSON object[^;]*$/);
  expect(await look()).toMatchObject({ level: 'H1', why, excerpt: 'Look into R1.A. | no tool calls' });
});

test.each([
  ['of no byte', ''],
  ['of newlines', '\n'.repeat(1000)],
  ['of more newlines than the first row is looked for in', '\n'.repeat(300 * 1024)],
])('rejects a file %s, which anybody can touch', async (_what, text) => {
  await put(rollout(id), text);
  const why = expect.stringMatching(/^its transcript is empty: an agent of Codex/);
  expect(await look()).toEqual({ kind: 'rejected', cause: 'empty', why });
  // It may have been looked at in its first moment.
  await put(rollout(id), text + lines(rows()));
  expect(await look()).toMatchObject(text.length > 10_000 ? { kind: 'unverifiable' } : { level: 'H2' });
});

test('a rollout of another project is none of this one', async () => {
  await put(rollout(id), lines(rows(id, '/elsewhere')));
  expect(await look()).toMatchObject({ kind: 'unverifiable' });
  const other = idAt(proposedAt + 5000, 'aaaaaaaaaaaa');
  await put(rollout(other, '2026-03-01T12-00-05'), lines(rows(other)));
  expect(await look()).toMatchObject({ kind: 'rejected', cause: 'missing' });
  expect(await look('no-uuid')).toMatchObject({ kind: 'rejected', cause: 'missing' });
});

test('a link is not followed', async () => {
  const target = await put(join(temporary.path, 'target'), lines(rows()));
  await mkdir(join(rollout(id), '..'), { recursive: true });
  await symlink(target, rollout(id));
  expect(await look()).toMatchObject({ kind: 'rejected', cause: 'link' });
});

test('nothing to look in', async () => {
  expect(await look()).toMatchObject({ kind: 'unverifiable' });
  expect(await look('../x')).toMatchObject({ kind: 'rejected', cause: 'id' });
});
