/** A bug here would hide a node that fits the filter, or leave one hanging in the air without what it lies in. */
import { entry, row } from '../../testing/log-entries.js';
import { agentsLike, facetsOf } from './facets.js';
import { Replay } from './model.js';
import { isFiltering, linesOf, matchesIn, noFilter, wantedBy, type Filter } from './rows.js';

const replay = new Replay();
replay.add([
  entry(1, {
    nodes: [
      row('R1.A', null, { agent: 'Alpha' }),
      row('R2.A1', 'R1.A', { state: 'DEAD', warnings: ['SUSPICIOUS'] }),
      row('R2.A2', 'R1.A', { state: 'VERIFY', agent: 'beta', note: 'needs 1' }),
      row('R3.A2a', 'R2.A2', { state: 'PROPOSED', title: 'The LOCK is held' }),
      row('R1.B', null, { state: 'SPEC', warnings: ['SUSPICIOUS', 'UNVERIFIED_AGENT'] }),
    ],
  }),
]);
const model = replay.at(1);

const seen = (filter: Partial<Filter>, folded: readonly string[] = []) =>
  linesOf(model, wantedBy(model, { ...noFilter, ...filter }), new Set(folded)).map(
    ({ row: { id }, isWay }) => `${isWay ? '(' : ''}${id}${isWay ? ')' : ''}`,
  );

test('without a filter every node is a line, depth first, at its depth', () => {
  const lines = linesOf(model, wantedBy(model, noFilter), new Set());
  expect(lines.map(({ row: { id }, depth }) => `${depth} ${id}`)).toEqual([
    '0 R1.A',
    '1 R2.A1',
    '1 R2.A2',
    '2 R3.A2a',
    '0 R1.B',
  ]);
});

test.each<[name: string, filter: Partial<Filter>, lines: string[]]>([
  ['text in a title, whatever the case', { text: 'lock' }, ['(R1.A)', '(R2.A2)', 'R3.A2a']],
  ['text in an id', { text: 'r2.a1' }, ['(R1.A)', 'R2.A1']],
  ['text in an agent', { text: 'ALPHA' }, ['R1.A']],
  ['text in a note', { text: 'needs' }, ['(R1.A)', 'R2.A2']],
  ['hidden states', { hiddenStates: new Set(['DEAD', 'PROPOSED', 'SPEC']) }, ['R1.A', 'R2.A2']],
  ['agent', { agent: 'BET' }, ['(R1.A)', 'R2.A2']],
  ['round', { round: 2 }, ['(R1.A)', 'R2.A1', 'R2.A2']],
  ['one warning', { warnings: new Set(['UNVERIFIED_AGENT']) }, ['R1.B']],
  ['any of two warnings', { warnings: new Set(['UNVERIFIED_AGENT', 'SUSPICIOUS']) }, ['(R1.A)', 'R2.A1', 'R1.B']],
  ['round and warning', { round: 2, warnings: new Set(['SUSPICIOUS']) }, ['(R1.A)', 'R2.A1']],
  ['what nothing is like', { text: 'nobody' }, []],
])('filtered by %s, what fits is kept with the way to it', (_, filter, lines) => {
  expect(isFiltering({ ...noFilter, ...filter })).toBe(true);
  expect(seen(filter)).toEqual(lines);
});

test('matches are counted without the way to them', () => {
  expect(matchesIn(wantedBy(model, { ...noFilter, text: 'lock' })!)).toBe(1);
  expect(wantedBy(model, noFilter)).toBeNull();
});

test('a folded line says how many it hides, of those the filter wants', () => {
  const all = linesOf(model, null, new Set(['R1.A']));
  expect(all.map(({ row: { id }, isOpen, hidden }) => [id, isOpen, hidden])).toEqual([
    ['R1.A', false, 3],
    ['R1.B', null, 0],
  ]);
  const [first] = linesOf(model, wantedBy(model, { ...noFilter, text: 'lock' }), new Set(['R1.A']));
  expect(first).toMatchObject({ isOpen: false, hidden: 1 });
});

test('a line knows its place among the siblings shown', () => {
  const lines = linesOf(model, wantedBy(model, { ...noFilter, hiddenStates: new Set(['DEAD']) }), new Set());
  expect(lines.find(({ row: { id } }) => id === 'R2.A2')).toMatchObject({ place: 1, siblings: 1 });
  expect(lines.find(({ row: { id } }) => id === 'R1.B')).toMatchObject({ place: 2, siblings: 2 });
});

test('facets count states, warnings, rounds, and the nodes that are warned at all', () => {
  const { states, warnings, rounds, warned } = facetsOf(model);
  expect(Object.fromEntries(states)).toEqual({ DRILL: 1, DEAD: 1, VERIFY: 1, PROPOSED: 1, SPEC: 1 });
  expect(Object.fromEntries(warnings)).toEqual({ SUSPICIOUS: 2, UNVERIFIED_AGENT: 1 });
  expect([rounds, warned]).toEqual([[1, 2, 3], 2]);
});

test('agents are offered by a part of their name, and never more than asked for', () => {
  expect(agentsLike(model, 'BE', 5)).toEqual(['beta']);
  expect(agentsLike(model, '', 5)).toEqual(['Alpha', 'beta']);
  expect(agentsLike(model, '', 1)).toEqual(['Alpha']);
});
