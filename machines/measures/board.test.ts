import { assertTotals } from '../../src/testing/board-witness.js';
import { boardOf, contractOf, failureOf, gateOf, limits, now, type Opened } from '../../src/testing/ticket-samples.js';
import type { FailureType, GateState, TicketStatus } from '../schema/ticket.js';
import { categoryOf, stepLimits, type Category, type Ticket } from './board-ticket.js';
import { Board, type StoredBoard } from './board.js';

/** A gate with one failure more of a type, in the state it led to. */
function failing(ticket: Ticket, type: FailureType, state: GateState = 'ESCALATED'): Ticket['gate'] {
  const { context } = ticket.gate;
  const failed = { ...context.failed, [type]: (context.failed[type] ?? 0) + 1 };
  const failures = [...context.failures, failureOf(type, { attempt: context.failures.length + 1 })];
  return { state, context: { ...context, attempt: 3, counted: 3, failures, failed } };
}

/** Tickets of these waves, each of which has failed for good. */
function exhausted(...waves: (number | undefined)[]): Board {
  const board = boardOf(...waves.map((wave): Opened => (wave === undefined ? {} : { wave })));
  for (const ticket of board.all())
    board.update(ticket.id, 3, { status: 'blocked', gate: failing(ticket, 'VERIFY_FAILURE') });
  return board;
}

const restored = (board: Board) => Board.restore(JSON.parse(JSON.stringify(board.store())) as StoredBoard);

describe('ids that are given', () => {
  const ids = (board: Board, ...given: (string | undefined)[]) => board.idsFor(given);
  const open = (board: Board, ...given: (string | undefined)[]) => {
    for (const [index, id] of board.idsFor(given).entries()) {
      const named = given[index] === undefined ? {} : { id };
      board.open({ id, ticket: contractOf(named), hash: id, limits, at: now, seq: 1 });
    }
    return board;
  };

  test('count up from T-1, around those that were chosen', () => {
    expect(ids(new Board(), undefined, undefined)).toEqual(['T-1', 'T-2']);
    expect(ids(new Board(), undefined, 'T-1', 'login', undefined)).toEqual(['T-2', 'T-1', 'login', 'T-3']);
    expect(ids(open(new Board(), undefined, 'T-2'), undefined, undefined)).toEqual(['T-3', 'T-4']);
  });

  test('asking gives none away', () => {
    const board = new Board();
    ids(board, undefined);
    expect(ids(board, undefined)).toEqual(['T-1']);
  });

  // To a user its bug is a ticket under the id of another, given up long ago.
  test('are not given twice, also after a restart', () => {
    const board = open(new Board(), undefined, undefined);
    expect(ids(board, undefined)).toEqual(['T-3']);
    expect(ids(restored(board), undefined)).toEqual(['T-3']);
  });

  test('are not moved on by a number somebody chose', () => {
    expect(ids(open(new Board(), 'T-7'), undefined)).toEqual(['T-1']);
  });
});

describe('the totals', () => {
  const labels = (label: 'flaky' | 'unverified' | 'forced') =>
    ({ state: 'APPROVED', context: gateOf({ labels: [label] }) }) as const;

  test.each<[string, Partial<Ticket>, Category]>([
    ['open', {}, 'pending'],
    ['in_progress', { status: 'in_progress' }, 'inProgress'],
    ['blocked', { status: 'blocked' }, 'inProgress'],
    ['impl_complete', { status: 'impl_complete' }, 'inProgress'],
    ['with its retries used up', { status: 'blocked', isExhausted: true }, 'failed'],
    ['at work again after that', { status: 'in_progress', isExhausted: true }, 'failed'],
    ['handed off after that', { status: 'impl_complete', isExhausted: true }, 'inProgress'],
    ['closed', { status: 'closed' }, 'passed'],
    ['closed after its retries were used up', { status: 'closed', isExhausted: true }, 'passed'],
    ['closed as flaky', { status: 'closed', gate: labels('flaky') }, 'labelled'],
    ['closed unverified', { status: 'closed', gate: labels('unverified') }, 'labelled'],
    ['closed by force', { status: 'closed', gate: labels('forced') }, 'labelled'],
    ['withdrawn', { status: 'withdrawn' }, 'withdrawn'],
    ['withdrawn after its retries were used up', { status: 'withdrawn', isExhausted: true }, 'withdrawn'],
  ])('%s is in exactly one', (_what, is, category) => {
    const board = boardOf({ is });
    expect(categoryOf(board.at('T-1'))).toBe(category);
    expect(board.count(category)).toBe(1);
    assertTotals(board);
  });

  test('stay right whatever a ticket goes through, and through a restart', () => {
    const board = boardOf({}, {}, { wave: 2 });
    const path: TicketStatus[] = ['in_progress', 'blocked', 'in_progress', 'impl_complete', 'withdrawn'];
    for (const [index, status] of path.entries()) {
      board.update('T-2', index + 3, { status, gate: { state: 'EXECUTING', context: gateOf({ attempt: index }) } });
      assertTotals(board);
      assertTotals(restored(board));
    }
    expect(board.attempts).toEqual({ sum: 4, started: 1 });
  });
});

