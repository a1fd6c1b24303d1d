/**
 * What the stop gate does when it is not obeyed, or cannot look. The bug to fear: an agent that never gets away, or one
 * that gets away and nobody can tell.
 */
import { mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AcceptedRecord } from '../../machines/schema/record.js';
import type { RecordBody } from '../store/journal-options.js';
import { runCli } from '../testing/run-cli.js';
import { runOnTerminal } from '../testing/run-on-terminal.js';
import { JournalBytes } from '../testing/sample-journal.js';
import { hookInput, silence, stopAs } from '../testing/stop-hook.js';
import { servedProject } from '../testing/served-project.js';
import { addProject, contract, serverIn, TicketTeam } from '../testing/ticket-team.js';

const { repo, data, proctor } = servedProject();
let team: TicketTeam;

beforeEach(async () => {
  team = await TicketTeam.at(proctor);
});

const place = () => ({ cwd: repo.dir, dataDir: data.path });
const stop = (more: Parameters<typeof stopAs>[2] = {}, role = 'orchestrator') => stopAs(role, place(), more);
const again = { stop_hook_active: true };
const cli = async (...args: string[]) => runCli(args, place());

interface Row {
  by: Record<string, unknown>;
  command?: Record<string, unknown>;
}

async function rowsOf(sessionId: string): Promise<Row[]> {
  const text = await readFile(journalOf(sessionId), 'utf8');
  return text
    .split('\n')
    .filter(Boolean)
    .map((line): Row => JSON.parse(line.slice(line.indexOf('{'))));
}

const stopsIn = async ({ sessionId }: TicketTeam): Promise<Row[]> =>
  (await rowsOf(sessionId)).filter(({ command }) => command?.['type'] === 'session.stop');

const journalOf = (sessionId: string) => join(data.path, 'sessions', sessionId, 'journal.jsonl');

async function blocked(times: number, role = 'orchestrator'): Promise<void> {
  for (let count = 0; count < times; count += 1)
    expect((await stop(again, role)).answer).toMatchObject({
      decision: 'block',
      reason: expect.stringContaining(`Stop ${count + 1} of 8`) as string,
    });
}

describe('after eight stops in a row', () => {
  test('the ninth goes through, is on record everywhere concerned, and closes nothing', async () => {
    const second = await TicketTeam.at(proctor, { title: 'Another one', files: ['other/**'] });
    // More than a reason tells of: the record is of all the same.
    const third = await TicketTeam.open(proctor, { files: ['a1'] });
    const tickets = ['a2', 'a3', 'a4', 'a5', 'a6'].map((file) => ({ ...contract, files: [file] }));
    await proctor.call('ticket_open', { sessionId: third.sessionId, tickets });
    for (let at = 1; at <= 6; at += 1) await third.through(proctor, `T-${at}`).ok('ticket_start');
    await blocked(8);
    const { code, answer, err } = await stop(again);
    expect(code).toBe(0);
    expect(answer).toEqual({ systemMessage: expect.stringContaining('stopped_unverified') as string });
    expect(err).toContain(team.sessionId);
    const all = ['T-1', 'T-2', 'T-3', 'T-4', 'T-5', 'T-6'];
    expect(await stopsIn(third)).toMatchObject([{ command: { count: 6, tickets: all } }]);
    for (const each of [team, second]) {
      expect(await stopsIn(each)).toMatchObject([
        {
          by: { role: 'server', known: 'connection', client: 'stop-gate' },
          command: {
            as: 'orchestrator',
            outcome: 'stopped_unverified',
            tickets: ['T-1'],
            count: 1,
            blocks: 8,
            clientSession: 'client-1',
          },
        },
      ]);
      expect((await each.gate()).status).toBe('EXECUTING');
      expect(await cli('audit', each.sessionId)).toMatchObject({ code: 0 });
      const replayed = JSON.parse((await cli('replay', each.sessionId, '--json')).out);
      expect(replayed).toMatchObject({ ok: true, equalsLive: true, overview: { stops: [{ count: 1 }] } });
      expect((await cli('status', each.sessionId)).out).toMatch(/stopped unverified: 1 time, last at \d{4}-/);
    }
    const { contents } = await proctor.client.readResource({ uri: `session://${team.sessionId}/state.md` });
    expect(JSON.stringify(contents)).toMatch(/Agents stopped unverified: 1 time/);
    // The row has ended with it: the next stop is held up as the first of another.
    await blocked(1);
  });

  test('an investigation is noted too', async () => {
    const { data: started } = await proctor.call('tot_start', { query: 'Why is it slow?' });
    await blocked(8, 'solo');
    await stop(again, 'solo');
    expect((await cli('audit', String(started.sessionId))).code).toBe(0);
    expect((await cli('status', String(started.sessionId))).out).toContain('stopped unverified: 1 time');
    const { data: shown } = await proctor.call('tot_status', { sessionId: started.sessionId });
    expect(shown).toMatchObject({ canEnd: false, stops: [{ outcome: 'stopped_unverified', count: 1 }] });
  });
});

