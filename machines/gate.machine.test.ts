import { transition } from 'xstate';
import { gateAt, loneGate, stateOf } from '../src/testing/gate-play.js';
import { beginFigures, failureOf, gateOf, now, overrideFigures } from '../src/testing/ticket-samples.js';
import { reportFigures, reviewFigures, runFigures } from '../src/testing/ticket-samples.js';
import type { GateEvent } from './gate-actor.js';
import { gateMachine } from './gate.machine.js';
import { newGate, type GateContext } from './measures/gate.js';
import { GateState } from './schema/ticket.js';

const report = (spoilt = {}): GateEvent => ({ type: 'gate.report', ...reportFigures(spoilt) });
const ran = (spoilt = {}): GateEvent => ({ type: 'gate.ran', ...runFigures(spoilt) });
const review = (spoilt = {}): GateEvent => ({ type: 'gate.review', ...reviewFigures(spoilt) });

const passed = { runs: 1, lastRun: { id: 1, filesId: 'files-1', passed: true }, step: 'architect' } as const;
const tallies = { 'files-1': { passed: 1, failed: 0 } };
const asked = { deadline: null, executors: ['agent e0'], architects: ['agent a0'], ...passed, tallies };
const timedOut = { failures: [failureOf('TIMEOUT')], failed: { TIMEOUT: 1 }, timedOut: [1] };

/** A gate in each state, as it comes to be there; ESCALATED for each thing a decision may depend on. */
const places: Record<string, [GateState, Partial<GateContext>]> = {
  PENDING: ['PENDING', newGate({ ticketId: 'T-1', limits: gateOf().limits })],
  EXECUTING: ['EXECUTING', {}],
  VERIFYING: ['VERIFYING', { step: 'verify', runs: 1 }],
  REVIEWING: ['REVIEWING', { ...passed, tallies }],
  'FAILED(TIMEOUT)': ['FAILED', { deadline: null, wakeAt: now + 30_000, ...timedOut }],
  'FAILED(TIMEOUT) of a review': [
    'FAILED',
    { ...passed, deadline: null, wakeAt: now + 30_000, failures: [failureOf('TIMEOUT', { step: 'architect' })] },
  ],
  BLOCKED: ['BLOCKED', { deadline: null, blocker: 'T-2' }],
  'ESCALATED(ASKED)': ['ESCALATED', { ...asked, escalation: { type: 'ASKED', step: 'architect', at: now } }],
  'ESCALATED(BLOCKED)': ['ESCALATED', { deadline: null, escalation: { type: 'BLOCKED', step: 'executor', at: now } }],
  'ESCALATED(FLAKY)': [
    'ESCALATED',
    {
      ...asked,
      step: 'verify',
      tallies: { 'files-1': { passed: 2, failed: 1 } },
      escalation: { type: 'FLAKY', step: 'verify', at: now },
    },
  ],
  'ESCALATED(TIMEOUT) executor': [
    'ESCALATED',
    { deadline: null, ...timedOut, escalation: { type: 'TIMEOUT', step: 'executor', at: now } },
  ],
  'ESCALATED(TIMEOUT) verify': [
    'ESCALATED',
    { deadline: null, step: 'verify', runs: 1, escalation: { type: 'TIMEOUT', step: 'verify', at: now } },
  ],
  'ESCALATED(TIMEOUT) architect': [
    'ESCALATED',
    { ...asked, escalation: { type: 'TIMEOUT', step: 'architect', at: now } },
  ],
  APPROVED: ['APPROVED', { ...passed, deadline: null, tallies }],
  SKIPPED: ['SKIPPED', { deadline: null, labels: ['unverified'] }],
  FORCED: ['FORCED', { deadline: null, labels: ['forced'] }],
};

