/** Keeps executors, architects and checkers apart, over all attempts of a ticket. */
import type { GateContext } from '../../measures/gate.js';
import { reportRule, reviewRule } from './ticket-rule.js';

interface Sender {
  readonly by: string | null;
  readonly isChecker: boolean;
}

/** An earlier architect or checker executes. */
export const reviewedBefore = ({ architects }: GateContext, { by, isChecker }: Sender): boolean =>
  isChecker || (by !== null && architects.includes(by));

/** An executor or an earlier checker reviews, or somebody reviews this attempt a second time. */
export const judgesOwn = ({ executors, reviewed }: GateContext, { by, isChecker }: Sender): boolean =>
  isChecker || (by !== null && (executors.includes(by) || reviewed.includes(by)));

const code = 'SELF_REVIEW';
const why = 'Nobody grades their own homework.';

export const selfExecute = reportRule({
  code,
  why,
  check({ ticketId, gate, event }) {
    if (!reviewedBefore(gate, event)) return [];
    return [
      {
        subject: ticketId,
        message: `${event.by} has ${event.isChecker ? 'validated' : 'reviewed'} this ticket and cannot execute it.`,
        fix: 'Let another agent do the work and submit it.',
      },
    ];
  },
});

export const selfReview = reviewRule({
  code,
  why,
  check({ ticketId, gate, event }) {
    if (!judgesOwn(gate, event)) return [];
    const did = gate.executors.includes(event.by ?? '') ? 'has executed this ticket' : 'has reviewed this attempt';
    const what = event.isChecker ? 'has validated this ticket' : did;
    return [
      {
        subject: ticketId,
        message: `${event.by} ${what} and cannot review it.`,
        fix: 'Let an agent review it that has not worked on it.',
      },
    ];
  },
});
