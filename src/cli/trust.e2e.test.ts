/** Journals that were torn, flipped, cut and forged, and what `audit`, `replay` and `repair` make of them; keeping sessions. */
import { cp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hashOf } from '../store/chain.js';
import { encode } from '../store/frame.js';
import { flipRecord } from '../testing/flip-record.js';
import { connect } from '../testing/proctor-client.js';
import { runCli } from '../testing/run-cli.js';
import { repairAsPerson, runOnTerminal } from '../testing/run-on-terminal.js';
import { ScriptedAgent } from '../testing/scripted-agent.js';
import { testDir } from '../testing/test-dir.js';

const dir = testDir('proctor-trust-');
let dataDir: string;

beforeEach(() => {
  dataDir = join(dir.path, 'data');
});

const cli = async (args: string, env: Record<string, string> = {}) =>
  runCli(args.split(' '), { cwd: dir.path, dataDir, env });
const json = async (args: string) => JSON.parse((await cli(`${args} --json`)).out);

const fileOf = (id: string, name: string) => join(dataDir, 'sessions', id, name);
const journalOf = (id: string) => fileOf(id, 'journal.jsonl');

/** A session of eight records, the second a refusal; the server that made it has gone and left a snapshot. */
async function played(): Promise<{ id: string; heads: string[] }> {
  const proctor = await connect(dataDir);
  const agent = await ScriptedAgent.start(proctor, { minRoots: 1, projectDir: dir.path });
  await agent.refused.end();
  await agent.plant('R1.A', null, 'DRILL');
  await agent.plant('R2.A R2.B R2.C', 'R1.A', 'VERIFY VERIFY DEAD');
  const early = (await agent.status()).head;
  await agent.plant('R3.A', 'R2.A', 'VALID_PENDING');
  const late = (await agent.status()).head;
  await proctor.close();
  return { id: agent.sessionId, heads: [early, late] };
}

const linesOf = async (id: string) => (await readFile(journalOf(id), 'utf8')).split('\n').slice(1);

const flip = async (id: string, seq: number) => flipRecord(dataDir, id, seq);

interface Forged {
  moves: { actor: string; to: string }[];
  refused: Record<string, unknown>;
}

/** Changes a record and makes every checksum and hash after it fit again. */
async function forge(id: string, seq: number, change: (record: Forged) => void): Promise<void> {
  const records = (await linesOf(id)).map((line) => JSON.parse(line.slice(line.indexOf('{'))));
  change(records[seq - 1]);
  let prev = '0'.repeat(64);
  const frames = records.map((record) => {
    const json = JSON.stringify({ ...record, prev });
    prev = hashOf(Buffer.from(json));
    return encode(json);
  });
  await writeFile(journalOf(id), Buffer.concat(frames));
}

describe('a sound journal', () => {
  test('is said to be, with its records, refusals, head and replay', async () => {
    const { id, heads } = await played();
    const { code, out, err } = await cli(`audit ${id}`);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    for (const said of ['sound', '8 records, 1 refusal', heads[1]!, 'fresh actors', 'snapshot   equals'])
      expect(out).toContain(said);
    expect(await json(`audit ${id}`)).toMatchObject({
      ok: true,
      records: 8,
      refusals: 1,
      head: heads[1],
      replay: { ok: true, records: 8 },
      snapshot: { seq: 8, ok: true },
    });
  });

  test('knows a head it gave out, and no other', async () => {
    const { id, heads } = await played();
    expect((await cli(`audit ${id} --head ${heads[0]}`)).out).toContain('record 6; 2 records since');
    const other = await cli(`audit ${id} --head 6:${'ab'.repeat(16)}`);
    expect(other.code).toBe(1);
    expect(other.out).toMatch(/witness +no record has the head/);
    expect(await cli(`audit ${id} --head nonsense`)).toMatchObject({ code: 2, out: '' });
  });

  test('replays to any record and to the same state anywhere', async () => {
    const { id } = await played();
    const { code, out } = await cli(`replay ${id} --to 4`);
    expect(code).toBe(0);
    expect(out).toContain('record 4 of 8');
    expect(out).toContain('R1.A');
    expect(out).not.toContain('R2.A');
    const whole = await json(`replay ${id}`);
    expect(whole).toMatchObject({ ok: true, to: 8, of: 8, equalsLive: true, overview: { totalNodes: 5 } });
    await cp(dataDir, join(dir.path, 'copy'), { recursive: true });
    dataDir = join(dir.path, 'copy');
    expect((await json(`replay ${id}`)).hash).toBe(whole.hash);
    expect((await json(`replay ${id} --to 7`)).hash).not.toBe(whole.hash);
    expect(await json(`replay ${id} --to 99`)).toMatchObject({ error: { code: 'NO_SUCH_RECORD' } });
  });

  test('is not repaired', async () => {
    const { id } = await played();
    expect(await cli(`repair ${id} --yes`)).toMatchObject({
      code: 0,
      out: expect.stringContaining('nothing to repair'),
    });
  });

  test('may end in a write that was cut short', async () => {
    const { id } = await played();
    await writeFile(journalOf(id), '\nabcdef12 500 {"v":1,"se', { flag: 'a' });
    const { code, out } = await cli(`audit ${id}`);
    expect(code).toBe(0);
    expect(out).toMatch(/harmless +a write of 24 bytes was cut short/);
  });
});

