/** Tells a person how the two tickets fare. Every word about the server comes from its reply, or from what it keeps. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { wholeBoard } from '../../views/whole-board.js';
import { boardPicture } from '../board-lines.js';
import type { Io } from '../command.js';
import type { SessionCopy } from '../session-copy.js';
import { textColumnsMax, type Stage } from './stage.js';
import { tellRefused } from './telling.js';
import type { TicketAudience, TicketReply } from './ticket-player.js';
import { ticketStory } from './ticket-story.js';

const openingMs = 1200;
const beforeCallMs = 450;
const afterAnswerMs = 450;
const feedbackLinesMax = 4;

export async function tellTicketsOpening(stage: Stage, dir: string): Promise<void> {
  const cheats = ticketStory.filter(({ isCheat }) => isCheat).length;
  stage.gap();
  stage.say('Then the work itself', undefined, stage.paint.bold);
  stage.say(
    `A ticket passes two gates: executor, verify command and architect first, then three checks by an overseer who took no part. Here two scripted agents work in a real git repository; one cheats ${cheats} times. Proctor runs the tests itself.`,
  );
  stage.say(`The repository is ${dir}.`, undefined, stage.paint.dim);
  await stage.beat(openingMs);
}

export function tellingTickets(stage: Stage): TicketAudience {
  const { bold, green, red, yellow, cyan, dim } = stage.paint;
  const last = new Map<string, string>();
  return {
    async scene({ says, edit }, cheat) {
      stage.gap();
      if (cheat === undefined) stage.say(says, { text: '● ', paint: green }, bold);
      else stage.say(says, { text: `▲ Cheat ${cheat}: `, paint: yellow }, bold);
      if (edit !== undefined) stage.say(edit, { text: '    in the files  ', paint: dim }, dim);
      await stage.beat(beforeCallMs);
    },
    answered({ tool, shown, ticketId = '' }, reply, evidence) {
      const isAccepted = reply.status === 'OK';
      const mark = isAccepted ? { text: '  ✓ ', paint: green } : { text: '  ✕ ', paint: red };
      stage.say(`${tool} ${shown}`, mark, cyan);
      if (isAccepted) for (const each of evidence) stage.say(`“${each}”`, { text: '    ' }, dim);
      if (isAccepted) tellAccepted(stage, tool, reply, last.get(ticketId));
      else tellRefused(stage, reply);
      if (isAccepted) last.set(ticketId, whereIs(reply));
    },
    async sceneOver() {
      await stage.beat(afterAnswerMs);
    },
  };
}

/** The run, what it contradicts, where the ticket is now, and what the next attempt is told. */
function tellAccepted(stage: Stage, tool: string, reply: TicketReply, before: string | undefined): void {
  const { run, ticket, gate, warnings = [] } = reply;
  const { green, red, yellow, dim } = stage.paint;
  if (run && tool === 'ticket_submit') {
    const end = run.exitCode === null ? (run.signal ?? 'not ended') : `exit code ${run.exitCode}`;
    const paint = run.passed ? green : red;
    stage.say(`${run.command}: ${end}`, { text: '    Proctor ran  ', paint }, paint);
  }
  for (const { warning, message } of warnings) stage.say(message, { text: `    ${warning}  `, paint: yellow });
  const where = whereIs(reply);
  if (where !== '' && where !== before)
    stage.say(where, { text: '    now  ', paint: dim }, ticket?.status === 'closed' ? green : dim);
  const lines = gate?.feedback?.split('\n').slice(0, feedbackLinesMax) ?? [];
  for (const [index, line] of lines.entries())
    stage.say(line, { text: index === 0 ? '    feedback' : '', columns: 14, paint: dim }, dim);
}

function whereIs({ ticket, gate }: TicketReply): string {
  if (!ticket || !gate) return '';
  const { status, ticketId, attempt, independence } = ticket;
  const known = status === 'closed' && independence !== undefined ? `, independence: ${independence}` : '';
  return `${ticketId} ${status}, gate ${gate.status}, attempt ${attempt} of ${gate.maxAttempts}${known}`;
}

/** Both tickets on the board, and what is left of the closed one. */
export async function tellBoard(
  stage: Stage,
  { state }: SessionCopy,
  dir: string,
  io: Io,
  ascii: boolean,
): Promise<void> {
  const { color, width } = io;
  const look = { color, ascii, width: Math.min(width, textColumnsMax) - 2, now: state.updatedAt };
  stage.gap();
  const { rows, foot } = boardPicture(wholeBoard(state), look);
  for (const line of [...rows, '', ...foot]) stage.line(line === '' ? '' : `  ${line}`);
  const files = await readdir(join(dir, '.claude', 'evidence', 'T-2'), { withFileTypes: true });
  const names = files.filter((file) => file.isFile()).map(({ name }) => name);
  stage.gap();
  stage.say(names.sort().join(', '), { text: '  evidence of T-2  ', paint: stage.paint.dim });
  stage.say('Rendered from the journal; each line says how it is known.', { text: '', columns: 19 }, stage.paint.dim);
}

/** Hears the same, says nothing. */
export const quiet: TicketAudience = {
  scene: async () => Promise.resolve(),
  answered: () => undefined,
  sceneOver: async () => Promise.resolve(),
};
