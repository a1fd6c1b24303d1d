/**
 * Calls about a ticket that are sent again, long after. Its bug, to a user: an agent whose reply was lost asks again, is
 * told where the ticket stands today, and takes that for what its own call did.
 */
import type { ToolReply } from '../../testing/proctor-client.js';
import { servedProject } from '../../testing/served-project.js';
import { approval, checkReports, right, sourceFile, submission, TicketTeam } from '../../testing/ticket-team.js';

const { repo, proctor } = servedProject({ config: { commit: 'auto' } });

const checker = { role: 'system3', agentId: 'overseer-1' };

test('every call gets its first answer again, whatever happened since, in the same process and after a crash', async () => {
  let team = await TicketTeam.open(proctor);
  const told: { tool: string; args: Record<string, unknown>; first: ToolReply }[] = [];
  const ask = async (tool: string, given: Record<string, unknown> = {}) => {
    const args = { ...given, requestId: `request-${told.length}` };
    const first = await team.call(tool, args);
    expect(first.data).toMatchObject({ status: 'OK' });
    expect(first.data).not.toHaveProperty('repeated');
    told.push({ tool, args, first });
    return first.data;
  };
  const tellAgain = async () => {
    for (const { tool, args, first } of told)
      expect((await team.call(tool, args)).data).toEqual({ ...first.data, repeated: true });
  };

  expect(await ask('ticket_start')).toMatchObject({ contract: { files: ['src/**'] } });
  await repo.write({ [sourceFile]: 'export const add = (a, b) => a * b;\n' });
  expect(await ask('ticket_submit', submission(1))).toMatchObject({ gate: { attempt: 2 }, run: { passed: false } });
  const malformed = await ask('ticket_submit', { ...submission(2), evidence: '' });
  expect(malformed).toMatchObject({ gate: { attempt: 3 } });
  expect(malformed).not.toHaveProperty('run');
  await repo.write({ [sourceFile]: right });
  expect(await ask('ticket_submit', submission(3))).toMatchObject({ gate: { status: 'REVIEWING' }, run: { id: 2 } });
  await tellAgain();
  const { commit } = await ask('ticket_review', approval);
  expect(commit).toEqual({ sha: expect.stringMatching(/^[0-9a-f]{40}$/) });
  expect((await ask('ticket_validate', { by: checker })).briefs).toHaveLength(3);
  await team.untilRan();
  for (const check of ['investigator', 'prd_auditor', 'validator'] as const)
    await ask('ticket_report', { check, ...checkReports[check], by: checker });
  expect((await team.ok('ticket_status')).ticket.status).toBe('closed');

  await tellAgain();
  process.kill(proctor.pid, 'SIGKILL');
  await proctor.reconnect();
  team = team.through(proctor);
  await tellAgain();
  expect((await team.ok('ticket_status')).ticket.status).toBe('closed');
});