describe('a damaged journal', () => {
  test('is said where it is damaged, by audit, status, replay and export', async () => {
    const { id } = await played();
    await flip(id, 5);
    const audit = await cli(`audit ${id}`);
    expect(audit.code).toBe(1);
    expect(audit.out).toMatch(/damage +where record 5 is due, at byte \d+/);
    expect(audit.err).toContain(`proctor repair ${id}`);
    const status = await cli(`status ${id}`, { FORCE_COLOR: '1' });
    expect(status.out).toContain('\u001b[31m✕ This journal is damaged');
    expect(status.out).toContain(`proctor audit ${id}`);
    expect((await cli(`replay ${id}`)).code).toBe(1);
    expect((await json(`export ${id}`)).damage).toContain('checksum');
    expect(await json(`audit ${id}`)).toMatchObject({ ok: false, records: 4, damage: [{ seq: 5 }, { seq: 8 }] });
  });

  test('is repaired only when asked for, and the original stays', async () => {
    const { id } = await played();
    await flip(id, 5);
    const before = await readFile(journalOf(id));
    const asked = await cli(`repair ${id}`);
    expect(asked.code).toBe(1);
    expect(asked.out).toMatch(/4 records before it would be kept[^]*Nothing has been done yet/);
    expect(await readFile(journalOf(id))).toEqual(before);
    const { code, screen } = await repairAsPerson(id, dataDir);
    expect(code).toBe(0);
    expect(screen).toMatch(/4 records before it would be kept[^]*Repaired[^]*4 records kept[^]*3 whole records among/);
    expect(await readFile(fileOf(id, 'journal.damaged-1.jsonl'))).toEqual(before);
    expect((await cli(`audit ${id}`)).code).toBe(0);
    expect((await cli(`status ${id}`)).out).not.toContain('damaged');
  });

  test('from its first record on is listed as unreadable and can be deleted', async () => {
    const { id } = await played();
    await writeFile(journalOf(id), '\nnot a journal \u001b[31m}');
    const { code, out } = await cli('status');
    expect(code).toBe(0);
    expect(out).toContain(`✕ ${id}: Nothing of it can be read`);
    expect(await cli(`status ${id}`)).toMatchObject({ code: 1, out: '' });
    expect((await cli(`repair ${id}`)).out).toContain('session would be empty');
    expect((await cli(`delete ${id} --yes`)).code).toBe(0);
  });

  test('that was cut back is told from the snapshot, and from a head', async () => {
    const { id, heads } = await played();
    const lines = await linesOf(id);
    await writeFile(journalOf(id), ['', ...lines.slice(0, -1)].join('\n'));
    const { code, out } = await cli(`audit ${id} --head ${heads[1]}`);
    expect(code).toBe(1);
    expect(out.replace(/\s+/g, ' ')).toContain('record 8, of which there is a snapshot, is no longer there');
    expect(out).toMatch(/✕ witness/);
    expect((await cli(`repair ${id}`)).out).toContain('snapshot that knows of more would be set aside');
    expect((await repairAsPerson(id, dataDir)).code).toBe(0);
    const after = await cli(`audit ${id}`);
    expect(after.code).toBe(0);
    expect(after.out).toMatch(/sound, repaired once[^]*at least 1 record\s+dropped/);
  });
});

