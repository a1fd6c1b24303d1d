/** The requests after a hand-off by concern: all of them at once would be hundreds of places, most of them the same. */
import type { ClosureLedger } from './closure-ledger.js';
import type { ClosureSlice } from './closure-model.js';

const passes = ['investigator passes', 'prd_auditor passes', 'validator passes'];
const fails = ['investigator fails', 'prd_auditor fails', 'validator fails'];
const reportsIn = ({ marks }: ClosureLedger): number => Object.keys(marks).length;
const inOrder = ({ marks }: ClosureLedger, verb: string): boolean =>
  !passes.includes(verb) || passes.indexOf(verb) === Object.keys(marks).length;

export const closureSlices: readonly ClosureSlice[] = [
  {
    name: 'orders of reports',
    isOverride: false,
    verbs: ['validate', 'run passes', ...passes, ...fails],
    // Before the run has ended is a slice of its own.
    isPossible: (ledger, verb) => {
      if (['validate', 'run passes'].includes(verb)) return true;
      // Every order of passes; which of them fails matters only once, the chart's own tests have all of it.
      const isInTurn = !fails.includes(verb) || fails.indexOf(verb) === reportsIn(ledger);
      return ledger.run === 'passed' && isInTurn;
    },
  },
  {
    name: 'the run, and files that move',
    isOverride: false,
    verbs: [
      ...['validate', 'validate changed files', 'run passes', 'run fails', ...passes, 'validator fails'],
      ...['validator passes on changed files', 'investigator passes on changed files'],
    ],
    isPossible: (ledger, verb) => inOrder(ledger, verb) && (verb !== 'validator fails' || ledger.run === 'failed'),
  },
  {
    name: 'the lease',
    isOverride: false,
    verbs: ['validate', 'run passes', 'lease runs out', 'investigator passes', 'prd_auditor fails', 'withdraw'],
    isPossible: ({ round, run, status }, verb) =>
      (verb !== 'validate' || round < 2) &&
      (!/passes$|fails$/.test(verb) || verb === 'run passes' || run === 'passed') &&
      (verb !== 'withdraw' || (status === 's3_validating' && round === 2)),
  },
  {
    name: 'a person’s acceptance',
    isOverride: true,
    verbs: ['accept', 'validate', 'run passes', 'run fails', ...passes, 'validator fails', 'lease runs out'],
    isPossible: (ledger, verb) => {
      if (verb === 'validate') return ledger.round < 1;
      if (verb === 'lease runs out') return ledger.isAccepted && reportsIn(ledger) === 1;
      return inOrder(ledger, verb) && (verb !== 'validator fails' || reportsIn(ledger) === 2);
    },
  },
  {
    name: 'asking for a person',
    isOverride: false,
    verbs: ['ask for a person', 'validate', 'lease runs out', 'withdraw', 'validate changed files'],
    isPossible: ({ round }, verb) => verb !== 'validate' || round < 1,
  },
];
