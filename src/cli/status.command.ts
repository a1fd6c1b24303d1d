/** `proctor status`: the sessions, or one of them as a tree with its tickets; once, or live. */
import type { SessionState } from '../session/state.js';
import { overviewOf } from '../views/overview.js';
import { wholeBoard } from '../views/whole-board.js';
import { jsonText, UsageError, type CliCommand, type ExitCode, type Io, type Parsed } from './command.js';
import { pickSession } from './pick-session.js';
import { isHere } from './own-dirs.js';
import { progressOn } from './progress.js';
import { readSession } from './session-copy.js';
import { listLines, listSessions, type ShownList } from './status-list.js';
import { linesOf, sessionPicture } from './status-session.js';
import { WaitingTickets } from './waiting-tickets.js';
import { watchList, watchSession } from './watch.js';
import { inWorkspace, type Workspace } from './workspace.js';

export const status: CliCommand = {
  args: '[session]',
  options: {
    watch: { type: 'boolean', short: 'w', about: 'redraw when something happens, until Ctrl-C or the end' },
    all: { type: 'boolean', short: 'a', about: 'sessions of every project, not only of this directory' },
    ascii: { type: 'boolean', about: 'no characters beyond ASCII for lines and marks' },
  },
  notes: [
    'The beginning of a session id is enough, if no other begins like it.',
    'A ticket that begins to wait for you rings the terminal’s bell in a watch; proctor decide <ticket> shows what it waits for.',
    'NO_COLOR=1 turns colours off, FORCE_COLOR=1 keeps them in a pipe.',
  ],
  example: 'proctor status s-k3v --watch',
  async run(args, io) {
    const { watch, json } = args.values;
    if (watch && json) throw new UsageError('--watch and --json do not go together: --json is one document.');
    return inWorkspace(args, io, async (workspace) => {
      const [wanted] = args.positionals;
      if (wanted === undefined) return list(workspace, args, io);
      return show(workspace, await pickSession(workspace.store, wanted), args, io);
    });
  },
};

async function list(workspace: Workspace, { values }: Parsed, io: Io): Promise<ExitCode> {
  const all = values['all'] === true;
  const dataDir = workspace.data.dir;
  const waiting = new WaitingTickets(workspace.engine);
  const read = async (): Promise<ShownList> => {
    const listed = await listSessions(workspace, io.cwd, progressOn(io));
    const shown = listed.sessions.filter(({ projectDir }) => all || isHere(projectDir, io.cwd));
    return { ...listed, waiting: await waiting.in(shown) };
  };
  const linesOfList = (listed: ShownList) => {
    const { color, width, cwd: here } = io;
    return listLines(listed, dataDir, { color, width, here, all, ascii: values['ascii'] === true, now: Date.now() });
  };
  const namesOf = (listed: ShownList) => listed.waiting.map(({ sessionId, ticketId }) => `${sessionId} ${ticketId}`);
  if (values['watch'] === true) return watchList(io, read, linesOfList, namesOf);
  const listed = await read();
  if (values['json'] !== true) {
    for (const line of linesOfList(listed)) io.out(line);
    return 0;
  }
  const { sessions, broken, waiting: waitingForPerson } = listed;
  const shown = sessions.filter(({ projectDir }) => all || isHere(projectDir, io.cwd));
  io.out(
    jsonText({ dataDir, projectDir: io.cwd, sessions: shown.map(({ summary }) => summary), waitingForPerson, broken }),
  );
  return 0;
}

async function show(workspace: Workspace, id: string, { values }: Parsed, io: Io): Promise<ExitCode> {
  const ascii = values['ascii'] === true;
  if (values['watch'] === true) return watchSession(workspace.engine, id, ascii, io);
  const { copy, head, damage } = await readSession(workspace, id);
  const { state } = copy;
  if (values['json'] === true)
    io.out(jsonText({ ...overviewOf(state), ...boardOf(state), head, damage: damage ?? null }));
  else {
    const { color, width } = io;
    for (const line of linesOf(sessionPicture(state, damage, { color, width, ascii, now: Date.now() }))) io.out(line);
  }
  return 0;
}

/** Where there are tickets. */
const boardOf = (state: SessionState) => (state.board.size > 0 ? { board: wholeBoard(state) } : {});
