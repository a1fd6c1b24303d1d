/** One run of a ticket's verify command, from looking at the tree to the result that is journalled. */
import { realpath } from 'node:fs/promises';
import { join, sep } from 'node:path';
import type { Ticket } from '../../../machines/measures/board-ticket.js';
import { isAllowed } from '../../../machines/measures/allowed-command.js';
import { commandText, parseCommandLine, type Steps } from '../../../machines/measures/command-line.js';
import { redact } from '../../../machines/measures/redact.js';
import { failedTests, failingLines, noTestsRan } from '../../../machines/measures/test-summary.js';
import type { RunResult } from '../../../machines/schema/ticket.js';
import { commandHash, type Approvals } from '../../store/approvals.js';
import { environmentOf } from '../verify/environment.js';
import { programsOf } from '../verify/programs-of.js';
import { runCommand, type RunResult as Ran } from '../verify/run-command.js';
import type { Places } from '../verify/view/view.js';
import type { Policies, PolicyInForce } from './policies.js';
import { whatItRuns } from './what-it-runs.js';
import { projectTree, seeTree, type ProjectTree, type SeenTree } from './project-tree.js';

export interface RunJob {
  /** For the verification gate, or for closing: the same command, another reader of the result. */
  readonly kind: 'gate' | 'closing';
  readonly sessionId: string;
  readonly projectDir: string;
  readonly ticket: Ticket;
  readonly runId: number;
  readonly deadline: number;
}

export interface RunTools {
  readonly policies: Policies;
  readonly approvals: Approvals;
  readonly dataDir: string;
  readonly now: () => number;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly keepOutput: (sessionId: string, hash: string, bytes: Uint8Array) => Promise<void>;
  readonly warn: (message: string) => void;
}

export type RunEnd =
  | { readonly kind: 'done' | 'timed out'; readonly result: RunResult }
  /** Stopped from outside: it says nothing about the work. */
  | { readonly kind: 'stopped' };

/** A little past the deadline, so that whoever looks then finds it passed. */
const graceMs = 20;
const noOutput = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
const notRun = { kind: 'process-group', pidNamespace: false, network: 'none', diesWithServer: true } as const;

export async function makeRun(job: RunJob, tools: RunTools, signal: AbortSignal): Promise<RunEnd> {
  const base = {
    id: job.runId,
    command: job.ticket.contract.verify.slice(0, 2000),
    startedAt: tools.now(),
    policy: '',
    level: 'H3',
  } as const;
  const wrong = (problem: string, policy = ''): RunEnd => ({
    kind: 'done',
    result: { ...base, ...failedToRun, policy, problem: problem.slice(0, 400) },
  });
  try {
    const policy = await tools.policies.of(job.projectDir);
    const parsed = parseCommandLine(job.ticket.contract.verify);
    if (!parsed.ok) return wrong(`SHELL_SYNTAX: ${parsed.problem}`, policy.hash);
    const { steps } = parsed;
    if (!(await stillAllowed(steps, job, policy, tools)))
      return wrong('COMMAND_NOT_ALLOWED: no person allows it any more', policy.hash);
    const made = await commandMade({ ...job, steps, policy }, tools, signal);
    if (made.kind !== 'made') return made;
    const result = { ...base, policy: policy.hash, command: commandText(steps).slice(0, 2000), ...made.seen };
    return { kind: made.outcome === 'timed_out' ? 'timed out' : 'done', result };
  } catch (error) {
    if (signal.aborted) return { kind: 'stopped' };
    const what = error instanceof Error ? error.message : String(error);
    return wrong(`Proctor could not run it: ${what}`);
  }
}

/** The command between two looks at the tree. */
async function commandMade(
  job: RunJob & { readonly steps: Steps; readonly policy: PolicyInForce },
  tools: RunTools,
  signal: AbortSignal,
) {
  const { steps, policy } = job;
  const { files } = job.ticket.contract;
  const look = { ...policy, dataDir: tools.dataDir };
  const tree = await treeOf(job);
  const before = await seeTree(tree, files, look);
  if (signal.aborted) return { kind: 'stopped' } as const;
  const { env: envAllow, network } = policy.config.commands;
  const path = environmentOf(tools.env, envAllow)['PATH'] ?? '';
  const programs = await programsOf(steps, { cwd: tree.cwd, path, projectDir: job.projectDir });
  const ran = await runCommand({
    ...{ steps, cwd: tree.cwd, network, env: tools.env, envAllow, signal },
    places: await placesOf(job, tree, policy, tools),
    timeoutMs: Math.max(1, job.deadline - tools.now() + graceMs),
  });
  if (ran.outcome === 'cancelled') return { kind: 'stopped' } as const;
  const text = redact(ran.output.toString('utf8'));
  const after = await seeTree(tree, files, look);
  const verdict = judged(ran, text, await whatItRuns(steps, tree.cwd));
  const isKept = await kept(job, ran.outputHash, text, tools);
  const output = { ...verdict.output, ...(isKept ? {} : { kept: false as const }) };
  return {
    kind: 'made',
    outcome: ran.outcome,
    seen: { ...seen(before, after), ...verdict, output, programs },
  } as const;
}

