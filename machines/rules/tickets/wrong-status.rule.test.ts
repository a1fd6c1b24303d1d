import { expectBreach } from '../../../src/testing/breaches.js';
import { gateOf, judged, now, reportFigures, ticketOf } from '../../../src/testing/ticket-samples.js';
import type { GateContext } from '../../measures/gate.js';
import { GateState, type TicketStatus } from '../../schema/ticket.js';
import { mayAcknowledge, mayExtend, mayRereview, mayResubmit, wrongStatus } from './wrong-status.rule.js';

describe('WRONG_STATUS', () => {
  const hints: Record<GateState, string> = {
    PENDING: 'ticket_start',
    EXECUTING: 'ticket_submit',
    VERIFYING: 'wait',
    REVIEWING: 'ticket_review',
    FAILED: 'starts again',
    BLOCKED: 'unblock',
    ESCALATED: 'proctor decide',
    APPROVED: 'handed off',
    SKIPPED: 'skipped',
    FORCED: 'forced',
  };

  test.each(GateState.options)('in %s it says what is possible', (state) => {
    const ticket = ticketOf({ status: 'in_progress', gate: { state, context: gateOf() } });
    const told = (isTaken: boolean) => judged(wrongStatus, { ticketId: 'T-1', ticket, call: 'ticket_x', isTaken });
    expect(told(true).violations).toEqual([]);
    expectBreach(told(false), 'WRONG_STATUS', 'T-1', 'ticket_x', `in_progress, its gate ${state}`, hints[state]);
  });

  test.each<[TicketStatus, string, string]>([
    ['withdrawn', 'is withdrawn.', 'open a new ticket'],
    ['closed', 'is closed.', 'open a new ticket'],
    ['impl_complete', 'is impl_complete, its gate APPROVED.', 'ticket_validate'],
    ['s3_validating', 'is s3_validating, its gate APPROVED.', 'ticket_report'],
  ])('of a ticket that is %s it says so, whatever its gate', (status, where, fix) => {
    const ticket = ticketOf({ status, gate: { state: 'APPROVED', context: gateOf() } });
    const told = judged(wrongStatus, { ticketId: 'T-1', ticket, call: 'ticket_start', isTaken: false });
    expectBreach(told, 'WRONG_STATUS', 'T-1', where, fix);
  });
});

describe('a submit while a review is awaited', () => {
  const lastRun = { id: 1, filesId: 'files-0', passed: true };

  test.each<[string, Parameters<typeof reportFigures>[0], Partial<GateContext>, boolean]>([
    ['on changed files', {}, {}, true],
    ['on the same files', { filesId: 'files-0' }, {}, false],
    ['of a failure', { status: 'failure' }, {}, false],
    ['of a block', { status: 'blocked' }, {}, false],
    ['that contradicts itself', { contradictions: ['no evidence is given'] }, {}, false],
    ['the third time', {}, { resubmits: 2 }, true],
    ['the fourth time', {}, { resubmits: 3 }, false],
  ])('%s', (_what, figures, gate, may) => {
    expect(mayResubmit(gateOf({ lastRun, ...gate }), reportFigures(figures))).toBe(may);
  });
});

describe('what a person may decide', () => {
  const asked = (type: 'TIMEOUT' | 'FLAKY' | 'REVIEW', gate: Partial<GateContext> = {}) =>
    gateOf({ escalation: { type, step: 'verify', at: now }, ...gate });

  test('to extend a step that timed out, once', () => {
    expect(mayExtend(asked('TIMEOUT'))).toBe(true);
    expect(mayExtend(asked('TIMEOUT', { extended: ['executor', 'architect'] }))).toBe(true);
    expect(mayExtend(asked('TIMEOUT', { extended: ['verify'] }))).toBe(false);
    expect(mayExtend(asked('REVIEW'))).toBe(false);
    expect(mayExtend(gateOf())).toBe(false);
  });

  test('to acknowledge what is flaky', () => {
    expect([mayAcknowledge(asked('FLAKY')), mayAcknowledge(asked('TIMEOUT')), mayAcknowledge(gateOf())]).toEqual([
      true,
      false,
      false,
    ]);
  });

  const passed = { id: 2, filesId: 'files-1', passed: true };
  const mixed = { 'files-1': { passed: 2, failed: 1 } };
  test.each<[string, Partial<GateContext>, boolean]>([
    ['no run', {}, false],
    ['all runs on these files passed', { lastRun: passed, tallies: { 'files-1': { passed: 2, failed: 0 } } }, true],
    ['one of them failed', { lastRun: passed, tallies: mixed }, false],
    ['one failed and a person knows', { lastRun: passed, tallies: mixed, acknowledged: 'files-1' }, true],
    ['the last run was on others', { lastRun: { ...passed, filesId: 'files-2' }, acknowledged: 'files-1' }, false],
    ['earlier runs no longer weigh', { lastRun: passed, tallies: {} }, false],
    [
      'the last one failed',
      { lastRun: { ...passed, passed: false }, tallies: { 'files-1': { passed: 0, failed: 0 } } },
      false,
    ],
  ])('to have it reviewed again: %s', (_what, gate, may) => {
    expect(mayRereview(gateOf(gate), { filesId: 'files-1' })).toBe(may);
  });
});
