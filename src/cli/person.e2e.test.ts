/**
 * What only a person may do, on a real pseudo-terminal. The bug to fear: an agent that runs the command passes for a
 * person, or a person's decision leaves no trace of who, when and why.
 */
import { readFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { runCli } from '../testing/run-cli.js';
import { runOnTerminal, type TerminalOptions } from '../testing/run-on-terminal.js';
import { sharedProject } from '../testing/served-project.js';
import { contract, right, sourceFile, TicketTeam } from '../testing/ticket-team.js';

/** Fails, then passes: what a flaky test does. */
const flaky = `import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
if (existsSync('ignored/ran')) process.exit(0);
mkdirSync('ignored', { recursive: true });
writeFileSync('ignored/ran', '');
process.exit(1);
`;

const { repo, data, proctor } = sharedProject({ files: { 'flaky.mjs': flaky } });

const place = () => ({ cwd: repo.dir, dataDir: data.path });
/** As a person at a terminal, who types the ticket's id when asked. */
const person = (team: TicketTeam, args: readonly string[], more: Partial<TerminalOptions> = {}) =>
  runOnTerminal([...args, '--session', team.sessionId], {
    ...place(),
    answers: [['Type T-', team.ticketId]],
    ...more,
  });
const decide = (team: TicketTeam, ...words: string[]) => person(team, ['decide', team.ticketId, ...words]);

interface Row {
  outcome: string;
  by: Record<string, string>;
  time: number;
  command: Record<string, string>;
  refused: { type: string; errors: { code: string }[] };
}

async function journal({ sessionId }: TicketTeam): Promise<Row[]> {
  const { contents } = await proctor.client.readResource({ uri: `session://${sessionId}/journal` });
  const [{ text }] = contents as { text: string }[] as [{ text: string }];
  return text.split('\n').map((line) => JSON.parse(line));
}

const failure = {
  status: 'failure',
  error: 'The \u001b[31mdatabase is away',
  doneCriteriaMet: false,
  filesModified: [],
};

async function exhausted(more: Record<string, unknown> = {}): Promise<TicketTeam> {
  const team = await TicketTeam.at(proctor, more);
  for (const attempt of [1, 2, 3]) await team.submit(attempt, failure);
  return team;
}

const me = userInfo().username;

describe('whoever is no person', () => {
  let team: TicketTeam;
  beforeAll(async () => {
    team = await exhausted();
  });

  test.each([
    ['decide T-1 retry', 'ticket.decide'],
    ['override force T-1 --note x', 'ticket.override'],
  ])('%s without a terminal: refused, nothing changed, and the journal has it', async (line, type) => {
    const { code, out, err } = await runCli([...line.split(' '), '--session', team.sessionId, '--json'], {
      ...place(),
      env: { CLAUDECODE: '' },
    });
    expect(code).toBe(1);
    expect(JSON.parse(out).error.code).toBe('PERSON_REQUIRED');
    expect(err).toContain('ticket_escalate');
    expect((await team.gate()).status).toBe('ESCALATED');
    const last = (await journal(team)).at(-1)!;
    expect(last).toMatchObject({
      outcome: 'REJECTED',
      refused: { type, errors: [{ code: 'PERSON_REQUIRED' }] },
      by: { role: 'solo', known: 'claimed' },
    });
  });

  test('on a terminal an agent started: refused and recorded all the same, whatever is typed', async () => {
    const { code, screen } = await person(team, ['override', 'force', 'T-1', '--note', 'x'], {
      env: { CLAUDECODE: '1' },
      answers: [['Type T-', 'T-1']],
    });
    expect(code).toBe(1);
    expect(screen).toContain('CLAUDECODE is set');
    expect(screen).not.toContain('Type ');
    expect((await journal(team)).at(-1)).toMatchObject({
      outcome: 'REJECTED',
      by: { role: 'solo', client: 'cli under CLAUDECODE' },
    });
  });

  test('resume and approve are refused too', async () => {
    const env = { CLAUDECODE: '1' };
    const resumed = await runOnTerminal(['resume', team.sessionId], { ...place(), env });
    const approved = await runOnTerminal(['approve', 'npm test'], { ...place(), env });
    for (const { code, screen } of [resumed, approved]) {
      expect(code).toBe(1);
      expect(screen).toContain('Only a person may do this');
    }
    expect((await journal(team)).at(-1)).toMatchObject({ refused: { type: 'session.resume' } });
    expect(await runCli(['approve', '--list'], place())).toMatchObject({ code: 0, err: '' });
  });

  test('what could be decided is shown to anybody', async () => {
    const { code, out } = await runCli(['decide', 'T-1', '--session', team.sessionId, '--json'], place());
    expect(code).toBe(0);
    const choices = JSON.parse(out).choices.map(({ command }: { command: string }) => command.split(' ').slice(1, 4));
    expect(choices.map(([first, second, third]: string[]) => (first === 'decide' ? third : second))).toEqual([
      ...['retry', 'investigate', 'withdraw', 'skip', 'force'],
    ]);
  });
});

describe('a person', () => {
  test('sees what it is about, types the id, and the journal says who, how known, when and why', async () => {
    const team = await exhausted();
    const before = Date.now();
    const wrong = await person(team, ['decide', 'T-1', 'retry'], { answers: [['Type T-1', 'T-2']] });
    expect(wrong.code).toBe(1);
    expect(wrong.screen).toContain('T-1 was not typed');
    const { code, screen } = await decide(team, 'retry', '--note', 'it is back');
    expect(code).toBe(0);
    for (const shown of [
      'T-1 Add adds',
      'Step 1/3, ESCALATED, attempt 3 of 3',
      'its retries are used up',
      'database is away',
    ])
      expect(screen).toContain(shown);
    expect(screen).not.toContain('\u001b[31mdatabase');
    expect(screen).toContain('T-1 was ESCALATED, is now EXECUTING');
    expect(await team.gate()).toMatchObject({ status: 'EXECUTING', attempt: 4, maxAttempts: 4 });
    const rows = await journal(team);
    const { by, time, command } = rows.at(-1)!;
    expect(by).toMatchObject({ role: 'person', known: 'person', agentId: me });
    expect(by['client']).toMatch(/^cli \/dev\/\S+$/);
    expect(command).toMatchObject({ type: 'ticket.decide', decision: 'retry', note: 'it is back' });
    expect(time).toBeGreaterThanOrEqual(before);
    // The wrong id left no trace: nothing was asked of the ticket.
    expect(rows.filter(({ outcome }) => outcome === 'REJECTED')).toEqual([]);
  });

  test('looks into it, then lets it go on; what is not possible is refused with what is', async () => {
    const team = await exhausted();
    const early = await decide(team, 'unblock');
    expect(early.code).toBe(1);
    expect(early.screen).toContain('(WRONG_STATUS)');
    expect(early.screen).toContain('proctor decide T-1 lists what is possible');
    expect(early.screen).not.toContain('Type T-1');
    expect((await decide(team, 'investigate')).screen).toContain('is now BLOCKED');
    expect((await decide(team, 'unblock')).screen).toContain('is now EXECUTING');
    expect(await team.gate()).toMatchObject({ attempt: 4, maxAttempts: 4 });
  });

  test('gives a step that timed out more time', async () => {
    const team = await TicketTeam.at(proctor, { timeouts: { executorSeconds: 2 } });
    for (const attempt of [1, 2]) await team.submit(attempt, failure);
    await team.until('ESCALATED');
    expect((await decide(team, 'extend')).screen).toContain('is now EXECUTING');
    expect((await journal(team)).at(-1)!.command).toMatchObject({ decision: 'extend' });
  });

  test('has work that passed reviewed again', async () => {
    await repo.write({ [sourceFile]: 'export const add = (a, b) => a - b;\n' });
    const team = await TicketTeam.at(proctor);
    await repo.write({ [sourceFile]: right });
    await team.submit(1);
    await team.review({ confidence: 'LOW' });
    const { screen } = await decide(team, 'rereview');
    expect(screen).toMatch(/last run +node --test \S+: run 1 passed \(exit code 0\)/);
    expect(screen).toContain('is now REVIEWING');
  });

  test('accepts a command that passes only sometimes: the label stays', async () => {
    await repo.write({ [sourceFile]: 'export const add = (a, b) => a - b;\n' });
    const team = await TicketTeam.at(proctor, { verify: 'node flaky.mjs' });
    await repo.write({ [sourceFile]: right });
    await team.submit(1);
    await team.submit(2);
    expect((await team.gate()).escalation.type).toBe('FLAKY');
    expect((await decide(team, 'acknowledge')).screen).toContain('is now REVIEWING');
    expect((await team.ok('ticket_status')).ticket.labels).toEqual(['flaky']);
  });

  test('withdraws with a reason only, and drops a dependency that was withdrawn', async () => {
    const first = await TicketTeam.open(proctor, { id: 'T-A' });
    await proctor.call('ticket_open', {
      sessionId: first.sessionId,
      tickets: [{ ...contract, id: 'T-B', files: ['src/sub.mjs'], dependsOn: ['T-A'] }],
    });
    const silent = await decide(first, 'withdraw');
    expect(silent.screen).toContain('(REASON_REQUIRED)');
    expect((await decide(first, 'withdraw', '--note', 'not needed')).screen).toContain('is now withdrawn');
    const second = first.through(proctor, 'T-B');
    await TicketTeam.rest();
    expect((await second.call('ticket_start')).codes).toEqual(['DEPENDENCY_WITHDRAWN']);
    expect((await decide(second, 'drop', 'T-A')).code).toBe(0);
    expect((await second.call('ticket_start')).codes).toEqual([]);
  });

  test('skips with one of three reasons and a note, and the ticket is unverified for ever', async () => {
    const team = await TicketTeam.at(proctor);
    const skip = (...words: string[]) => person(team, ['override', 'skip', 'T-1', ...words]);
    expect((await skip('--reason', 'time-pressure')).screen).toContain('(REASON_REQUIRED)');
    expect((await skip('--reason', 'bored', '--note', 'x')).screen).toContain('(REASON_REFUSED)');
    const out = join(repo.dir, 'ignored-outcome.json');
    const { code } = await person(
      team,
      ['override', 'skip', 'T-1', '--reason', 'time-pressure', '--note', 'demo', '--json'],
      { outFile: out },
    );
    expect(code).toBe(0);
    const reply = JSON.parse(await readFile(out, 'utf8'));
    expect(reply).toMatchObject({
      status: 'OK',
      ticket: { status: 'impl_complete', labels: ['unverified'] },
      gate: { status: 'SKIPPED' },
    });
    expect((await journal(team)).at(-1)).toMatchObject({
      by: { agentId: me },
      command: { how: 'skip', reason: 'time-pressure', note: 'demo' },
    });
  });

  test('forces by typing OVERRIDE, and nothing else will do', async () => {
    const team = await TicketTeam.at(proctor);
    const force = (word: string) =>
      person(team, ['override', 'force', 'T-1', '--note', 'release'], {
        answers: [
          ['Type T-1', 'T-1'],
          ['Type OVERRIDE', word],
        ],
      });
    expect((await force('override')).screen).toContain('(OVERRIDE_NOT_TYPED)');
    expect((await team.gate()).status).toBe('EXECUTING');
    expect((await force('OVERRIDE')).code).toBe(0);
    expect(await team.ok('ticket_status')).toMatchObject({
      ticket: { labels: ['forced'] },
      gate: { status: 'FORCED' },
    });
  });

  test('is asked which session is meant where several have such a ticket', async () => {
    const { code, screen } = await runOnTerminal(['decide', 'T-1', 'retry'], place());
    expect(code).toBe(1);
    expect(screen).toMatch(/sessions of this project have a ticket T-1[^]*--session/);
    expect((await runCli(['decide', 'T-77'], place())).err).toContain('There is no ticket "T-77"');
  });

  test('resumes a halted session by the end of its id', async () => {
    const first = await TicketTeam.open(proctor, { files: ['a'], wave: 1 });
    const tickets = ['b', 'c', 'd'].map((file) => ({ ...contract, files: [file], wave: 1 }));
    await proctor.call('ticket_open', { sessionId: first.sessionId, tickets });
    for (const id of ['T-1', 'T-2', 'T-3']) {
      const team = first.through(proctor, id);
      await team.ok('ticket_start');
      for (const attempt of [1, 2, 3]) await team.submit(attempt, failure);
    }
    const last = first.through(proctor, 'T-4');
    expect((await last.call('ticket_start')).codes).toEqual(['SESSION_HALTED']);
    const word = first.sessionId.slice(-4);
    const { code, screen } = await runOnTerminal(['resume'], { ...place(), answers: [[`Type ${word}`, word]] });
    expect(code).toBe(0);
    expect(screen).toMatch(/Wave 1: 3 used up their retries\n +T-1 ESCALATED/);
    expect((await last.call('ticket_start')).codes).toEqual([]);
    expect((await journal(first)).findLast(({ command }) => command['type'] === 'session.resume')).toMatchObject({
      by: { known: 'person' },
    });
    expect((await runOnTerminal(['resume', first.sessionId], place())).screen).toContain('not halted');
  });
});
