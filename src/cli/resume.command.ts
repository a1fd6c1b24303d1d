/** `proctor resume`: a person lets new tickets be started again after a wave has used up too much. */
import { outcomeReply } from '../tools/reply.js';
import type { CommandOf } from '../../machines/schema/command.js';
import type { SessionState } from '../session/state.js';
import { oneLine } from '../views/text-fit.js';
import { jsonText, Refused, text, type CliCommand, type ExitCode, type Io, type Parsed } from './command.js';
import { personRequired, sitterAt, typed, type Sitter } from './person.js';
import { pickSession } from './pick-session.js';
import { ticketSessions } from './project-sessions.js';
import { tellRefusal } from './refusal.js';
import { refusalsAhead } from '../engine/rules-ahead.js';
import { readSession } from './session-copy.js';
import { painter } from './style.js';
import { whyYou } from './why-you.js';
import { inWorkspace, type Workspace } from './workspace.js';

const typedChars = 4;

export const resume: CliCommand = {
  args: '[session]',
  options: { note: { type: 'string', value: 'TEXT', about: 'why; people who read the record later see it' } },
  notes: [
    'A session halts when three tickets of one wave have used up their retries. Look at them first: proctor decide <ticket>.',
    'Without a session it is the halted one of this project. For people only, on a terminal that no agent started: the last four characters of the session id are typed to confirm.',
  ],
  example: 'proctor resume --note "the contracts were wrong; withdrawn and opened anew"',
  async run(args, io) {
    const sitter = sitterAt(io);
    return inWorkspace(args, io, async (workspace) => {
      const find = async () => sessionMeant(workspace, args.positionals[0], io.cwd);
      const note = text(args.values['note']);
      const command = { type: 'session.resume', ...(note === undefined ? {} : { note }) } as const;
      if (!sitter.isPerson) {
        const sessionId = await find().catch(() => undefined);
        if (sessionId !== undefined)
          await workspace.engine.execute(sessionId, command, { by: sitter.by }).catch(() => undefined);
        throw personRequired(sitter.why);
      }
      return ask(workspace, await find(), command, sitter, args, io);
    });
  },
};

/** The one named; else the halted one of this project; else the last one with tickets, of which the rules will speak. */
async function sessionMeant({ engine, store }: Workspace, wanted: string | undefined, cwd: string): Promise<string> {
  if (wanted !== undefined) return pickSession(store, wanted);
  const sessions = await ticketSessions(engine, cwd);
  const halted: string[] = [];
  for (const { sessionId } of sessions)
    if ((await engine.query(sessionId, { kind: 'board' })).value.halted !== false) halted.push(sessionId);
  if (halted.length > 1)
    throw new Refused(
      'SESSION_AMBIGUOUS',
      `${halted.length} sessions of this project are halted: ${halted.slice(0, 5).join(', ')}.`,
      'Name the one you mean.',
    );
  const chosen = halted[0] ?? sessions[0]?.sessionId;
  if (chosen === undefined)
    throw new Refused('SESSION_NOT_FOUND', 'This project has no session with tickets.', 'See proctor status --all.');
  return chosen;
}

async function ask(
  workspace: Workspace,
  sessionId: string,
  command: CommandOf<'session.resume'>,
  sitter: Sitter & { isPerson: true },
  { values }: Parsed,
  io: Io,
): Promise<ExitCode> {
  const json = values['json'] === true;
  const { copy } = await readSession(workspace, sessionId);
  const ahead = await refusalsAhead(workspace, copy.state, command, sitter.by);
  if (ahead.length > 0) return tellRefusal('resume', ahead, io, json);
  for (const line of haltLines(copy.state, io)) io.say(line);
  const word = sessionId.slice(-typedChars);
  await typed(sitter.ask, word, `let tickets be started again (the end of ${sessionId})`);
  const outcome = await workspace.engine.execute(sessionId, command, { by: sitter.by });
  if (outcome.status === 'REJECTED') return tellRefusal('resume', outcome.violations, io, json);
  if (json) io.out(jsonText({ sessionId, ...outcomeReply(outcome) }));
  else io.out(`${painter(io.color).green(`${sessionId} goes on.`)} Tickets can be started again.`);
  return 0;
}

/** The tickets that brought it to a halt, each with why it waits. */
function haltLines({ board, info }: SessionState, { color, width }: Pick<Io, 'color' | 'width'>): string[] {
  const { bold, dim } = painter(color);
  return [
    bold(oneLine(`${info.sessionId}  ${info.query}`, width)),
    ...board.halted().flatMap(({ wave, tickets }) => [
      `${wave === 0 ? 'Tickets without a wave' : `Wave ${wave}`}: ${tickets.length} used up their retries`,
      ...tickets.map((id) => {
        const { contract, gate } = board.at(id);
        const { escalation } = gate.context;
        const why = escalation ? `, ${whyYou(escalation.type)}` : '';
        return `  ${oneLine(`${id}  ${gate.state}${why}: ${contract.title}`, width - 2)}`;
      }),
    ]),
    dim('What they wait for stays; only new starts are allowed again.'),
    '',
  ];
}
