/** Several clients and the ledger together. The bug to fear: a file somebody laid down outweighs what the hook saw. */
import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { realDisk } from '../store/real-disk.js';
import { temporaryDir } from '../testing/proctor-client.js';
import { askedFor, claudeRows, lines, nested, put, watchedFiles } from '../testing/transcript-files.js';
import { agentLookup } from './combine.js';
import { realFiles } from './files.js';
import { AgentLedger } from './ledger.js';
import type { Looked, TranscriptProvider } from './provider.js';
import { transcriptsFor } from './transcripts-for.js';

let temporary: Awaited<ReturnType<typeof temporaryDir>>;
let home: string;
let project: string;
let ledger: AgentLedger;

beforeEach(async () => {
  temporary = await temporaryDir();
  home = join(temporary.path, 'home');
  project = join(temporary.path, 'project');
  await mkdir(project);
  ledger = new AgentLedger({ disk: realDisk, files: realFiles, dataDir: join(temporary.path, 'data') });
});

afterEach(async () => temporary.remove());

const id = 'a1b2c3d';
const uuid = '6ba7b810-9dad-41d1-80b4-00c04fd430c8';
const claude = () => join(home, '.claude');
const lookup = () => agentLookup(transcriptsFor({ env: {}, home }), ledger);
const look = (agentId = id) => lookup().look(askedFor(agentId, project));
const started = (agentId: string, clientSession = 'parent-1') =>
  ledger.note({ event: 'start', agentId, agentType: 'x', projectDir: project, clientSession, at: 1 });
const cursorFile = () =>
  join(home, '.cursor', 'projects', project.slice(1).replace(/[^A-Za-z0-9]/g, '-'), 'agent-transcripts', `${uuid}.txt`);

describe('without a ledger', () => {
  test('nothing anywhere is unverifiable, and every client is named', async () => {
    const looked = await look();
    expect(looked.kind).toBe('unverifiable');
    for (const client of ['Claude Code', 'Codex', 'Cursor']) expect(looked.why).toContain(client);
  });

  test('one client that has the project is enough to reject, and one that has the agent to verify', async () => {
    await put(nested(claude(), project, 'other'), lines(claudeRows('other')));
    expect(await look(uuid)).toMatchObject({ kind: 'rejected', cause: 'missing' });
    await put(cursorFile(), 'user:\nR1.A');
    expect(await look(uuid)).toMatchObject({ kind: 'verified', level: 'H1', client: 'Cursor' });
    expect(await look(id)).toMatchObject({ kind: 'rejected' });
  });

  test('what is no id at all is held against somebody only where there is a client to ask', async () => {
    expect(await look('agent no. 7')).toMatchObject({ kind: 'unverifiable' });
    await put(nested(claude(), project, 'other'), lines(claudeRows('other')));
    expect(await look('agent no. 7')).toMatchObject({ kind: 'rejected', cause: 'id' });
  });

  test('the higher level wins, whoever is asked first; and a link is told before a gap', async () => {
    const say = (looked: Looked): TranscriptProvider => ({ client: 'x', look: async () => looked });
    const seen = { kind: 'verified', client: 'x', file: 'f', hash: 'h', excerpt: '' } as const;
    const h1 = say({ ...seen, level: 'H1', why: 'short' });
    const h2 = say({ ...seen, level: 'H2' });
    const gap = say({ kind: 'rejected', cause: 'missing', why: 'gap' });
    const link = say({ kind: 'rejected', cause: 'link', why: 'link' });
    const none = say({ kind: 'unverifiable', why: 'none' });
    const of = async (...providers: TranscriptProvider[]) => agentLookup(providers).look(askedFor(id, project));
    expect(await of(none, gap, h1, h2)).toMatchObject({ level: 'H2' });
    expect(await of(h2, h1)).toMatchObject({ level: 'H2' });
    expect(await of(link, h1, none)).toMatchObject({ level: 'H1' });
    expect(await of(none, gap, link)).toMatchObject({ why: 'link' });
    expect(await of(none, gap)).toMatchObject({ why: 'gap' });
    expect(await of(none, none)).toEqual({ kind: 'unverifiable', why: 'none; none' });
    expect(await of()).toMatchObject({ kind: 'unverifiable' });
  });
});

describe('with a ledger', () => {
  test('an agent that is not in it is rejected, whatever lies about', async () => {
    await put(nested(claude(), project, id), lines(claudeRows(id)));
    expect(await look()).toMatchObject({ level: 'H2' });
    await started('somebody-else');
    expect(await look()).toMatchObject({
      kind: 'rejected',
      cause: 'ledger',
      why: expect.stringContaining('not in it'),
    });
    await started(id);
    expect(await look()).toMatchObject({ level: 'H2' });
  });

  test('an agent in it without a transcript is unverifiable, not rejected', async () => {
    await started(id);
    expect(await look()).toMatchObject({ kind: 'unverifiable' });
    await put(nested(claude(), project, 'other'), lines(claudeRows('other')));
    expect(await look()).toEqual({ kind: 'unverifiable', why: expect.stringContaining('saw the agent start') });
  });

  test('it excuses no link', async () => {
    await started(id);
    await put(nested(claude(), project, 'other'), lines(claudeRows(id)));
    await symlink(nested(claude(), project, 'other'), nested(claude(), project, id));
    expect(await look()).toMatchObject({ kind: 'rejected', cause: 'link' });
  });

  test('it excuses no empty file either', async () => {
    await started(id);
    await put(nested(claude(), project, id), '');
    expect(await look()).toMatchObject({ kind: 'rejected', cause: 'empty' });
  });

  test('it says which session to look in, however many there are', async () => {
    for (let index = 0; index < 70; index += 1)
      await mkdir(join(nested(claude(), project, 'x', `s${index}`), '..'), { recursive: true });
    await put(nested(claude(), project, id, 's69'), lines(claudeRows(id, { sessionId: 's69' })));
    await started(id, 's69');
    const files = watchedFiles();
    const looked = await agentLookup(transcriptsFor({ env: {}, home }, files), ledger).look(askedFor(id, project));
    expect(looked).toMatchObject({ level: 'H2' });
    expect(files.counts.list).toBe(0);
  });

  test('a session in it that is no name is not made into a path', async () => {
    await started(id, '../../../../outside');
    expect(await look()).toMatchObject({ kind: 'unverifiable' });
  });
});

describe('the folders', () => {
  const verified = async (sources: Partial<Parameters<typeof transcriptsFor>[0]>) =>
    (await agentLookup(transcriptsFor({ env: {}, home, ...sources })).look(askedFor(id, project))).kind === 'verified';

  test('are the clients’ own, their variables’, or the one given', async () => {
    const other = join(temporary.path, 'other');
    await put(nested(other, project, id), lines(claudeRows(id)));
    expect(await verified({})).toBe(false);
    expect(await verified({ env: { CLAUDE_CONFIG_DIR: other } })).toBe(true);
    expect(await verified({ flag: other })).toBe(true);
    expect(await verified({ flag: 'other', cwd: temporary.path })).toBe(true);
    expect(await verified({ flag: home, env: { CLAUDE_CONFIG_DIR: other } })).toBe(false);
    expect(await verified({ flag: '', env: { CLAUDE_CONFIG_DIR: '' } })).toBe(false);
  });
});
