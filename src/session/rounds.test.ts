import { accepted, inWords, investigation, type Reply } from '../testing/investigation.js';

const roundMoves = (reply: Reply) => inWords(accepted(reply).moves).filter((move) => move.startsWith('round:'));

describe('a round in the record of a call', () => {
  test('opens with its first proposal and completes with its last commit', () => {
    const tree = investigation('multi-gate');
    expect(roundMoves(tree.propose('R1.A R1.B', null))).toEqual(['round:1 - > open, proposed']);
    expect(roundMoves(tree.propose('R1.C', null))).toEqual([]);
    expect(roundMoves(tree.commit({ 'R1.A': 'DRILL', 'R1.B': 'DRILL' }))).toEqual([]);
    expect(roundMoves(tree.commit({ 'R1.C': 'DRILL' }))).toEqual(['round:1 open > complete, committed']);
  });

  test('opens again for a later proposal', () => {
    const tree = investigation('multi-gate').plant('R1.A', null, 'DRILL');
    expect(roundMoves(tree.propose('R1.B', null))).toEqual(['round:1 complete > open, proposed']);
  });

  test('completes when its last proposal is taken back', () => {
    const tree = investigation('multi-gate');
    accepted(tree.propose('R1.A R1.B', null));
    expect(roundMoves(tree.withdraw('R1.A'))).toEqual([]);
    expect(roundMoves(tree.withdraw('R1.B'))).toEqual(['round:1 open > complete, withdrawn']);
  });

  test('completes and opens again when its last proposal is replaced', () => {
    const tree = investigation('multi-gate');
    accepted(tree.propose('R1.A', null));
    const reply = accepted(tree.proposeAll([['R1.A', null]], ['R1.A']));
    expect(inWords(reply.moves)).toEqual([
      'R1.A PROPOSED > -, withdrawn',
      'round:1 open > complete, withdrawn',
      'round:1 complete > open, proposed',
      'R1.A - > PROPOSED, proposed',
    ]);
  });

  test('opens for each round a batch reaches', () => {
    const tree = investigation('multi-gate').plant('R1.A', null, 'DRILL').plant('R2.A', 'R1.A', 'DRILL');
    const reply = tree.proposeAll([
      ['R1.B', null],
      ['R2.B', 'R1.A'],
      ['R3.B', 'R2.A'],
    ]);
    expect(roundMoves(reply)).toEqual([
      'round:1 complete > open, proposed',
      'round:2 complete > open, proposed',
      'round:3 - > open, proposed',
    ]);
  });
});

describe('a call that is refused', () => {
  test('for one node of a proposal takes none of them', () => {
    const tree = investigation('multi-gate').plant('R1.A', null, 'DRILL');
    const reply = tree.proposeAll([
      ['R2.A', 'R1.A'],
      ['R2.bad id', 'R1.A'],
      ['R2.B', 'R1.Z'],
      ['R3.C', 'R1.A'],
      ['R1.A', null],
    ]);
    expect(reply.codes).toEqual(['INVALID_ID_FORMAT', 'DUPLICATE_ID', 'PARENT_NOT_FOUND', 'ROUND_MISMATCH']);
    expect(tree.tree.size).toBe(1);
  });

  test('for one node of a commit takes none of them, and names all that is wrong', () => {
    const tree = investigation('multi-gate').plant('R1.A', null, 'DRILL');
    accepted(tree.propose('R1.B R1.C R1.D', null));
    const reply = tree.commit({
      'R1.A': 'DRILL',
      'R1.B': { state: 'VALID_PENDING', evidence: '' },
      'R1.C': 'DONE',
      'R1.D': 'DRILL',
      'R1.E': 'DRILL',
    });
    expect([...reply.codes].sort()).toEqual([
      'ALREADY_COMMITTED',
      'MISSING_EVIDENCE',
      'NOT_PROPOSED',
      'STATE_LOCKED',
      'TERMINAL_RATIO_EXCEEDED',
      'UNKNOWN_STATE',
    ]);
    expect(tree.states('R1.B R1.C R1.D')).toEqual(['PROPOSED', 'PROPOSED', 'PROPOSED']);
  });
});
