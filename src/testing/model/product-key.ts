/** What tells one state of a ticket and its gate from another: times as whether they run, counters as far as they matter. */
import { isLate } from '../../../machines/rules/tickets/deadline-passed.rule.js';
import type { GateContext } from '../../../machines/measures/gate.js';
import { leafOf } from '../../session/ticket-actors.js';
import type { Product } from './product-place.js';

/** One more than the retries of a type changes nothing any more. */
const upTo = (count: number | undefined, max: number): number => Math.min(count ?? 0, max);

/** Of what failed, only what has its own maximum below that of all attempts. */
const failuresOf = ({ failed }: GateContext): unknown[] => [
  upTo(failed.ARCHITECT_REJECTION, 2),
  upTo(failed.TIMEOUT, 2),
];

/** Of the runs on the files there are now. */
function runsOf({ tallies, lastRun, acknowledged }: GateContext): unknown[] {
  const { passed = 0, failed = 0 } = tallies[lastRun?.filesId ?? ''] ?? {};
  return [upTo(passed, 2), upTo(failed, 2), acknowledged !== null];
}

export function keyOf({ ticket, gate }: Product): string {
  const { isFlagged, isAccepted, needsAccept, lease, run, round, expiredRound } = ticket.context;
  const isExpired = round > 0 && expiredRound === round;
  const closing = [ticket.value, run, lease !== null, isFlagged, isAccepted, needsAccept, isExpired, round > 0];
  if (!gate) return JSON.stringify(closing);
  const { context } = gate;
  // None, unless a law is broken: such a state must not pass for another.
  const builders = [...context.executors, ...context.architects];
  const ownMarks = Object.values(ticket.context.marks).filter(({ by }) => builders.includes(by)).length;
  const { counted, attemptsMax, labels } = context;
  const state = leafOf(gate.value);
  const isOver = ['APPROVED', 'SKIPPED', 'FORCED'].includes(state);
  // What the gate did is over while others check: it is told apart again where it is reopened.
  const work = isOver
    ? []
    : [
        ...[...failuresOf(context), ...runsOf(context)],
        ...[context.escalation?.type, context.step, context.deadline !== null, context.wakeAt !== null],
        ...[context.blocker !== null, upTo(context.movedRuns, 2), upTo(context.resubmits, 1), context.extended.length],
        isLate(context, { attempt: context.attempt, at: 0 }),
      ];
  return JSON.stringify([closing, ownMarks, state, upTo(counted, 4), upTo(attemptsMax, 4), [...labels].sort(), work]);
}
