import fc from 'fast-check';
import { anyText } from '../testing/hostile-text.js';
import { treeOf } from '../testing/tree-builder.js';
import { mermaidOf } from './mermaid.js';

test('is a flowchart with one line a node, an edge and a state in use', () => {
  const tree = treeOf([
    ['R1.A', null, 'DRILL', 'Pool starves'],
    ['R2.A1', 'R1.A', 'VALID_PENDING', 'Row lock'],
    ['R3.A1a', 'R2.A1', 'PROPOSED', 'Again'],
  ]);
  expect(mermaidOf(tree, 'Why').split('\n')).toEqual([
    'flowchart TD',
    '  accTitle: Why',
    '  R1_A["▾ R1#46;A<br/>Pool starves<br/>DRILL"]:::DRILL',
    '  R2_A1["◔ R2#46;A1<br/>Row lock<br/>VALID_PENDING"]:::VALID_PENDING',
    '  R3_A1a["○ R3#46;A1a<br/>Again<br/>PROPOSED"]:::PROPOSED',
    '  R1_A --> R2_A1',
    '  R2_A1 -.-> R3_A1a',
    '  classDef PROPOSED fill:#ffffff,stroke-dasharray:4 3,stroke:#4b5563,color:#0b1018',
    '  classDef DRILL fill:#8ecbe3,stroke:#4b5563,color:#0b1018',
    '  classDef VALID_PENDING fill:#90ee90,stroke:#4b5563,color:#0b1018',
    '',
  ]);
});

test('a query that shows nothing does not swallow the first node', () => {
  expect(mermaidOf(treeOf([['R1.A', null, 'DRILL']]), '\u200B').split('\n')[1]).toMatch(/^ {2}R1_A\[/);
});

test('no title or query can add a line, a directive or a class', () => {
  const skeleton = (title: string, query: string) =>
    mermaidOf(treeOf([['R1.A', null, 'DRILL', title]]), `Q${query}`)
      .replace(/(?<=<br\/>)(?:[\p{L}\p{M}\p{N} ,]|#\d+;)*(?=<br\/>)/u, '')
      .replace(/(?<=accTitle: )(?:[\p{L}\p{M}\p{N} ,]|#\d+;)*$/mu, '');
  const honest = skeleton('title', 'uery');
  fc.assert(
    fc.property(anyText, anyText, (title, query) => {
      expect(skeleton(title, query)).toBe(honest);
    }),
  );
});
