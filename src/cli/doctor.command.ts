/** `proctor doctor`: looks at everything that has to be in its place, and says what to do. Changes nothing. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { plural } from '../../machines/measures/text.js';
import { ProjectConfig } from '../../machines/schema/policy.js';
import { dirsOf } from '../engine/git/look-git.js';
import type { WorkTree } from '../engine/git.js';
import { makeTemporaryDir } from '../engine/temporary-dir.js';
import { probeServer } from '../transports/server-probe.js';
import { checklist, type Finding } from './checklist.js';
import { jsonText, type CliCommand, type ExitCode, type Io, type Parsed } from './command.js';
import { clientChecks } from './doctor/client-checks.js';
import { clientHookChecks, commitHookCheck } from './doctor/hook-checks.js';
import { gitCheck, isolationChecks, messageOf, nodeCheck, plantedCheck } from './doctor/machine-checks.js';
import {
  commandChecks,
  configCheck,
  gitLockCheck,
  projectDirAt,
  protectedCheck,
  workTreeCheck,
} from './doctor/project-checks.js';
import { dataChecks, leftRunsCheck, sessionCheck } from './doctor/store-checks.js';
import { packageDir } from '../store/package-dir.js';
import { painter, wrap } from './style.js';
import { openWorkspace, type Workspace } from './workspace.js';

const probeMsMax = 10_000;

export const doctor: CliCommand = {
  args: '',
  options: {},
  notes: [
    'Looks at the machine, this project and its config, the store with its journals, the hooks and the clients, and starts a server on a temporary store to see that it answers. Nothing is changed.',
    'Each line is well, or a warning (!), or bad; below it stands what to do. Exit code 1 if anything is bad.',
  ],
  example: 'proctor doctor',
  async run(args, io) {
    const workspace = openWorkspace(args, io, { anyDataDir: true });
    try {
      const groups = await examine(workspace, io);
      return tell(groups, args, io);
    } finally {
      await workspace.engine.close();
    }
  },
};

type Groups = readonly (readonly [title: string, findings: readonly Finding[]])[];

async function examine({ store, approvals, data }: Workspace, io: Io): Promise<Groups> {
  // Before a server is started, which would end them.
  const left = await leftRunsCheck();
  const projectDir = await projectDirAt(io.cwd);
  const [probe, { tree, finding: workTree }, { policy, findings: config }] = await Promise.all([
    serverCheck(projectDir),
    workTreeCheck(projectDir),
    configCheck(projectDir, approvals, Date.now()),
  ]);
  const used = policy?.config ?? ProjectConfig.parse({});
  const [git, planted, isolation, commands, guarded, lock, dataDir, sessions, hooks, clientHooks, clients] =
    await Promise.all([
      gitCheck(io.cwd),
      plantedCheck(projectDir),
      isolationChecks(used).catch((error: unknown) => [cannotRun(error)]),
      policy ? commandChecks(projectDir, used, approvals, io) : [],
      policy ? protectedCheck(projectDir, used) : [],
      tree ? lockCheck(tree) : [],
      dataChecks(data, io.home),
      sessionCheck(store),
      tree ? commitHookCheck(tree, io).then((finding) => [finding]) : [],
      clientHookChecks(projectDir, io, used),
      clientChecks(projectDir, io),
    ]);
  return [
    ['Machine', [nodeCheck(), git, ...planted, ...isolation]],
    ['Project', [workTree, ...lock, ...config, ...commands, ...guarded]],
    ['Store', [...dataDir, ...sessions, ...left]],
    ['Hooks and clients', [...hooks, ...clientHooks, ...clients]],
    ['Installation', [probe]],
  ];
}

const cannotRun = (error: unknown): Finding => ({ kind: 'bad', subject: 'isolation', text: messageOf(error) });

async function lockCheck({ dir }: WorkTree): Promise<Finding[]> {
  return gitLockCheck(dir, (await dirsOf(dir)).gitDir, Date.now());
}

/** In the project, as clients start it, and on a store of its own, which is gone afterwards. */
async function serverCheck(cwd: string): Promise<Finding> {
  const subject = 'server';
  const temporary = await makeTemporaryDir('doctor');
  const main = join(packageDir(), 'dist', 'main.js');
  try {
    const args = [main, 'serve', '--data', temporary];
    const { version, tools, ms } = await probeServer({ command: process.execPath, args, cwd, timeoutMs: probeMsMax });
    return {
      kind: 'ok',
      subject,
      text: `proctor ${version} answers over stdio with ${plural(tools, 'tool')}, in ${ms} ms`,
    };
  } catch (error) {
    return {
      kind: 'bad',
      subject,
      text: `${main} serve: ${messageOf(error)}`,
      fix: 'Correct what it names; if nothing is named, install Proctor anew.',
    };
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

function tell(groups: Groups, { values }: Parsed, io: Io): ExitCode {
  const all = groups.flatMap(([, findings]) => findings);
  const count = (kind: Finding['kind']) => all.filter((finding) => finding.kind === kind).length;
  const [bad, warnings] = [count('bad'), count('warn')];
  if (values['json'] === true) {
    const checks = groups.flatMap(([group, findings]) =>
      findings.map(({ kind, subject, text, fix }) => ({ group, subject, level: kind, text, fix: fix ?? null })),
    );
    io.out(jsonText({ ok: bad === 0, bad, warnings, checks }));
    return bad === 0 ? 0 : 1;
  }
  const { bold, green, red, yellow } = painter(io.color);
  const columns = Math.max(...all.map(({ subject }) => subject.length));
  for (const [title, findings] of groups) {
    io.out(bold(title));
    for (const line of checklist(findings, { color: io.color, width: io.width, columns })) io.out(line);
    io.out('');
  }
  const told =
    bad > 0
      ? `${bad} of ${all.length} checks are bad, ${plural(warnings, 'warning')}.`
      : `Nothing is bad; ${plural(warnings, 'warning')}.`;
  const paint = bad > 0 ? red : warnings > 0 ? yellow : green;
  for (const line of wrap(told, io.width)) io.out(paint(line));
  return bad === 0 ? 0 : 1;
}
