/** `proctor archive`: out of the list and out of reach of agents; nothing is lost, and it can be brought back. */
import { join } from 'node:path';
import { JournalRecord } from '../../machines/schema/record.js';
import { oneLine } from '../views/text-fit.js';
import { archiveOld } from './archive-old.js';
import { jsonText, text, UsageError, type CliCommand, type ExitCode, type Io, type Parsed } from './command.js';
import { pickArchived, pickSession } from './pick-session.js';
import { wrap } from './style.js';
import { personForUnfinished } from './unfinished.js';
import { inWorkspace, type Workspace } from './workspace.js';

export const archiveSession: CliCommand = {
  args: '[session]',
  options: {
    'older-than': { type: 'string', value: 'TIME', about: 'every session that ended and did not change for TIME' },
    list: { type: 'boolean', about: 'show what is in the archive' },
    restore: { type: 'boolean', about: 'bring the session back into the list' },
    yes: { type: 'boolean', short: 'y', about: 'with --older-than: do not ask' },
  },
  notes: [
    'Archived sessions are in archive/ of the data directory. Lists, servers and the stop gate no longer look at them; an agent that worked in one still counts as used.',
    '--older-than takes hours, days or weeks, such as 90d. It leaves alone what is open, waits for somebody, has a ticket that is neither closed nor withdrawn, or is damaged. Ctrl-C stops between two sessions: run it again to go on.',
    'A session with unfinished work is archived by a person at a terminal, one at a time.',
  ],
  example: 'proctor archive --older-than 90d',
  async run(args, io) {
    const { values, positionals } = args;
    const [wanted] = positionals;
    const age = text(values['older-than']);
    const asked = [wanted !== undefined, age !== undefined, values['list'] === true].filter(Boolean).length;
    if (asked !== 1) throw new UsageError('Say which: a session, --older-than TIME or --list.');
    return inWorkspace(args, io, async (workspace) => {
      if (age !== undefined) return archiveOld(workspace, age, args, io);
      if (wanted === undefined) return list(workspace, args, io);
      return values['restore'] === true ? restore(workspace, wanted, args, io) : one(workspace, wanted, args, io);
    });
  },
};

async function one(workspace: Workspace, wanted: string, { values }: Parsed, io: Io): Promise<ExitCode> {
  const { store } = workspace;
  const id = await pickSession(store, wanted);
  await personForUnfinished(workspace, id, io);
  await store.archive(id);
  const path = join(store.root, 'archive', id);
  if (values['json'] === true) io.out(jsonText({ sessionId: id, archived: path }));
  else for (const line of wrap(`Archived ${id}: it is now ${path}`, io.width)) io.out(line);
  return 0;
}

async function restore({ store }: Workspace, wanted: string, { values }: Parsed, io: Io): Promise<ExitCode> {
  const id = await pickArchived(store, wanted);
  await store.restore(id);
  if (values['json'] === true) io.out(jsonText({ sessionId: id, restored: store.dirOf(id) }));
  else io.out(`${id} is back in the list.`);
  return 0;
}

async function list({ store }: Workspace, { values }: Parsed, io: Io): Promise<ExitCode> {
  const sessions = [];
  for (const sessionId of await store.archived()) sessions.push({ sessionId, ...(await about(store, sessionId)) });
  if (values['json'] === true) io.out(jsonText({ archived: sessions }));
  else if (sessions.length === 0) io.out('The archive is empty.');
  else for (const { sessionId, query } of sessions) io.out(oneLine(`${sessionId}  ${query ?? ''}`, io.width));
  return 0;
}

/** From its records; a journal that cannot be read is in the archive all the same. */
async function about(store: Workspace['store'], id: string): Promise<{ query?: string; updatedAt?: number }> {
  const records = (await store.recordsAnywhere(id).catch(() => undefined)) ?? [];
  const first = JournalRecord.safeParse(records[0]?.record).data;
  const updatedAt = records.at(-1)?.record.time;
  const command = first?.outcome === 'OK' ? first.command : undefined;
  const query =
    command?.type === 'investigation.start'
      ? command.query
      : command?.type === 'tickets.open'
        ? command.tickets[0]?.title
        : undefined;
  return { ...(query === undefined ? {} : { query }), ...(updatedAt === undefined ? {} : { updatedAt }) };
}
