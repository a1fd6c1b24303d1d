/** Liveness of protocols, explored. Its bug, to a user: a protocol is called live, and agents get stuck in it for good. */
import type { Protocol } from '../../machines/schema/protocol.js';
import { protocolNamed } from '../testing/tree-builder.js';
import { explained } from './explain.js';
import { explore } from './explore.js';
import { Play } from './play.js';

const shipped = ['multi-gate', 'classic', 'single-root'] as const;
const changed = (name: (typeof shipped)[number], changes: Partial<Protocol>): Protocol => ({
  ...protocolNamed(name),
  ...changes,
});

test.each(shipped)('whatever is begun under %s can be ended, and plays meet every state and end of a claim', (name) => {
  const plays = 50;
  const { met, ...found } = explore(protocolNamed(name), { plays, seed: 1 });
  expect(found).toMatchObject({ plays, stuck: 0, deadEnd: undefined });
  expect(found.states).toBeGreaterThan(0.8 * plays);
  expect(found.calls).toBeGreaterThan(15 * plays);
  expect(Object.entries(met).filter(([, count]) => count === 0)).toEqual([]);
  expect(Object.keys(met).includes('claim confirmed')).toBe(name !== 'classic');
});

test('where there is one root alone it is proposed once, however many are wanted', () => {
  const play = Play.start(protocolNamed('single-root'));
  expect(play.propose(null, 3)).toEqual(['R1.A']);
  expect(play.propose(null, 1)).toEqual([]);
  play.stop();
});

test('what no play can meet is told as met by none', () => {
  const { met } = explore(changed('single-root', { lockedBeforeRound: { FOUND: 32 } }), { plays: 20, seed: 1 });
  expect(met).toMatchObject({ FOUND: 0, VERIFY: 0, 'claim confirmed': 0 });
  expect(met['EXPLORE']).toBeGreaterThan(15);
});

test.each([
  { what: 'perfect quality', of: changed('multi-gate', { qualityMin: 1 }), code: 'QUALITY_TOO_LOW' },
  { what: 'too few nodes', of: changed('multi-gate', { nodesMax: 12 }), code: 'NODES_UNSETTLED' },
  {
    what: 'nothing ever concluded',
    of: changed('classic', { concludedMaxByRound: Array<number>(8).fill(0), ratioNodesMin: 1, depthMax: 8 }),
    code: 'INSUFFICIENT_CHILDREN',
  },
])('$what cannot be had, from the very start', ({ of, code }) => {
  const { deadEnd } = explore(of, { plays: 5, seed: 1 });
  expect(deadEnd?.steps).toEqual([]);
  expect(deadEnd?.blockers.map((each) => each.code)).toContain(code);
});

test('a corner that can be avoided is found with the calls that lead into it', () => {
  // Of three or more nodes in the last round only half may be concluded, and the others can have no children.
  const tight = changed('classic', { depthMax: 3, concludedMaxByRound: [1, 1, 0.5] });
  const { deadEnd, stuck } = explore(tight, { plays: 20, seed: 1 });
  expect(stuck).toBeGreaterThan(0);
  expect(deadEnd?.steps.length).toBeGreaterThan(0);
});

test('the same seed plays the same', () => {
  const once = () => explore(protocolNamed('classic'), { plays: 10, seed: 3 });
  expect(once()).toEqual(once());
  expect(explore(protocolNamed('classic'), { plays: 10, seed: 4 }).calls).not.toBe(once().calls);
});

test('words say what the numbers come to', () => {
  const words = new Map(explained(protocolNamed('multi-gate')).map(({ about, text }) => [about, text]));
  expect(words.get('DRILL')).toBe('looked into further; needs 3 children');
  expect(words.get('VALID_PENDING')).toContain('needs 1 confirmer; locked before round 3');
  expect(words.get('the end')).toContain('quality of at least 0.5');
  const single = new Map(explained(protocolNamed('single-root')).map(({ about, text }) => [about, text]));
  expect(single.get('FOUND')).toContain('locked before round 4 (recorded as EXPLORE)');
  expect(single.get('roots')).toBe('R1.A alone');
  const rootsOf = (rootsMin: Protocol['rootsMin']) => explained(changed('classic', { rootsMin }))[0]?.text;
  expect(rootsOf({ default: 1, min: 1, max: 1 })).toBe('at least 1; no other number can be asked for');
  expect(rootsOf({ default: 2, min: 1, max: 3 })).toBe('at least 2, unless 1 to 3 are asked for');
});
