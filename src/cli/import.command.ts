/** `proctor import`: opens the tickets of a plan, all of them or none; every problem is told with its line. */
import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { badGlob } from '../../machines/measures/glob.js';
import { Board } from '../../machines/measures/board.js';
import { plural } from '../../machines/measures/text.js';
import type { CommandOf } from '../../machines/schema/command.js';
import { NewTicket } from '../../machines/schema/ticket.js';
import type { Violation } from '../../machines/schema/violation.js';
import type { SessionState } from '../session/state.js';
import { codeOf } from '../store/disk.js';
import { outcomeReply } from '../tools/reply.js';
import { plain } from '../views/escape.js';
import { oneLine } from '../views/text-fit.js';
import { jsonText, Refused, text, type CliCommand, type ExitCode, type Io, type Parsed } from './command.js';
import { pickSession } from './pick-session.js';
import { parsePlan, type Plan, type Task } from './plan-file.js';
import type { Problem } from './plan-task.js';
import { projectAt } from './project-sessions.js';
import { refusalsAhead } from '../engine/rules-ahead.js';
import { readSession } from './session-copy.js';
import { padEnd, painter, wrap } from './style.js';
import { tellRefusal } from './refusal.js';
import { inWorkspace, type Workspace } from './workspace.js';

const bytesMax = 1024 * 1024;
const ticketsMax = 50;
const problemsShown = 100;
/** A plan is what a planner writes; that it came from here is only said, never proven. */
const by = { role: 'planner', known: 'claimed', client: 'cli import' } as const;

export const importPlan: CliCommand = {
  args: '<plan>',
  options: {
    session: { type: 'string', value: 'S', about: 'add the tickets to this session; default: a new one' },
    project: { type: 'string', value: 'DIR', about: 'the project of a new session; default: the current directory' },
    'dry-run': { type: 'boolean', about: 'check everything, open nothing' },
  },
  notes: [
    'A task is a block of a Markdown file:',
    '  <task id="A" depends="B">',
    '    <name>Login rejects a wrong password</name>',
    '    <files>src/login.ts, src/login.test.ts</files>',
    '    <action>What to do, in a few sentences.</action>',
    '    <verify>npm test -- src/login.test.ts</verify>',
    '    <done>- a wrong password gives 401</done>',
    '  </task>',
    'Also <id>, <depends>, <kind> and <requirements> (ID: what is required, a line each). A heading such as "## Wave 2" gives the tasks below it their wave. Blocks in code fences are examples and are passed over.',
  ],
  example: 'proctor import PLAN.md --dry-run',
  async run(args, io) {
    const [shown = ''] = args.positionals;
    const plan = parsePlan(await textOf(resolve(io.cwd, shown)));
    if (plan.tasks.length + plan.problems.length === 0)
      throw new Refused('NO_TASKS', `There is no <task> block in ${plain(shown)}.`, 'proctor import --help shows one.');
    return inWorkspace(args, io, async (workspace) => {
      const batch = await batchOf(workspace, plan, args.values, io.cwd);
      const own = [...plan.problems, ...twice(plan.tasks), ...badFields(plan.tasks)];
      const problems = [...own, ...(await refusalsOf(workspace, batch, own.length === 0))];
      if (problems.length > 0) return tell(shown, problems, io, args.values['json'] === true);
      return args.values['dry-run'] === true ? preview(batch, args, io) : open(workspace, batch, args, io);
    });
  },
};

/** The tasks that can be tickets, with the ids they will have. */
interface Batch {
  readonly sessionId: string | null;
  readonly state: SessionState | undefined;
  readonly tasks: readonly Task[];
  readonly ids: readonly string[];
  readonly command: CommandOf<'tickets.open'>;
}

