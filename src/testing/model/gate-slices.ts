/** The gate's requests by concern: all of them at once would be thousands of places, most of them the same. */
import { hasPassed, type Ledger } from './gate-ledger.js';
import type { Slice } from './gate-model.js';

const straight = ['start', 'submit', 'run passes'];
/** Submitting while a review is awaited is a slice of its own. */
const once = ({ state }: Ledger, verb: string): boolean => verb !== 'submit' || state === 'EXECUTING';

/** The same files all the way; what is not acknowledged is approved elsewhere, and one retry shows what is forgotten. */
function mixed({ files, acknowledged, counted, escalation, failures }: Ledger, verb: string): boolean {
  if (verb === 'submit') return files === 0;
  if (verb === 'approve') return acknowledged !== null;
  if (verb === 'retry') return escalation === 'FLAKY' && counted === 2 && failures['ARCHITECT_REJECTION'] === undefined;
  return true;
}

/** Looking into it, and giving up waiting, are the same whatever the step was. */
const onceAsked = (ledger: Ledger, verb: string): boolean =>
  once(ledger, verb) && (!/investigate|retry/.test(verb) || ledger.step === 'executor');

export const slices: readonly Slice[] = [
  {
    name: 'attempts and failures',
    verbs: [...straight, 'submit failure', 'submit malformed', 'run fails', 'approve', 'reject'],
    key: ({ counted, failures }) => [counted, failures['ARCHITECT_REJECTION'] ?? 0],
    isPossible: once,
  },
  {
    name: 'results that differ',
    verbs: [...straight, 'submit unchanged', 'run fails', 'reject', 'acknowledge', 'approve', 'retry'],
    key: ({ files, runs, counted, max, acknowledged, failures }) => [
      ...[files, runs[files] ?? 0, counted, max, acknowledged !== null, failures['ARCHITECT_REJECTION'] ?? 0],
    ],
    isPossible: mixed,
    isOver: ({ files, runs, max }) => max > 3 && runs[files] !== undefined,
  },
  {
    name: 'runs that say nothing',
    verbs: [...straight, 'run moves the files', 'run is cut short'],
    key: ({ moved, isCalled, counted }) => [moved, isCalled, counted],
    isPossible: once,
    isOver: ({ counted }) => counted > 1,
  },
  {
    name: 'work submitted again',
    verbs: [...straight, 'run fails', 'approve'],
    key: ({ resubmits, counted }) => [resubmits, counted],
    isOver: ({ counted }) => counted > 1,
  },
  {
    name: 'reviews',
    verbs: [
      ...[...straight, 'approve', 'approve with doubts', 'approve with low confidence', 'ask for a manual review'],
      ...['reject', 'rereview'],
    ],
    key: ({ reviewers, attempt }) => [reviewers.length, attempt],
    isPossible: once,
    isOver: ({ reviewers, attempt }) => reviewers.length > 1 || attempt > 1,
  },
  {
    name: 'work that is blocked',
    verbs: [
      ...['start', 'submit blocked by another', 'submit blocked by nothing', 'unblock', 'withdraw the blocker'],
      ...['investigate', 'retry'],
    ],
    key: ({ isBlockedByOther, isOtherWithdrawn, attempt, counted }) => [
      ...[isBlockedByOther, isOtherWithdrawn, attempt, counted],
    ],
    isOver: ({ attempt }) => attempt > 2,
  },
  {
    name: 'time',
    verbs: [...straight, 'time runs out', 'pause ends', 'extend', 'approve'],
    key: ({ step, failures, extended, timedOut, attempt }) => [
      ...[step, failures['TIMEOUT'] ?? 0, extended, timedOut.includes(attempt), timedOut.length > 0],
    ],
    isPossible: once,
    isOver: ({ extended }) => extended.length > 1,
  },
  {
    name: 'late answers',
    verbs: [...straight, 'answer too late', 'run ends too late', 'pause ends', 'approve'],
    key: ({ step, failures, timedOut, attempt }) => [
      ...[step, failures['TIMEOUT'] ?? 0, timedOut.includes(attempt), timedOut.length > 0],
    ],
    isPossible: once,
  },
  {
    name: 'asking for a person',
    verbs: [...straight, 'reject', 'time runs out', 'escalate', 'retry', 'investigate', 'rereview', 'approve'],
    key: (ledger) => [
      ...[ledger.step, hasPassed(ledger), ledger.timedOut.includes(ledger.attempt), ledger.attempt, ledger.max],
      ledger.failures,
    ],
    isPossible: onceAsked,
    isOver: ({ max, failures }) =>
      max > 3 || (failures['TIMEOUT'] ?? 0) > 1 || (failures['ARCHITECT_REJECTION'] ?? 0) > 1,
  },
  {
    name: 'overrides',
    verbs: [...straight, 'time runs out', 'submit blocked by another', 'escalate', 'skip', 'force'],
    key: ({ failures, attempt }) => [failures, attempt],
    isPossible: once,
    isOver: ({ failures, attempt }) => (failures['TIMEOUT'] ?? 0) > 1 || attempt > 1,
  },
];
