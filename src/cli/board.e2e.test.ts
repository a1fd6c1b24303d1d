/** Tickets as a person, a script and a client get to see them: status, the watch with its bell, STATE.md. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ResourceUpdatedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { runCli } from '../testing/run-cli.js';
import { runOnTerminal, type TerminalResult } from '../testing/run-on-terminal.js';
import { sharedProject } from '../testing/served-project.js';
import { TicketTeam } from '../testing/ticket-team.js';

const { repo, data, proctor } = sharedProject();
let team: TicketTeam;

beforeAll(async () => {
  team = await TicketTeam.at(proctor);
});

const place = () => ({ cwd: repo.dir, dataDir: data.path });
const cli = (...args: string[]) => runCli(args, place());

test('a session of tickets shows its board and no tree', async () => {
  const { code, out } = await cli('status', team.sessionId);
  expect(code).toBe(0);
  expect(out).toMatch(/multi-gate · 1 ticket · /);
  expect(out).toMatch(/^T-1 {2}\[##------\] Step 1\/3 {2}attempt 1\/3 +● executing +Add adds · \d min left$/m);
  expect(out).toContain('1 ticket: 1 in progress; 1 attempt on average');
  expect(out).not.toMatch(/nodes|quality|round/);
});

test('the list counts tickets, and --json has the board', async () => {
  const { out } = await cli('status');
  expect(out).toMatch(/TICKETS[^]*● open +1 /);
  const { board, tickets } = JSON.parse((await cli('status', team.sessionId, '--json')).out);
  expect(tickets).toBe(1);
  expect(board).toMatchObject({ stats: { total: 1, inProgress: 1 }, running: 'T-1', halted: false });
});

test('an investigation keeps its tree, with the tickets below it', async () => {
  const { data: started } = await proctor.call('tot_start', {
    query: 'Why is add wrong?',
    minRoots: 1,
    projectDir: repo.dir,
  });
  const { sessionId } = started;
  await proctor.call('tot_propose', {
    sessionId,
    nodes: [{ id: 'R1.A', parent: null, title: 'Look at it', plannedAction: 'Look.' }],
  });
  const contract = {
    title: 'Mend add',
    action: 'Mend it.',
    files: ['x'],
    verify: 'node --test x',
    done: ['add returns the sum'],
  };
  await proctor.call('ticket_open', { sessionId, tickets: [contract] });
  const { out } = await cli('status', sessionId);
  expect(out).toMatch(/R1\.A Look at it[^]*T-1 {2}\[--------\] Step 0\/3[^]*1 ticket: 1 pending[^]*next /);
});

test('a watch rings once when a ticket begins to wait, in the session and in the list', async () => {
  const watching: Promise<TerminalResult>[] = [];
  const watch = async (...args: string[]) =>
    new Promise<void>((resolve) => {
      const onceShown = ['Ctrl-C ends the watch', resolve] as const;
      watching.push(runOnTerminal(args, { ...place(), interruptAt: 'waits for you:', onceShown }));
    });
  await Promise.all([watch('status', team.sessionId, '--watch'), watch('status', '--watch')]);
  await team.ok('ticket_escalate', { tried: 'all of it', question: 'which of the two?' });
  for (const { code, screen } of await Promise.all(watching)) {
    expect(code).toBe(0);
    expect(screen.split('\u0007')).toHaveLength(2);
  }
  const again = await runOnTerminal(['status', team.sessionId, '--watch'], {
    ...place(),
    interruptAt: 'waits for you:',
  });
  expect((await cli('status')).out).toMatch(/● open, 1 for you +1 /);
  const { sessions } = JSON.parse((await cli('status', '--json')).out);
  expect(sessions).toMatchObject([{ sessionId: team.sessionId, ticketsForPerson: 1 }, { ticketsForPerson: 0 }]);
  expect(again.screen).not.toContain('\u0007');
  const piped = await runCli(['status', team.sessionId, '--watch'], { ...place(), interruptAt: 'waits for you' });
  expect(piped.out).not.toContain('\u0007');
});

test('STATE.md by export and as a resource that can be followed', async () => {
  const { out } = await cli('export', team.sessionId, '--format', 'state');
  expect(out).toContain('## Waiting for a person');
  await cli('export', team.sessionId, '--out', 'STATE.md');
  expect(await readFile(join(repo.dir, 'STATE.md'), 'utf8')).toBe(out);
  const uri = `session://${team.sessionId}/state.md`;
  const { contents } = await proctor.client.readResource({ uri });
  expect(contents).toEqual([{ uri, mimeType: 'text/markdown', text: out }]);
  const { resourceTemplates } = await proctor.client.listResourceTemplates();
  expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toContain('session://{id}/state.md');
  const told = new Promise<string>((resolve) => {
    proctor.client.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) => resolve(params.uri));
  });
  await proctor.client.subscribeResource({ uri });
  const decided = ['decide', 'T-1', 'investigate', '--session', team.sessionId];
  await runOnTerminal(decided, { ...place(), answers: [['Type T-', 'T-1']] });
  expect(await told).toBe(uri);
  const { contents: after } = await proctor.client.readResource({ uri });
  expect((after as { text: string }[])[0]!.text).toContain('gate BLOCKED');
});