describe('a forged journal', () => {
  test('whose hashes fit is told by its replay: the charts do not make that move', async () => {
    const { id, heads } = await played();
    await forge(id, 6, ({ moves }) => {
      for (const move of moves) if (move.actor === 'R2.A') move.to = 'VALID';
    });
    const { code, out } = await cli(`audit ${id} --head ${heads[1]}`);
    expect(code).toBe(1);
    expect(out).toMatch(/✕ replay +stops at record 6: /);
    expect(out).toMatch(/✕ witness/);
    expect(await json(`replay ${id}`)).toMatchObject({ ok: false, stopped: { seq: 6 }, hash: null });
    expect(await cli(`status ${id}`)).toMatchObject({ code: 1, out: '' });
  });

  test('with a field no Proctor writes is told, and cannot be repaired', async () => {
    const { id } = await played();
    await rm(fileOf(id, 'snapshot.json'));
    await forge(id, 2, ({ refused }) => (refused['\u009b31m'] = true));
    const { code, out } = await cli(`audit ${id}`);
    expect(code).toBe(1);
    expect(out).not.toContain('\u009b');
    expect(await json(`repair ${id} --yes`)).toMatchObject({ repaired: false, damage: { seq: 2 } });
  });

  test('has a snapshot that tells something else: audit and replay say so', async () => {
    const { id } = await played();
    const path = fileOf(id, 'snapshot.json');
    const kept = await readFile(path, 'utf8');
    const forged = kept.slice(kept.indexOf('{')).replaceAll('Look at R2.B', 'Seen at R2.B');
    await writeFile(path, encode(forged));
    const { code, out } = await cli(`audit ${id}`);
    expect(code).toBe(1);
    expect(out).toMatch(/✕ snapshot +is not the state at record 8/);
    expect(await json(`replay ${id}`)).toMatchObject({ ok: false, equalsLive: false });
  });
});

/** Given up, so that nothing in it is unfinished. */
async function ended(): Promise<string> {
  const { id } = await played();
  const proctor = await connect(dataDir);
  await proctor.call('tot_end', {
    sessionId: id,
    outcome: 'inconclusive',
    reason: 'Nothing more to be found. '.repeat(3),
  });
  await proctor.close();
  return id;
}

describe('keeping sessions', () => {
  test('unfinished work is not taken out of sight by anybody but a person', async () => {
    const { id } = await played();
    for (const args of [`archive ${id}`, `delete ${id} --yes`])
      expect(await json(args)).toMatchObject({ error: { code: 'PERSON_REQUIRED' } });
    expect((await json('status')).sessions).toHaveLength(1);
    const person = await runOnTerminal(['archive', id], { cwd: dir.path, dataDir });
    expect(person.code).toBe(0);
    expect((await json('status')).sessions).toEqual([]);
  });

  test('a server that has one open acknowledges nothing once it is gone', async () => {
    const proctor = await connect(dataDir);
    const agent = await ScriptedAgent.start(proctor, { minRoots: 1, projectDir: dir.path });
    await agent.plant('R1.A', null, 'DRILL');
    expect((await runOnTerminal(['delete', '--yes', agent.sessionId], { cwd: dir.path, dataDir })).code).toBe(0);
    const nodes = [{ id: 'R2.A', parent: 'R1.A', title: 'After', plannedAction: 'Look again.' }];
    for (let call = 0; call < 2; call += 1) {
      const { data } = await proctor.call('tot_propose', { sessionId: agent.sessionId, nodes });
      expect(data).toMatchObject({ status: expect.not.stringMatching('OK') });
      expect(JSON.stringify(data)).toContain('SESSION_NOT_FOUND');
    }
    expect(await readdir(join(dataDir, 'sessions'))).toEqual([]);
    await proctor.close();
  });

  test('archive takes one out of the list and loses nothing', async () => {
    const id = await ended();
    expect(await cli(`archive ${id.slice(0, 8)}`)).toMatchObject({ code: 0, out: expect.stringContaining('archive') });
    expect((await json('status')).sessions).toEqual([]);
    expect(await readdir(join(dataDir, 'archive', id))).toContain('journal.jsonl');
    const again = await cli(`archive ${id}`);
    expect(again.code).toBe(1);
    expect(again.err).toContain('is in the archive');
  });

  test('delete needs --yes where nobody can be asked', async () => {
    const id = await ended();
    const refused = await cli(`delete ${id}`);
    expect(refused).toMatchObject({ code: 1, out: '', err: expect.stringContaining('--yes') });
    expect(await json(`delete ${id}`)).toMatchObject({ error: { code: 'NOT_CONFIRMED' } });
    expect((await json('status')).sessions).toHaveLength(1);
    expect(await json(`delete ${id} --yes`)).toEqual({ sessionId: id, deleted: true });
    expect(await readdir(join(dataDir, 'sessions'))).toEqual([]);
    expect((await cli(`delete ${id} --yes`)).code).toBe(1);
  });
});
