import { protocolNamed } from '../../src/testing/tree-builder.js';
import { Protocol } from './protocol.js';

const issuesWith = (change: object): string[] => {
  const parsed = Protocol.safeParse({ ...protocolNamed('multi-gate'), ...change });
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
