/** What is said of each edge of a gate, by the name its picture gives it. */
import { lastFailure } from '../../machines/measures/gate.js';
import type { Decision } from '../../machines/schema/ticket.js';
import type { AskedTicket } from './possible-ticket-asked.js';
import { asks, not, waits, type Judge } from './possible-ticket-judged.js';

const decision =
  (name: Decision, to: string, otherwise?: string): Judge =>
  (asked) =>
    asks(asked.decide(name), { by: `a person: ${name}`, to, ...(otherwise === undefined ? {} : { otherwise }) });

/** The step it would repeat is the one that timed out. */
const extend = (to: string): Judge => decision('extend', to, 'only the step that timed out, once');

const run =
  (when: string): Judge =>
  ({ ticket }) =>
    waits(`when the run ${when}`, ticket.gate.context.deadline);

const override =
  (how: 'skip' | 'force'): Judge =>
  (asked) =>
    asks(asked.override(how), { by: `a person: ${how}, with a note; the label stays` });

const wake =
  (isReview: boolean, otherwise: string): Judge =>
  ({ ticket: { gate } }) => {
    const isWanted = (lastFailure(gate.context)?.step === 'architect') === isReview;
    return isWanted ? waits('after its pause', gate.context.wakeAt) : not(otherwise);
  };

export const gateJudges: Readonly<Record<string, Judge>> = {
  begin: (asked) => asks(asked.start(), { by: 'ticket_start' }),
  overdue: ({ ticket: { gate } }) =>
    gate.context.deadline === null
      ? not('no time runs now')
      : waits('when the time of this step is up', gate.context.deadline),
  escalate: (asked) => asks(asked.escalate(), { by: 'ticket_escalate, which costs nothing' }),
  skip: override('skip'),
  force: override('force'),

  contradictsItself: (asked) =>
    asks(asked.submit({ doneCriteriaMet: false }), { by: 'a ticket_submit that contradicts itself' }),
  failed: (asked) =>
    asks(asked.submit({ status: 'failure', error: 'as if' }), { by: 'ticket_submit with status failure' }),
  waitsForTicket: blockedByAnother,
  blocked: (asked) => asks(asked.submit({ status: 'blocked' }), { by: 'ticket_submit with status blocked' }),
  report: (asked, { from }) =>
    from.endsWith('REVIEWING')
      ? asks(asked.submit({}), { by: 'ticket_submit, once its files were changed again' })
      : asks(asked.submit({}), { by: 'ticket_submit with status success' }),

  movedTooOften: run('finds the files moving for the third time'),
  allPassed: run('passes, as every run on these files has'),
  allFailed: run('fails'),
  flaky: run('passes, and others on these files failed'),
  ran: run('fails more often than it passes on these files'),

  needsPerson: (asked) => asks(asked.review({ confidence: 'LOW' }), { by: 'a ticket_review that is not sure' }),
  rejected: (asked) =>
    asks(asked.review({ verdict: 'REJECTED', recommendation: 'retry' }), { by: 'ticket_review: REJECTED' }),
  review: (asked) => asks(asked.review({}), { by: 'ticket_review of an architect who did not build it: APPROVED' }),

  reviewIsTime: wake(true, 'only where a review timed out'),
  isTime: wake(false, 'the review is repeated, not the work'),
  exhausted: () => not('retries are left'),
  retriesAtOnce: () => not('a time-out is tried again after a pause'),

  unblock: (asked) => {
    const { blocker } = asked.ticket.gate.context;
    const itself = blocker === null ? '' : `, or by itself once ${blocker} is closed`;
    return asks(asked.decide('unblock'), { by: `a person: unblock${itself}` });
  },
  orphan: ({ ticket: { gate } }) =>
    gate.context.blocker === null ? not('it waits for no ticket') : waits(`if ${gate.context.blocker} is withdrawn`),
  retry: decision('retry', 'EXECUTING'),
  mayExtendExecutor: extend('EXECUTING'),
  mayExtendVerify: extend('VERIFYING'),
  mayExtendReview: extend('REVIEWING'),
  investigate: decision('investigate', 'BLOCKED'),
  mayAcknowledge: decision('acknowledge', 'REVIEWING', 'only where its command passes sometimes and fails sometimes'),
  mayRereview: decision('rereview', 'REVIEWING', 'only while the last runs on its files have passed'),
  reopen: () => waits('if the closure gate sends it back'),
};

function blockedByAnother(asked: AskedTicket): ReturnType<Judge> {
  const said = (blockedBy: string) =>
    asks(asked.submit({ status: 'blocked', blockedBy }), {
      by: 'ticket_submit with blockedBy another ticket',
      to: 'BLOCKED',
      otherwise: 'there is no ticket it could wait for',
    });
  const judged = asked.others.map(said);
  return judged.find(({ allowed }) => allowed) ?? judged[0] ?? not('there is no ticket it could wait for');
}
