/**
 * The verification gate of one ticket, for its whole life: executor, then the verify command, then an architect. An edge
 * whose guard is a code refuses. Deadlines are data; whoever keeps the time sends `gate.expire` and `gate.wake`.
 */
import { assign, sendParent, setup } from 'xstate';
import type { GateEvent } from './gate-actor.js';
import { gateGuards } from './gate-guards.js';
import * as memory from './gate-memory.js';
import { newGate, type GateContext, type GateInput } from './measures/gate.js';
import type { FailureType, Label } from './schema/ticket.js';

/** The time an event carries; every one that sets a deadline has it. */
const timeOf = (event: GateEvent): number => ('at' in event ? event.at : 0);
const senderOf = (event: GateEvent): string | null => ('by' in event ? event.by : null);

const refusals = <const Codes extends readonly string[]>(...codes: Codes) =>
  codes.map((guard) => ({ guard })) as {
    [K in keyof Codes]: { guard: Codes[K] };
  };

/** A rejection by the closure gate is a failed attempt like any other. */
const reopened = {
  'gate.reopen': { target: 'active.FAILED', actions: { type: 'fail', params: { type: 'S3_REJECTION' } } },
} as const;

export const gateMachine = setup({
  types: {} as { context: GateContext; events: GateEvent; input: GateInput },
  guards: gateGuards,
  actions: {
    attempt: assign(({ context, event }) => memory.attempting(context, timeOf(event), { isCounted: true })),
    attemptUncounted: assign(({ context, event }) => memory.attempting(context, timeOf(event), { isCounted: false })),
    retry: assign(({ context, event }) => memory.retrying(context, timeOf(event))),
    noteExecutor: assign(({ context, event }) => memory.tookPart(context, 'executor', senderOf(event))),
    noteArchitect: assign(({ context, event }) => ({
      ...memory.tookPart(context, 'architect', senderOf(event)),
      reviewed: [...context.reviewed, senderOf(event) ?? ''],
    })),
    noteLate: assign(({ context, event }) =>
      event.type === 'gate.late' ? memory.tookPart(context, event.as, event.by) : {},
    ),
    noteRun: assign(({ context, event }) => (event.type === 'gate.ran' ? memory.ran(context, event) : {})),
    noteMoved: assign(({ context }) => ({ movedRuns: context.movedRuns + 1 })),
    noteResubmit: assign(({ context }) => ({ resubmits: context.resubmits + 1 })),
    requestRun: assign(({ context, event }) => memory.requesting(context, timeOf(event))),
    awaitReview: assign(({ context, event }) => memory.awaitingReview(context, timeOf(event))),
    fail: assign(({ context, event }, { type, detail }: { type: FailureType; detail?: string }) =>
      memory.failed(context, type, timeOf(event), detail),
    ),
    timeOut: assign(({ context, event }) => memory.timedOut(context, timeOf(event))),
    waitFor: assign(({ event }) => ({
      deadline: null,
      escalation: null,
      blocker: event.type === 'gate.report' ? event.blocker : null,
    })),
    askFor: assign(({ context, event }, { type }: { type: 'BLOCKED' | 'FLAKY' | 'REVIEW' | 'ASKED' }) =>
      memory.asking(context, type, timeOf(event)),
    ),
    askAfterFailure: assign(({ context, event }) => memory.askingAfterFailure(context, timeOf(event))),
    executeAgain: assign(({ context, event }) => memory.executing(context, timeOf(event))),
    extend: assign(({ context }) => memory.extending(context)),
    acknowledge: assign(({ context }) => ({
      ...memory.labelled(context, 'flaky'),
      acknowledged: context.lastRun?.filesId ?? null,
    })),
    label: assign(({ context }, { label }: { label: Label }) => ({
      ...memory.labelled(context, label),
      ...memory.settled,
    })),
    settle: assign(memory.settled),
    /** What the ticket is told. Named, so that the chart can be asked without a parent. */
    tell: sendParent((_, { verdict, isOverride }: { verdict: 'works' | 'waits' | 'passed'; isOverride?: boolean }) =>
      verdict === 'passed'
        ? { type: 'verdict.passed', isOverride: isOverride ?? false }
        : { type: `verdict.${verdict}` },
    ),
  },
}).createMachine({
  id: 'gate@1',
  context: ({ input }) => newGate(input),
  initial: 'PENDING',
  on: {
    'gate.late': { actions: 'noteLate' },
    'gate.report': refusals('DEADLINE_PASSED'),
    'gate.review': refusals('DEADLINE_PASSED'),
  },
  states: {
    PENDING: {
      on: {
        'gate.begin': [
          ...refusals('SESSION_HALTED', 'DEPENDENCY_OPEN', 'DEPENDENCY_WITHDRAWN', 'FILES_OVERLAP'),
          { target: 'active.EXECUTING', actions: 'attempt' },
        ],
      },
    },
    active: {
      initial: 'EXECUTING',
      on: {
        'gate.expire': { guard: 'overdue', target: '.FAILED', actions: 'timeOut' },
        'gate.escalate': [
          ...refusals('ALREADY_ESCALATED'),
          { target: '.ESCALATED', actions: { type: 'askFor', params: { type: 'ASKED' } } },
        ],
        'gate.skip': [
          ...refusals('PERSON_REQUIRED', 'REASON_REQUIRED', 'REASON_REFUSED'),
          { target: 'SKIPPED', actions: { type: 'label', params: { label: 'unverified' } } },
        ],
        'gate.force': [
          ...refusals('PERSON_REQUIRED', 'REASON_REQUIRED', 'OVERRIDE_NOT_TYPED'),
          { target: 'FORCED', actions: { type: 'label', params: { label: 'forced' } } },
        ],
      },
      states: {
        EXECUTING: {
          entry: { type: 'tell', params: { verdict: 'works' } },
          on: {
            'gate.report': [
              ...refusals('DEADLINE_PASSED', 'STALE_ATTEMPT', 'PRINCIPAL_UNKNOWN', 'SELF_REVIEW'),
              ...refusals('POLICY_CHANGED', 'FILES_UNTOUCHED', 'OUTSIDE_CONTRACT'),
              {
                guard: 'contradictsItself',
                target: 'FAILED',
                actions: ['noteExecutor', { type: 'fail', params: { type: 'MALFORMED' } }],
              },
              {
                guard: 'failed',
                target: 'FAILED',
                actions: ['noteExecutor', { type: 'fail', params: { type: 'EXECUTION_FAILURE' } }],
              },
              { guard: 'waitsForTicket', target: 'BLOCKED', actions: ['noteExecutor', 'waitFor'] },
              {
                guard: 'blocked',
                target: 'ESCALATED',
                actions: ['noteExecutor', { type: 'askFor', params: { type: 'BLOCKED' } }],
              },
              { target: 'VERIFYING', actions: ['noteExecutor', 'requestRun'] },
            ],
          },
        },
        VERIFYING: {
          entry: { type: 'tell', params: { verdict: 'works' } },
          on: {
            'gate.ran': [
              ...refusals('STALE_RUN'),
              { guard: 'cutShort', target: 'VERIFYING', reenter: true, actions: 'requestRun' },
              {
                guard: 'movedTooOften',
                target: 'FAILED',
                actions: { type: 'fail', params: { type: 'VERIFY_FAILURE', detail: 'TREE_MOVED' } },
              },
              { guard: 'moved', target: 'VERIFYING', reenter: true, actions: ['noteMoved', 'requestRun'] },
              { guard: 'allPassed', target: 'REVIEWING', actions: ['noteRun', 'awaitReview'] },
              {
                guard: 'allFailed',
                target: 'FAILED',
                actions: ['noteRun', { type: 'fail', params: { type: 'VERIFY_FAILURE' } }],
              },
              { guard: 'undecided', target: 'VERIFYING', reenter: true, actions: ['noteRun', 'requestRun'] },
              {
                guard: 'flaky',
                target: 'ESCALATED',
                actions: ['noteRun', { type: 'askFor', params: { type: 'FLAKY' } }],
              },
              {
                target: 'FAILED',
                actions: ['noteRun', { type: 'fail', params: { type: 'VERIFY_FAILURE' } }],
              },
            ],
          },
        },
        REVIEWING: {
          entry: { type: 'tell', params: { verdict: 'works' } },
          on: {
            'gate.report': [
              ...refusals('DEADLINE_PASSED', 'WRONG_STATUS', 'STALE_ATTEMPT', 'PRINCIPAL_UNKNOWN', 'SELF_REVIEW'),
              ...refusals('POLICY_CHANGED', 'FILES_UNTOUCHED', 'OUTSIDE_CONTRACT'),
              { target: 'VERIFYING', actions: ['noteExecutor', 'noteResubmit', 'requestRun'] },
            ],
            'gate.review': [
              ...refusals('DEADLINE_PASSED', 'PRINCIPAL_UNKNOWN', 'SELF_REVIEW', 'INCONSISTENT_REVIEW'),
              ...refusals('INCOMPLETE_REVIEW', 'UNMET_CRITERION', 'STALE_EVIDENCE', 'OUTSIDE_CONTRACT'),
              {
                guard: 'needsPerson',
                target: 'ESCALATED',
                actions: ['noteArchitect', { type: 'askFor', params: { type: 'REVIEW' } }],
              },
              {
                guard: 'rejected',
                target: 'FAILED',
                actions: ['noteArchitect', { type: 'fail', params: { type: 'ARCHITECT_REJECTION' } }],
              },
              { target: '#gate@1.APPROVED', actions: ['noteArchitect', 'settle'] },
            ],
          },
        },
        FAILED: {
          always: [
            { guard: 'exhausted', target: 'ESCALATED', actions: 'askAfterFailure' },
            { guard: 'retriesAtOnce', target: 'EXECUTING', actions: 'attempt' },
          ],
          on: {
            'gate.wake': [
              { guard: 'reviewIsTime', target: 'REVIEWING', actions: 'awaitReview' },
              { guard: 'isTime', target: 'EXECUTING', actions: 'attempt' },
            ],
          },
        },
        BLOCKED: {
          entry: { type: 'tell', params: { verdict: 'waits' } },
          on: {
            'gate.unblock': { target: 'EXECUTING', actions: 'attemptUncounted' },
            'gate.orphan': {
              target: 'ESCALATED',
              actions: { type: 'askFor', params: { type: 'BLOCKED' } },
            },
          },
        },
        ESCALATED: {
          entry: { type: 'tell', params: { verdict: 'waits' } },
          on: {
            'gate.retry': { target: 'EXECUTING', actions: 'retry' },
            'gate.extend': [
              { guard: 'mayExtendExecutor', target: 'EXECUTING', actions: ['extend', 'executeAgain'] },
              { guard: 'mayExtendVerify', target: 'VERIFYING', actions: ['extend', 'requestRun'] },
              { guard: 'mayExtendReview', target: 'REVIEWING', actions: ['extend', 'awaitReview'] },
            ],
            'gate.investigate': { target: 'BLOCKED', actions: 'waitFor' },
            'gate.acknowledge': {
              guard: 'mayAcknowledge',
              target: 'REVIEWING',
              actions: ['acknowledge', 'awaitReview'],
            },
            'gate.rereview': { guard: 'mayRereview', target: 'REVIEWING', actions: 'awaitReview' },
          },
        },
      },
    },
    APPROVED: { entry: { type: 'tell', params: { verdict: 'passed' } }, on: reopened },
    SKIPPED: { entry: { type: 'tell', params: { verdict: 'passed', isOverride: true } }, on: reopened },
    FORCED: { entry: { type: 'tell', params: { verdict: 'passed', isOverride: true } }, on: reopened },
  },
});
