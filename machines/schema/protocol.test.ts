import { protocolNamed } from '../../src/testing/tree-builder.js';
import { Protocol } from './protocol.js';

const issuesWith = (change: object, name: 'multi-gate' | 'single-root' = 'multi-gate'): string[] => {
  const parsed = Protocol.safeParse({ ...protocolNamed(name), ...change });
  return parsed.success ? [] : parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
};

test.each([
  ['nothing changed', {}, []],
  ['a state of no chart', { children: { DRILL: 3, FOUND: 1 } }, ['children']],
  ['a state of another chart', { chart: 'classic@1' }, ['VALID_PENDING is no state of classic@1']],
  ['children of a terminal state', { children: { DRILL: 3, DEAD: 1 } }, ['children.DEAD: DEAD is terminal']],
  ['more rounds than depth', { roundsMin: 9, depthMax: 8 }, ['roundsMin: more rounds than depthMax allows (8)']],
  ['a default outside its range', { rootsMin: { default: 2, min: 3, max: 20 } }, ['rootsMin.default: outside 3 to 20']],
  ['a field nobody knows', { speed: 3 }, ['speed']],
])('a protocol with %s names the field', (_, change, expected) => {
  const issues = issuesWith(change);
  expect(issues.length > 0).toBe(expected.length > 0);
  for (const text of expected) expect(issues.join('\n')).toContain(text);
});

const noRecord = { recordedWhileLocked: undefined };
test.each([
  ['nothing changed', {}, []],
  ['a root of round 2', { onlyRoot: 'R2.A' }, ['onlyRoot: R2.A is in round 2']],
  [
    'one root and more of them',
    { rootsMin: { default: 2, min: 1, max: 3 } },
    ['rootsMin.default: 1, not 2', 'rootsMin.max: 1, not 3'],
  ],
  ['any root and more of them', { onlyRoot: undefined, rootsMin: { default: 2, min: 1, max: 3 } }, []],
  ['no lock', { lockedBeforeRound: {} }, ['recordedWhileLocked.FOUND: FOUND is never locked']],
  ['a lock before round 1', { lockedBeforeRound: { FOUND: 1 } }, ['recordedWhileLocked.FOUND: FOUND is never']],
  ['a lock before round 2', { lockedBeforeRound: { FOUND: 2 } }, []],
  ['no lock and no record', { lockedBeforeRound: {}, ...noRecord }, []],
  [
    'a record that is concluded',
    { recordedWhileLocked: { FOUND: 'DEAD' } },
    ['recordedWhileLocked.FOUND: DEAD is not'],
  ],
  ['a record as itself', { recordedWhileLocked: { FOUND: 'FOUND' } }, ['recordedWhileLocked.FOUND: FOUND would be']],
  [
    'a record of another chart',
    { recordedWhileLocked: { FOUND: 'DRILL' } },
    ['recordedWhileLocked.FOUND: DRILL is no state of single-root@2'],
  ],
  [
    'all of it, and a field of another type',
    { onlyRoot: 'R3.A', roundsMin: 'four', evidence: { states: ['DEAD', 'SPEC'], charsMin: 1 }, lockedBeforeRound: {} },
    [
      'roundsMin: Invalid input',
      'evidence.states.1: SPEC is no state',
      'onlyRoot: R3.A',
      'recordedWhileLocked.FOUND: FOUND is never',
    ],
  ],
])('one root alone, with %s', (_, change, expected) => {
  expect(issuesWith(change, 'single-root')).toEqual(expected.map((text) => expect.stringContaining(text)));
});

test.each([null, 3, 'text', []])('%j is no protocol, and says so once', (json) => {
  expect(Protocol.safeParse(json).error?.issues).toHaveLength(1);
});
