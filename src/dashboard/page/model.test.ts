/** A bug here would show a node in two places, or in none, after somebody scrubbed back and forth. */
import fc from 'fast-check';
import { entry, row, ticketRow } from '../../testing/log-entries.js';
import type { LogEntry } from '../wire.js';
import { Replay, type SessionModel } from './model.js';

const log: readonly LogEntry[] = [
  entry(1, { kind: 'session' }),
  entry(2, { kind: 'proposed', nodes: ['R1.A', 'R1.B', 'R1.C'].map((id) => row(id, null, { state: 'PROPOSED' })) }),
  entry(3, { nodes: [row('R1.A', null, { warnings: ['SUSPICIOUS'] }), row('R1.B', null)] }),
  entry(4, {
    kind: 'proposed',
    nodes: [row('R2.A1', 'R1.A', { state: 'PROPOSED' }), row('R1.A', null)],
    gone: ['R1.B'],
  }),
  entry(5, { kind: 'ticket', tickets: [ticketRow('T-1', 'open', null), ticketRow('T-2', 'open', 'worker')] }),
  entry(6, { kind: 'gate', tickets: [ticketRow('T-2', 'in_progress', null)] }),
  entry(7, { kind: 'proposed', gone: ['R2.A1'] }),
  entry(8, { kind: 'proposed', nodes: [row('R1.B', null, { state: 'PROPOSED' })] }),
  entry(9, { kind: 'proposed', gone: ['R1.A', 'R1.C'] }),
];

/** Everything of a model, and not the places it shares with the next one. */
const told = ({ seq, nodes, children, tickets, last }: SessionModel) =>
  JSON.stringify({
    seq,
    last: last?.seq,
    nodes: [...nodes.values()].sort((a, b) => (a.id < b.id ? -1 : 1)),
    children: [...children].filter(([, ids]) => ids.length > 0).sort(([a], [b]) => ((a ?? '') < (b ?? '') ? -1 : 1)),
    tickets: [...tickets.values()],
  });

const fresh = (count: number) => {
  const replay = new Replay();
  replay.add(log);
  return told(replay.at(count));
};

test('going back and forth in any way shows what going there at once shows', () => {
  const expected = Array.from({ length: log.length + 1 }, (_, count) => fresh(count));
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: log.length }), { maxLength: 12 }), (places) => {
      const replay = new Replay();
      replay.add(log);
      for (const place of places) expect(told(replay.at(place))).toBe(expected[place]);
    }),
  );
});

test('rows stand where their parents say, and what is withdrawn is gone', () => {
  const replay = new Replay();
  replay.add(log);
  const { nodes, children } = replay.at(4);
  expect(children.get(null)).toEqual(['R1.A', 'R1.C']);
  expect(children.get('R1.A')).toEqual(['R2.A1']);
  expect(nodes.has('R1.B')).toBe(false);
});

test('what was odd about a commit stays with the node, and a ticket keeps who worked on it last', () => {
  const replay = new Replay();
  replay.add(log);
  const { nodes, tickets } = replay.at(6);
  expect(nodes.get('R1.A')?.warnings).toEqual(['SUSPICIOUS']);
  expect(tickets.get('T-2')).toMatchObject({ status: 'in_progress', who: 'worker' });
});

test('what arrives is shown when asked for, and no place is beyond the last entry', () => {
  const replay = new Replay();
  expect(replay.at(99)).toMatchObject({ seq: 0, session: undefined });
  replay.add(log.slice(0, 2));
  expect(replay.at(99).seq).toBe(2);
  replay.add(log.slice(2));
  expect(replay.at(99).seq).toBe(9);
  expect(replay.at(-1).seq).toBe(0);
});
