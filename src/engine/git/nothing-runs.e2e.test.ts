/**
 * A project, a home and a PATH in which every program git or Proctor could be made to run leaves a mark. The bug to fear:
 * looking at a repository runs the code of whoever is being judged, with the rights of the judge.
 */
import { appendFile, chmod, mkdir, readdir, realpath, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { connect, type ProctorClient } from '../../testing/proctor-client.js';
import { runCli, type CliResult } from '../../testing/run-cli.js';
import { hookInput } from '../../testing/stop-hook.js';
import { testDir } from '../../testing/test-dir.js';
import { addProject, right, sourceFile, TicketTeam } from '../../testing/ticket-team.js';

const home = testDir('proctor-home-');

/** Settings that name a program, as git documents them. `%` stands for the program. */
const settings = `
[core]
	fsmonitor = %fsmonitor
	hooksPath = HOOKS
	pager = %pager
	editor = %editor
	sshCommand = %ssh
	gitProxy = %proxy
	askPass = %askpass
	alternateRefsCommand = %alternate
	attributesFile = ATTRIBUTES
[sequence]
	editor = %sequence
[interactive]
	diffFilter = %difffilter
[credential]
	helper = !%credential
[gpg]
	program = %gpg
[gpg "ssh"]
	program = %gpgssh
	defaultKeyCommand = %gpgkey
[log]
	showSignature = true
[diff]
	external = %diffexternal
[diff "x"]
	command = %diffcommand
	textconv = %textconv
[merge "x"]
	driver = %merge
[filter "x"]
	clean = %clean
	smudge = %smudge
	process = %process
	required = true
[filter "a=b"]
	clean = %clean2
	process = %process2
	required = true
[alias]
	status = !%alias
	rev-parse = !%alias2
[uploadpack]
	packObjectsHook = %pack
[remote "origin"]
	url = ext::%remote
	uploadpack = %uploadpack
	promisor = true
	partialclonefilter = blob:none
[protocol]
	allow = always
[protocol "ext"]
	allow = always
[trailer "Proctor-Head"]
	command = %trailer
	cmd = %trailercmd
[gc]
	recentObjectsHook = %gc
[hook "x"]
	command = %hook
	event = post-index-change
[fetch]
	recurseSubmodules = true
`;

const hooks = ['post-index-change', 'pre-commit', 'reference-transaction', 'post-checkout', 'fsmonitor-watchman'];
const planted = ['git', 'bwrap', 'unshare', 'setpriv', 'prlimit', 'sh', 'mkfifo', 'dd', 'ip', 'xdg-open', 'tty', 'env'];

const marks = () => join(home.path, 'marks');
const script = (name: string) => `#!/bin/sh\n: > '${marks()}/${name}'\nexit 1\n`;

async function plantEverything(dir: string): Promise<void> {
  const programs = join(home.path, 'programs');
  for (const each of [marks(), programs, join(dir, 'node_modules/.bin')]) await mkdir(each, { recursive: true });
  const write = async (path: string, name: string) => {
    await writeFile(path, script(name));
    await chmod(path, 0o755);
  };
  for (const name of hooks) await write(join(programs, name), `hook-${name}`);
  for (const [, name = ''] of settings.matchAll(/%(\w+)/g)) await write(join(programs, name), name);
  for (const name of planted) await write(join(dir, 'node_modules/.bin', name), `planted-${name}`);
  const attributes = '* filter=x diff=x merge=x\n*.mjs filter=a=b\n';
  await writeFile(join(home.path, 'attributes'), attributes);
  await writeFile(join(dir, '.git/info/attributes'), attributes);
  const named = settings
    .replaceAll('%', `${programs}/`)
    .replace('HOOKS', programs)
    .replace('ATTRIBUTES', join(home.path, 'attributes'));
  await writeFile(join(home.path, '.gitconfig'), named);
  await writeFile(join(dir, '.git/config.worktree'), named);
  await writeFile(join(dir, '.git/included'), named);
  await appendFile(join(dir, '.git/config'), `${named}[include]\n\tpath = included\n`);
}

test('from init to a closed ticket, export and hooks, no program of the project or its settings runs', async () => {
  const repo = await addProject({ files: { 'docs/a.md': 'a\n', '.gitignore': 'node_modules\n' } });
  const dataDir = join(home.path, 'data');
  const bin = join(repo.dir, 'node_modules/.bin');
  const env = { HOME: home.path, XDG_CONFIG_HOME: join(home.path, '.config') };
  const path = `${bin}${delimiter}.${delimiter}${process.env['PATH'] ?? ''}`;
  const cli = (args: string, input = ''): Promise<CliResult> =>
    runCli(args.split(' '), { cwd: repo.dir, dataDir, env: { ...env, PATH: path }, input });
  let server: ProctorClient | undefined;
  try {
    await repo.git('config', 'extensions.worktreeConfig', 'true');
    await repo.git('config', 'extensions.partialClone', 'origin');
    await repo.git('config', 'core.repositoryFormatVersion', '1');
    await repo.write({ 'docs/a.md': 'b\n' });
    await repo.git('add', 'docs/a.md');
    await plantEverything(repo.dir);
    // The program of the verify command may come from the project; that is written down.
    await writeFile(join(bin, 'node'), `#!/bin/sh\nexec '${process.execPath}' "$@"\n`, { mode: 0o755 });

    server = await connect(dataDir, [], { cwd: repo.dir, env: { ...env, PATH: path } });
    const team = await TicketTeam.at(server);
    await team.handOff(repo);
    await team.validate();
    await team.report('investigator');
    await team.report('prd_auditor');
    expect(await team.untilRan()).toBe('passed');
    expect((await team.report('validator')).data.ticket.status).toBe('closed');
    const next = await TicketTeam.at(server);
    await repo.write({ [sourceFile]: `${right}// more\n`, 'outside.mjs': 'x\n' });
    expect((await next.submit(1)).codes).toContain('OUTSIDE_CONTRACT');

    const answers = [
      ...[await cli('init --yes --force'), await cli('doctor'), await cli('status'), await cli('hook pre-commit')],
      ...[
        await cli('hook --install'),
        await cli(`export ${team.sessionId} --format evidence --ticket ${team.ticketId}`),
      ],
      await cli('stop-gate --as solo', hookInput(repo.dir)),
      await cli(`audit ${team.sessionId}`),
    ];
    for (const { code, err } of answers) expect([0, 1, err]).toContain(code);
    expect(answers[1]?.out).toContain('not used');
    expect(await readdir(marks())).toEqual([]);
    const shown = JSON.stringify(await team.ok('ticket_status', { detail: 'full' }));
    expect(shown).toContain(`${await realpath(bin)}/node`);
    expect(shown).toContain('"fromProject":true');
  } finally {
    await server?.close();
    await repo.rm();
  }
});
