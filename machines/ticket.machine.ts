/**
 * A ticket. It moves by what its gate tells it and by the three checks, never by a caller's word: events named `verdict.`
 * come from the gate alone, and there is no close. Its gate is spawned with it and lives as long.
 */
import { assign, sendTo, setup, stopChild } from 'xstate';
import type { GateEvent } from './gate-actor.js';
import { gateMachine } from './gate.machine.js';
import * as closure from './measures/closure.js';
import type { GateInput } from './measures/gate.js';
import type { Check } from './schema/ticket.js';
import { isReported } from './rules/closure/already-reported.rule.js';
import { isShared } from './rules/closure/checks-not-separate.rule.js';
import type { CheckFigures, ValidateFigures } from './rules/closure/closure-rule.js';
import { missesDiff } from './rules/closure/diff-mismatch.rule.js';
import { isPending, isTooWeak } from './rules/closure/evidence-too-weak.rule.js';
import { saysOtherwise } from './rules/closure/finding-not-met.rule.js';
import { leavesOut } from './rules/closure/incomplete-audit.rule.js';
import { isAfterLease } from './rules/closure/lease-expired.rule.js';
import { needsNoAccept } from './rules/closure/not-acceptable.rule.js';
import { isBuilder } from './rules/closure/self-validation.rule.js';
import { closesOutside, validatesOutside } from './rules/tickets/outside-contract.rule.js';
import { hasChanged } from './rules/tickets/policy-changed.rule.js';
import { isNobody } from './rules/tickets/principal-unknown.rule.js';

export type TicketEvent =
  | GateEvent
  | { type: 'verdict.works' }
  | { type: 'verdict.waits' }
  | { type: 'verdict.passed'; isOverride: boolean }
  | { type: 'ticket.flag' }
  | { type: 'ticket.withdraw' }
  | ({ type: 'ticket.validate' } & ValidateFigures)
  | ({ type: `report.${Check}` } & CheckFigures)
  | { type: 'closure.ran'; at: number; runId: number; passed: boolean; isCutShort: boolean }
  | { type: 'closure.expire'; at: number }
  | { type: 'ticket.accept'; at: number; isMoved: boolean };

type Reported = Extract<TicketEvent, { check: unknown }>;

const isReport = (event: TicketEvent): event is Reported => event.type.startsWith('report.');

/** A guard that looks at a report, and never holds for another event. */
const report =
  (holds: (memory: closure.ClosureContext, event: CheckFigures) => boolean) =>
  ({ context, event }: { context: closure.ClosureContext; event: TicketEvent }): boolean =>
    isReport(event) && holds(context, event);

/** Every event that sets a lease, or sends a ticket back, carries its time. */
const timeOf = (event: TicketEvent): number => ('at' in event ? event.at : 0);

export const gateActorId = 'gate';

const refusals = <const Codes extends readonly string[]>(...codes: Codes) =>
  codes.map((guard) => ({ guard })) as { [K in keyof Codes]: { guard: Codes[K] } };

/** What any report is refused for, and what those of each check are refused for besides. */
const reportRefusals = [
  ...refusals('LEASE_EXPIRED', 'PRINCIPAL_UNKNOWN', 'SELF_VALIDATION', 'CHECKS_NOT_SEPARATE'),
  ...refusals('FINDING_NOT_MET'),
] as const;
const ownRefusals = {
  investigator: refusals('DIFF_MISMATCH', 'OUTSIDE_CONTRACT'),
  prd_auditor: refusals('INCOMPLETE_AUDIT', 'OUTSIDE_CONTRACT'),
  validator: refusals('OUTSIDE_CONTRACT', 'CLEAN_RUN_PENDING', 'EVIDENCE_TOO_WEAK'),
};

/** One check: it waits, and is then passed or failed for good. */
const region = (check: Check) => ({
  initial: 'waiting' as const,
  states: {
    waiting: {
      on: {
        [`report.${check}`]: [
          ...reportRefusals,
          ...ownRefusals[check],
          { guard: 'passes', target: 'passed', actions: 'mark' },
          { target: 'failed', actions: 'mark' },
        ],
      },
    },
    passed: { on: { [`report.${check}`]: refusals('ALREADY_REPORTED') } },
    failed: { on: { [`report.${check}`]: refusals('ALREADY_REPORTED') } },
  },
});

const withdraw = { target: '#ticket@1.withdrawn', actions: 'stopGate' } as const;

