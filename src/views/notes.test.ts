import { treeOf } from '../testing/tree-builder.js';
import { notesOf } from './notes.js';

const claim = [
  ['R1.A', null, 'DRILL'],
  ['R2.A', 'R1.A', 'DRILL'],
  ['R3.A', 'R2.A', 'VALID_PENDING'],
] as const;

const notes = (tree: ReturnType<typeof treeOf>, id: string) =>
  notesOf(tree.protocol, tree.at(id)).map(({ long }) => long);

test('a node says how many children it lacks, proposed ones counted as there', () => {
  const tree = treeOf([
    ['R1.A', null, 'DRILL'],
    ['R1.B', null, 'VERIFY'],
    ['R2.A1', 'R1.A', 'PROPOSED'],
  ]);
  expect(notes(tree, 'R1.A')).toEqual(['needs 2 children']);
  expect(notes(tree, 'R1.B')).toEqual(['needs 1 child']);
  expect(notes(tree, 'R2.A1')).toEqual([]);
});

test('a claim says that it waits, and its confirmers what they confirm', () => {
  const tree = treeOf(claim);
  expect(notes(tree, 'R3.A')).toEqual(['unconfirmed', 'needs 1 confirmer']);
  tree.propose({ id: 'R4.A', parent: 'R3.A', title: 'again', at: 9, seq: 9 });
  expect(notes(tree, 'R3.A')).toEqual(['unconfirmed']);
  expect(notes(tree, 'R4.A')).toEqual(['tests claim 1']);
});

test('a fallen claim is not forgotten', () => {
  const refuted = treeOf([...claim, ['R4.A', 'R3.A', 'DEAD']]);
  refuted.settleClaim('R3.A', 'DRILL', 'refuted', 9);
  expect(notes(refuted, 'R3.A')).toEqual(['claim 1 refuted', 'needs 2 children']);

  const withdrawn = treeOf(claim);
  withdrawn.reclassify('R3.A', 'DRILL', 9);
  expect(notes(withdrawn, 'R3.A')).toEqual(['claim 1 withdrawn', 'needs 3 children']);
});

test('a confirmed claim has nothing left to say', () => {
  const tree = treeOf([...claim, ['R4.A', 'R3.A', 'VALID']]);
  tree.settleClaim('R3.A', 'VALID', 'confirmed', 9);
  expect(notes(tree, 'R3.A')).toEqual([]);
});
