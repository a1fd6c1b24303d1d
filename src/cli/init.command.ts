/** `proctor init`: proposes a config from what lies in the project, writes it if a person agrees, says what comes next. */
import { join } from 'node:path';
import { ProjectConfig } from '../../machines/schema/policy.js';
import { configName } from '../store/policy-file.js';
import { plain } from '../views/escape.js';
import { agentIn } from './agent-environment.js';
import { jsonText, type CliCommand, type Io } from './command.js';
import { configThere, writeConfig, type ConfigThere } from './init/config-there.js';
import { additionsTo, configText, extended, newConfig, type Additions } from './init/config-text.js';
import { nextSteps, setupSnippets } from './init/next-steps.js';
import { projectFiles } from './init/project-files.js';
import { proposalLines } from './init/proposal-lines.js';
import { propose, type Proposal } from './init/proposal.js';
import { painter, wrap } from './style.js';

export const init: CliCommand = {
  args: '',
  options: {
    yes: { type: 'boolean', short: 'y', about: 'write without asking' },
    force: { type: 'boolean', about: `also into a ${configName} that is there` },
  },
  notes: [
    'Looks at package.json, pyproject.toml, requirements, go.mod, Cargo.toml and Makefile, also of workspaces, and proposes which commands may verify tickets and which files they depend on. Each proposal says where it was found.',
    `A ${configName} that is there is left alone; what it lacks is shown, and with --force added. Nothing is taken out of it, unless it cannot be read: then --force replaces it.`,
    'Without a terminal and without --yes nothing is written, and the exit code is 1. A server that runs already keeps the config it started with until a person approves the new one.',
  ],
  example: 'proctor init',
  async run({ values }, io) {
    const proposal = propose(await projectFiles(io.cwd));
    const plan = planFor(proposal, await configThere(io.cwd), values['force'] === true);
    const json = values['json'] === true;
    if (!json) for (const line of shown(proposal, plan, io)) io.out(line);
    const written = await write(plan, values['yes'] === true, io);
    if (json) io.out(jsonText(report(proposal, plan, written, io)));
    else for (const line of outcome(plan, written, io)) io.out(line);
    for (const line of remarks(plan, written, io)) io.say(line);
    return written || plan.kind === 'complete' ? 0 : 1;
  },
};

interface Plan {
  readonly kind: 'new' | 'complete' | 'extend' | 'keep' | 'replace' | 'unreadable';
  /** What the file there lacks. */
  readonly adds?: Additions;
  readonly problem?: string;
  /** To be written, if it is wanted. */
  readonly text?: string;
}

function planFor(proposal: Proposal, there: ConfigThere, force: boolean): Plan {
  const text = configText(newConfig(proposal));
  if (there.kind === 'none') return { kind: 'new', text };
  if (there.kind === 'bad')
    return { kind: force ? 'replace' : 'unreadable', problem: there.problem, ...(force ? { text } : {}) };
  const adds = additionsTo(there.config, proposal);
  if (adds.allow.length + adds.protected.length === 0) return { kind: 'complete', adds };
  if (!force) return { kind: 'keep', adds };
  return { kind: 'extend', adds, text: configText(extended(there.written, there.config, adds)) };
}

function shown(proposal: Proposal, { kind, adds, problem }: Plan, { width, color }: Io): string[] {
  const about = problem === undefined ? [] : wrap(`It cannot be read: ${problem}`, width);
  return [...(kind === 'complete' ? [] : proposalLines(proposal, { width, color }, adds)), '', ...about];
}

async function write({ text }: Plan, yes: boolean, io: Io): Promise<boolean> {
  if (text === undefined || !(await isWanted(yes, io))) return false;
  await writeConfig(io.cwd, text);
  return true;
}

/** Only an answer is a yes, and an empty one too: it is what the question proposes. Ctrl-C is none. */
async function isWanted(yes: boolean, { ask }: Io): Promise<boolean> {
  if (yes || !ask) return yes;
  const answer = await ask(`Write ${configName}? [Y/n] `);
  return answer !== undefined && /^\s*(y|yes)?\s*$/i.test(answer);
}

function outcome({ kind }: Plan, written: boolean, io: Io): string[] {
  const { green } = painter(io.color);
  const { evidenceDir } = ProjectConfig.parse({});
  if (written)
    return [...wrap(`Wrote ${plain(join(io.cwd, configName))}`, io.width).map(green), ...nextSteps(io, evidenceDir)];
  if (kind !== 'complete') return [];
  return [
    ...wrap(`${configName} is there and has all that would be proposed.`, io.width),
    ...nextSteps(io, evidenceDir),
  ];
}

const untouched: Readonly<Partial<Record<Plan['kind'], string>>> = {
  keep: `${configName} is there and was left as it is. To add what it lacks: proctor init --force`,
  unreadable: `${configName} is there and was left as it is. Correct it, or replace it: proctor init --force`,
};

/** For whoever reads along, and never mixed with the result. */
function remarks({ kind, text }: Plan, written: boolean, io: Io): string[] {
  const unasked = text !== undefined && !written && io.ask === undefined;
  const agent = agentIn(io.env);
  const told = [
    ...(untouched[kind] === undefined ? [] : [untouched[kind]]),
    ...(unasked ? ['Nothing was written: there is nobody to ask here. To write it: proctor init --yes'] : []),
    ...(text !== undefined && !written && !unasked ? ['Nothing was written.'] : []),
    ...(agent
      ? [
          `${agent.variable} is set: ${agent.agent} started this shell. A person should read ${configName}: it says what may be run as proof. A server that runs already keeps the config it started with; submits are POLICY_CHANGED until a person runs proctor approve --config on a terminal.`,
        ]
      : []),
  ];
  return told.flatMap((line) => wrap(`proctor: ${line}`, io.width));
}

const report = (proposal: Proposal, { kind, adds, problem, text }: Plan, written: boolean, io: Io) => ({
  projectDir: io.cwd,
  path: join(io.cwd, configName),
  written,
  existing: kind === 'new' ? 'none' : kind,
  ...(problem === undefined ? {} : { problem }),
  ...proposal,
  adds: adds ?? null,
  config: text === undefined ? null : (JSON.parse(text) as unknown),
  setup: setupSnippets(),
});
