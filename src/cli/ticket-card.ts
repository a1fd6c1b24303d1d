/** What a person should know of a ticket before they decide about it. Whatever agents wrote is shown as plain text. */
import type { JournalRecord } from '../../machines/schema/record.js';
import type { SessionState } from '../session/state.js';
import { ticketDetail, type RunView, type TicketDetail } from '../views/ticket-detail.js';
import { oneLine } from '../views/text-fit.js';
import type { Io } from './command.js';
import { ago, duration, painter, wrap } from './style.js';
import { whyYou } from './why-you.js';

const labelColumns = 10;
const feedbackLinesMax = 14;
const listedMax = 6;

interface Card {
  readonly sessionId: string;
  readonly state: SessionState;
  readonly records: readonly JournalRecord[];
  readonly ticketId: string;
  readonly now: number;
}

type Row = readonly [label: string, text: string | undefined];

export function cardLines(card: Card, { color, width }: Pick<Io, 'color' | 'width'>): string[] {
  const { state, records, ticketId } = card;
  const ticket = state.board.at(ticketId);
  const own = records.filter(({ seq }) => ticket.seqs.includes(seq));
  const detail = ticketDetail(state.board, ticket, own);
  const { bold, dim } = painter(color);
  const room = Math.max(30, width) - labelColumns;
  const rows: Row[] = [
    ['session', `${card.sessionId} in ${state.info.projectDir}`],
    ['gate', gateText(detail)],
    ['waits', waitText(detail, card.now)],
    ...questionRows(detail, own),
    ['checks', checksText(detail)],
    ['files', listText(detail.contract.files)],
    ['last run', detail.run && runText(detail.run, card.now)],
  ];
  const told = rows.flatMap(([label, text]) =>
    text === undefined ? [] : indented(label, wrap(text, room, 6), (word) => dim(word)),
  );
  const { feedback } = detail.gate;
  return [
    bold(oneLine(`${ticketId}  ${detail.ticket.title}`, width)),
    ...told,
    ...(feedback === undefined ? [] : indented('failure', feedbackLines(feedback, room), dim)),
  ];
}

function indented(label: string, lines: readonly string[], paint: (text: string) => string): string[] {
  return lines.map((line, at) => (at === 0 ? paint(label.padEnd(labelColumns)) : ' '.repeat(labelColumns)) + line);
}

const gateText = ({ progress, gate, ticket }: TicketDetail): string =>
  [
    `${progress}, ${gate.status}`,
    gate.attempt === 0 ? 'not started' : `attempt ${gate.attempt} of ${gate.maxAttempts}`,
    `ticket ${ticket.status}`,
    ...(ticket.labels.length > 0 ? [`labels ${ticket.labels.join(', ')}`] : []),
  ].join(', ');

/** Why nothing goes on without the person, or until when it still might. */
function waitText({ gate, ticket, closure }: TicketDetail, now: number): string | undefined {
  const { escalation, blockedBy, deadline, retryAt } = gate;
  if (ticket.status === 'withdrawn') return undefined;
  if (escalation && gate.status === 'ESCALATED')
    return `for you, ${ago(now - Date.parse(escalation.since))}: ${whyYou(escalation.type)} (${escalation.type})`;
  if (ticket.flagged) return `for you: ${whyYou('ASKED')}`;
  if (closure?.waitsForAccept && ticket.status === 's3_validating') return `for you: ${whyYou('ACCEPT')}`;
  if (ticket.status === 'impl_complete') return 'for an overseer, who validates it';
  if (closure?.lease !== undefined) return `for its checks, ${duration(Date.parse(closure.lease) - now)} left`;
  if (gate.status === 'BLOCKED')
    return blockedBy === undefined ? 'for you: you are looking into it' : `for ${blockedBy}`;
  if (retryAt !== undefined) return `until ${retryAt}, then it is tried again`;
  if (deadline === undefined) return undefined;
  const leftMs = Date.parse(deadline) - now;
  return leftMs < 0
    ? `for nobody: its deadline passed ${ago(-leftMs)}, which is booked with what you decide`
    : `for the ${gate.step === 3 ? 'architect' : gate.step === 2 ? 'verify command' : 'executor'}, ${duration(leftMs)} left`;
}

/** How each check stands, and by whom. */
function checksText({ checks, ticket }: TicketDetail): string | undefined {
  if (!checks || ticket.status === 'in_progress') return undefined;
  return Object.entries(checks)
    .map(([check, { status, by }]) => `${check} ${status}${by === undefined ? '' : ` (${by})`}`)
    .join(', ');
}

/** What was asked of the person, in the words of whoever asked. */
function questionRows({ gate, ticket }: TicketDetail, records: readonly JournalRecord[]): Row[] {
  if (gate.escalation?.type !== 'ASKED' && !ticket.flagged) return [];
  const asked = records.findLast(({ outcome, ...record }) => outcome === 'OK' && isEscalation(record));
  if (asked?.outcome !== 'OK' || asked.command.type !== 'ticket.escalate') return [];
  return [
    ['question', asked.command.question],
    ['tried', asked.command.tried],
  ];
}

const isEscalation = (record: object): boolean =>
  'command' in record && (record.command as { type: string }).type === 'ticket.escalate';

function runText(
  { id, command, passed, exitCode, signal, durationMs, startedAt, onThisTree, flags }: RunView,
  now: number,
) {
  const end = exitCode === null ? (signal ?? 'did not end') : `exit code ${exitCode}`;
  const seconds = (durationMs / 1000).toFixed(1);
  return [
    `${command}: run ${id} ${passed ? 'passed' : 'failed'} (${end}), ${seconds} s, ${ago(now - Date.parse(startedAt))}`,
    `on this tree it passed ${onThisTree.passed} and failed ${onThisTree.failed} times`,
    ...(flags ?? []),
  ].join('; ');
}

const listText = (items: readonly string[]): string =>
  items.slice(0, listedMax).join(', ') + (items.length > listedMax ? ` and ${items.length - listedMax} more` : '');

function feedbackLines(feedback: string, room: number): string[] {
  const lines = feedback.split('\n').flatMap((line) => wrap(line, room, 3));
  const more = lines.length - feedbackLinesMax;
  return more > 0 ? [...lines.slice(0, feedbackLinesMax), `… ${more} more lines: proctor status --json`] : lines;
}
