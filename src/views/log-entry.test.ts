/**
 * A bug here would show a page something else than the session is: a node that still “needs 2” when its children are
 * there, or one that was withdrawn. So whatever happens, the rows of all entries together are compared with the tree.
 */
import type { JournalRecord } from '../../machines/schema/record.js';
import { begin, fold } from '../session/fold.js';
import { investigation, type Investigation } from '../testing/investigation.js';
import { logEntry, losingChildren, type LogEntry, type NodeRow } from './log-entry.js';
import { notesOf } from './notes.js';

function entriesOf({ journal }: Investigation): LogEntry[] {
  const [first, ...rest] = journal;
  const state = begin('s-1', first!);
  return [
    logEntry(state, first!, []),
    ...rest.map((record) => {
      const losing = losingChildren(state, record);
      fold(state, record);
      return logEntry(state, record, losing);
    }),
  ];
}

function rowsIn(entries: readonly LogEntry[]): Map<string, NodeRow> {
  const rows = new Map<string, NodeRow>();
  for (const { nodes, gone } of entries) {
    for (const row of nodes ?? []) rows.set(row.id, row);
    for (const id of gone ?? []) rows.delete(id);
  }
  return rows;
}

const story = () => {
  const live = investigation('multi-gate').plant('R1.A R1.B', null, 'DRILL DEAD');
  live.propose('R2.A R2.B R2.C', 'R1.A');
  live.withdraw('R2.C');
  live.commit({ 'R2.A': 'VERIFY', 'R2.B': 'DRILL' });
  live.plant('R3.A', 'R2.A', 'VALID_PENDING').plant('R4.A', 'R3.A', 'DEAD');
  live.reclassify('R1.B', 'DRILL');
  live.propose('R3.B R3.C', 'R2.B');
  live.withdraw('R3.C');
  return live;
};

test('put together, the rows say of every node what the tree says', () => {
  const live = story();
  const rows = rowsIn(entriesOf(live));
  const expected = [...live.tree.all()].map(({ id, parent, title, state, depth, agent }) => {
    const notes = notesOf(live.protocol, live.node(id));
    const note = notes.map(({ short }) => short).join(', ') || null;
    return { id, parent, title, state, round: depth, agent, note, open: notes.some(({ isOpen }) => isOpen) };
  });
  expect([...rows.values()].map(({ warnings: _, ...row }) => row)).toEqual(expect.arrayContaining(expected));
  expect(rows.size).toBe(expected.length);
});

test('an entry says in words what its record did, and of which kind it is', () => {
  expect(entriesOf(story()).map(({ seq, kind, what }) => `${seq} ${kind}: ${what}`)).toEqual([
    '1 session: investigation started',
    '2 proposed: 2 nodes proposed',
    '3 node: 2 nodes committed',
    '4 proposed: 3 nodes proposed',
    '5 proposed: 1 withdrawn',
    '6 node: 2 nodes committed',
    '7 proposed: R3.A proposed',
    '8 node: R3.A committed as VALID_PENDING',
    '9 proposed: R4.A proposed',
    '10 node: R4.A committed as DEAD',
    '11 node: R1.B DEAD → DRILL',
    '12 proposed: 2 nodes proposed',
    '13 proposed: 1 withdrawn',
  ]);
});

test('what a person did is marked', () => {
  const live = story();
  const last = live.journal.at(-1)!;
  const by = { ...last.by, known: 'person' } as const;
  const byPerson: JournalRecord = { ...last, by };
  expect(logEntry(live.state, last, []).byPerson).toBeUndefined();
  expect(logEntry(live.state, byPerson, [])).toMatchObject({ byPerson: true, by: 'solo (person)' });
});
