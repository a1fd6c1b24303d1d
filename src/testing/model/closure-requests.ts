/** Everything that can be asked of a ticket after its hand-off, in the model tests. A flaw has the code the spec gives it. */
import { checks, type Check } from '../../../machines/schema/ticket.js';

export interface ClosureRequest {
  readonly name: string;
  readonly verb: string;
  readonly flaws: readonly string[];
  readonly check: Check | undefined;
}

/** In the order they are told. */
export const flawCodes: Readonly<Record<string, string>> = {
  'as an agent': 'PERSON_REQUIRED',
  'by nobody': 'PRINCIPAL_UNKNOWN',
  'by an executor': 'SELF_VALIDATION',
  'by an architect': 'SELF_VALIDATION',
  'under another policy': 'POLICY_CHANGED',
  'with a finding unmet': 'FINDING_NOT_MET',
  'without evidence': 'FINDING_NOT_MET',
  'with a file left out': 'DIFF_MISMATCH',
  'with a file too many': 'DIFF_MISMATCH',
  'with a criterion left out': 'INCOMPLETE_AUDIT',
};

const requestOf = (verb: string, ...flaws: string[]): ClosureRequest => ({
  name: [verb, ...flaws].join(', '),
  verb,
  flaws,
  check: checks.find((check) => verb.startsWith(`${check} `)),
});

const reportVerbs = checks.flatMap((check) => [
  `${check} passes`,
  `${check} fails`,
  `${check} passes on changed files`,
]);

const plain = [
  ...['validate', 'validate changed files', ...reportVerbs, 'run passes', 'run fails', 'lease runs out', 'accept'],
  ...['ask for a person', 'withdraw', 'another run ends', 'expire early', 'submit', 'review', 'force'],
];

const ownFlaws: Readonly<Record<Check, readonly string[]>> = {
  investigator: ['with a file left out', 'with a file too many'],
  prd_auditor: ['with a criterion left out'],
  validator: [],
};

const flawed: readonly (readonly [string, ...string[]])[] = [
  ...['by nobody', 'by an executor', 'by an architect', 'under another policy'].map(
    (flaw) => ['validate', flaw] as const,
  ),
  ['validate', 'by nobody', 'under another policy'],
  ['validate', 'by an executor', 'under another policy'],
  ['validate changed files', 'by an architect'],
  ...checks.flatMap((check) => {
    const passes = `${check} passes`;
    const all = ['by nobody', 'by an executor', 'by an architect', 'with a finding unmet', 'without evidence'];
    return [
      ...[...all, ...ownFlaws[check]].map((flaw) => [passes, flaw] as const),
      [passes, 'by an executor', 'with a finding unmet', ...ownFlaws[check].slice(0, 1)] as const,
      [`${check} fails`, 'by nobody'] as const,
      [`${check} fails`, 'by an executor'] as const,
    ];
  }),
  ['accept', 'as an agent'],
];

export const requests: readonly ClosureRequest[] = [
  ...plain.map((verb) => requestOf(verb)),
  ...flawed.map(([verb, ...flaws]) => requestOf(verb, ...flaws)),
];

export const requestNamed = (name: string): ClosureRequest =>
  requests.find((request) => request.name === name) ?? requestOf(name);

export const isPass = ({ verb }: ClosureRequest): boolean => verb.includes(' passes');
