/**
 * Repair is a person's decision. The bug to fear: an agent spoils the record of its escalation, repairs the journal, and
 * the ticket closes with an audit that calls everything sound.
 */
import { readFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { flipRecord } from '../testing/flip-record.js';
import { noAgent } from '../testing/http-process.js';
import { runCli } from '../testing/run-cli.js';
import { repairAsPerson } from '../testing/run-on-terminal.js';
import { sharedProject } from '../testing/served-project.js';
import { TicketTeam } from '../testing/ticket-team.js';

const { repo, data, proctor } = sharedProject();
const me = userInfo().username;

const cli = async (args: string) =>
  runCli(args.split(' '), { cwd: repo.dir, dataDir: data.path, env: { ...noAgent, COLUMNS: '200' } });

let team: TicketTeam;
let damaged: Buffer;
const journal = async () => readFile(join(data.path, 'sessions', team.sessionId, 'journal.jsonl'));

/** A ticket at work whose last record is its escalation, which somebody then spoils. */
beforeAll(async () => {
  team = await TicketTeam.at(proctor);
  const by = { role: 'executor', agentId: 'executor-1' };
  await team.ok('ticket_escalate', { tried: 'All.', question: 'Which sum is meant?', by });
  const { length } = (await journal()).toString('utf8').split('\n').slice(1);
  await flipRecord(data.path, team.sessionId, length);
  damaged = await journal();
});

test('nobody but a person who types the id repairs a journal', async () => {
  const { sessionId } = team;
  const piped = await cli(`repair ${sessionId} --yes`);
  expect(piped).toMatchObject({ code: 1, out: '', err: expect.stringContaining('Only a person may do this') });
  const json = JSON.parse((await cli(`repair ${sessionId} --yes --json`)).out);
  expect(json).toMatchObject({ error: { code: 'PERSON_REQUIRED' } });
  const marked = await repairAsPerson(sessionId, data.path, { env: { CLAUDECODE: '1' } });
  expect(marked).toMatchObject({ code: 1, screen: expect.stringContaining('CLAUDECODE is set') });
  const careless = await repairAsPerson(sessionId, data.path, { answers: [['Type s-', 'y']] });
  expect(careless).toMatchObject({ code: 1, screen: expect.stringContaining('Nothing was changed') });
  expect(await journal()).toEqual(damaged);
});

test('what a person repaired says so from then on: audit, status, list, STATE.md and the closure report', async () => {
  const { sessionId, ticketId } = team;
  expect((await repairAsPerson(sessionId, data.path)).code).toBe(0);
  await team.handOff(repo);
  await team.close();
  // How much is known to be lost hangs on whether a snapshot had been made of the spoilt record.
  const said = new RegExp(`repaired on \\S+ by ${me} \\(cli .*\\): (at least 1 record|\\d+ bytes) dropped, `);
  const audit = await cli(`audit ${sessionId}`);
  expect(audit.code).toBe(0);
  expect(audit.out).toContain('sound, repaired once');
  expect(audit.out.replace(/\s+/g, ' ')).toMatch(said);
  expect(JSON.parse((await cli(`audit ${sessionId} --json`)).out)).toMatchObject({ ok: true, repairs: [{ seq: 3 }] });
  expect((await cli(`status ${sessionId}`)).out.replace(/\s+/g, ' ')).toMatch(said);
  expect((await cli('status')).out).toContain(`${sessionId}: its journal was repaired once`);
  expect(await resource(`session://${sessionId}/state.md`)).toMatch(/^- Journal repaired on /m);
  const report = join(repo.dir, '.claude/evidence', ticketId, 'closure-report.md');
  expect(await readFile(report, 'utf8')).toMatch(/^- Journal repaired on /m);
});

async function resource(uri: string): Promise<string> {
  const { contents } = await proctor.client.readResource({ uri });
  return (contents as { text: string }[]).map(({ text }) => text).join('\n');
}
