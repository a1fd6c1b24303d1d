/**
 * A ticket's story for those who look closely: every attempt and every validation with what was claimed, what Proctor
 * saw, what others judged and what people decided. Bounded: what is left out is counted.
 */
import type { Board } from '../../machines/measures/board.js';
import type { Ticket } from '../../machines/measures/board-ticket.js';
import type { JournalRecord } from '../../machines/schema/record.js';
import { storyOf, type Told } from './evidence/story.js';
import { feedbackOf } from './feedback.js';
import { capped, stepOf, type Capped, type StoryStep } from './ticket-story-step.js';

export interface AttemptStory {
  attempt: number;
  /** The failure it ended in, or where its gate stands or stood last. */
  outcome: string;
  failed: boolean;
  /** What a failed attempt hands to the next. */
  feedback?: string;
  steps: Capped<StoryStep>;
}

export interface ValidationStory {
  round: number;
  steps: Capped<StoryStep>;
}

export interface TicketStory {
  /** The latest first, in both lists. */
  attempts: Capped<AttemptStory>;
  validations: Capped<ValidationStory>;
  /** What people decided, in order. */
  people: Capped<StoryStep>;
}

const attemptsShown = 8;
const validationsShown = 5;
const stepsShown = 16;
const peopleShown = 20;

const closing = /^(?:ticket\.(?:validate|report)|closure\.)/;
const isClosing = ({ record: { command } }: Told): boolean =>
  closing.test(command.type) || (command.type === 'ticket.decide' && command.decision === 'accept');
const isByPerson = ({ record: { command } }: Told): boolean =>
  command.type === 'ticket.decide' || command.type === 'ticket.override';

export function ticketStory(board: Board, ticket: Ticket, records: readonly JournalRecord[]): TicketStory {
  const { told } = storyOf({ sessionId: '', ticket, records, head: '' });
  const own = told.filter(({ record, isOwn }) => isOwn && record.command.type !== 'tickets.open');
  const step = (each: Told) => stepOf(board, ticket, each.record);
  const attempts = grouped(
    own.filter((each) => !isClosing(each)),
    // What starts the first attempt is told of before it.
    ({ record, attempt }) => (record.command.type === 'ticket.start' ? 1 : attempt),
  );
  const { attempt: now } = ticket.gate.context;
  // One that has only begun has nothing to tell yet.
  if (now > 0 && attempts.at(-1)?.[0] !== now) attempts.push([now, []]);
  const validations = grouped(own.filter(isClosing), ({ round }) => round);
  const bySeq = new Map(records.map((record) => [record.seq, record]));
  return {
    attempts: capped(
      attempts.reverse().map(([attempt, steps]) => ({
        attempt,
        ...outcomeOf(ticket, attempt, steps, bySeq),
        steps: lastOnes(steps.map(step)),
      })),
      attemptsShown,
    ),
    validations: capped(
      validations.reverse().map(([round, steps]) => ({ round, steps: lastOnes(steps.map(step)) })),
      validationsShown,
    ),
    people: capped(own.filter(isByPerson).map(step).reverse(), peopleShown),
  };
}

function grouped(told: readonly Told[], keyOf: (told: Told) => number): [number, Told[]][] {
  const groups = new Map<number, Told[]>();
  for (const each of told) groups.set(keyOf(each), [...(groups.get(keyOf(each)) ?? []), each]);
  return [...groups].sort(([a], [b]) => a - b);
}

function lastOnes(steps: readonly StoryStep[]): Capped<StoryStep> {
  return { items: steps.slice(-stepsShown), more: Math.max(0, steps.length - stepsShown) };
}

function outcomeOf(
  ticket: Ticket,
  attempt: number,
  steps: readonly Told[],
  bySeq: ReadonlyMap<number, JournalRecord>,
): Pick<AttemptStory, 'outcome' | 'failed' | 'feedback'> {
  const failure = ticket.failures.findLast((each) => each.attempt === attempt);
  const isNow = attempt === ticket.gate.context.attempt;
  if (failure && !(isNow && isGoingOn(ticket))) {
    const { type, detail } = failure;
    const outcome = detail === undefined ? type : `${type} (${detail})`;
    return { outcome, failed: true, feedback: feedbackOf(ticket, failure, bySeq.get(failure.seq)) };
  }
  if (isNow) return { outcome: ticket.status === 'withdrawn' ? 'withdrawn' : ticket.gate.state, failed: false };
  const states = steps.flatMap(({ record }) =>
    record.moves.filter(({ actor }) => actor === `gate:${ticket.id}`).map(({ from }) => from ?? ''),
  );
  return { outcome: states.at(-1) ?? 'not started', failed: false };
}

/** A review that timed out, or a step a person extended, leaves its attempt at work. */
const isGoingOn = ({ gate }: Ticket): boolean => !['FAILED', 'ESCALATED'].includes(gate.state);
