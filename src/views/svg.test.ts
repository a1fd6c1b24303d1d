import fc from 'fast-check';
import { anyText } from '../testing/hostile-text.js';
import { treeOf, wideTree } from '../testing/tree-builder.js';
import { svgOf } from './svg.js';

const tree = treeOf([
  ['R1.A', null, 'DRILL', 'Connection pool starves when forty requests meet on one shard of the store'],
  ['R2.A1', 'R1.A', 'DRILL', 'Row lock'],
  ['R3.A1a', 'R2.A1', 'VALID_PENDING', 'Charge moved out'],
  ['R4.A1a1', 'R3.A1a', 'VALID', 'Rerun'],
]);
const svg = svgOf(tree, 'Why is it slow?');

test('is one self-contained picture with a name', () => {
  expect(svg).toMatch(
    /^<svg xmlns="[^"]+" class="proctor" role="img" width="\d+" height="\d+" viewBox="0 0 \d+ \d+">\n/,
  );
  expect(svg).toContain('<title>Investigation: Why is it slow?</title>');
  expect(svg).toContain('<desc>4 nodes: 2 drill, 1 pending, 1 valid</desc>');
  expect(svg).not.toMatch(/<script|<image|<a |<foreignObject|href|@import|url\((?!#proctor-box\))/);
});

test('shows id, state, note and, in full, the title', () => {
  expect(svg).toContain(
    '<g class="DRILL" transform="translate(0 0)"><title>R1.A DRILL: Connection pool starves when forty requests meet on one shard of the store; needs 2 children</title>',
  );
  expect(svg).toMatch(/>Connection pool[^<]*<\/text>/);
  expect(svg).toContain('>R4.A1a1</text>');
  expect(svg).toContain('>unconfirmed</text>');
  expect(svg).toContain('>confirms claim 1</text>');
});

test('has a band a round and an edge a child', () => {
  expect([...svg.matchAll(/>Round (\d+)</g)].map(([, round]) => round)).toEqual(['1', '2', '3', '4']);
  expect(svg.match(/class="edge"/g)).toHaveLength(2);
  expect(svg.match(/class="edge confirms"/g)).toHaveLength(1);
});

test('rings a confirmed claim, not its confirmer', () => {
  expect(svg).not.toContain('class="ring"');
  tree.settleClaim('R3.A1a', 'VALID', 'confirmed', 9);
  expect(svgOf(tree, 'q').match(/class="ring"/g)).toHaveLength(1);
  tree.settleClaim('R3.A1a', 'VALID_PENDING', 'standing', 9);
});

test('an empty tree says so', () => {
  expect(svgOf(treeOf([]), 'q')).toContain('>No nodes yet</text>');
});

const tag = /<\/?([a-zA-Z]+)((?: [a-zA-Z:-]+="[^"<>&]*")*)\/?>/gu;
const known = new Set(['svg', 'title', 'desc', 'style', 'clipPath', 'rect', 'g', 'text', 'path']);

test('no title or query can add an element or an attribute', () => {
  const attributes = (of: string) =>
    new Set([...of.matchAll(tag)].flatMap(([, , list]) => list!.match(/[\w:-]+(?==)/g)));
  const honest = attributes(svg);
  fc.assert(
    fc.property(anyText, (text) => {
      const drawn = svgOf(treeOf([['R1.A', null, 'DRILL', text]]), text);
      const elements = [...drawn.matchAll(tag)].map(([, name]) => name!);
      expect(elements.every((name) => known.has(name))).toBe(true);
      expect(drawn.replace(tag, '')).toMatch(/^(?:[^<>&]|&(?:amp|lt|gt|quot|#39);)*$/u);
      for (const attribute of attributes(drawn)) expect(honest).toContain(attribute);
    }),
  );
});

test('5,000 nodes are drawn while nobody waits', () => {
  const big = wideTree(5000);
  // The best of three: a busy machine is not a slow layout.
  const times = [1, 2, 3].map(() => {
    const before = performance.now();
    expect(svgOf(big, 'q').match(/class="box"/g)).toHaveLength(5000);
    return performance.now() - before;
  });
  expect(Math.min(...times)).toBeLessThan(30_000);
});
