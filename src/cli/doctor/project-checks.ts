/** Whether tickets can be opened in this project, and what its config would let them do. */
import { stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { globMatcher } from '../../../machines/measures/glob.js';
import { shellTokens } from '../../../machines/measures/shell-words.js';
import { plural } from '../../../machines/measures/text.js';
import type { ProjectConfig } from '../../../machines/schema/policy.js';
import { workTreeAt, type WorkTree } from '../../engine/git.js';
import { protectedPath } from '../../engine/git/files-id.js';
import { environmentOf } from '../../engine/verify/environment.js';
import { findProgram } from '../../engine/verify/find-program.js';
import type { Approvals } from '../../store/approvals.js';
import { Fault } from '../../store/fault.js';
import { configName, loadPolicy, type Policy } from '../../store/policy-file.js';
import { realDisk } from '../../store/real-disk.js';
import type { Finding } from '../checklist.js';
import type { Io } from '../command.js';
import { pathsKnownToGit } from '../init/project-files.js';
import { ago } from '../style.js';
import { messageOf } from './machine-checks.js';

/** The nearest directory with a config, else where one stands: a server's project is where it was started. */
export async function projectDirAt(cwd: string): Promise<string> {
  for (let dir = cwd; ; dir = dirname(dir)) {
    if (await realDisk.stat(join(dir, configName))) return dir;
    if (dirname(dir) === dir) return cwd;
  }
}

export async function workTreeCheck(projectDir: string): Promise<{ tree?: WorkTree; finding: Finding }> {
  const subject = 'work tree';
  try {
    const tree = await workTreeAt(projectDir);
    if (tree) return { tree, finding: { kind: 'ok', subject, text: tree.dir } };
    const text = `${projectDir} is in no git work tree: tickets cannot be opened (NO_GIT)`;
    return { finding: { kind: 'bad', subject, text, fix: 'Run git init, or start the client in a repository.' } };
  } catch (error) {
    return { finding: { kind: 'bad', subject, text: messageOf(error), fix: 'Repair what git names.' } };
  }
}

/** A level that cannot be had is one nothing is ever closed at. */
function levelCheck({ levels }: ProjectConfig): Finding[] {
  if (levels.close <= 'H3') return [];
  const text = `levels.close is ${levels.close}, and closing runs are made at H3: no ticket can be closed`;
  return [{ kind: 'warn', subject: 'levels', text, fix: `Set levels.close to H3 in ${configName}.` }];
}

export interface ConfigChecked {
  readonly policy?: Policy;
  readonly findings: readonly Finding[];
}

export async function configCheck(projectDir: string, approvals: Approvals, now: number): Promise<ConfigChecked> {
  const subject = 'config';
  try {
    const policy = await loadPolicy(realDisk, projectDir);
    const missing: Finding = {
      kind: 'warn',
      subject,
      text: `there is no ${configName}: every verify command needs an approval of its own`,
      fix: 'Run proctor init.',
    };
    if (policy.hash === 'none') return { policy, findings: [missing] };
    return {
      policy,
      findings: [
        { kind: 'ok', subject, text: policy.path },
        await approvalCheck(policy, projectDir, approvals, now),
        ...levelCheck(policy.config),
      ],
    };
  } catch (error) {
    const fix = error instanceof Fault ? error.fix : 'Have a person look at the file.';
    return { findings: [{ kind: 'bad', subject, text: messageOf(error), fix }] };
  }
}

async function approvalCheck(
  { hash }: Policy,
  projectDir: string,
  approvals: Approvals,
  now: number,
): Promise<Finding> {
  const subject = 'approved';
  const given = (await approvals.list(projectDir)).filter(({ kind }) => kind === 'config');
  const current = given.findLast((approval) => approval.hash === hash);
  if (current) return { kind: 'ok', subject, text: `as it is, by ${current.by.user}, ${ago(now - current.time)}` };
  const last = given.at(-1);
  if (!last) return { kind: 'ok', subject, text: 'by nobody so far: it counts for servers that are started here' };
  return {
    kind: 'warn',
    subject,
    text: `changed since ${last.by.user} approved it, ${ago(now - last.time)}: to servers that run already a submit is POLICY_CHANGED`,
    fix: 'Read it, then run on a terminal: proctor approve --config',
  };
}

export async function commandChecks(
  projectDir: string,
  { commands }: ProjectConfig,
  approvals: Approvals,
  { env }: Pick<Io, 'env'>,
): Promise<Finding[]> {
  const { allow } = commands;
  const approved = (await approvals.list(projectDir)).filter(({ kind }) => kind === 'command').length;
  const counted = `${plural(allow.length, 'pattern')} in the config, ${plural(approved, 'command')} approved by people`;
  if (allow.length + approved === 0)
    return [
      {
        kind: 'warn',
        subject: 'commands',
        text: 'none may verify: commands.allow is empty and nothing was approved',
        fix: 'Run proctor init, or proctor approve "<command>".',
      },
    ];
  return [{ kind: 'ok', subject: 'commands', text: counted }, ...(await programCheck(projectDir, allow, env))];
}

async function programCheck(projectDir: string, allow: readonly string[], env: Io['env']): Promise<Finding[]> {
  const words = [...new Set(allow.flatMap(programOf))];
  if (words.length === 0) return [];
  // As a run would look for them.
  const path = environmentOf(env)['PATH'] ?? '';
  const looked = await Promise.all(
    words.map(async (word) => ({ word, found: await findProgram(word, { cwd: projectDir, path }) })),
  );
  const missing = looked.filter(({ found }) => 'problem' in found).map(({ word }) => word);
  const subject = 'programs';
  if (missing.length === 0) return [{ kind: 'ok', subject, text: `found: ${words.join(', ')}` }];
  const text = `not found on PATH: ${missing.join(', ')}`;
  const fix = 'Install them, or start the client with a PATH that has them.';
  return [{ kind: missing.length === words.length ? 'bad' : 'warn', subject, text, fix }];
}

function programOf(pattern: string): string[] {
  const read = shellTokens(pattern, { starsAllowed: true });
  const first = read.ok ? read.tokens[0] : undefined;
  return first?.kind === 'word' ? [first.text] : [];
}

export async function protectedCheck(projectDir: string, { protected: globs }: ProjectConfig): Promise<Finding[]> {
  const subject = 'protected';
  const paths = await pathsKnownToGit(projectDir);
  if (!paths) return [];
  if (globs.length === 0)
    return [{ kind: 'warn', subject, text: 'no files: a test may change after it passed', fix: 'Run proctor init.' }];
  const matching = globs.filter((glob) => paths.some(globMatcher([protectedPath(glob).glob])));
  const files = paths.filter(globMatcher(globs.map((glob) => protectedPath(glob).glob))).length;
  if (matching.length > 0)
    return [
      {
        kind: 'ok',
        subject,
        text: `${plural(files, 'file')}, by ${matching.length} of ${plural(globs.length, 'pattern')}`,
      },
    ];
  return [
    {
      kind: 'warn',
      subject,
      text: `none of the ${plural(globs.length, 'pattern')} matches a file`,
      fix: 'Correct "protected" in the config if the project has tests already.',
    },
  ];
}

/** Left behind by a git that was killed, it makes every commit fail. */
export async function gitLockCheck(projectDir: string, gitDir: string, now: number): Promise<Finding[]> {
  const path = join(gitDir, 'index.lock');
  const found = await stat(path).catch(() => undefined);
  const ageMs = found ? now - found.mtimeMs : 0;
  if (!found || ageMs < lockAgeMsMax) return [];
  const fix = `If no git is at work in ${projectDir}, delete that file.`;
  return [{ kind: 'warn', subject: 'git lock', text: `${path} is there, ${ago(ageMs)}`, fix }];
}

const lockAgeMsMax = 60_000;
