/** `STATE.md`: the board as a page of Markdown that people and agents read alike. The same state gives the same text. */
import { percent } from '../../machines/measures/text.js';
import type { SessionState } from '../session/state.js';
import { waitingReason, type BoardFailure, type BoardLine, type BoardStats } from './board-page.js';
import { markdownText, plain } from './escape.js';
import { repairLine, repairsOf } from './repairs.js';
import { stopLine, stopsOf } from './stops.js';
import { waitsFor } from './ticket-next.js';
import { oneLine } from './text-fit.js';
import { wholeBoard, type WholeBoard } from './whole-board.js';

const titleColumns = 120;

export function stateMd(state: SessionState): string {
  const board = wholeBoard(state);
  const { sessionId, query } = state.info;
  const blocks = [
    ['# State'],
    [
      `- Session: ${code(sessionId)}`,
      `- About: ${prose(query)}`,
      `- Project: ${path(board.projectDir)}`,
      `- As of: ${new Date(state.updatedAt).toISOString()}, record ${state.seq}`,
      ...stopsOf(state).map((stop) => `- Agents ${stopLine(stop)}`),
      ...repairsOf(state).map((repair) => `- Journal ${markdownText(repairLine(repair))}`),
    ],
    progressBlock(board),
    waitingBlock(board),
    haltedBlock(board),
    ['## Statistics', '', ...statLines(board.stats)],
    ...(board.tickets.length > 0 ? [['## Tickets']] : []),
    ...board.tickets.map((line) => ticketBlock(line, failuresOf(state, line.ticketId))),
    failureBlock(board.failures),
  ];
  return `${blocks
    .filter((block) => block.length > 0)
    .map((block) => block.join('\n'))
    .join('\n\n')}\n`;
}

/** Ids hold letters, digits and `._-` only, so that nothing in them ends the span. */
const code = (id: string): string => `\`${id}\``;
const path = (text: string): string => (text.includes('`') ? markdownText(text) : `\`${plain(text)}\``);
const prose = (text: string): string => markdownText(oneLine(text, titleColumns));

function progressBlock({ running, tickets }: WholeBoard): string[] {
  const line = tickets.find(({ ticketId }) => ticketId === running);
  if (!line) return ['No gate is at work.'];
  const { progress, ticketId, gate } = line;
  return [`Gate Progress: ${progress}`, '', `${code(ticketId)} is ${gate.status}, attempt ${attemptText(line)}.`];
}

function waitingBlock({ waitingForPerson, tickets }: WholeBoard): string[] {
  const byId = new Map(tickets.map((line) => [line.ticketId, line]));
  const lines = waitingForPerson.map((id) => {
    const line = byId.get(id);
    const type = line ? waitingReason(line) : 'ASKED';
    const since = line?.gate.escalation ? `, since ${line.gate.escalation.since}` : '';
    const why = `${waitsFor[type] ?? 'asked'} (${type})${since}`;
    return `- ${code(id)} ${prose(byId.get(id)?.title ?? '')}: ${why}. Run \`proctor decide ${id}\`.`;
  });
  return lines.length > 0 ? ['## Waiting for a person', '', ...lines] : [];
}

function haltedBlock({ halted, sessionId }: WholeBoard): string[] {
  if (halted === false) return [];
  const lines = halted.map(
    ({ wave, tickets }) =>
      `- ${wave === 0 ? 'Tickets without a wave' : `Wave ${wave}`}: ${tickets.map(code).join(', ')}`,
  );
  return ['## Halted', '', `New starts wait for a person. Run \`proctor resume ${sessionId}\`.`, '', ...lines];
}

function statLines(stats: BoardStats): string[] {
  const { total, passed, closedWithLabel, failed, inProgress, pending, withdrawn, passRate, averageAttempts } = stats;
  return [
    '| total | passed | closed with a label | failed | in progress | pending | withdrawn | pass rate | average attempts |',
    '| --- | --- | --- | --- | --- | --- | --- | --- | --- |',
    `| ${[
      ...[total, passed, closedWithLabel, failed, inProgress, pending, withdrawn],
      passRate === null ? 'none yet' : percent(passRate),
      averageAttempts ?? 'none yet',
    ].join(' | ')} |`,
  ];
}

const attemptText = ({ gate: { attempt, maxAttempts } }: BoardLine): string =>
  attempt === 0 ? 'not started' : `${attempt} of ${maxAttempts}`;

interface PreviousFailure {
  readonly attempt: number;
  readonly type: string;
  readonly detail?: string | undefined;
}

const failuresOf = ({ board }: SessionState, ticketId: string): readonly PreviousFailure[] =>
  board.at(ticketId).failures;

function ticketBlock(line: BoardLine, failures: readonly PreviousFailure[]): string[] {
  const { ticketId, title, status, gate, labels, startedAt, lastStepAt, wave, dependsOn = [], progress } = line;
  const previous = failures.map(
    ({ attempt, type, detail }) => `attempt ${attempt} ${type}${detail === undefined ? '' : ` ${detail}`}`,
  );
  return [
    `### ${code(ticketId)} ${prose(title)}`,
    '',
    `- Status: ${status}, gate ${gate.status} ${progress}`,
    `- Steps: executor ${gate.executor}, verify ${gate.verify}, architect ${gate.architect}`,
    `- Attempt: ${attemptText(line)}`,
    `- Started: ${startedAt ?? 'not yet'}; last step: ${lastStepAt}`,
    `- Previous failures: ${previous.length > 0 ? previous.join('; ') : 'none'}`,
    ...(labels.length > 0 ? [`- Labels: ${labels.join(', ')}`] : []),
    ...(wave === undefined ? [] : [`- Wave: ${wave}`]),
    ...(dependsOn.length > 0 ? [`- Depends on: ${dependsOn.map(code).join(', ')}`] : []),
    ...(gate.blockedBy === undefined ? [] : [`- Blocked by: ${code(gate.blockedBy)}`]),
  ];
}

function failureBlock(failures: readonly BoardFailure[]): string[] {
  if (failures.length === 0) return [];
  const rows = failures.map(({ ticketId, attempt, type, detail, at, recovered, resolution }) =>
    [
      code(ticketId),
      attempt,
      detail === undefined ? type : `${type} ${detail}`,
      at,
      recovered ? 'yes' : 'no',
      resolution,
    ].join(' | '),
  );
  return [
    '## Recent failures',
    '',
    '| ticket | attempt | type | when | recovered | resolution |',
    '| --- | --- | --- | --- | --- | --- |',
    ...rows.map((row) => `| ${row} |`),
  ];
}
