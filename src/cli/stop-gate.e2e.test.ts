/**
 * Who may stop when, on real servers and stores. The bug to fear: an agent says "all done" and stops while nobody has
 * checked its work; or one that can do nothing more is kept going round in circles.
 */
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { acts } from '../testing/hostile-text.js';
import { runOnTerminal } from '../testing/run-on-terminal.js';
import { silence, stopAs } from '../testing/stop-hook.js';
import { servedProject } from '../testing/served-project.js';
import { addProject, contract, right, sourceFile, TicketTeam } from '../testing/ticket-team.js';

const { repo, data, proctor } = servedProject();

const place = (cwd = repo.dir) => ({ cwd, dataDir: data.path });
const stop = (role: string, more: Record<string, unknown> = {}) => stopAs(role, place(), more);

async function executed(): Promise<TicketTeam> {
  const team = await TicketTeam.at(proctor);
  await repo.write({ [sourceFile]: right });
  await team.submit(1);
  return team;
}

async function handedOff(): Promise<TicketTeam> {
  const team = await executed();
  expect((await team.review()).data.ticket.status).toBe('impl_complete');
  return team;
}

const by = { role: 'system3', agentId: 'overseer-1' };

/** The reports of all three checks, once the run they rest on has ended. */
const reports = [
  { check: 'investigator', findings: [{ subject: sourceFile, met: true, evidence: 'One line differs.' }] },
  { check: 'prd_auditor', findings: [{ subject: contract.done[0], met: true, evidence: 'Called it.' }] },
  { check: 'validator', findings: [{ subject: contract.done[0], met: true, evidence: 'Ran it end to end.' }] },
].map((report) => ({ ...report, passed: true, summary: 'Looked at it closely.', by }));

