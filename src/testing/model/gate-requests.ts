/**
 * Everything that can be asked of a gate in the model tests: by agents, by people, by the command that runs, by time, and
 * by another server that comes too late. A request may have flaws; each has the code the spec gives it.
 */
import type { Ledger } from './gate-ledger.js';

export type Group = 'start' | 'submit' | 'review' | 'escalate' | 'run' | 'time' | 'override' | 'decide';

export interface Request {
  readonly name: string;
  readonly group: Group;
  readonly verb: string;
  readonly flaws: readonly string[];
}

/** In the order they are told. */
export const flawCodes: Readonly<Record<string, string>> = {
  'for a timed-out attempt': 'DEADLINE_PASSED',
  'for another attempt': 'STALE_ATTEMPT',
  'as an agent': 'PERSON_REQUIRED',
  'by nobody': 'PRINCIPAL_UNKNOWN',
  'by an architect': 'SELF_REVIEW',
  'by an executor': 'SELF_REVIEW',
  'by one who reviewed': 'SELF_REVIEW',
  'under another policy': 'POLICY_CHANGED',
  'with untouched files': 'FILES_UNTOUCHED',
  'outside the contract': 'OUTSIDE_CONTRACT',
  'asking for a retry': 'INCONSISTENT_REVIEW',
  'asking for a commit': 'INCONSISTENT_REVIEW',
  'without a finding': 'INCOMPLETE_REVIEW',
  'with a criterion unmet': 'UNMET_CRITERION',
  'of other files': 'STALE_EVIDENCE',
  'without a reason': 'REASON_REQUIRED',
  'without a note': 'REASON_REQUIRED',
  'for no good reason': 'REASON_REFUSED',
  'without typing': 'OVERRIDE_NOT_TYPED',
};

const verbs: Readonly<Record<Group, readonly string[]>> = {
  start: ['start'],
  submit: [
    ...['submit', 'submit unchanged', 'submit malformed', 'submit failure'],
    ...['submit blocked by another', 'submit blocked by nothing'],
  ],
  review: ['approve', 'approve with doubts', 'approve with low confidence', 'ask for a manual review', 'reject'],
  escalate: ['escalate'],
  run: ['run passes', 'run fails', 'run moves the files', 'run is cut short', 'another run ends'],
  time: ['time runs out', 'answer too late', 'run ends too late', 'pause ends', 'expire early', 'wake early'],
  override: ['skip', 'force'],
  decide: [
    ...['retry', 'extend', 'investigate', 'acknowledge', 'rereview', 'rereview of other files', 'unblock'],
    'withdraw the blocker',
  ],
};

const agentFlaws = ['under another policy', 'with untouched files', 'outside the contract'];

const flawed: readonly (readonly [verb: string, ...flaws: string[]])[] = [
  ['submit', 'for a timed-out attempt'],
  ['submit', 'for another attempt'],
  ['submit', 'by nobody'],
  ['submit', 'by an architect'],
  ...agentFlaws.map((flaw) => ['submit', flaw] as const),
  ['submit', 'for another attempt', 'by nobody', ...agentFlaws],
  ['submit', 'for a timed-out attempt', 'by nobody', ...agentFlaws],
  ['submit failure', 'for another attempt', 'by nobody', 'under another policy'],
  ['approve', 'by nobody'],
  ['approve', 'by an executor'],
  ['approve', 'by one who reviewed'],
  ['approve', 'asking for a retry'],
  ['approve', 'without a finding'],
  ['approve', 'with a criterion unmet'],
  ['approve', 'of other files'],
  ['approve', 'by nobody', 'asking for a retry', 'without a finding', 'with a criterion unmet', 'of other files'],
  ['reject', 'asking for a commit'],
  ['reject', 'by an executor', 'asking for a commit'],
  ['skip', 'as an agent'],
  ['skip', 'without a reason'],
  ['skip', 'without a note'],
  ['skip', 'for no good reason'],
  ['skip', 'as an agent', 'without a note', 'for no good reason'],
  ['force', 'as an agent'],
  ['force', 'without a note'],
  ['force', 'without typing'],
  ['force', 'as an agent', 'without a note', 'without typing'],
  ['retry', 'as an agent'],
  ['rereview', 'as an agent'],
];

/** Enough to ask where the whole group is out of place: what is wrong with the rest comes after that. */
const plain = new Set(['submit', 'submit failure', 'approve', 'reject']);

const groupOf = (verb: string): Group =>
  // Every verb stands in one of the lists above.
  (Object.keys(verbs) as Group[]).find((group) => verbs[group].includes(verb)) ?? 'start';

export const requestOf = (verb: string, ...flaws: string[]): Request => ({
  name: [verb, ...flaws].join(', '),
  group: groupOf(verb),
  verb,
  flaws,
});

export const requests: readonly Request[] = [
  ...Object.values(verbs)
    .flat()
    .map((verb) => requestOf(verb)),
  ...flawed.map(([verb, ...flaws]) => requestOf(verb, ...flaws)),
];

/** One request stands for its group, and one that is wrong in every way: only to be too late is told before that. */
export const isTelling = ({ verb, flaws, group }: Request): boolean =>
  !['submit', 'review'].includes(group) ||
  (flaws.length === 0 ? plain.has(verb) : flaws.length > 1 || flaws.includes('for a timed-out attempt'));

const working = ['EXECUTING', 'VERIFYING', 'REVIEWING'];

const needs: Readonly<Record<string, (ledger: Ledger) => boolean>> = {
  'submit unchanged': ({ files }) => files > 0,
  'submit blocked by another': ({ isOtherWithdrawn }) => !isOtherWithdrawn,
  'run passes': ({ state }) => state === 'VERIFYING',
  'run fails': ({ state }) => state === 'VERIFYING',
  'run moves the files': ({ state }) => state === 'VERIFYING',
  'run is cut short': ({ state, isCalled }) => state === 'VERIFYING' && isCalled,
  'time runs out': ({ state }) => working.includes(state),
  'answer too late': ({ state }) => working.includes(state),
  'run ends too late': ({ state }) => state === 'VERIFYING',
  'pause ends': ({ state }) => state === 'FAILED',
  'withdraw the blocker': ({ isBlockedByOther }) => isBlockedByOther,
  'for a timed-out attempt': ({ timedOut }) => timedOut.length > 0,
  'by an architect': ({ architects }) => architects.length > 0,
  'by an executor': ({ executors }) => executors.length > 0,
  'by one who reviewed': ({ reviewers }) => reviewers.length > 0,
};

/** Whether there is any way to ask it: a run ends only where one was begun, an architect executes only if there is one. */
export const canBeAsked = ({ verb, flaws }: Request, ledger: Ledger): boolean =>
  [verb, ...flaws].every((each) => needs[each]?.(ledger) ?? true);
