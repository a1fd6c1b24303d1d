/**
 * What is left of a ticket for people: the same from the journal at any time, without secrets, and never written where a
 * link leads. Its bug, to a user: a report that somebody else wrote, or one that tells a secret.
 */
import { mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { acts, hostileTexts } from '../testing/hostile-text.js';
import { runCli } from '../testing/run-cli.js';
import { servedProject } from '../testing/served-project.js';
import { sourceFile, TicketTeam } from '../testing/ticket-team.js';

const { repo, data, proctor } = servedProject();

const folderOf = (team: TicketTeam, name = team.ticketId) => join(repo.dir, '.claude', 'evidence', name);

async function filesIn(dir: string): Promise<Record<string, string>> {
  const names = (await readdir(dir, { withFileTypes: true })).filter((entry) => entry.isFile()).map(({ name }) => name);
  return Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await readFile(join(dir, name), 'utf8')] as const)),
  );
}

async function closed(more: Parameters<TicketTeam['report']>[1] = {}): Promise<TicketTeam> {
  const team = await TicketTeam.at(proctor);
  await team.handOff(repo);
  await team.close(more);
  return team;
}

const exported = (team: TicketTeam, ...args: string[]) =>
  runCli(['export', team.sessionId, '--ticket', team.ticketId, '--format', 'evidence', ...args], {
    cwd: repo.dir,
    dataDir: data.path,
  });

test('lost or forged files are rendered again from the journal, byte for byte', async () => {
  const team = await closed();
  const folder = folderOf(team);
  const before = await filesIn(folder);
  expect(Object.keys(before)).toHaveLength(5);
  await writeFile(join(folder, 'closure-report.md'), '# All is well\n');
  await rm(join(folder, 'gate-result.yaml'));
  expect((await exported(team)).code).toBe(0);
  expect(await filesIn(folder)).toEqual(before);
  const elsewhere = join(data.path, 'copy');
  expect((await exported(team, '--out', elsewhere)).code).toBe(0);
  expect(await filesIn(join(elsewhere, team.ticketId))).toEqual(before);
});

test('secrets reach neither the journal nor the evidence', async () => {
  const secret = 'ghp_0123456789abcdefghijklmnopqrstuvwxyz';
  const finding = { subject: sourceFile, met: true, evidence: `curl -H "Authorization: Bearer ${secret}"` };
  const team = await closed({ summary: `token=${secret}`, findings: [finding], evidence: [`API_KEY=${secret}`] });
  const { contents } = await proctor.client.readResource({ uri: `session://${team.sessionId}/journal` });
  const everything = JSON.stringify([contents, await filesIn(folderOf(team))]);
  expect(everything).toContain('[redacted]');
  expect(everything).not.toContain(secret);
});

test('hostile texts act nowhere', async () => {
  const team = await closed({ summary: hostileTexts.join(' | ').slice(0, 1900), evidence: hostileTexts.slice(0, 30) });
  const files = await filesIn(folderOf(team));
  for (const [name, content] of Object.entries(files)) {
    expect(content).not.toMatch(acts);
    if (name.endsWith('.md')) expect(content.replace(/\\[^[]/gu, '')).not.toMatch(/<[a-z/!]|\]\(|!\[|https?:/i);
  }
  const heads = (name: string) => files[name]?.split('\n').filter((line) => /^(#|={3}|-{3})/.test(line));
  expect(heads('closure-report.md')).toEqual([
    expect.stringContaining('# Closure report'),
    ...['## Asked for', '## Checks', '## What happened', '### Before the first attempt', '### Attempt 1'],
  ]);
  expect(heads('investigation-report.md')).toEqual([
    expect.stringContaining('# Investigation report'),
    ...['## Findings', '## Evidence handed in'],
  ]);
});

test('nothing is written through a link; the ticket closes all the same', async () => {
  const outside = join(data.path, 'outside');
  await mkdir(outside);
  await mkdir(join(repo.dir, '.claude'));
  await symlink(outside, join(repo.dir, '.claude', 'evidence'));
  const team = await closed();
  expect(await readdir(outside)).toEqual([]);
  const uri = `ticket://${team.sessionId}/${team.ticketId}/evidence/closure-report.md`;
  const { contents } = await proctor.client.readResource({ uri });
  expect(contents).toMatchObject([{ text: expect.stringContaining('Closure report') }]);
});

test('a namesake of another session has a folder of its own', async () => {
  const first = await closed();
  await repo.git('checkout', '-q', '--', '.');
  const second = await closed();
  expect(second.ticketId).toBe(first.ticketId);
  expect((await filesIn(folderOf(first)))['gate-result.yaml']).toContain(first.sessionId);
  const beside = await filesIn(folderOf(second, `${second.ticketId}.${second.sessionId}`));
  expect(beside['gate-result.yaml']).toContain(second.sessionId);
});

test('evidence that is not there is told as such', async () => {
  const team = await TicketTeam.open(proctor);
  const uri = (file: string) => `ticket://${team.sessionId}/${team.ticketId}/evidence/${file}`;
  for (const file of ['closure-report.md', 'other.md', '..', '%2e%2e'])
    await expect(proctor.client.readResource({ uri: uri(file) })).rejects.toMatchObject({ code: -32002 });
  expect(await exported(team)).toMatchObject({ code: 1, err: expect.stringContaining('was never started') });
  const unknown = await runCli(['export', team.sessionId, '--ticket', 'T-9', '--format', 'evidence'], {
    cwd: repo.dir,
    dataDir: data.path,
  });
  expect(unknown).toMatchObject({ code: 1, err: expect.stringContaining('There is no ticket T-9') });
});

test('a client is helped to find it', async () => {
  const team = await closed();
  const ref = { type: 'ref/resource', uri: 'ticket://{id}/{ticket}/evidence/{file}' } as const;
  const complete = async (name: string, value: string) =>
    (await proctor.client.complete({ ref, argument: { name, value }, context: { arguments: { id: team.sessionId } } }))
      .completion.values;
  expect(await complete('ticket', 'T')).toEqual([team.ticketId]);
  expect(await complete('file', 'cl')).toEqual(['closure-report.md']);
  expect(await complete('id', team.sessionId.slice(0, 8))).toContain(team.sessionId);
});