async function batchOf(workspace: Workspace, plan: Plan, values: Parsed['values'], cwd: string): Promise<Batch> {
  const seen = new Set<unknown>();
  const read = plan.tasks.map((task) => {
    const { id, ...ticket } = task.ticket;
    // Of two with one id the rules could not say which they mean.
    const isFirst = id !== undefined && !seen.has(id);
    seen.add(id);
    return { task, ticket: NewTicket.safeParse(isFirst ? task.ticket : ticket).data };
  });
  const sound = read.flatMap(({ task, ticket }) => (ticket ? [{ task, ticket }] : []));
  const tickets = sound.map(({ ticket }) => ticket);
  const tasks = sound.map(({ task }) => task);
  const named = text(values['session']);
  const sessionId = named === undefined ? null : await pickSession(workspace.store, named);
  const state = sessionId === null ? undefined : (await readSession(workspace, sessionId)).copy.state;
  const ids = (state?.board ?? new Board()).idsFor(tickets.map(({ id }) => id));
  const session = state ? undefined : await newSession(workspace, text(values['project']), cwd);
  return { sessionId, state, tasks, ids, command: { type: 'tickets.open', tickets, ...(session ? { session } : {}) } };
}

async function newSession(workspace: Workspace, named: string | undefined, cwd: string) {
  const protocol = workspace.protocols.get('multi-gate');
  const projectDir = named === undefined ? await projectAt(workspace, cwd) : resolve(cwd, named);
  return protocol && { projectDir, protocol };
}

async function textOf(path: string): Promise<string> {
  try {
    if ((await stat(path)).size > bytesMax)
      throw new Refused('FILE_TOO_LARGE', `${plain(path)} has more than ${bytesMax} bytes.`, 'Split the plan.');
    return await readFile(path, 'utf8');
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOENT') throw new Refused('FILE_NOT_FOUND', `There is no file ${plain(path)}.`, 'Check its name.');
    if (code === 'EISDIR') throw new Refused('IS_DIRECTORY', `${plain(path)} is a directory.`, 'Name the plan in it.');
    throw error;
  }
}

function twice(tasks: readonly Task[]): Problem[] {
  const first = new Map<unknown, Task>();
  return tasks.flatMap((task) => {
    const { id } = task.ticket;
    const other = id === undefined ? undefined : first.get(id);
    if (!other) first.set(id, task);
    const message = `the id ${JSON.stringify(id)} is that of the task in line ${other?.line}`;
    return other ? [{ line: task.lines['id'] ?? task.line, message }] : [];
  });
}

/** What the schema and the patterns of files say. */
function badFields(tasks: readonly Task[]): Problem[] {
  const over = tasks[ticketsMax];
  const message = `this is task ${ticketsMax + 1} of ${tasks.length}; at most ${ticketsMax} are opened at once: split the plan`;
  return [...tasks.flatMap(badFieldsOf), ...(over ? [{ line: over.line, message }] : [])];
}

function badFieldsOf({ ticket, line, lines }: Task): Problem[] {
  const parsed = NewTicket.safeParse(ticket);
  if (parsed.success)
    return parsed.data.files.flatMap((glob) => {
      const reason = badGlob(glob);
      const message = `<files>: the pattern ${JSON.stringify(glob)} ${reason}`;
      return reason === undefined ? [] : [{ line: lines['files'] ?? line, message }];
    });
  // What is missing was said when the plan was read.
  const issues = parsed.error.issues.filter(({ path }) => String(path[0]) in ticket);
  return issues.map(({ path, message }) => ({
    line: lines[String(path[0])] ?? line,
    message: `${path.map(String).join('.')}: ${message}`,
  }));
}

/** What the rules say of those that can be tickets. A task that cannot be read may well be what another depends on. */
async function refusalsOf(
  workspace: Workspace,
  { state, command, tasks, ids }: Batch,
  isWhole: boolean,
): Promise<Problem[]> {
  if (command.tickets.length === 0 || command.tickets.length > ticketsMax) return [];
  const violations = await refusalsAhead(workspace, state, command, by);
  return violations
    .filter(({ code }) => isWhole || code !== 'UNKNOWN_DEPENDENCY')
    .map((violation) => located(violation, tasks, ids));
}

