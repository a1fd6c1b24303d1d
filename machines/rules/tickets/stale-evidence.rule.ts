/** Refuses an approval of files that are not those the run passed on. */
import type { GateContext } from '../../measures/gate.js';
import { reviewRule, type ReviewFigures } from './ticket-rule.js';

export const isOutdated = (gate: GateContext, event: ReviewFigures): boolean =>
  event.verdict === 'APPROVED' && gate.lastRun?.filesId !== event.filesId;

export const staleEvidence = reviewRule({
  code: 'STALE_EVIDENCE',
  why: 'The run says nothing about files that changed after it.',
  check({ ticketId, gate, event }) {
    if (!isOutdated(gate, event)) return [];
    return [
      {
        subject: ticketId,
        message: `The contract’s files, or protected ones, have changed since run ${gate.lastRun?.id ?? 0}.`,
        fix: 'Have the executor submit again (same attempt): the command is run on the files as they are now.',
      },
    ];
  },
});