/** Whether the command passed does not depend on it: the result has an excerpt, the size and the hash. */
async function kept(
  { sessionId, ticket, runId }: RunJob,
  hash: string,
  text: string,
  tools: RunTools,
): Promise<boolean> {
  try {
    await tools.keepOutput(sessionId, hash, Buffer.from(text));
    return true;
  } catch (error) {
    tools.warn(`the output of run ${runId} of ${ticket.id} is not kept: ${String(error)} Its result counts.`);
    return false;
  }
}

const failedToRun = {
  exitCode: null,
  signal: null,
  passed: false,
  output: { hash: noOutput, bytes: 0 },
  excerpt: '',
  durationMs: 0,
  ...{ treeBefore: '', treeAfter: '', filesBefore: '', filesAfter: '' },
  isolation: { ...notRun, limits: [], absent: ['nothing was run'] },
};

/** The tree, and the directory commands run in, which must really lie inside of it. */
async function treeOf({ projectDir, ticket }: RunJob): Promise<ProjectTree> {
  const tree = await projectTree(projectDir, ticket.tree?.dir);
  if (!tree) throw new Error('the ticket’s work tree is gone');
  const cwd = await realpath(tree.cwd);
  if (cwd !== tree.dir && !cwd.startsWith(tree.dir + sep))
    throw new Error('its working directory leads out of the work tree');
  return { ...tree, cwd };
}

/**
 * The tree is all that a run may write to, and not even all of it: what git keeps there decides what the next look finds,
 * and the evidence is Proctor's to write. A worktree may read the project it belongs to.
 */
async function placesOf(
  { projectDir }: RunJob,
  { dir, cwd, commonDir }: ProjectTree,
  { config }: PolicyInForce,
  { dataDir }: RunTools,
): Promise<Places> {
  const own = await projectTree(projectDir);
  return {
    tree: dir,
    hidden: [dataDir],
    readable: [join(dir, '.git'), commonDir, join(cwd, config.evidenceDir), ...(own ? [own.dir] : [])],
    reads: config.commands.reads,
  };
}

/** The config may have been changed, with a person's approval, since the contract was frozen. */
async function stillAllowed(
  steps: Steps,
  { projectDir }: RunJob,
  { config }: PolicyInForce,
  { approvals }: RunTools,
): Promise<boolean> {
  return isAllowed(steps, config.commands.allow) || approvals.has('command', commandHash(steps), projectDir);
}

const seen = (before: SeenTree, after: SeenTree) => ({
  treeBefore: before.state.treeId,
  treeAfter: after.state.treeId,
  filesBefore: before.filesId,
  filesAfter: after.filesId,
});

function judged(ran: Ran, text: string, command: string) {
  const problem = problemOf(ran, text, command);
  const { limits, absent } = ran.isolation;
  return {
    exitCode: ran.exitCode,
    signal: ran.signal,
    passed: ran.outcome === 'exited' && ran.exitCode === 0 && problem === undefined,
    ...(problem === undefined ? {} : { problem: problem.slice(0, 400) }),
    output: { hash: ran.outputHash, bytes: ran.outputBytes },
    excerpt: failingLines(text).slice(0, 2000),
    durationMs: Math.round(ran.durationMs),
    isolation: {
      ...ran.isolation,
      limits: limits.slice(0, 10).map((each) => each.slice(0, 120)),
      absent: absent.slice(0, 10).map((each) => each.slice(0, 160)),
    },
  };
}

function problemOf({ outcome, exitCode, error }: Ran, text: string, command: string): string | undefined {
  if (outcome === 'timed_out') return 'it did not end in time and was killed with everything it had started';
  if (outcome === 'not_started') return error ?? 'it could not be started';
  if (exitCode !== 0) return undefined;
  const failed = failedTests(text, command);
  if (failed !== undefined) return `it ended with exit code 0, but its own summary says that tests failed: ${failed}`;
  const none = noTestsRan(text, command);
  return none === undefined ? undefined : `NO_TESTS_RAN: ${none}`;
}
