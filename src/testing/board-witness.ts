/**
 * Watches a board being played: what is planned changes nothing, the board is what its charts are, totals equal a
 * recount, and two shadows, one that reads only the journal and one restored before each call, never differ from it.
 */
import assert from 'node:assert';
import { categoryOf, isLive, type Category } from '../../machines/measures/board-ticket.js';
import { Board } from '../../machines/measures/board.js';
import type { AcceptedRecord } from '../../machines/schema/record.js';
import { fold } from '../session/fold.js';
import type { Plan } from '../session/planned.js';
import { restoreSession, storeSession, type SessionState, type StoredSession } from '../session/state.js';
import { liveGate, liveTicket } from '../session/ticket-actors.js';

const textOf = (state: SessionState): string => JSON.stringify(storeSession(state));

export class BoardWitness {
  #text: string;
  #restored: SessionState;

  constructor(
    readonly live: SessionState,
    readonly replica: SessionState,
  ) {
    this.#text = textOf(live);
    this.#restored = this.#restore();
    this.#compare();
  }

  /** The plan, after a look at whether making it changed anything and whether a restored session says the same. */
  planned(make: () => Plan, { again }: { again: (state: SessionState) => Plan }): Plan {
    const planned = make();
    assert.strictEqual(textOf(this.live), this.#text, 'planning changed the session');
    assert.deepStrictEqual(again(this.#restored), planned, 'a restored session answers otherwise');
    return planned;
  }

  folded(record: AcceptedRecord): void {
    for (const state of [this.live, this.replica, this.#restored]) fold(state, record);
    this.#text = textOf(this.live);
    this.#compare();
    this.#restored.actor.stop();
    this.#restored = this.#restore();
  }

  #restore(): SessionState {
    return restoreSession(JSON.parse(this.#text) as StoredSession);
  }

  #compare(): void {
    assert.strictEqual(textOf(this.replica), this.#text, 'a replay differs');
    assert.strictEqual(textOf(this.#restored), this.#text, 'a restored session differs after the same record');
    assertFollows(this.live);
    for (const state of [this.live, this.#restored]) assertTotals(state.board);
  }
}

/** The board says of each ticket what its live charts say. */
function assertFollows(state: SessionState): void {
  for (const { id, status, isFlagged, closure, gate } of state.board.all()) {
    assert.deepStrictEqual(
      { status, isFlagged, closure },
      liveTicket(state, id),
      `the ticket ${id} and the board disagree`,
    );
    const live = liveGate(state, id);
    assert.strictEqual(live === undefined, status === 'withdrawn', `the gate of ${id} lives as long as its ticket`);
    if (live) assert.deepStrictEqual(gate, live, `the gate of ${id} and the board disagree`);
  }
}

export function assertTotals(board: Board): void {
  const tickets = board.all();
  const categories: Category[] = ['passed', 'labelled', 'failed', 'inProgress', 'pending', 'withdrawn'];
  const count = (category: Category) => tickets.filter((ticket) => categoryOf(ticket) === category).length;
  for (const category of categories) assert.strictEqual(board.count(category), count(category), `${category} differs`);
  const sum = categories.reduce((total, category) => total + board.count(category), 0);
  assert.strictEqual(sum, board.size, 'every ticket is in one category');
  const attempts = tickets.map(({ gate }) => gate.context.attempt);
  assert.deepStrictEqual(board.attempts, {
    sum: attempts.reduce((total, each) => total + each, 0),
    started: attempts.filter((each) => each > 0).length,
  });
  assertIndexes(board);
}

function assertIndexes(board: Board): void {
  const live = board.all().filter((ticket) => isLive(ticket));
  const ids = (tickets: readonly { id: string }[]) => tickets.map(({ id }) => id).sort();
  for (const { contractHash, tree } of board.all()) {
    const owners = live.filter((other) => other.contractHash === contractHash).map(({ id }) => id);
    const owner = board.liveContract(contractHash);
    assert(owner === undefined ? owners.length === 0 : owners.includes(owner), `${contractHash} has another owner`);
    if (!tree) continue;
    const inTree = live.filter((other) => other.tree?.dir === tree.dir);
    assert.deepStrictEqual(ids(board.startedIn(tree.dir)), ids(inTree), `other tickets are in ${tree.dir}`);
  }
  const timed = ['EXECUTING', 'VERIFYING', 'REVIEWING', 'FAILED'];
  const active = live.filter(({ gate, status }) => timed.includes(gate.state) || status === 's3_validating');
  assert.deepStrictEqual(ids(board.active()), ids(active), 'other tickets wait for a time');
}
