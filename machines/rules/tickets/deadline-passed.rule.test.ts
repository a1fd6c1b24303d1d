import { expectBreach } from '../../../src/testing/breaches.js';
import { failureOf, gateOf, judged, now, reaching } from '../../../src/testing/ticket-samples.js';
import type { GateContext } from '../../measures/gate.js';
import { deadlinePassed, isLate } from './deadline-passed.rule.js';

const asked = { type: 'ASKED', step: 'executor', at: now } as const;

// To a user its bug is work that is taken although the time for it is over, or refused although it is not.
describe('DEADLINE_PASSED', () => {
  test.each<[string, Partial<GateContext>, attempt: number | undefined, at: number, boolean]>([
    ['before the deadline', { deadline: now }, 1, now - 1, false],
    ['exactly at the deadline', { deadline: now }, 1, now, false],
    ['after it', { deadline: now }, 1, now + 1, true],
    ['after it, a review', { deadline: now }, undefined, now + 1, true],
    ['after it, to another attempt', { deadline: now, attempt: 2 }, 1, now + 1, false],
    ['in the pause after a time-out', { deadline: null, wakeAt: now + 1 }, 1, now, true],
    ['in that pause, a review', { deadline: null, wakeAt: now + 1 }, undefined, now, true],
    ['in that pause, to an earlier attempt', { deadline: null, wakeAt: now + 1, attempt: 2 }, 1, now, false],
    [
      'while a person looks at the time-out',
      { deadline: null, escalation: { ...asked, type: 'TIMEOUT' } },
      1,
      now,
      true,
    ],
    ['while a person was asked', { deadline: null, escalation: asked }, 1, now, false],
    ['to an attempt that timed out, while the next is at work', { attempt: 2, timedOut: [1] }, 1, now, true],
    ['to the attempt after one that timed out', { attempt: 2, timedOut: [1] }, 2, now, false],
    ['long after the hand-off, to one that timed out', { attempt: 3, deadline: null, timedOut: [1] }, 1, now, true],
  ])('an answer %s', (_when, gate, attempt, at, late) => {
    expect(isLate(gateOf(gate), { attempt, at })).toBe(late);
    expect(judged(deadlinePassed, reaching({ attempt, at }, gate)).violations.length).toBe(late ? 1 : 0);
  });

  test('whoever does not say when is judged by what is booked', () => {
    expect(isLate(gateOf({ deadline: now }), {})).toBe(false);
    expect(isLate(gateOf({ timedOut: [1] }), {})).toBe(true);
  });

  test('names the attempt and the step that was overrun, not the last thing that failed', () => {
    const failures = [
      failureOf('VERIFY_FAILURE', { attempt: 1, step: 'verify' }),
      failureOf('TIMEOUT', { attempt: 2, step: 'executor' }),
      failureOf('VERIFY_FAILURE', { attempt: 3, step: 'verify' }),
    ];
    const gate = { attempt: 4, timedOut: [2], failures };
    expectBreach(judged(deadlinePassed, reaching({ attempt: 2 }, gate)), 'DEADLINE_PASSED', 'T-1', 2, '(executor)');
  });

  test('of a time-out not booked yet it names the step at work', () => {
    const gate = { step: 'architect', deadline: now } as const;
    const told = judged(deadlinePassed, reaching({ at: now + 1 }, gate));
    expectBreach(told, 'DEADLINE_PASSED', 'T-1', 1, '(architect)', 'ticket_status');
  });
});