export const ticketMachine = setup({
  types: {} as { context: closure.ClosureContext; events: TicketEvent; input: GateInput; tags: 'terminal' },
  actors: { gate: gateMachine },
  guards: {
    ALREADY_ESCALATED: ({ context }) => context.isFlagged,
    PRINCIPAL_UNKNOWN: ({ event }) => 'by' in event && isNobody(event),
    SELF_VALIDATION: ({ event }) => 'isBuilder' in event && isBuilder(event),
    POLICY_CHANGED: ({ event }) => event.type === 'ticket.validate' && hasChanged(event),
    OUTSIDE_CONTRACT: ({ context, event }) =>
      event.type === 'ticket.validate' ? validatesOutside(event) : isReport(event) && closesOutside(context, event),
    LEASE_EXPIRED: report(isAfterLease),
    ALREADY_REPORTED: report(isReported),
    CHECKS_NOT_SEPARATE: report(isShared),
    FINDING_NOT_MET: report((_, event) => saysOtherwise(event)),
    DIFF_MISMATCH: report((_, event) => missesDiff(event)),
    INCOMPLETE_AUDIT: report((_, event) => leavesOut(event)),
    CLEAN_RUN_PENDING: report(isPending),
    EVIDENCE_TOO_WEAK: report(isTooWeak),
    WRONG_STATUS: ({ context }) => needsNoAccept(context),
    stale: ({ event }) => event.type === 'ticket.validate' && event.isStale,
    passes: report((_, event) => event.passed),
    awaited: ({ context, event }) => event.type === 'closure.ran' && closure.isAwaited(context, event),
    leaseOver: ({ context, event }) => event.type === 'closure.expire' && closure.isLeaseOver(context, event.at),
    leaseOverWithFailure: ({ context, event }) =>
      event.type === 'closure.expire' && closure.isLeaseOver(context, event.at) && closure.hasFailure(context),
    rejected: ({ context }) => closure.isRejected(context),
    closable: ({ context }) => closure.isClosable(context),
  },
  actions: {
    forward: sendTo(gateActorId, ({ event }) => event as GateEvent),
    reopenGate: sendTo(gateActorId, ({ event }) => ({ type: 'gate.reopen', at: timeOf(event) })),
    flag: assign({ isFlagged: true }),
    unflag: assign({ isFlagged: false }),
    /** A hand-off by override waits for a person at the end. */
    takeOver: assign(({ event }) => ({
      ...closure.over,
      isAccepted: false,
      hasFailedRun: false,
      needsAccept: event.type === 'verdict.passed' && event.isOverride,
    })),
    beginRound: assign(({ context, event }) =>
      event.type === 'ticket.validate' ? closure.validating(context, event) : {},
    ),
    mark: assign(({ context, event }) => (isReport(event) ? closure.marked(context, event) : {})),
    noteRun: assign(({ context, event }) => (event.type === 'closure.ran' ? closure.ranOnce(context, event) : {})),
    accept: assign(({ event }) => ({ isAccepted: true, isMoved: event.type === 'ticket.accept' && event.isMoved })),
    endRound: assign({ ...closure.over, isAccepted: false }),
    voidRound: assign(({ context }) => ({ ...closure.over, expiredRound: context.round })),
    stopGate: stopChild(gateActorId),
  },
}).createMachine({
  id: 'ticket@1',
  context: ({ input, spawn }) => {
    spawn('gate', { id: gateActorId, input });
    return closure.newClosure(input.ticketId);
  },
  initial: 'open',
  on: { 'gate.*': { actions: 'forward' } },
  states: {
    open: { on: { 'verdict.works': 'in_progress', 'ticket.withdraw': withdraw } },
    in_progress: {
      on: {
        'verdict.passed': { target: 'impl_complete', actions: 'takeOver' },
        'verdict.waits': 'blocked',
        'ticket.withdraw': withdraw,
      },
    },
    blocked: {
      on: {
        'verdict.works': 'in_progress',
        'verdict.passed': { target: 'impl_complete', actions: 'takeOver' },
        'ticket.withdraw': withdraw,
      },
    },
    impl_complete: {
      exit: 'unflag',
      on: {
        'ticket.flag': [...refusals('ALREADY_ESCALATED'), { actions: 'flag' }],
        'ticket.validate': [
          ...refusals('PRINCIPAL_UNKNOWN', 'SELF_VALIDATION', 'POLICY_CHANGED', 'OUTSIDE_CONTRACT'),
          { guard: 'stale', target: 's3_rejected' },
          { target: 's3_validating', actions: 'beginRound' },
        ],
        'report.investigator': refusals('LEASE_EXPIRED'),
        'report.prd_auditor': refusals('LEASE_EXPIRED'),
        'report.validator': refusals('LEASE_EXPIRED'),
        'ticket.accept': [...refusals('WRONG_STATUS'), { actions: 'accept' }],
        'ticket.withdraw': withdraw,
      },
    },
    s3_validating: {
      type: 'parallel',
      exit: 'unflag',
      always: [
        { guard: 'rejected', target: 's3_rejected' },
        { guard: 'closable', target: 'closed' },
      ],
      on: {
        'closure.ran': { guard: 'awaited', actions: 'noteRun' },
        'closure.expire': [
          { guard: 'leaseOverWithFailure', target: 's3_rejected' },
          { guard: 'leaseOver', target: 'impl_complete', actions: 'voidRound' },
        ],
        'ticket.flag': [...refusals('ALREADY_ESCALATED'), { actions: 'flag' }],
        'ticket.accept': [...refusals('WRONG_STATUS'), { actions: 'accept' }],
        'ticket.withdraw': { ...withdraw, actions: ['stopGate', 'endRound'] },
      },
      states: {
        investigator: region('investigator'),
        prd_auditor: region('prd_auditor'),
        validator: region('validator'),
      },
    },
    s3_rejected: { always: { target: 'in_progress', actions: ['endRound', 'reopenGate'] } },
    closed: { tags: 'terminal', on: { 'gate.*': {} } },
    withdrawn: { tags: 'terminal', on: { 'gate.*': {} } },
  },
});
