/** `proctor approve`: a person allows a verify command, or the project's config as it is now. By hash, for one project. */
import { resolve } from 'node:path';
import { isAllowed } from '../../machines/measures/allowed-command.js';
import { commandText, isVacuous, parseCommandLine, type Steps } from '../../machines/measures/command-line.js';
import { commandHash, type Approval } from '../store/approvals.js';
import { configName, loadPolicy } from '../store/policy-file.js';
import { realDisk } from '../store/real-disk.js';
import { plain } from '../views/escape.js';
import {
  jsonText,
  Refused,
  text,
  UsageError,
  type CliCommand,
  type ExitCode,
  type Io,
  type Parsed,
} from './command.js';
import { configLines } from './config-lines.js';
import { personRequired, sitterAt, typed } from './person.js';
import { projectAt } from './project-sessions.js';
import { ago, painter, wrap } from './style.js';
import { inWorkspace, type Workspace } from './workspace.js';

const word = 'approve';

export const approve: CliCommand = {
  args: '[command]',
  options: {
    config: { type: 'boolean', about: `approve ${configName} as it is now` },
    list: { type: 'boolean', about: 'what has been approved for this project' },
    project: { type: 'string', value: 'DIR', about: 'the project; default: the current directory' },
    note: { type: 'string', value: 'TEXT', about: 'why; people who read the record later see it' },
  },
  notes: [
    'Give the command as one argument, in quotes, exactly as the ticket has it. Any ticket of this project may then use it as its verify command.',
    `A change of ${configName} counts for a running server only once it is approved.`,
    `For people only, on a terminal that no agent started: the word ${word} is typed to confirm.`,
  ],
  example: 'proctor approve "npm test -- src/login.test.ts"',
  async run(args, io) {
    const [command] = args.positionals;
    const { config, list } = args.values;
    if ([command !== undefined, config === true, list === true].filter(Boolean).length !== 1)
      throw new UsageError('Give either a command in quotes, or --config, or --list.');
    return inWorkspace(args, io, async (workspace) => {
      const named = text(args.values['project']);
      const projectDir = named === undefined ? await projectAt(workspace, io.cwd) : resolve(io.cwd, named);
      if (list === true) return showList(workspace, projectDir, args, io);
      const sitter = sitterAt(io);
      if (!sitter.isPerson) throw personRequired(sitter.why);
      const asked =
        command === undefined ? await configAsked(projectDir, io) : await commandAsked(command, projectDir, io);
      return give(workspace, { ...asked, projectDir }, sitter.ask, args, io);
    });
  },
};

interface Asked extends Pick<Approval, 'kind' | 'hash' | 'text'> {
  /** What is approved, and what that means. */
  readonly lines: readonly string[];
  /** Set where nothing has to be approved. */
  readonly needless?: string | undefined;
}

async function commandAsked(command: string, projectDir: string, io: Io): Promise<Asked> {
  const parsed = parseCommandLine(command);
  if (!parsed.ok)
    throw new Refused(
      'SHELL_SYNTAX',
      `Proctor runs commands without a shell; this one needs it: ${parsed.problem}.`,
      'Put it into a script of the project and approve that.',
    );
  const { steps } = parsed;
  if (isVacuous(steps))
    throw new Refused('VACUOUS_VERIFY', 'This command proves nothing: it cannot fail.', 'No ticket may use it.');
  const { config } = await loadPolicy(realDisk, projectDir);
  const isListed = isAllowed(steps, config.commands.allow);
  return {
    kind: 'command',
    hash: commandHash(steps),
    text: commandText(steps),
    lines: [
      ...stepLines(steps),
      ...wrap('Proctor will run exactly this, with your rights, in this project.', io.width),
    ],
    needless: isListed ? `commands.allow in ${configName} allows it already.` : undefined,
  };
}

/** Each word apart: what runs is these words, whatever a shell would have made of them. */
const stepLines = (steps: Steps): string[] =>
  steps.map(
    (argv) =>
      `  ${argv
        .map((each) => (/^[\w./:=@%+,-]+$/.test(each) ? each : JSON.stringify(each)))
        .map(plain)
        .join('  ')}`,
  );

async function configAsked(projectDir: string, { width, color }: Io): Promise<Asked> {
  const { config, hash, path } = await loadPolicy(realDisk, projectDir);
  if (hash === 'none')
    throw new Refused(
      'NO_CONFIG',
      `There is no ${configName} in ${projectDir}.`,
      'Name the project with --project DIR.',
    );
  return { kind: 'config', hash, text: path, lines: configLines(config, { width, color }) };
}

async function give(
  { approvals }: Workspace,
  { lines, needless, projectDir, ...what }: Asked & { projectDir: string },
  ask: NonNullable<Io['ask']>,
  { values }: Parsed,
  io: Io,
): Promise<ExitCode> {
  const { bold, dim, green } = painter(io.color);
  const json = values['json'] === true;
  io.say(bold(`For the project ${plain(projectDir)}`));
  for (const line of lines) io.say(line);
  io.say(dim(`  sha256 ${what.hash}`));
  const before = await approvals.has(what.kind, what.hash, projectDir);
  const reason = needless ?? (before ? 'It was approved before.' : undefined);
  if (reason !== undefined) {
    if (json) io.out(jsonText({ ...what, projectDir, approved: false, reason }));
    else io.out(`Nothing to do: ${reason}`);
    return 0;
  }
  io.say('');
  await typed(ask, word, what.kind === 'config' ? 'let it count from now on' : 'allow it');
  const note = text(values['note']);
  const by = { user: io.user.slice(0, 200), ...(io.tty === undefined ? {} : { tty: io.tty.slice(0, 200) }) };
  await approvals.add({ ...what, time: Date.now(), projectDir, by, ...(note === undefined ? {} : { note }) });
  if (json) io.out(jsonText({ ...what, projectDir, approved: true, by }));
  else io.out(green(what.kind === 'config' ? 'Approved. Running servers take it up with the next call.' : 'Approved.'));
  return 0;
}

async function showList({ approvals }: Workspace, projectDir: string, { values }: Parsed, io: Io): Promise<ExitCode> {
  const entries = await approvals.list(projectDir);
  if (values['json'] === true) {
    io.out(jsonText({ projectDir, approvals: entries }));
    return 0;
  }
  const { bold, dim } = painter(io.color);
  if (entries.length === 0) io.out(`Nothing has been approved for ${plain(projectDir)}.`);
  else io.out(bold(`Approved for ${plain(projectDir)}`));
  for (const { kind, text: what, hash, time, by, note } of entries) {
    const who = `${by.user}${by.tty === undefined ? '' : ` at ${by.tty}`}, ${ago(Date.now() - time)}`;
    io.out(`  ${kind.padEnd(7)}  ${plain(what)}`);
    io.out(dim(`           ${hash.slice(0, 12)} by ${plain(who)}${note === undefined ? '' : `: ${plain(note)}`}`));
  }
  return 0;
}
