import { expectBreach } from '../testing/breaches.js';
import { accepted, type Investigation } from '../testing/investigation.js';
import { claimAgain, claimed } from '../testing/sample-trees.js';

/** Round 4 holds three ordinary nodes below R3.B, two of them DEAD, and three confirmers of R3.A. */
function mixedRound(): Investigation {
  const tree = claimed().plant('R3.B', 'R2.A', 'DRILL');
  accepted(tree.propose('R4.X R4.Y R4.Z', 'R3.B'));
  accepted(tree.propose('R4.A R4.B R4.C', 'R3.A'));
  accepted(tree.commit({ 'R4.X': 'DEAD', 'R4.Y': 'DEAD' }));
  return tree;
}

const figures = (tree: Investigation) => {
  const { counted, concluded, dead } = tree.totals.round(4);
  return { counted, concluded, dead };
};

// To a user its bug is a round closed altogether, its limit met by confirmers proposed for nothing else.
describe('nodes proposed under a standing claim are not counted in the ratio', () => {
  test('they neither fill a round nor make room in it', () => {
    const tree = mixedRound();
    expect(figures(tree)).toEqual({ counted: 3, concluded: 2, dead: 2 });
    const reply = tree.commit({ 'R4.Z': 'DEAD' });
    expectBreach(reply, 'TERMINAL_RATIO_EXCEEDED', 'BATCH', '70 %', 3, 'propose 2 more');
  });

  test('they may all be concluded at once', () => {
    const tree = claimed();
    accepted(tree.propose('R4.A R4.B R4.C', 'R3.A'));
    expect(tree.commit({ 'R4.A': 'VALID', 'R4.B': 'VALID', 'R4.C': 'VALID' }).ok).toBe(true);
    expect(figures(tree)).toEqual({ counted: 0, concluded: 0, dead: 0 });
  });

  test('nor are they counted once their claim is refuted', () => {
    const tree = mixedRound();
    accepted(tree.commit({ 'R4.A': 'DEAD' }));
    accepted(tree.commit({ 'R4.B': 'DEAD', 'R4.C': 'VALID' }));
    expect(figures(tree)).toEqual({ counted: 3, concluded: 2, dead: 2 });
  });

  test('so taking them back, once that is allowed, cannot break the ratio', () => {
    const tree = mixedRound();
    accepted(tree.commit({ 'R4.A': 'DEAD' }));
    expect(tree.withdraw('R4.Z').codes).toEqual(['NOT_WITHDRAWABLE']);
    expect(tree.withdraw('R4.B', 'R4.C').ok).toBe(true);
  });
});

describe('nodes of a withdrawn claim are counted again', () => {
  test('as proposals, and then they make room', () => {
    const tree = mixedRound();
    accepted(tree.reclassify('R3.A', 'DRILL'));
    expect(figures(tree)).toEqual({ counted: 6, concluded: 2, dead: 2 });
    expect(tree.commit({ 'R4.Z': 'DEAD' }).ok).toBe(true);
  });

  test('as conclusions, and then they fill the round, which no rule stops', () => {
    const tree = mixedRound();
    accepted(tree.commit({ 'R4.A': 'VALID', 'R4.B': 'VALID', 'R4.C': 'VALID' }));
    accepted(tree.reclassify('R3.A', 'DRILL'));
    expect(figures(tree)).toEqual({ counted: 6, concluded: 5, dead: 2 });
    expectBreach(tree.commit({ 'R4.Z': 'DEAD' }), 'TERMINAL_RATIO_EXCEEDED', 'BATCH', 6, 'propose 3 more');
  });

  test('as DEAD ones, which refute the claim and stay counted', () => {
    const tree = mixedRound();
    accepted(tree.reclassify('R3.A', 'DRILL'));
    accepted(tree.commit({ 'R4.A': 'DEAD' }));
    expect(tree.claims('R3.A')).toEqual(['refuted']);
    expect(figures(tree)).toEqual({ counted: 6, concluded: 3, dead: 3 });
  });

  test('and only those: confirmers of the next claim are not', () => {
    const tree = mixedRound();
    accepted(tree.reclassify('R3.A', 'DRILL'));
    claimAgain(tree, 'R3.A');
    accepted(tree.propose('R4.D R4.E', 'R3.A'));
    expect(figures(tree)).toEqual({ counted: 6, concluded: 2, dead: 2 });
  });

  test('and only the nodes of that claim, not of an earlier refuted one', () => {
    const tree = mixedRound();
    accepted(tree.commit({ 'R4.A': 'DEAD' }));
    claimAgain(tree, 'R3.A');
    accepted(tree.propose('R4.D', 'R3.A'));
    accepted(tree.reclassify('R3.A', 'DRILL'));
    expect(figures(tree)).toEqual({ counted: 4, concluded: 2, dead: 2 });
  });
});