// To a user its bug is a session that goes on burning through tickets, or one that stops for nothing.
describe('halting', () => {
  test.each<[string, (number | undefined)[], boolean]>([
    ['two of one wave', [1, 1], false],
    ['three of one wave', [1, 1, 1], true],
    ['three of three waves', [1, 2, 3], false],
    ['two of one and two of another', [1, 1, 2, 2], false],
    ['three without a wave', [undefined, undefined, undefined], true],
    ['two without a wave and one of the first', [undefined, undefined, 1], false],
  ])('%s', (_what, waves, isHalted) => {
    const board = exhausted(...waves);
    expect([board.isHalted, restored(board).isHalted]).toEqual([isHalted, isHalted]);
    expect(board.halted()).toHaveLength(isHalted ? 1 : 0);
  });

  test('says which wave and which tickets', () => {
    expect(exhausted(2, 2, 1, 2).halted()).toEqual([{ wave: 2, tickets: ['T-1', 'T-2', 'T-4'] }]);
  });

  test('a ticket that only timed out does not count, though it has failed', () => {
    const board = boardOf({}, {}, {});
    for (const ticket of board.all()) board.update(ticket.id, 3, { gate: failing(ticket, 'TIMEOUT') });
    expect([board.isHalted, board.count('failed')]).toEqual([false, 3]);
    for (const ticket of board.all()) board.update(ticket.id, 4, { gate: failing(ticket, 'MALFORMED') });
    expect(board.isHalted).toBe(true);
  });

  test('a ticket that failed otherwise before it timed out does', () => {
    const board = boardOf({}, {}, {});
    for (const ticket of board.all()) {
      board.update(ticket.id, 3, { gate: failing(ticket, 'MALFORMED', 'EXECUTING') });
      board.update(ticket.id, 4, { gate: failing(ticket, 'TIMEOUT') });
    }
    expect(board.isHalted).toBe(true);
  });

  test('a failure that is tried again does not', () => {
    const board = boardOf({}, {}, {});
    for (const ticket of board.all()) board.update(ticket.id, 3, { gate: failing(ticket, 'MALFORMED', 'EXECUTING') });
    expect([board.isHalted, board.count('failed')]).toEqual([false, 0]);
  });

  test('a ticket handed off, or given up, since still counts', () => {
    const board = exhausted(1, 1, 1);
    board.update('T-1', 4, { status: 'impl_complete' });
    board.update('T-2', 4, { status: 'withdrawn' });
    expect([board.isHalted, board.count('failed')]).toEqual([true, 1]);
  });

  test('one ticket counts once, however often it fails', () => {
    const board = exhausted(1, 1);
    board.update('T-1', 4, { gate: failing(board.at('T-1'), 'VERIFY_FAILURE') });
    expect(board.isHalted).toBe(false);
  });

  test('a resume empties the count, and what is escalated already does not count again', () => {
    for (const board of [exhausted(1, 1, 1), restored(exhausted(1, 1, 1))]) {
      board.resume();
      expect([board.isHalted, board.halted()]).toEqual([false, []]);
      // The same gate as a restart would read it: equal, and not the same object.
      for (const { id, gate } of board.all()) board.update(id, 5, { gate: structuredClone(gate) });
      expect(board.isHalted).toBe(false);
      for (const ticket of board.all()) board.update(ticket.id, 6, { gate: failing(ticket, 'MALFORMED') });
      expect(board.isHalted).toBe(true);
    }
  });
});