test('a row is one client’s in one role, and ends with a new turn or when a stop goes through', async () => {
  await blocked(3);
  expect((await stop({ ...again, session_id: 'client-2' })).answer?.reason).toContain('Stop 1 of 8');
  expect((await stop(again, 'solo')).answer?.reason).toContain('Stop 1 of 8');
  expect((await stop(again)).answer?.reason).toContain('Stop 4 of 8');
  expect((await stop({ stop_hook_active: false })).answer?.reason).toContain('Stop 1 of 8');
  expect((await stop(again)).answer?.reason).toContain('Stop 2 of 8');
  await team.ok('ticket_escalate', { tried: 'all', question: 'what now?' });
  expect(await stop(again)).toMatchObject(silence);
  const next = await TicketTeam.at(proctor);
  expect((await stop(again)).answer?.reason).toContain('Stop 1 of 8');
  expect(await stopsIn(next)).toEqual([]);
});

test('a client session may be called anything', async () => {
  for (const session_id of ['../../../etc/x', '', '\u001b[31m', 'x'.repeat(5000)])
    expect((await stop({ session_id })).answer?.decision).toBe('block');
  expect((await readdir(join(data.path, 'stops'))).every((name) => /^[0-9a-f]{32}\.json$/.test(name))).toBe(true);
});

