/** What a failed attempt hands to the next one: what failed, in the words of the record, and what to do. */
import type { Ticket } from '../../machines/measures/board-ticket.js';
import type { JournalRecord } from '../../machines/schema/record.js';
import type { RunResult } from '../../machines/schema/ticket.js';
import { contradictionsOf } from '../session/ticket-figures.js';
import { clip } from './text-fit.js';

type TicketFailure = Ticket['failures'][number];

const bytesMax = 1800;

export function feedbackOf(failure: TicketFailure, record: JournalRecord | undefined): string {
  const head = `Attempt ${failure.attempt} failed: ${failure.type}${failure.detail === undefined ? '' : ` (${failure.detail})`}.`;
  const lines = record?.outcome === 'OK' ? linesOf(failure, record.command) : [];
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
    case 'ticket.report': {
      const unmet = command.findings.filter(({ met }) => !met);
      return [
        `The ${command.check} says: ${command.summary}`,
        ...unmet.map(({ subject, evidence }) => `Not met: ${subject}. ${evidence}`),
        'Do: answer each of these points, then submit again; it is validated anew.',
      ];
    }
    case 'ticket.validate':
      return [
        'STALE_EVIDENCE: its files are no longer those that were handed off.',
        'Do: submit the files as they are now.',
      ];
    case 'closure.expire':
      return [
        'A check had failed when the validation ran out.',
        'Do: read the reports in the history, then submit again.',
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
