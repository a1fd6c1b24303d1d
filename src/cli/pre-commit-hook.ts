/** What `proctor hook pre-commit` says of a commit: refused, let through after an override, or nothing to say. */
import { plural } from '../../machines/measures/text.js';
import { plain } from '../views/escape.js';
import { jsonText, type ExitCode, type Io, type Parsed } from './command.js';
import { inspectCommit, type Concerned, type Inspected } from './pre-commit.js';
import { painter, wrap } from './style.js';
import { inWorkspace } from './workspace.js';

const filesShown = 5;

/** Whatever goes wrong here is no reason to keep somebody from committing. */
export async function preCommit(args: Parsed, io: Io): Promise<ExitCode> {
  try {
    return tell(await inWorkspace(args, io, async (workspace) => inspectCommit(workspace, io)), args, io);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    for (const line of wrap(`proctor: this commit was not checked: ${reason}`, io.width)) io.say(line);
    if (args.values['json'] === true) io.out(jsonText({ allowed: true, checked: false, reason }));
    return 0;
  }
}

const isOverridden = ({ ticket }: Concerned) => ticket.gate === 'SKIPPED' || ticket.gate === 'FORCED';

function tell({ concerned, unread }: Inspected, { values }: Parsed, io: Io): ExitCode {
  const overridden = concerned.filter(isOverridden);
  const refused = concerned.filter((each) => !isOverridden(each) && each.ticket.gate !== 'APPROVED');
  if (unread.length > 0)
    io.say(`proctor: ${plural(unread.length, 'session')} could not be read and was not checked: proctor status --all`);
  for (const each of overridden) for (const line of overriddenLines(each, io)) io.say(line);
  for (const each of refused) for (const line of refusedLines(each, io)) io.say(line);
  if (refused.length > 0)
    for (const line of wrap('Nothing was committed. To commit other files only: git commit -- <files>', io.width))
      io.say(line);
  if (values['json'] === true)
    io.out(
      jsonText({ allowed: refused.length === 0, refused: refused.map(view), overridden: overridden.map(view), unread }),
    );
  return refused.length > 0 ? 1 : 0;
}

const view = ({ sessionId, ticket, files }: Concerned) => ({
  sessionId,
  ...ticket,
  files,
});

function refusedLines({ sessionId, ticket, files }: Concerned, { color, width }: Io): string[] {
  const { ticketId: id, title, gate } = ticket;
  const { bold } = painter(color);
  const head = `proctor: ${id} (${title}) is not approved: its gate is ${gate}.`;
  const todo =
    gate === 'ESCALATED' || gate === 'BLOCKED'
      ? `It waits: a person decides with proctor decide ${id} --session ${sessionId}`
      : `Let its gate approve it first: ${nextCalls[gate] ?? 'see ticket_status'} (session ${sessionId}).`;
  return [...wrap(head, width).map(bold), ...fileLines(files), ...wrap(todo, width)];
}

/** Who is at work is told by the gate. */
const nextCalls: Readonly<Record<string, string>> = {
  EXECUTING: 'ticket_submit, then ticket_review',
  VERIFYING: 'its verify command runs, then ticket_review',
  REVIEWING: 'ticket_review by an agent that did not do the work',
  FAILED: 'it timed out and goes on in a moment',
};

function overriddenLines({ ticket: { ticketId, title, gate, labels }, files }: Concerned, { width }: Io): string[] {
  const how = gate === 'SKIPPED' ? 'skipped its verification' : 'forced it';
  const told = `proctor: ${ticketId} (${title}) was never approved: a person ${how} (${labels.join(', ')}). This commit goes through with ${plural(files.length, 'file')} of it.`;
  return wrap(told, width);
}

function fileLines(files: readonly string[]): string[] {
  const more = files.length - filesShown;
  return [
    ...files.slice(0, filesShown).map((path) => `  ${plain(path)}`),
    ...(more > 0 ? [`  and ${plural(more, 'more file')}`] : []),
  ];
}