const afterDeadline = gateOf().deadline! + 1;
const events: Record<string, GateEvent> = {
  begin: { type: 'gate.begin', ...beginFigures() },
  success: report(),
  'success on changed files': report({ filesId: 'files-2' }),
  'success that contradicts itself': report({ contradictions: ['no evidence is given'], filesId: 'files-2' }),
  failure: report({ status: 'failure', filesId: 'files-2' }),
  'blocked by a ticket': report({ status: 'blocked', blocker: 'T-2' }),
  'blocked otherwise': report({ status: 'blocked' }),
  'run passed': ran(),
  'run failed': ran({ passed: false }),
  'run on files that moved': ran({ isMoved: true }),
  'run cut short': ran({ isCutShort: true, filesId: '', passed: false }),
  approval: review(),
  rejection: review({ verdict: 'REJECTED', recommendation: 'retry' }),
  'approval with LOW confidence': review({ confidence: 'LOW' }),
  'approval with MEDIUM confidence': review({ confidence: 'MEDIUM' }),
  'rejection for manual review': review({ verdict: 'REJECTED', recommendation: 'manual_review' }),
  'expire at the deadline': { type: 'gate.expire', at: afterDeadline - 1 },
  'expire after it': { type: 'gate.expire', at: afterDeadline },
  'wake too early': { type: 'gate.wake', at: now + 29_999 },
  'wake after the pause': { type: 'gate.wake', at: now + 30_000 },
  escalate: { type: 'gate.escalate', at: now },
  skip: { type: 'gate.skip', ...overrideFigures() },
  force: { type: 'gate.force', ...overrideFigures({ reason: undefined }) },
  retry: { type: 'gate.retry', at: now },
  extend: { type: 'gate.extend', at: now },
  investigate: { type: 'gate.investigate', at: now },
  acknowledge: { type: 'gate.acknowledge', at: now },
  'rereview of the files that passed': { type: 'gate.rereview', at: now, filesId: 'files-1' },
  'rereview of other files': { type: 'gate.rereview', at: now, filesId: 'files-2' },
  unblock: { type: 'gate.unblock', at: now },
  orphan: { type: 'gate.orphan', at: now },
};

const anyTime = { skip: 'SKIPPED', force: 'FORCED' };
const atWork = { ...anyTime, escalate: 'ESCALATED', 'expire after it': 'FAILED' };
const decisions = { ...anyTime, retry: 'EXECUTING', investigate: 'BLOCKED' };
const rereview = { 'rereview of the files that passed': 'REVIEWING' };

/** The chart, written down from the spec and not from the code: where each event leads, and nowhere else. */
const edges: Record<string, Record<string, string>> = {
  PENDING: { begin: 'EXECUTING' },
  EXECUTING: {
    ...atWork,
    success: 'VERIFYING',
    'success on changed files': 'VERIFYING',
    // Through FAILED, at once: the first of its type and the first attempt.
    'success that contradicts itself': 'EXECUTING',
    failure: 'EXECUTING',
    'blocked by a ticket': 'BLOCKED',
    'blocked otherwise': 'ESCALATED',
  },
  VERIFYING: {
    ...atWork,
    'run passed': 'REVIEWING',
    'run failed': 'EXECUTING',
    'run on files that moved': 'VERIFYING',
    'run cut short': 'VERIFYING',
  },
  REVIEWING: {
    ...atWork,
    'success on changed files': 'VERIFYING',
    approval: 'APPROVED',
    'approval with MEDIUM confidence': 'APPROVED',
    rejection: 'EXECUTING',
    'approval with LOW confidence': 'ESCALATED',
    'rejection for manual review': 'ESCALATED',
  },
  'FAILED(TIMEOUT)': { ...anyTime, escalate: 'ESCALATED', 'wake after the pause': 'EXECUTING' },
  'FAILED(TIMEOUT) of a review': { ...anyTime, escalate: 'ESCALATED', 'wake after the pause': 'REVIEWING' },
  BLOCKED: { ...anyTime, escalate: 'ESCALATED', unblock: 'EXECUTING', orphan: 'ESCALATED' },
  'ESCALATED(ASKED)': { ...decisions, ...rereview },
  'ESCALATED(BLOCKED)': decisions,
  'ESCALATED(FLAKY)': { ...decisions, acknowledge: 'REVIEWING' },
  'ESCALATED(TIMEOUT) executor': { ...decisions, extend: 'EXECUTING' },
  'ESCALATED(TIMEOUT) verify': { ...decisions, extend: 'VERIFYING' },
  'ESCALATED(TIMEOUT) architect': { ...decisions, ...rereview, extend: 'REVIEWING' },
  APPROVED: {},
  SKIPPED: {},
  FORCED: {},
};

