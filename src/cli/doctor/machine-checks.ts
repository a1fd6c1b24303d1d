/** Whether this machine has what Proctor needs, and how well it can keep runs apart. */
import { readFileSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { ProjectConfig } from '../../../machines/schema/policy.js';
import { tryGit } from '../../engine/git/run-git.js';
import { isInProject, programs } from '../../engine/programs.js';
import { detectIsolation } from '../../engine/verify/isolation.js';
import { namedReads } from '../../engine/verify/view/reads.js';
import type { Finding } from '../checklist.js';
import { packageDir } from '../../store/package-dir.js';

export function nodeCheck(version = process.versions.node): Finding {
  const { engines } = JSON.parse(readFileSync(join(packageDir(), 'package.json'), 'utf8')) as {
    engines: { node: string };
  };
  const isEnough = atLeast(version, engines.node.replace(/^\D+/, ''));
  return {
    kind: isEnough ? 'ok' : 'bad',
    subject: 'node',
    text: `${version}; needed is ${engines.node}`,
    ...(isEnough ? {} : { fix: 'Install a newer Node, and see that clients start that one.' }),
  };
}

/** The first that can be told to read no settings but those it is given. */
const gitNeeded = '2.32';

export async function gitCheck(cwd: string): Promise<Finding> {
  const subject = 'git';
  try {
    const { stdout } = await tryGit(cwd, ['--version'], { view: { as: 'repository' } });
    const version = /\d+(\.\d+)+/.exec(stdout.toString('utf8'))?.[0] ?? 'of unknown version';
    const text = `${version}, ${(await programs.find('git', cwd)) ?? ''}; needed is ${gitNeeded}`;
    if (atLeast(version, gitNeeded)) return { kind: 'ok', subject, text };
    return { kind: 'bad', subject, text, fix: 'Install a newer git there, or link one into /usr/local/bin.' };
  } catch (error) {
    return { kind: 'bad', subject, text: messageOf(error), fix: 'Install git: tickets are judged by what it says.' };
  }
}

/** A program of this name in a folder that agents can write to is no accident, or soon will be. */
export async function plantedCheck(cwd: string): Promise<Finding[]> {
  const looked = await Promise.all(ownTools.map(async (name) => programs.passedOver(name, cwd)));
  const found = looked.flat().map(({ path, why }) => `${path} (${why})`);
  const running = (await isInProject(process.execPath, cwd))
    ? [`node itself is ${process.execPath}, in the project`]
    : [];
  const proctor = (await isInProject(packageDir(), cwd)) ? [`Proctor itself is ${packageDir()}, in the project`] : [];
  const own = [...running, ...proctor];
  const subject = 'planted';
  return [
    ...(found.length > 0
      ? [{ kind: 'warn' as const, subject, text: `not used: ${found.slice(0, 5).join(', ')}`, fix: plantedFix }]
      : []),
    ...(own.length > 0
      ? [
          {
            kind: 'warn' as const,
            subject,
            text: `${own.join('; ')}: agents can change it`,
            fix: 'Install it outside the project.',
          },
        ]
      : []),
  ];
}

const ownTools = ['git', 'sh', 'bwrap', 'unshare', 'setpriv', 'prlimit', 'mkfifo'];
const plantedFix = 'Delete them, unless you know what they are for. Proctor takes its own programs from elsewhere.';

function atLeast(version: string, needed: string): boolean {
  const [have, want] = [version, needed].map((text) => text.split('.').map(Number));
  const at = want?.findIndex((part, index) => part !== (have?.[index] ?? 0)) ?? -1;
  return at === -1 || (have?.[at] ?? 0) > (want?.[at] ?? 0);
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** What is in force for runs; found out by trying, as a server does. */
export async function isolationChecks({ commands }: Pick<ProjectConfig, 'commands'>): Promise<Finding[]> {
  const { sandbox, cgroupHomes, unusable } = await detectIsolation();
  const { kind, closesNetwork, hasLoopback } = sandbox;
  const why = unusable.map((one) => `${one.kind}: ${one.why}`).join('; ');
  const apart: Finding =
    kind === 'process-group'
      ? {
          kind: 'warn',
          subject: 'isolation',
          text: `runs have a process group only: store, home directory and sockets are open to them (${why})`,
          fix: 'Install bubblewrap, or util-linux with unshare and setpriv, and allow user namespaces.',
        }
      : {
          kind: 'ok',
          subject: 'isolation',
          text: `${kind}: runs have a process namespace of their own and end with the server${why === '' ? '' : ` (${why})`}`,
        };
  const controllers = cgroupHomes.flatMap((home) => home.controllers);
  const limits: Finding =
    controllers.length > 0
      ? { kind: 'ok', subject: 'limits', text: `control groups limit ${controllers.join(' and ')} of runs` }
      : {
          kind: 'warn',
          subject: 'limits',
          text: 'no control group is ours to use: runs have no limit on memory by it',
          fix: 'Start the client in a session of systemd with delegated control groups.',
        };
  return [apart, networkCheck(commands.network, closesNetwork, hasLoopback), limits, ...(await readsChecks(commands))];
}

/** A place that is not there, or that no run may read, is not opened: its author should know. */
async function readsChecks({ reads }: ProjectConfig['commands']): Promise<Finding[]> {
  const home = await realpath(homedir()).catch(() => homedir());
  const { lacks } = await namedReads(reads, [home]);
  const fix = 'Correct commands.reads in proctor.config.json.';
  return lacks.map((text) => ({ kind: 'warn', subject: 'reads', text, fix }));
}

function networkCheck(isOpen: boolean, canClose: boolean, hasLoopback: boolean): Finding {
  const subject = 'network';
  if (isOpen) return { kind: 'warn', subject, text: 'open to runs, by commands.network of the config' };
  if (!canClose)
    return {
      kind: 'warn',
      subject,
      text: 'should be closed to runs and cannot be closed here',
      fix: 'Install bubblewrap, or allow user namespaces.',
    };
  return { kind: 'ok', subject, text: `closed to runs${hasLoopback ? '' : ', the loopback device too'}` };
}
