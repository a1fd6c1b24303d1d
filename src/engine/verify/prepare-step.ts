/** What has to be known of one argv list before it is started: its program, and what it will see of the machine. */
import { stat } from 'node:fs/promises';
import { findProgram } from './find-program.js';
import type { Sandbox } from './launch-options.js';
import { viewOf, type Places, type View } from './view/view.js';

export interface StepPlan {
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly network: boolean;
  readonly places: Places;
  readonly sandbox: Sandbox;
}

export interface Prepared {
  readonly program: string;
  readonly view: View | undefined;
  readonly keepsCapabilities: readonly string[];
  /** In words, for the evidence. */
  readonly lacks: readonly string[];
}

export async function prepareStep(plan: StepPlan): Promise<Prepared | { readonly error: string }> {
  const { argv, cwd, env, sandbox, network, places } = plan;
  const cwdProblem = await whyNotDirectory(cwd);
  if (cwdProblem !== undefined) return { error: cwdProblem };
  const found = await findProgram(argv[0] ?? '', { cwd, path: env['PATH'] ?? '' });
  if ('problem' in found) return { error: found.problem };
  const program = found.path;
  if (sandbox.kind === 'process-group') return { program, view: undefined, keepsCapabilities: [], lacks: [] };
  const closeNetwork = sandbox.closesNetwork && !network;
  const view = await viewOf({ ...places, cwd, env, closeNetwork, programs: [program] });
  const isOthers = sandbox.isRoot && (await stat(places.tree)).uid !== 0;
  return {
    program,
    view,
    keepsCapabilities: isOthers ? ['CAP_DAC_OVERRIDE'] : [],
    lacks: [
      ...view.lacks,
      ...(isOthers ? ['it may read files of every user, because the tree is not root’s own'] : []),
    ],
  };
}

async function whyNotDirectory(path: string): Promise<string | undefined> {
  try {
    return (await stat(path)).isDirectory() ? undefined : `${path} is not a directory`;
  } catch (error) {
    return String(error);
  }
}