/** Where the chart goes, or null where it does not take the event. */
function reached(place: string, event: GateEvent, spoilt: Partial<GateContext> = {}, chart = loneGate): string | null {
  const [state, context] = places[place]!;
  const snapshot = gateAt(state, { ...gateOf(context), ...spoilt });
  const asked = chart.resolveState({ value: snapshot.value, context: snapshot.context });
  return asked.can(event) ? stateOf(transition(chart, asked, event)[0]) : null;
}

describe('a gate', () => {
  test.each(Object.keys(places))('%s takes exactly what the spec says, and leads there', (place) => {
    const found = Object.entries(events).map(([name, event]) => [name, reached(place, event)]);
    const expected = Object.keys(events).map((name) => [name, edges[place]?.[name] ?? null]);
    expect(Object.fromEntries(found)).toEqual(Object.fromEntries(expected));
  });

  test('every state of the schema is tried, and the chart has no other', () => {
    expect([...new Set(Object.values(places).map(([state]) => state))].sort()).toEqual([...GateState.options].sort());
    const { active, ...others } = gateMachine.states;
    expect([...Object.keys(active?.states ?? {}), ...Object.keys(others)].sort()).toEqual(
      [...GateState.options].sort(),
    );
  });

  test.each(GateState.options)('%s never stops: what was handed off may come back', (state) => {
    expect(gateAt(state, gateOf()).status).toBe('active');
  });
});

type Refusal = [place: string, event: string, codes: Record<string, [event: object, gate?: Partial<GateContext>]>];

const late = { deadline: now - 1 };
const reporting = {
  PRINCIPAL_UNKNOWN: [{ by: null }],
  SELF_REVIEW: [{ by: 'agent a1' }, { architects: ['agent a1'] }],
  POLICY_CHANGED: [{ isPolicyChanged: true }],
  FILES_UNTOUCHED: [{ untouchedCount: 1 }],
  OUTSIDE_CONTRACT: [{ outsideCount: 1 }],
} satisfies Refusal[2];

