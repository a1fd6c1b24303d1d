import type { AcceptedRecord, Move, RefusedRecord } from '../../machines/schema/record.js';
import { accepted, investigation, type Investigation } from '../testing/investigation.js';
import { claimAgain, claimed, solved } from '../testing/sample-trees.js';
import { begin, fold } from './fold.js';
import { endBlockers } from './plan-end.js';
import { restoreSession, storeSession, type StoredSession } from './state.js';

const stored = (state: Investigation['state']) => JSON.stringify(storeSession(state));
const last = (tree: Investigation) => tree.journal.at(-1)!;

/** A session that saw a bit of everything. */
function eventful(): Investigation {
  const tree = claimed().plant('R4.A', 'R3.A', 'DEAD');
  claimAgain(tree, 'R3.A');
  accepted(tree.propose('R4.B R4.C', 'R3.A'));
  accepted(tree.commit({ 'R4.B': { state: 'VALID', agentId: 'agent-1' } }));
  accepted(tree.reclassify('R3.A', 'DRILL'));
  accepted(tree.proposeAll([['R4.C', 'R3.A']], ['R4.C']));
  return tree;
}

describe('a journal', () => {
  test.each([
    ['an eventful session', eventful],
    ['a solved one', solved],
  ])('of %s leads to the same state, byte for byte', (_what, grow) => {
    const tree = grow();
    expect(stored(tree.replayed())).toBe(stored(tree.state));
  });

  test('goes on from a snapshot as it would from the live session', () => {
    const live = eventful();
    const restored = restoreSession(JSON.parse(stored(live.state)) as StoredSession);
    accepted(live.commit({ 'R4.C': 'DRILL' }));
    fold(restored, last(live));
    expect(stored(restored)).toBe(stored(live.state));
  });

  test('names the same nodes first after a snapshot, where a message names only some', () => {
    const live = investigation('multi-gate').plant('R1.A R1.B R1.C R1.D R1.E R1.F', null, 'DRILL');
    live.plant('R2.A', 'R1.A', 'DRILL');
    const restored = restoreSession(JSON.parse(stored(live.state)) as StoredSession);
    expect(endBlockers(restored)).toEqual(endBlockers(live.state));
  });

  test('keeps evidence and agents across a snapshot', () => {
    const { tree } = restoreSession(JSON.parse(stored(eventful().state)) as StoredSession);
    expect(tree.nodeOfAgent('agent-1')).toBe('R4.B');
    expect([...tree.citing(tree.at('R4.B').evidence!.digest)]).toEqual(['R4.B']);
  });

  test('of an ended session replays the end', () => {
    const tree = solved();
    accepted(tree.end());
    expect(tree.replayed().ended).toEqual(tree.state.ended);
    expect(tree.replayed().actor.getSnapshot().value).toBe('ended');
  });
});

// To a user its bug is a tree that differs from what the replies said.
describe('a record that does not fit is a defect', () => {
  const tampered = (record: AcceptedRecord, change: (moves: Move[]) => Move[]): AcceptedRecord => ({
    ...record,
    moves: change(record.moves),
  });

  function upToLast(tree: Investigation) {
    const journal = tree.journal.slice(0, -1);
    const state = begin('s-00000000000000000000', journal[0]!);
    for (const record of journal.slice(1)) fold(state, record);
    return state;
  }

  test('one out of sequence', () => {
    const tree = claimed();
    expect(() => fold(tree.state, last(tree))).toThrow('in sequence');
  });

  test('one that records another state than the caller named', () => {
    const tree = claimed().plant('R4.A', 'R3.A', 'VALID');
    const record = tampered(last(tree), (moves) =>
      moves.map((move) => (move.actor === 'R4.A' ? { ...move, to: 'SPEC' } : move)),
    );
    expect(() => fold(upToLast(tree), record)).toThrow('recorded otherwise');
  });

  test('one that claims a move the chart does not make', () => {
    const tree = claimed().plant('R4.A', 'R3.A', 'VALID');
    const record = tampered(last(tree), (moves) =>
      moves.map((move) => (move.actor === 'round:4' ? { ...move, to: 'open' } : move)),
    );
    expect(() => fold(upToLast(tree), record)).toThrow('round:4 did not move as recorded');
  });

  test('one that says a claim is confirmed which its confirmers refute', () => {
    const tree = claimed().plant('R4.A', 'R3.A', 'DEAD');
    const record = tampered(last(tree), (moves) =>
      moves.map((move) => (move.actor === 'R3.A' ? { ...move, to: 'VALID', why: 'claim confirmed' } : move)),
    );
    expect(() => fold(upToLast(tree), record)).toThrow('disagree');
  });

  test('a second start', () => {
    const tree = investigation('multi-gate');
    expect(() => fold(tree.state, { ...tree.journal[0]!, seq: 2 })).toThrow('starts once');
  });

  test('a journal that does not begin with a start', () => {
    expect(() => begin('s-00000000000000000000', last(claimed()))).toThrow('begins with what made the session');
  });

  test('a session made with other charts', () => {
    const [first] = investigation('multi-gate').journal;
    const foreign = { ...first!, facts: { charts: ['session@1', 'round@1', 'node@0'] } };
    expect(() => begin('s-00000000000000000000', foreign)).toThrow('node@0');
  });
});

describe('a refusal in the journal', () => {
  const refusal = (tree: Investigation): RefusedRecord => {
    const { v, time, nonce, by, prev } = last(tree);
    const refused = {
      type: 'round.commit',
      payload: 'hash',
      errors: [{ code: 'NOT_PROPOSED', subject: 'R1.X' }],
      count: 1,
    };
    const request = { id: 'request-1', hash: 'hash' };
    return { v, time, nonce, by, prev, request, seq: tree.state.seq + 1, outcome: 'REJECTED', refused };
  };

  test('changes nothing but the place in the journal, the known requests and the run of refusals', () => {
    const tree = claimed();
    const { seq, requests: _before, refusedInARow, ...before } = storeSession(tree.state);
    fold(tree.state, refusal(tree));
    const { seq: seqAfter, requests, refusedInARow: inARow, ...after } = storeSession(tree.state);
    expect(JSON.stringify(after)).toBe(JSON.stringify(before));
    expect([seqAfter - seq, inARow - refusedInARow]).toEqual([1, 1]);
    expect(requests).toEqual([['request-1', seqAfter, 'hash']]);
  });

  test('counts in a row until a command is accepted', () => {
    const tree = claimed();
    fold(tree.state, refusal(tree));
    fold(tree.state, refusal(tree));
    expect(tree.state.refusedInARow).toBe(2);
    const next = claimed();
    accepted(next.propose('R4.A', 'R3.A'));
    fold(tree.state, { ...last(next), seq: tree.state.seq + 1 });
    expect(tree.state.refusedInARow).toBe(0);
  });
});