describe('what cannot be looked at goes through, and leaves a mark', () => {
  test.each<[string, Parameters<typeof stopAs>[2], string]>([
    ['broken JSON', '{"session_id": ', 'not JSON'],
    ['no object', '[1]', 'not a JSON object'],
    ['nothing', '', 'not JSON'],
    ['too much', hookInput('/', { last_assistant_message: 'x'.repeat(300_000) }), 'more than 256 KiB'],
    ['silence without end', { never: true }, 'did not end within'],
  ])('%s on stdin', async (_name, input, told) => {
    const { code, answer, err } = await stop(input);
    expect(code).toBe(0);
    expect(err).toContain(told);
    expect(answer?.decision).toBeUndefined();
    expect(answer?.systemMessage).toContain(`On record in ${team.sessionId}`);
    expect(await stopsIn(team)).toMatchObject([
      { command: { outcome: 'unchecked', reason: expect.stringContaining(told) as string } },
    ]);
    // The same again, with nothing in between, is no news.
    if (typeof input === 'string') await stop(input);
    expect(await stopsIn(team)).toHaveLength(1);
    expect((await cli('status', team.sessionId)).out).toContain('stops unchecked: 1 time');
    expect((await cli('audit', team.sessionId)).code).toBe(0);
  });

  test('a session that cannot be read is named, and the others still count', async () => {
    const broken = await TicketTeam.at(proctor, { files: ['broken/**'] });
    await writeFile(journalOf(broken.sessionId), 'nothing of it\n'.repeat(20));
    const { code, answer, err } = await stop();
    expect({ code, decision: answer?.decision }).toEqual({ code: 0, decision: 'block' });
    expect(answer?.reason).toContain(team.sessionId);
    expect(answer?.reason).not.toContain(broken.sessionId);
    for (const told of [err, answer?.systemMessage]) expect(told).toContain(broken.sessionId);

    await team.ok('ticket_escalate', { tried: 'all', question: 'what now?' });
    const alone = await stop();
    expect(alone.answer?.decision).toBeUndefined();
    expect(alone.err).toContain(`proctor audit ${broken.sessionId}`);
    expect(await stopsIn(team)).toMatchObject([{ command: { outcome: 'unchecked' } }]);
  });

  test('a journal that was emptied is not taken for one that was never begun', async () => {
    // Its server writes a snapshot when it goes.
    await proctor.close();
    await writeFile(journalOf(team.sessionId), '');
    const { answer, err } = await stop();
    expect(answer?.decision).toBeUndefined();
    expect(err).toContain(team.sessionId);
    await proctor.reconnect();
  });

  test('a journal damaged in its middle holds up nobody: no call could go on in it', async () => {
    const bytes = await readFile(journalOf(team.sessionId));
    for (let count = 0; count < 4; count += 1) await team.call('ticket_start');
    // A server that has read it already would go on with what it knows, and so would whoever opens its snapshot.
    process.kill(proctor.pid, 'SIGKILL');
    await proctor.close();
    await rm(join(data.path, 'sessions', team.sessionId, 'snapshot.json'), { force: true });
    const whole = await readFile(journalOf(team.sessionId));
    // One byte of a refusal after the ticket was started, with records that build on it.
    whole[bytes.length + 200] = (whole[bytes.length + 200] ?? 0) ^ 1;
    await writeFile(journalOf(team.sessionId), whole);
    const { code, answer, err } = await stop();
    expect({ code, decision: answer?.decision }).toEqual({ code: 0, decision: undefined });
    expect(err).toContain(team.sessionId);
    // Of a role that nothing in the sound part holds up, the same is true: what followed is unknown.
    expect((await stop({}, 'system3')).err).toContain(team.sessionId);
    await proctor.reconnect();
  });

  test('of another project it is nobody’s business here', async () => {
    const other = await addProject();
    const server = await serverIn(other, data.path);
    const theirs = await TicketTeam.at(server);
    await server.close();
    const [made, started] = (await rowsOf(theirs.sessionId)) as [RecordBody, AcceptedRecord];
    const moves = started.moves.map((move) => ({ ...move, to: 'APPROVED' }));
    const forged = new JournalBytes().add(made).add({ ...started, moves });
    await writeFile(journalOf(theirs.sessionId), forged.bytes);
    await rm(join(journalOf(theirs.sessionId), '../snapshot.json'));
    expect((await cli('status', '--all')).out).toMatch(/Record 2 does not replay/);
    const { answer, err } = await stop();
    expect({ err, decision: answer?.decision }).toEqual({ err: '', decision: 'block' });
    // Where it belongs, it is named.
    expect((await stopAs('orchestrator', { cwd: other.dir, dataDir: data.path })).err).toContain(theirs.sessionId);
    await other.rm();
  });

  test('a store that cannot be read, and a count that cannot be kept', async () => {
    const loop = join(data.path, 'loop');
    await mkdir(loop);
    await symlink('sessions', join(loop, 'sessions'));
    const noStore = await stopAs('orchestrator', { cwd: repo.dir, dataDir: loop });
    expect(noStore).toMatchObject({ code: 0, err: expect.stringContaining('did not check this stop') as string });
    expect(noStore.answer?.decision).toBeUndefined();

    await writeFile(join(data.path, 'stops'), 'in the way');
    const noCount = await stop();
    expect(noCount).toMatchObject({ code: 0, err: expect.stringContaining('count the stops') as string });
    expect(noCount.answer?.decision).toBeUndefined();
    expect(await stopsIn(team)).toMatchObject([{ command: { outcome: 'unchecked' } }]);
  });

  test('the index is never the truth: without it the answer is the same', async () => {
    expect((await stop()).answer?.decision).toBe('block');
    await rm(join(data.path, 'index'), { recursive: true });
    const { answer } = await stop({ session_id: 'client-9' });
    expect(answer?.decision).toBe('block');
  });
});

test.each([
  ['no role', []],
  ['an unknown role', ['--as', 'boss\u001b[31m']],
  ['an unknown option', ['--as', 'solo', '--fast']],
  ['an argument too many', ['--as', 'solo', 'now']],
])('%s: wrong use never holds up an agent (exit code 2 would)', async (_name, args) => {
  const { code, out, err } = await runCli(['stop-gate', ...args], { ...place(), input: hookInput(repo.dir) });
  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(err).toContain('proctor stop-gate --help');
  expect(err).not.toContain('\u001b');
});

test('on a terminal it says what it is for, and does not wait', async () => {
  const { code, screen } = await runOnTerminal(['stop-gate', '--as', 'solo'], place());
  expect(code).toBe(1);
  expect(screen).toContain('proctor stop-gate --help');
});

test('the settings in its help are what Claude Code takes', async () => {
  const { out } = await cli('stop-gate', '--help');
  const json = out.slice(out.indexOf('  {'), out.indexOf('\nsystem3'));
  const [{ hooks }] = JSON.parse(json).hooks.Stop;
  expect(hooks).toMatchObject([
    { type: 'command', command: expect.stringContaining('stop-gate --as system3') as string },
  ]);
});
