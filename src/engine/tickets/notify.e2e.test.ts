/** What happens without anybody calling: deadlines are booked, and the person who is waited for is told. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Repo } from '../../testing/git-repo.js';
import { temporaryDir, type ProctorClient } from '../../testing/proctor-client.js';
import { addProject, serverIn, TicketTeam } from '../../testing/ticket-team.js';
import { until } from '../../testing/until.js';

const keep = `import { writeFileSync } from 'node:fs';
let text = '';
process.stdin.on('data', (chunk) => (text += chunk)).on('end', () => writeFileSync('ignored/told', text));
`;

let repo: Repo;
let data: Awaited<ReturnType<typeof temporaryDir>>;
let proctor: ProctorClient;
const posted: { type: string | undefined; body: string }[] = [];
const hook = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk: Buffer) => (body += chunk.toString()));
  request.on('end', () => {
    posted.push({ type: request.headers['content-type'], body });
    response.end();
  });
});

beforeAll(async () => {
  await new Promise<void>((resolve) => hook.listen(0, '127.0.0.1', resolve));
  const { port } = hook.address() as AddressInfo;
  const notify = { command: ['node', 'tools/keep.mjs'], webhook: `http://127.0.0.1:${port}/told` };
  repo = await addProject({ config: { notify }, files: { 'tools/keep.mjs': keep } });
  await repo.write({ 'ignored/here': '' });
  data = await temporaryDir();
  proctor = await serverIn(repo, data.path);
});

afterAll(async () => {
  await proctor.close();
  await new Promise((resolve) => hook.close(resolve));
  await Promise.all([repo.rm(), data.remove()]);
});

/** Read without a call about tickets: those book what is due themselves. */
async function journal(sessionId: string): Promise<string[]> {
  const { contents } = await proctor.client.readResource({ uri: `session://${sessionId}/journal` });
  const lines = (contents[0] as { text: string }).text.split('\n');
  return lines.map((line) => (JSON.parse(line) as { command?: { type: string } }).command?.type ?? 'refused');
}

/** A file is there a moment before what is written to it. */
const whole = async (name: string) =>
  readFile(join(repo.dir, name), 'utf8').then(
    (text) => text || undefined,
    () => undefined,
  );

test('a deadline is booked when it passes, although nobody asks', async () => {
  const team = await TicketTeam.at(proctor, { timeouts: { executorSeconds: 1 } });
  const types = await until(async () => {
    const seen = await journal(team.sessionId);
    return seen.includes('gate.expire') ? seen : undefined;
  });
  expect(types).toEqual(['tickets.open', 'ticket.start', 'gate.expire']);
});

test('the person waited for is told by the project’s command and at its address', async () => {
  const team = await TicketTeam.at(proctor, { title: 'Ask', files: ['ask/**'] });
  const reply = await team.ok('ticket_escalate', { tried: 'Everything.', question: 'Which port?' });
  expect(reply).toMatchObject({
    gate: { status: 'ESCALATED', escalation: { type: 'ASKED' } },
    ticket: { status: 'blocked' },
  });
  expect(reply.message).toContain('waits for a person');
  const notice = { sessionId: team.sessionId, ticketId: 'T-1', title: 'Ask', reason: 'ASKED', projectDir: repo.dir };
  const told = await until(async () => whole('ignored/told'));
  expect(JSON.parse(told)).toEqual(notice);
  const [post] = await until(async () => Promise.resolve(posted.length > 0 ? posted : undefined));
  expect(post?.type).toBe('application/json');
  expect(JSON.parse(post?.body ?? '')).toEqual(notice);
  expect((await team.call('ticket_escalate', { tried: 'It.', question: 'Well?' })).codes).toEqual([
    'ALREADY_ESCALATED',
  ]);
  const board = await team.ok('ticket_status', { ticketId: undefined });
  expect(board).toMatchObject({ waitingForPerson: ['T-1'] });
});
