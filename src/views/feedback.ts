/** What a failed attempt hands to the next one: what failed, in the words of the record, and what to do. */
import type { Rejection, Ticket } from '../../machines/measures/board-ticket.js';
import type { JournalRecord } from '../../machines/schema/record.js';
import type { RunResult } from '../../machines/schema/ticket.js';
import { contradictionsOf } from '../session/ticket-figures.js';
import { clip } from './text-fit.js';

type TicketFailure = Ticket['failures'][number];

const bytesMax = 1800;

export function feedbackOf(ticket: Ticket, failure: TicketFailure, record: JournalRecord | undefined): string {
  const head = `Attempt ${failure.attempt} failed: ${failure.type}${failure.detail === undefined ? '' : ` (${failure.detail})`}.`;
  const rejection = ticket.rejections.find(({ seq }) => seq === failure.seq);
  const own = record?.outcome === 'OK' ? linesOf(failure, record.command) : [];
  const lines = rejection ? rejectionLines(rejection) : own;
  return clip([head, ...lines].join('\n'), bytesMax);
}

function linesOf(failure: TicketFailure, command: Extract<JournalRecord, { outcome: 'OK' }>['command']): string[] {
  switch (command.type) {
    case 'ticket.submit':
      if (failure.type === 'MALFORMED')
        return [
          `The report contradicts itself: ${contradictionsOf(command).join('; ')}.`,
          'Do: submit what is really so.',
        ];
      return [`The executor reported: ${command.error ?? command.evidence}`, 'Do: solve that, then submit again.'];
    case 'gate.ran':
      return command.result ? runLines(command.result, failure.detail) : [];
    case 'gate.expire':
      return [
        `The ${failure.step} step took longer than it may.`,
        ...(command.run ? runLines(command.run) : []),
        ...(failure.step === 'executor' ? ['Do: submit sooner, or split the work.'] : []),
      ];
    case 'ticket.review': {
      const unmet = command.findings.filter(({ met }) => !met);
      return [
        `The architect says: ${command.feedback}`,
        ...unmet.map(({ criterion, evidence }) => `Unmet: ${criterion}. ${evidence}`),
        ...command.concerns.map((concern) => `Concern: ${concern}`),
        'Do: answer each of these points, then submit again.',
      ];
    }
    default:
      return [];
  }
}

/** Every check that failed is told, not only the last. */
const rejectionLines = ({ why, points }: Rejection): string[] =>
  why === 'STALE_EVIDENCE'
    ? ['Its files are no longer those that were handed off.', 'Do: submit the files as they are now.']
    : [...points, 'Do: answer each of these points, then submit again; it is validated anew.'];

function runLines({ id, command, exitCode, signal, problem, excerpt }: RunResult, detail?: string): string[] {
  const ended =
    exitCode === null
      ? signal === null
        ? 'did not end by itself'
        : `was ended by ${signal}`
      : `exited with ${exitCode}`;
  return [
    `Run ${id}: ${command} ${ended}.`,
    ...(problem === undefined ? [] : [problem]),
    ...(detail === 'TREE_MOVED' ? ['The files changed while the command ran, three times.'] : []),
    ...(excerpt === '' ? [] : [excerpt]),
    detail === 'TREE_MOVED'
      ? 'Do: see that nothing writes to the contract’s files during the run.'
      : 'Do: make this command pass, then submit again.',
  ];
}