async function report(team: TicketTeam, body: (typeof reports)[number]): Promise<string> {
  for (;;) {
    const { data: reply, codes } = await team.call('ticket_report', body);
    if (!codes.includes('CLEAN_RUN_PENDING')) {
      expect(codes).toEqual([]);
      return String(reply.ticket.status);
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

describe('system3', () => {
  test('is held up from the hand-off until the checks have closed the ticket', async () => {
    const team = await executed();
    expect(await stop('system3')).toMatchObject(silence);
    await team.review();
    const { code, err, answer } = await stop('system3');
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(answer).toMatchObject({ decision: 'block' });
    for (const told of ['T-1', '"Add adds"', 'impl_complete', 'ticket_validate', team.sessionId])
      expect(answer?.reason).toContain(told);

    await team.ok('ticket_validate', { by });
    expect((await stop('system3')).answer?.reason).toContain('ticket_report for investigator, prd_auditor, validator');
    const [first, second, third] = reports as [(typeof reports)[0], (typeof reports)[0], (typeof reports)[0]];
    expect(await report(team, first)).toBe('s3_validating');
    expect((await stop('system3')).answer?.reason).toContain('ticket_report for prd_auditor, validator of T-1');
    await report(team, second);
    expect(await report(team, third)).toBe('closed');
    expect(await stop('system3')).toMatchObject(silence);
  });

  test('is let go where a ticket was flagged for a person', async () => {
    const team = await handedOff();
    const asking = { tried: 'Everything.', question: 'Is this what you meant?', by };
    await team.ok('ticket_escalate', asking);
    expect(await stop('system3')).toMatchObject(silence);
  });

  test('is let go where only a person’s word is missing', async () => {
    const team = await TicketTeam.at(proctor);
    await repo.write({ [sourceFile]: right });
    const skip = ['override', 'skip', 'T-1', '--reason', 'time-pressure', '--note', 'x', '--session', team.sessionId];
    expect((await runOnTerminal(skip, { ...place(), answers: [['Type T-', 'T-1']] })).code).toBe(0);
    expect((await stop('system3')).answer?.decision).toBe('block');
    await team.ok('ticket_validate', { by });
    for (const body of reports) await report(team, body);
    expect((await team.ok('ticket_status')).ticket.status).toBe('s3_validating');
    expect(await stop('system3')).toMatchObject(silence);
  });
});

test('orchestrator is held up while a gate is at work, and handing off is enough', async () => {
  const team = await TicketTeam.open(proctor);
  expect(await stop('orchestrator')).toMatchObject(silence);
  await team.ok('ticket_start');
  const executing = await stop('orchestrator');
  expect(executing.answer?.decision).toBe('block');
  expect(executing.answer?.reason).toMatch(
    /T-1 "Add adds" \(gate EXECUTING, session s-[a-z2-7]+\).*ticket_submit with attempt 1/,
  );
  await repo.write({ [sourceFile]: right });
  await team.submit(1);
  expect((await stop('orchestrator')).answer?.reason).toMatch(/gate REVIEWING.*ticket_review/);
  await team.review();
  expect(await stop('orchestrator')).toMatchObject(silence);
  expect((await stop('solo')).answer?.reason).toContain('ticket_validate');
});

test('a gate that waits for a person holds up nobody', async () => {
  const team = await TicketTeam.at(proctor);
  await team.ok('ticket_escalate', { tried: 'all', question: 'what now?' });
  for (const role of ['orchestrator', 'solo', 'system3']) expect(await stop(role)).toMatchObject(silence);
});

test('solo is held up by an open investigation, and an honest end is enough', async () => {
  const { data: started } = await proctor.call('tot_start', { query: 'Why is it \u001b[31mslow\u202e?' });
  for (const role of ['system3', 'orchestrator']) expect(await stop(role)).toMatchObject(silence);
  const { answer, out } = await stop('solo');
  expect(answer?.decision).toBe('block');
  expect(answer?.reason).toMatch(/The investigation "Why is it .*slow.*" \(open, session s-\w+\): Call tot_propose/);
  expect(JSON.parse(out).reason).not.toMatch(acts);
  const reason = 'Nothing here can be measured without the production data.';
  await proctor.call('tot_end', { sessionId: started.sessionId, outcome: 'inconclusive', reason });
  expect(await stop('solo')).toMatchObject(silence);
});

test('an open investigation is no affair of other roles, in a session with tickets either', async () => {
  const { data: started } = await proctor.call('tot_start', { query: 'Why is it slow?' });
  const { data: opened } = await proctor.call('ticket_open', { sessionId: started.sessionId, tickets: [contract] });
  await proctor.call('ticket_start', { sessionId: started.sessionId, ticketId: opened.tickets[0].ticketId });
  const { answer } = await stop('orchestrator');
  expect(answer?.reason).toContain('1 piece of work is at work');
  expect(answer?.reason).not.toContain('tot_propose');
  expect((await stop('solo')).answer?.reason).toContain('2 pieces of work');
});

test('sub-agents and those whose work others answer for pass', async () => {
  await TicketTeam.at(proctor);
  for (const role of ['planner', 'executor', 'architect', 'worker']) expect(await stop(role)).toMatchObject(silence);
  for (const of of [
    { hook_event_name: 'SubagentStop' },
    { agent_id: 'a7' },
    { transcript_path: '/p/x/subagents/agent-a7.jsonl' },
    { transcript_path: '/p/agent-a7.jsonl' },
  ])
    expect(await stop('solo', of)).toMatchObject(silence);
  expect((await stop('solo')).answer?.decision).toBe('block');
});

test('sessions count where the agent works: a directory of it, another work tree of it, and no other project', async () => {
  await TicketTeam.at(proctor);
  const other = await addProject();
  const tree = `${repo.dir}-tree`;
  await repo.git('worktree', 'add', '-q', tree);
  await mkdir(join(repo.dir, 'deep/er'), { recursive: true });
  try {
    for (const cwd of [join(repo.dir, 'deep/er'), tree, join(tree, 'src')])
      expect((await stopAs('orchestrator', place(cwd))).answer?.decision).toBe('block');
    for (const cwd of [other.dir, join(repo.dir, '..'), '/']) {
      expect(await stopAs('orchestrator', place(cwd))).toMatchObject(silence);
      const strayed = await stopAs('orchestrator', { ...place(cwd), project: repo.dir });
      expect(strayed.answer?.decision).toBe('block');
      // The hook's word counts, not where its process happens to run.
      expect((await stopAs('orchestrator', place(cwd), { cwd: repo.dir })).answer?.decision).toBe('block');
    }
  } finally {
    await rm(tree, { recursive: true });
    await other.rm();
  }
});

test('however much is left, the reason stays short and says how much', async () => {
  const title = '\u{1F600}'.repeat(100);
  const tickets = Array.from({ length: 9 }, (_, at) => ({ ...contract, title, files: [`src/f${at}.mjs`] }));
  const { data: opened } = await proctor.call('ticket_open', { tickets });
  for (const { ticketId } of opened.tickets)
    await proctor.call('ticket_start', { sessionId: opened.sessionId, ticketId });
  const { answer } = await stop('orchestrator');
  expect(answer?.decision).toBe('block');
  expect(Buffer.byteLength(answer?.reason ?? '')).toBeLessThan(2048);
  const shown = (answer?.reason ?? '').match(/^- T-\d/gm)?.length ?? 0;
  expect(shown).toBeGreaterThan(1);
  expect(answer?.reason).toContain(`9 pieces of work`);
  expect(answer?.reason).toContain(`and ${9 - shown} more`);
});