describe('the log of failures', () => {
  test('has each once, with the record that tells of it, also after a restart', () => {
    const board = exhausted(1);
    const again = restored(board);
    for (const each of [board, again]) each.update('T-1', 4, { gate: structuredClone(each.at('T-1').gate) });
    const failure = { ...failureOf('VERIFY_FAILURE'), seq: 3 };
    expect(board.failures).toEqual([{ ticketId: 'T-1', ...failure }]);
    expect(board.at('T-1').failures).toEqual([failure]);
    expect(again.store()).toEqual(board.store());
  });

  test('keeps the last fifty', () => {
    const board = boardOf({}, {});
    for (let count = 0; count < 60; count += 1) {
      const id = `T-${1 + (count % 2)}`;
      board.update(id, count + 3, { gate: failing(board.at(id), 'MALFORMED', 'EXECUTING') });
    }
    expect(board.failures).toHaveLength(50);
    expect(board.failures.at(-1)).toMatchObject({ ticketId: 'T-2', seq: 62 });
  });
});

describe('finding tickets', () => {
  const tree = (dir: string) => ({ dir, treeId: 'tree', settings: null });

  test('started in a tree, until they are closed or withdrawn', () => {
    const board = boardOf(
      { is: { status: 'in_progress', tree: tree('/a') } },
      { is: { status: 'impl_complete', tree: tree('/a') } },
      { is: { status: 'in_progress', tree: tree('/b') } },
      { is: { status: 'closed', tree: tree('/a') } },
      {},
    );
    const inA = () => board.startedIn('/a').map(({ id }) => id);
    expect(inA()).toEqual(['T-1', 'T-2']);
    board.update('T-1', 3, { status: 'withdrawn' });
    expect([
      inA(),
      restored(board)
        .startedIn('/a')
        .map(({ id }) => id),
    ]).toEqual([['T-2'], ['T-2']]);
    expect(board.startedIn('/nowhere')).toEqual([]);
  });

  test('by contract, until they are closed or withdrawn', () => {
    const board = boardOf({ hash: 'same' }, { hash: 'other' });
    expect([board.liveContract('same'), board.liveContract('none')]).toEqual(['T-1', undefined]);
    board.update('T-1', 3, { status: 'closed' });
    expect(board.liveContract('same')).toBeUndefined();
  });

  test('whose gate waits for a time', () => {
    const states: GateState[] = [
      'PENDING',
      'EXECUTING',
      'VERIFYING',
      'REVIEWING',
      'FAILED',
      'BLOCKED',
      'ESCALATED',
      'APPROVED',
    ];
    const board = boardOf(...states.map((state) => ({ is: { gate: { state, context: gateOf() } } })));
    expect(board.active().map(({ id }) => id)).toEqual(['T-2', 'T-3', 'T-4', 'T-5']);
    board.update('T-2', 3, { status: 'withdrawn' });
    expect(board.active().map(({ id }) => id)).not.toContain('T-2');
  });

  test('that wait for another', () => {
    const waits = (blocker: string | null): Opened => ({
      is: { gate: { state: 'BLOCKED', context: gateOf({ blocker }) } },
    });
    const board = boardOf({}, waits('T-1'), waits(null), waits('T-2'), waits('T-1'));
    board.update('T-5', 3, { status: 'withdrawn' });
    expect(board.waitingFor('T-1').map(({ id }) => id)).toEqual(['T-2']);
  });
});

describe('what is kept of a ticket', () => {
  test('records that tell of it, each once: how it began, and the latest', () => {
    const board = boardOf({});
    for (let seq = 2; seq < 500; seq += 1) {
      board.update('T-1', seq, {});
      board.update('T-1', seq, {});
    }
    const { seqs } = board.at('T-1');
    expect([...seqs.slice(0, 2), ...seqs.slice(-2)]).toEqual([1, 101, 498, 499]);
    expect(seqs).toHaveLength(400);
  });

  test('the limits of its contract, and the project’s where it sets none', () => {
    expect(stepLimits({ verifySeconds: 200 }, limits)).toEqual({
      executor: { ms: 300_000, maxMs: 900_000 },
      verify: { ms: 200_000, maxMs: 300_000 },
      architect: { ms: 180_000, maxMs: 600_000 },
    });
  });

  test('all of it comes back from what is stored', () => {
    const board = exhausted(1, 2, undefined);
    board.noteRun('tree npm test', true);
    board.noteRun('tree npm test', false);
    const again = restored(board);
    expect(again.store()).toEqual(board.store());
    expect(again.runsOf('tree npm test')).toEqual({ passed: 1, failed: 1 });
    expect(again.runsOf('another')).toEqual({ passed: 0, failed: 0 });
    expect(() => again.at('T-9')).toThrow('there is no ticket T-9');
  });
});