/** The refusals of the spec in their order, each with what alone brings it about. */
const refusals: Refusal[] = [
  [
    'PENDING',
    'begin',
    {
      SESSION_HALTED: [{ isHalted: true }],
      DEPENDENCY_OPEN: [{ open: ['T-2'] }],
      DEPENDENCY_WITHDRAWN: [{ withdrawn: ['T-2'] }],
      FILES_OVERLAP: [{ overlaps: [{ ticketId: 'T-2', files: ['a'] }] }],
    },
  ],
  ['EXECUTING', 'success', { DEADLINE_PASSED: [{}, late], STALE_ATTEMPT: [{ attempt: 2 }], ...reporting }],
  ['VERIFYING', 'run passed', { STALE_RUN: [{ runId: 2 }] }],
  [
    'REVIEWING',
    'success on changed files',
    {
      DEADLINE_PASSED: [{}, late],
      WRONG_STATUS: [{ filesId: 'files-1' }],
      STALE_ATTEMPT: [{ attempt: 2 }],
      ...reporting,
    },
  ],
  [
    'REVIEWING',
    'approval',
    {
      DEADLINE_PASSED: [{}, late],
      PRINCIPAL_UNKNOWN: [{ by: null }],
      SELF_REVIEW: [{ by: 'agent e1' }, { executors: ['agent e1'] }],
      INCONSISTENT_REVIEW: [{ recommendation: 'retry' }],
      INCOMPLETE_REVIEW: [{ missing: ['1'] }],
      UNMET_CRITERION: [{ unmet: ['1'] }],
      STALE_EVIDENCE: [{ filesId: 'files-2' }],
      OUTSIDE_CONTRACT: [{ outside: ['README.md'], outsideCount: 1 }],
    },
  ],
  ['EXECUTING', 'escalate', { ALREADY_ESCALATED: [{}, { escalation: { type: 'ASKED', step: 'executor', at: now } }] }],
  [
    'ESCALATED(ASKED)',
    'skip',
    {
      PERSON_REQUIRED: [{ isPerson: false }],
      REASON_REQUIRED: [{ note: '' }],
      REASON_REFUSED: [{ reason: 'the tests are red' }],
    },
  ],
  [
    'ESCALATED(ASKED)',
    'force',
    {
      PERSON_REQUIRED: [{ isPerson: false }],
      REASON_REQUIRED: [{ note: '' }],
      OVERRIDE_NOT_TYPED: [{ typed: 'yes' }],
    },
  ],
];

const isCode = (guard: string) => /^[A-Z_]+$/.test(guard);

/** Guards that are codes, on the edges of an event from a state, in the order of the chart. */
function codesAt(state: GateState, type: GateEvent['type']): string[] {
  const { active } = gateMachine.root.states;
  const nodes = [active?.states[state], gateMachine.root.states[state], active];
  const edges = nodes.map((node) => node?.transitions.get(type)).find((each) => each !== undefined) ?? [];
  return edges.map(({ guard }) => (typeof guard === 'string' ? guard : '')).filter(isCode);
}

/** The chart with no other code than one. */
const alone = (code: string) =>
  loneGate.provide({
    guards: Object.fromEntries(
      refusals
        .flatMap(([, , codes]) => Object.keys(codes).filter((each) => each !== code))
        .map((each) => [each, () => false]),
    ),
  });

// Some refusals imply others, so a guard that is gone would not be missed unless it is asked alone.
describe('what a gate refuses', () => {
  test.each(refusals)('%s refuses %s in the order of the spec', (place, event, codes) => {
    expect(codesAt(places[place]![0], events[event]!.type)).toEqual(Object.keys(codes));
  });

  const each = refusals.flatMap(([place, event, codes]) =>
    Object.entries(codes).map(([code, [figures, gate]]) => [place, event, code, figures, gate] as const),
  );
  test.each(each)('%s, %s: %s alone refuses it', (place, name, code, figures, gate = {}) => {
    const event = events[name]!;
    const spoilt = { ...event, ...figures };
    expect(reached(place, spoilt, gate, alone(code))).toBeNull();
    expect(reached(place, event, {}, alone(code))).toBe(edges[place]![name]);
    expect(reached(place, spoilt, gate)).toBeNull();
  });

  test.each(Object.keys(places))('%s takes no answer to an attempt that timed out', (place) => {
    const answer = { ...events['success on changed files'], attempt: 7 } as GateEvent;
    expect(reached(place, answer, { timedOut: [7] })).toBeNull();
  });

  test('an answer where none is awaited can only be late', () => {
    const codes = (type: GateEvent['type']) => gateMachine.root.transitions.get(type)?.map(({ guard }) => guard);
    expect([codes('gate.report'), codes('gate.review')]).toEqual([['DEADLINE_PASSED'], ['DEADLINE_PASSED']]);
  });

  test('a person is asked only once, whatever for', () => {
    for (const place of Object.keys(places).filter((name) => name.startsWith('ESCALATED')))
      expect(reached(place, events['escalate']!)).toBeNull();
  });
});
