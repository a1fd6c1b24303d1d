/** `proctor approve` on a real pseudo-terminal: what a server may run is what a person has seen and allowed. */
import { readFile, writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { runCli } from '../testing/run-cli.js';
import { runOnTerminal } from '../testing/run-on-terminal.js';
import { sharedProject } from '../testing/served-project.js';
import { TicketTeam } from '../testing/ticket-team.js';

const { repo, data, proctor } = sharedProject();

const place = () => ({ cwd: repo.dir, dataDir: data.path });
const me = userInfo().username;
const approve = (args: string[], answer = 'approve') =>
  runOnTerminal(['approve', ...args], { ...place(), answers: [['Type approve', answer]] });

test('a command is allowed by its words, once, for this project', async () => {
  const command = 'npm run "check all"';
  const ticket = {
    title: 'Checks',
    action: 'Write them.',
    files: ['checks'],
    verify: command,
    done: ['all checks are there'],
  };
  const open = async () => (await proctor.call('ticket_open', { tickets: [ticket] })).codes;
  expect(await open()).toEqual(['COMMAND_NOT_ALLOWED']);
  expect((await approve([command], 'yes')).screen).toContain('approve was not typed');
  expect(await open()).toEqual(['COMMAND_NOT_ALLOWED']);
  const { code, screen } = await approve([command]);
  expect(code).toBe(0);
  expect(screen).toContain('npm  run  "check all"');
  expect(await open()).toEqual([]);
  expect((await approve(["npm run 'check all'"])).screen).toContain('It was approved before');
  expect((await approve(['node --test a.mjs'])).screen).toContain('allows it already');
  expect((await approve(['npm test | tee log'])).screen).toContain('without a shell');
  const { out } = await runCli(['approve', '--list', '--json'], place());
  expect(JSON.parse(out).approvals).toMatchObject([
    { kind: 'command', by: { user: me, tty: expect.stringMatching('^/dev/') } },
  ]);
});

test('a changed config counts once a person has seen what it allows and approved it', async () => {
  const team = await TicketTeam.at(proctor);
  const path = join(repo.dir, 'proctor.config.json');
  const before = await readFile(path, 'utf8');
  await writeFile(path, JSON.stringify({ commands: { allow: ['node *', 'node --test *', 'make *'], network: true } }));
  const refused = await team.submit(1);
  expect(refused.codes).toContain('POLICY_CHANGED');
  const { screen } = await approve(['--config']);
  for (const shown of ['node *', 'make *', 'open to verify commands', 'Approved']) expect(screen).toContain(shown);
  expect((await team.submit(1)).codes).not.toContain('POLICY_CHANGED');
  await writeFile(path, before);
});
