import fc from 'fast-check';
import { anyText } from '../testing/hostile-text.js';
import { treeOf, wideTree, type Sprout } from '../testing/tree-builder.js';
import { terminalTree } from './terminal-tree.js';
import { columns } from './text-fit.js';

const tree = treeOf([
  ['R1.A', null, 'DRILL', 'Connection pool starves'],
  ['R2.A1', 'R1.A', 'VALID_PENDING', 'Row lock held across the gateway call'],
  ['R3.A1a', 'R2.A1', 'PROPOSED', 'Independent rerun'],
  ['R2.A2', 'R1.A', 'DEAD', 'Leaked clients'],
  ['R1.B', null, 'VERIFY', 'Slow start'],
]);

const sgr = new RegExp(`${String.fromCharCode(27)}\\[[\\d;]+m`, 'g');

test('draws branches, glyphs, words and notes', () => {
  expect(terminalTree(tree, { color: false, ascii: false, width: 72 })).toEqual([
    '▾ drill    R1.A Connection pool starves · needs 1',
    '├─ ◔ pending  R2.A1 Row lock held across the gateway call · unconfirmed',
    '│  └─ ○ proposed R3.A1a Independent rerun · tests claim 1',
    '└─ ✕ dead     R2.A2 Leaked clients',
    '◆ verify   R1.B Slow start · needs 1',
    '',
    '5 nodes   ○ 1 proposed   ▾ 1 drill   ◆ 1 verify   ◔ 1 pending   ✕ 1 dead',
  ]);
});

test('draws the same in ASCII', () => {
  expect(terminalTree(tree, { color: false, ascii: true, width: 60 })).toEqual([
    'v drill    R1.A Connection pool starves - needs 1',
    '|- ~ pending  R2.A1 Row lock held across th... - unconfirmed',
    '|  `- o proposed R3.A1a Independent rerun - tests claim 1',
    '`- x dead     R2.A2 Leaked clients',
    '? verify   R1.B Slow start - needs 1',
    '',
    '5 nodes, 1 proposed, 1 drill, 1 verify, 1 pending, 1 dead',
  ]);
});

test('colours by state, dims ids and strikes dead ends', () => {
  const [drill, , , dead] = terminalTree(tree, { color: true, ascii: false, width: 80 });
  expect(drill).toContain('\u001b[36m▾ drill');
  expect(drill).toContain('\u001b[2m R1.A \u001b[0m');
  expect(drill).toContain('\u001b[33m · needs 1\u001b[0m');
  expect(dead).toContain('\u001b[2;9mLeaked clients\u001b[0m');
});

test('colour changes nothing but colour', () => {
  const options = { ascii: false, width: 64 };
  const coloured = terminalTree(tree, { ...options, color: true }).map((line) => line.replace(sgr, '').trimEnd());
  expect(coloured).toEqual(terminalTree(tree, { ...options, color: false }));
});

test.each([
  [80, '5 nodes   ○ 1 proposed   ▾ 1 drill   ◆ 1 verify   ◔ 1 pending   ✕ 1 dead'],
  [60, '5 nodes, 1 proposed, 1 drill, 1 verify, 1 pending, 1 dead'],
  [40, '5 nodes  ○ 1  ▾ 1  ◆ 1  ◔ 1  ✕ 1'],
])('counts by state as fully as %i columns allow', (width, expected) => {
  expect(terminalTree(tree, { color: false, ascii: false, width }).at(-1)).toBe(expected);
});

test('an empty tree is a line, not nothing', () => {
  expect(terminalTree(treeOf([]), { color: true, ascii: false, width: 80 })).toEqual(['0 nodes']);
});

test('a chain as deep as protocols allow still shows its titles', () => {
  const chain = Array.from({ length: 32 }, (_, index): Sprout => [
    `R${index + 1}.A`,
    index === 0 ? null : `R${index}.A`,
    'VERIFY',
    `step ${index + 1}`,
  ]);
  const lines = terminalTree(treeOf(chain), { color: false, ascii: false, width: 60 });
  expect(lines[31]).toMatch(/^… .*└─ ◆ verify {3}R32\.A step 32/);
});

test('no line is wider than the terminal or carries a control of its own', () => {
  const text = fc.record({ title: anyText, width: fc.integer({ min: 20, max: 120 }), ascii: fc.boolean() });
  fc.assert(
    fc.property(text, ({ title, ...options }) => {
      const hostile = treeOf([
        ['R1.A', null, 'DRILL', title],
        ['R2.Aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', 'R1.A', 'DEAD', title],
      ]);
      const lines = terminalTree(hostile, { ...options, color: true }).map((line) => line.replace(sgr, ''));
      expect(lines).toHaveLength(4);
      for (const line of lines) {
        expect(columns(line)).toBeLessThanOrEqual(options.width);
        expect(line).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
      }
    }),
  );
});

test('5,000 nodes are drawn while nobody waits', () => {
  const big = wideTree(5000);
  // The best of three: a busy machine is not a slow tree.
  const times = [1, 2, 3].map(() => {
    const before = performance.now();
    expect(terminalTree(big, { color: true, ascii: false, width: 100 })).toHaveLength(5002);
    return performance.now() - before;
  });
  expect(Math.min(...times)).toBeLessThan(30_000);
});