function tell(shown: string, problems: readonly Problem[], io: Io, isJson: boolean): ExitCode {
  const sorted = [...problems].sort((a, b) => a.line - b.line);
  for (const { line, message } of sorted.slice(0, problemsShown)) io.say(`${plain(shown)}:${line}: ${plain(message)}`);
  if (sorted.length > problemsShown) io.say(`and ${sorted.length - problemsShown} more problems`);
  io.say(`Nothing was opened: ${plural(sorted.length, 'problem')}.`);
  if (isJson)
    io.out(
      jsonText({
        error: {
          code: 'BAD_PLAN',
          message: `${plural(sorted.length, 'problem')} in ${shown}.`,
          fix: 'Correct them and import again.',
        },
        problems: sorted,
      }),
    );
  return 1;
}

function preview({ sessionId, command, ids }: Batch, { values }: Parsed, io: Io): ExitCode {
  const tickets = command.tickets.map((ticket, at) => ({ ...ticket, id: ids[at] }));
  if (values['json'] === true) io.out(jsonText({ dryRun: true, sessionId, tickets }));
  else
    for (const line of ticketLines(`${plural(tickets.length, 'ticket')} could be opened`, command, ids, io))
      io.out(line);
  return 0;
}

async function open({ engine }: Workspace, { sessionId, command, ids }: Batch, { values }: Parsed, io: Io) {
  const isJson = values['json'] === true;
  const outcome = await engine.execute(sessionId, command, { by });
  if (outcome.status === 'REJECTED') return tellRefusal('import', outcome.violations, io, isJson);
  if (isJson) {
    io.out(jsonText({ sessionId: outcome.sessionId, ...outcomeReply(outcome) }));
    return 0;
  }
  const head = `Opened ${plural(ids.length, 'ticket')} in ${outcome.sessionId}`;
  for (const line of ticketLines(head, command, ids, io)) io.out(line);
  const { answer } = outcome;
  const warnings = answer.kind === 'opened' ? answer.warnings : [];
  for (const { message, warning } of warnings)
    for (const line of wrap(`${message} (${warning})`, io.width)) io.say(line);
  return 0;
}

/** The field a rule speaks of, where that can be told; else the task. */
const fieldOf: Readonly<Record<string, string>> = {
  NO_VERIFY: 'verify',
  SHELL_SYNTAX: 'verify',
  VACUOUS_VERIFY: 'verify',
  COMMAND_NOT_ALLOWED: 'verify',
  VAGUE_DONE: 'done',
  UNKNOWN_DEPENDENCY: 'dependsOn',
  DEPENDENCY_CYCLE: 'dependsOn',
  DUPLICATE_TICKET: 'id',
};

function located({ code, subject, message, fix }: Violation, tasks: readonly Task[], ids: readonly string[]): Problem {
  const task = tasks[ids.indexOf(subject)];
  const line = task?.lines[fieldOf[code] ?? ''] ?? task?.line ?? 1;
  return { line, message: `${message} ${fix} (${code})` };
}

function ticketLines(head: string, { tickets }: CommandOf<'tickets.open'>, ids: readonly string[], io: Io): string[] {
  const { bold, dim } = painter(io.color);
  const columns = Math.max(...ids.map((id) => id.length));
  return [
    `${bold(head)}:`,
    ...tickets.map(({ title, wave, dependsOn = [] }, at) => {
      const notes = [
        ...(wave === undefined ? [] : [`wave ${wave}`]),
        ...(dependsOn.length > 0 ? [`after ${dependsOn.join(', ')}`] : []),
      ].join(', ');
      const room = Math.max(20, io.width - columns - notes.length - 7);
      return `  ${padEnd(ids[at] ?? '', columns)}  ${oneLine(title, room)}${notes === '' ? '' : dim(` (${notes})`)}`;
    }),
  ];
}
