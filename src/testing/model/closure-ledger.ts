/**
 * What becomes of a ticket after its hand-off, written by hand from the table of the closure gate. It knows nothing of the
 * chart and nothing of the server.
 */
import { checks, type Check } from '../../../machines/schema/ticket.js';
import { flawCodes, isPass, type ClosureRequest } from './closure-requests.js';

export interface ClosureLedger {
  readonly status: 'impl_complete' | 's3_validating' | 'in_progress' | 'closed' | 'withdrawn';
  readonly isOverride: boolean;
  readonly isAccepted: boolean;
  readonly isFlagged: boolean;
  readonly run: 'none' | 'running' | 'passed' | 'failed';
  readonly marks: Readonly<Partial<Record<Check, 'passed' | 'failed'>>>;
  readonly round: number;
  /** The last round ran out, and no other has begun. */
  readonly isExpired: boolean;
}

export type Answer = { readonly to: ClosureLedger } | { readonly codes: readonly string[] };

export const handedOff = (isOverride: boolean): ClosureLedger => ({
  status: 'impl_complete',
  isOverride,
  isAccepted: false,
  isFlagged: false,
  run: 'none',
  marks: {},
  round: 0,
  isExpired: false,
});

export const isComplete = ({ marks }: ClosureLedger): boolean => checks.every((check) => marks[check] !== undefined);
const hasFailure = ({ marks }: ClosureLedger): boolean => Object.values(marks).includes('failed');
const wrong: Answer = { codes: ['WRONG_STATUS'] };

/** Whatever was said of it is void, and who was asked for is not asked for any more. */
const leaving = (ledger: ClosureLedger, status: ClosureLedger['status']): Answer => ({
  to: { ...ledger, status, isFlagged: false, run: 'none', marks: {} },
});
const sentBack = (ledger: ClosureLedger): Answer => leaving({ ...ledger, isAccepted: false }, 'in_progress');

/** A closed ticket shows what closed it. */
const settled = (ledger: ClosureLedger): Answer => {
  if (!isComplete(ledger)) return { to: ledger };
  if (hasFailure(ledger)) return sentBack(ledger);
  if (ledger.isOverride && !ledger.isAccepted) return { to: ledger };
  return { to: { ...ledger, status: 'closed', isFlagged: false } };
};

/** Whether there is any way to ask it: only a run that was begun ends, only a lease that runs is over. */
export function canBeAsked({ verb, flaws }: ClosureRequest, ledger: ClosureLedger): boolean {
  // What a person forced at once nobody has built.
  if (ledger.isOverride && flaws.some((flaw) => flawCodes[flaw] === 'SELF_VALIDATION')) return false;
  const isRunning = ledger.status === 's3_validating' && ledger.run === 'running';
  if (verb === 'run passes' || verb === 'run fails') return isRunning;
  if (verb === 'lease runs out') return ledger.status === 's3_validating' && !isComplete(ledger);
  return true;
}

export function expected(ledger: ClosureLedger, request: ClosureRequest): Answer {
  const { verb, check } = request;
  if (check) return reported(ledger, request, check);
  const isOpen = ledger.status === 'impl_complete' || ledger.status === 's3_validating';
  switch (verb) {
    case 'validate':
    case 'validate changed files':
      return validated(ledger, request);
    case 'run passes':
    case 'run fails':
      return { to: { ...ledger, run: verb === 'run passes' ? 'passed' : 'failed' } };
    case 'lease runs out':
      return hasFailure(ledger) ? sentBack(ledger) : leaving({ ...ledger, isExpired: true }, 'impl_complete');
    case 'accept':
      if (request.flaws.length > 0) return { codes: codesOf(request) };
      return isOpen && ledger.isOverride ? settled({ ...ledger, isAccepted: true }) : wrong;
    case 'ask for a person':
      if (!isOpen) return wrong;
      return ledger.isFlagged ? { codes: ['ALREADY_ESCALATED'] } : { to: { ...ledger, isFlagged: true } };
    case 'withdraw':
      return isOpen ? leaving(ledger, 'withdrawn') : wrong;
    // The builders' work is over, and neither another server nor a person who forces changes that.
    default:
      return wrong;
  }
}

const codesOf = ({ flaws }: ClosureRequest): string[] =>
  Object.keys(flawCodes)
    .filter((flaw) => flaws.includes(flaw))
    .map((flaw) => flawCodes[flaw] ?? '');

function validated(ledger: ClosureLedger, request: ClosureRequest): Answer {
  if (ledger.status !== 'impl_complete') return wrong;
  const codes = codesOf(request);
  if (codes.length > 0) return { codes };
  if (request.verb === 'validate changed files') return sentBack(ledger);
  const begun = { round: ledger.round + 1, run: 'running', marks: {}, isExpired: false, isFlagged: false } as const;
  return { to: { ...ledger, ...begun, status: 's3_validating' } };
}

function reported(ledger: ClosureLedger, request: ClosureRequest, check: Check): Answer {
  if (ledger.status === 'impl_complete' && ledger.isExpired) return { codes: ['LEASE_EXPIRED'] };
  if (ledger.status !== 's3_validating') return wrong;
  const found = codesOf(request);
  const at = found.findLastIndex((code) => code === 'PRINCIPAL_UNKNOWN' || code === 'SELF_VALIDATION') + 1;
  const again = ledger.marks[check] === undefined ? [] : ['ALREADY_REPORTED'];
  const codes = [...found.slice(0, at), ...again, ...found.slice(at), ...weakness(ledger, request)];
  if (codes.length > 0) return { codes };
  const marks = { ...ledger.marks, [check]: isPass(request) ? 'passed' : 'failed' } as const;
  const next = { ...ledger, marks };
  return request.verb.endsWith('changed files') && isComplete(next) ? sentBack(next) : settled(next);
}

/** A validator's pass rests on a run that passed, or on a person. */
function weakness({ run, isAccepted }: ClosureLedger, request: ClosureRequest): string[] {
  if (request.check !== 'validator' || !isPass(request) || isAccepted || run === 'passed') return [];
  return [run === 'running' ? 'CLEAN_RUN_PENDING' : 'EVIDENCE_TOO_WEAK'];
}
