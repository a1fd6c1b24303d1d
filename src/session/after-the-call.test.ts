import { accepted, investigation } from '../testing/investigation.js';
import { restoreSession, storeSession, type StoredSession } from './state.js';
import { nextStep } from '../views/next-step.js';
import { warningsOf } from '../views/warnings.js';

// To a user the bug looks like this: one call is refused, and the same in two calls is accepted.
test('the ratio is judged as the round is after the call, claims it refutes included', () => {
  const played = investigation('multi-gate');
  played.plant('R1.A', null, 'DRILL').plant('R2.A R2.B', 'R1.A', 'VERIFY VERIFY');
  played.plant('R3.A R3.B', 'R2.A', 'VERIFY VERIFY').plant('R3.C R3.D', 'R2.B', 'VERIFY VERIFY');
  for (const id of ['R3.A', 'R3.B']) accepted(played.reclassify(id, 'VALID_PENDING'));
  accepted(played.propose('R4.A', 'R3.A'));
  accepted(played.propose('R3.E', 'R2.B'));
  // Two of five are concluded; DEAD twice more would make four, but one claim falls with the same call.
  accepted(played.commit({ 'R4.A': 'DEAD', 'R3.E': 'DEAD' }));
  expect(played.totals.round(3)).toMatchObject({ counted: 5, concluded: 2, dead: 1 });
});

// To a user the bug looks like this: told to propose a confirmer, the agent does so again and again, and the claim stays.
test('a claim that waits for an undecided confirmer says which one, and that comes first', () => {
  const played = investigation('multi-gate');
  played.plant('R1.A', null, 'VERIFY').plant('R2.A', 'R1.A', 'VERIFY').plant('R3.A', 'R2.A', 'VALID_PENDING');
  played.plant('R4.A R4.B', 'R3.A', 'VERIFY VALID').plant('R5.A', 'R4.A', 'DEAD');
  const unconfirmed = played.end().violations.find(({ code }) => code === 'UNCONFIRMED');
  expect(unconfirmed?.message).toBe('1 claim not confirmed: R3.A. Undecided: R4.A.');
  expect(unconfirmed?.fix).toMatch(/^Bring R4.A to VALID .* or DEAD .* or withdraw the claim/);
  expect(nextStep(played.state)).toBe(unconfirmed?.fix);
});

test('evidence that is too short and another node’s is told to be both', () => {
  const played = investigation('multi-gate');
  played.plant('R1.A R1.B R1.C', null, 'VERIFY');
  const text = 'It is not the cache.';
  accepted(played.propose('R1.D R1.E R1.F', null));
  accepted(played.commit({ 'R1.D': { state: 'VERIFY', evidence: text } }));
  expect(played.commit({ 'R1.E': { state: 'DEAD', evidence: text } }).codes).toEqual([
    'MISSING_EVIDENCE',
    'DUPLICATE_EVIDENCE',
  ]);
});

test('warnings name the same nodes whether or not the session was opened from a snapshot', () => {
  const played = investigation('multi-gate');
  played.plant('R1.A R1.B R1.C', null, 'DRILL').plant('R2.A R2.B R2.C', 'R1.A', 'DRILL');
  const restored = restoreSession(JSON.parse(JSON.stringify(storeSession(played.state))) as StoredSession);
  const last = played.journal.at(-1);
  expect(last && warningsOf(restored, last)).toEqual(last && warningsOf(played.state, last));
  restored.actor.stop();
});

test('what was stored stays as it was when the tree goes on', () => {
  const played = investigation('classic');
  played.plant('R1.A', null, 'DRILL');
  const stored = storeSession(played.state);
  const before = JSON.stringify(stored);
  accepted(played.reclassify('R1.A', 'VERIFY'));
  expect(JSON.stringify(stored)).toBe(before);
});
