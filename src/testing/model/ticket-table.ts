/**
 * What becomes of a ticket on every request, by its status, written by hand from the spec of tickets. Where its gate
 * decides, the table of the gate says more; here it counts what the ticket is told.
 */

/** A row for each status: what each request leads to, or the code it is refused with. */
export const ticketTable: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  open: {
    start: 'in_progress',
    submit: 'WRONG_STATUS',
    review: 'WRONG_STATUS',
    'ask for a person': 'WRONG_STATUS',
    retry: 'WRONG_STATUS',
    force: 'WRONG_STATUS',
    withdraw: 'withdrawn',
    'withdraw without a reason': 'REASON_REQUIRED',
    'withdraw as an agent': 'PERSON_REQUIRED',
    'drop a dependency it has not': 'UNKNOWN_DEPENDENCY',
  },
  in_progress: {
    start: 'WRONG_STATUS',
    submit: 'in_progress',
    review: 'WRONG_STATUS',
    'ask for a person': 'blocked',
    retry: 'WRONG_STATUS',
    force: 'impl_complete',
    'answer too late': 'DEADLINE_PASSED',
    withdraw: 'withdrawn',
    'withdraw without a reason': 'REASON_REQUIRED',
    'withdraw as an agent': 'PERSON_REQUIRED',
    'drop a dependency it has not': 'UNKNOWN_DEPENDENCY',
  },
  blocked: {
    start: 'WRONG_STATUS',
    submit: 'WRONG_STATUS',
    review: 'WRONG_STATUS',
    'ask for a person': 'ALREADY_ESCALATED',
    retry: 'in_progress',
    force: 'impl_complete',
    'answer too late': 'DEADLINE_PASSED',
    withdraw: 'withdrawn',
    'withdraw without a reason': 'REASON_REQUIRED',
    'withdraw as an agent': 'PERSON_REQUIRED',
    'drop a dependency it has not': 'UNKNOWN_DEPENDENCY',
  },
  impl_complete: {
    start: 'WRONG_STATUS',
    submit: 'WRONG_STATUS',
    review: 'WRONG_STATUS',
    'ask for a person': 'impl_complete, flagged',
    retry: 'WRONG_STATUS',
    force: 'WRONG_STATUS',
    'answer too late': 'DEADLINE_PASSED',
    withdraw: 'withdrawn',
    'withdraw without a reason': 'REASON_REQUIRED',
    'withdraw as an agent': 'PERSON_REQUIRED',
    'drop a dependency it has not': 'UNKNOWN_DEPENDENCY',
  },
  'impl_complete, flagged': {
    start: 'WRONG_STATUS',
    submit: 'WRONG_STATUS',
    review: 'WRONG_STATUS',
    'ask for a person': 'ALREADY_ESCALATED',
    retry: 'WRONG_STATUS',
    force: 'WRONG_STATUS',
    'answer too late': 'DEADLINE_PASSED',
    withdraw: 'withdrawn',
    'withdraw without a reason': 'REASON_REQUIRED',
    'withdraw as an agent': 'PERSON_REQUIRED',
    'drop a dependency it has not': 'UNKNOWN_DEPENDENCY',
  },
  withdrawn: {
    start: 'WRONG_STATUS',
    submit: 'WRONG_STATUS',
    review: 'WRONG_STATUS',
    'ask for a person': 'WRONG_STATUS',
    retry: 'WRONG_STATUS',
    force: 'WRONG_STATUS',
    'answer too late': 'WRONG_STATUS',
    withdraw: 'WRONG_STATUS',
    'withdraw without a reason': 'WRONG_STATUS',
    'withdraw as an agent': 'PERSON_REQUIRED',
    'drop a dependency it has not': 'WRONG_STATUS',
  },
};

/** Codes are written in capitals, statuses are not. */
export const isCode = (answer: string): boolean => /^[A-Z_]+$/.test(answer);
