/**
 * What else is said of a batch that is refused anyway. To a user the bug looks like this: the list of what is wrong names
 * things that are right, or leaves out what the next call will be refused for.
 */
import { accepted, investigation, type Investigation, type Reply } from '../../src/testing/investigation.js';
import { claimed } from '../../src/testing/sample-trees.js';
import { protocolNamed } from '../../src/testing/tree-builder.js';
import { nodeLimit } from './node-limit.rule.js';
import { judge } from './rule.js';

const told = ({ violations }: Reply): string[] => violations.map(({ code, subject }) => `${code} ${subject}`);

describe('a node named twice is judged by its own evidence', () => {
  const [taken, own] = [
    'The log of the failing run shows the lock taken twice.',
    'The trace shows nobody waits for it at all.',
  ];
  const second = 'The second look at the trace shows nobody waiting for it at all.';

  /** R1.A died of `taken`; R1.D is proposed. */
  function tree(): Investigation {
    const made = investigation('multi-gate');
    accepted(made.propose('R1.A R1.B R1.C R1.D', null));
    accepted(made.commit({ 'R1.A': { state: 'DEAD', evidence: taken }, 'R1.B': 'DRILL', 'R1.C': 'DRILL' }));
    return made;
  }
  const result = (evidence?: string) => ({
    ...{ nodeId: 'R1.D', state: 'DEAD', findings: 'Seen.' },
    ...(evidence === undefined ? {} : { evidence }),
  });
  const twice = 'DUPLICATE_IN_BATCH R1.D';

  test.each<[string, (string | undefined)[], string[]]>([
    ['the first is another node’s', [taken, second], [twice, 'DUPLICATE_EVIDENCE R1.D']],
    ['the second is another node’s', [second, taken], [twice, 'DUPLICATE_EVIDENCE R1.D']],
    ['both are', [taken, taken], [twice, 'DUPLICATE_EVIDENCE R1.D', 'DUPLICATE_EVIDENCE R1.D']],
    ['neither is', [`${own} Twice.`, second], [twice]],
    ['the first is missing', [undefined, second], [twice, 'MISSING_EVIDENCE R1.D']],
    ['the second is missing', [second, undefined], [twice, 'MISSING_EVIDENCE R1.D']],
  ])('%s', (_which, texts, expected) => {
    const reply = tree().commitAll(texts.map(result));
    expect(told(reply).filter((each) => !each.startsWith('TERMINAL_RATIO'))).toEqual(expected);
  });
});

describe('a root counts once', () => {
  /** R1.A is committed, and R1.B proposed, where three are needed. */
  function tree(): Investigation {
    const made = investigation('multi-gate', { minRoots: 3 }).plant('R1.A', null, 'DRILL');
    accepted(made.propose('R1.B', null));
    return made;
  }
  const below = ['R2.A', 'R1.A'] as const;

  test.each<[string, readonly (readonly [string, string | null])[], string[]]>([
    ['that is proposed already', [['R1.B', null], below], ['DUPLICATE_ID R1.B', 'INSUFFICIENT_ROOTS BATCH']],
    ['that is committed already', [['R1.A', null], below], ['DUPLICATE_ID R1.A', 'INSUFFICIENT_ROOTS BATCH']],
    ['that is new', [['R1.C', null], below], []],
    ['that is named twice', [['R1.C', null], ['R1.C', null], below], ['DUPLICATE_IN_BATCH R1.C']],
  ])('%s', (_which, nodes, expected) => {
    expect(told(tree().proposeAll(nodes))).toEqual(expected);
  });
});

describe('a withdrawal that is refused is not made', () => {
  /** Four roots of which two died: none of the others may be taken back. Round 2 needs four. */
  function halfDead(): Investigation {
    const tree = investigation('multi-gate', { minRoots: 4 });
    accepted(tree.propose('R1.A R1.B R1.C R1.D', null));
    accepted(tree.commit({ 'R1.A': 'DRILL', 'R1.B': 'DEAD', 'R1.C': 'DEAD' }));
    return tree;
  }

  test('its root still counts before round 2', () => {
    expect(told(halfDead().proposeAll([['R2.A', 'R1.A']], ['R1.D']))).toEqual(['NOT_WITHDRAWABLE BATCH']);
  });

  test('so does one of a root that is committed', () => {
    expect(told(halfDead().proposeAll([['R2.A', 'R1.A']], ['R1.B']))).toEqual(['NOT_WITHDRAWABLE R1.B']);
  });

  test('its id is still taken', () => {
    expect(told(halfDead().proposeAll([['R1.D', null]], ['R1.D']))).toEqual([
      'DUPLICATE_ID R1.D',
      'NOT_WITHDRAWABLE BATCH',
    ]);
  });

  test('a confirmer’s id is, too', () => {
    const tree = claimed();
    accepted(tree.propose('R4.A', 'R3.A'));
    expect(told(tree.proposeAll([['R4.A', 'R3.A']], ['R4.A']))).toEqual(['DUPLICATE_ID R4.A', 'NOT_WITHDRAWABLE R4.A']);
  });

  test.each([
    [['R1.D'], 1],
    [['R1.nobody'], 1],
    [['R1.E'], 0],
    [['R1.E', 'R1.E'], 0],
  ])('it makes no room: %j', (withdraw, breaches) => {
    const { tree } = halfDead();
    tree.propose({ id: 'R2.E', parent: 'R1.A', title: 'E', at: 1, seq: 9 });
    const proposal = { id: 'R2.F', parent: 'R1.A', title: 'F', plannedAction: 'Look.' };
    const facts = { tree, rootsMin: 4, nodes: [proposal], withdraw: withdraw.map((id) => id.replace('R1.E', 'R2.E')) };
    expect(judge([nodeLimit], facts, { ...protocolNamed('multi-gate'), nodesMax: tree.size })).toHaveLength(breaches);
  });
});
