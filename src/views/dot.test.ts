import fc from 'fast-check';
import { anyText } from '../testing/hostile-text.js';
import { protocolNamed, treeOf } from '../testing/tree-builder.js';
import { dotOf } from './dot.js';

const tree = treeOf([
  ['R1.A', null, 'DRILL', 'Connection pool starves'],
  ['R1.B', null, 'PROPOSED'],
  ['R2.A1', 'R1.A', 'VERIFY'],
  ['R2.A2', 'R1.A', 'DEAD'],
  ['R3.A1a', 'R2.A1', 'VALID_PENDING'],
  ['R4.A1a1', 'R3.A1a', 'VALID'],
]);
const dot = dotOf(tree, 'Why?');

/** What is left when every quoted string is taken out: the part an agent's text must not be able to change. */
const skeleton = (text: string) => text.replace(/"(?:[^"\\\n]|\\.)*"/gu, '""');

test('is the graph existing clients draw', () => {
  expect(dot).toMatch(/^digraph Investigation \{\n {2}rankdir=TB;/);
  expect(dot).toMatch(/\}\n$/);
  expect(dot).toContain('R1_A [label="R1.A\\nConnection pool starves\\nDRILL", fillcolor="lightblue"');
  expect(dot).toContain('label="Why?"');
});

test('has one edge a child', () => {
  const edges = [...dot.matchAll(/^ {2}(\w+) -> (\w+)/gm)].map(([, from, to]) => `${from} ${to}`);
  expect(edges).toEqual(['R1_A R2_A1', 'R1_A R2_A2', 'R2_A1 R3_A1a', 'R3_A1a R4_A1a1']);
});

test('groups nodes by round', () => {
  const [, round1, round2] = dot.split('subgraph round_');
  expect(round1).toMatch(/rank=same;[^]*R1_A \[[^]*R1_B \[/);
  expect(round2).toMatch(/rank=same;[^]*R2_A1 \[[^]*R2_A2 \[/);
});

test('a proposal is white and dashed, a confirmer hangs on a dashed edge', () => {
  expect(dot).toMatch(/R1_B \[.*fillcolor="white".*dashed/);
  expect(dot).toContain('R3_A1a -> R4_A1a1 [style=dashed];');
});

test('the legend has the states of the protocol', () => {
  const legend = (of: string) => [...of.matchAll(/legend_(\w+) /g)].map(([, state]) => state);
  expect(legend(dot)).toEqual(['PROPOSED', 'DRILL', 'VERIFY', 'VALID_PENDING', 'VALID', 'DEAD', 'SPEC']);
  expect(legend(dotOf(treeOf([], protocolNamed('classic')), 'q'))).toEqual([
    'DRILL',
    'VERIFY',
    'VALID',
    'DEAD',
    'SPEC',
  ]);
});

test('a long title is clipped', () => {
  const label = /label="R1\.A\\n(.*)\\nDRILL"/.exec(
    dotOf(treeOf([['R1.A', null, 'DRILL', 'x'.repeat(300)]]), 'q'),
  )![1]!;
  expect([...label]).toHaveLength(60);
});

test('no title or query can add a node, an edge or a colour', () => {
  const withText = (title: string, query: string) =>
    skeleton(
      dotOf(
        treeOf([
          ['R1.A', null, 'DRILL', title],
          ['R2.A1', 'R1.A', 'DEAD', title],
        ]),
        query,
      ),
    );
  const honest = withText('title', 'query');
  fc.assert(
    fc.property(anyText, anyText, (title, query) => {
      expect(withText(title, query)).toBe(honest);
    }),
  );
});
