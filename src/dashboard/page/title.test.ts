import { entry, ticketRow } from '../../testing/log-entries.js';
import type { LogEntry } from '../wire.js';
import { Replay } from './model.js';
import { listTitleOf, titleOf } from './title.js';

const seen = (more: Partial<LogEntry>, isNow = true, connection: 'live' | 'lost' = 'live') => {
  const replay = new Replay();
  replay.add([entry(1, more)]);
  return { model: replay.at(1), at: 1, isNow, connection };
};
const investigation = { query: 'Why?', kind: 'investigation' } as const;
const ended = { session: { round: 5, rounds: 5, blocker: null, outcome: 'solved' } };
const waiting = { tickets: [{ ...ticketRow('T-1', 'in_progress', null), waitsForPerson: true }] };

test.each([
  [seen({}), 'Round 1/5 · Why? · Proctor'],
  [seen(ended), 'solved · Why? · Proctor'],
  [seen(waiting), '(1) waits for you · Why? · Proctor'],
  [seen(waiting, true, 'lost'), 'Not connected · Why? · Proctor'],
  [seen(waiting, false), 'Replay #1 · Why? · Proctor'],
])('the tab of an investigation says how it stands: %#', (what, title) => {
  expect(titleOf(investigation, what)).toBe(title);
});

test('where there are only tickets, it says how many are closed', () => {
  const tickets = [ticketRow('T-1', 'closed', null), ticketRow('T-2', 'open', null)];
  expect(titleOf({ query: 'Tickets: T-1', kind: 'tickets' }, seen({ tickets }))).toBe(
    '1/2 closed · Tickets: T-1 · Proctor',
  );
});

test('the tab of the list says how many tickets wait, over all sessions', () => {
  const titles = [[], [0, 1, 0], [2, 1]].map((each) =>
    listTitleOf(each.map((ticketsForPerson) => ({ ticketsForPerson }))),
  );
  expect(titles).toEqual([
    'Sessions · Proctor',
    '(1) waits for you · Sessions · Proctor',
    '(3) wait for you · Sessions · Proctor',
  ]);
});
