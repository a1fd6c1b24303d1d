import { accepted } from '../testing/investigation.js';
import { solved } from '../testing/sample-trees.js';
import { stopLine, stopsOf } from '../views/stops.js';
import { restoreSession, storeSession, StoredSession } from './state.js';

const throughSnapshot = (state: Parameters<typeof storeSession>[0]) =>
  restoreSession(StoredSession.parse(JSON.parse(JSON.stringify(storeSession(state)))));

test('a stop is counted and moves nothing, before the end of an investigation and after it', () => {
  const tree = solved();
  expect(accepted(tree.stop('stopped_unverified')).moves).toEqual([]);
  accepted(tree.stop('unchecked'));
  accepted(tree.end());
  expect(accepted(tree.stop('stopped_unverified')).moves).toEqual([]);
  const { seq, updatedAt: at } = tree.state;
  expect(tree.state.stops).toEqual({
    stopped_unverified: { count: 2, seq, at },
    unchecked: { count: 1, seq: seq - 2, at: expect.any(Number) as number },
  });
  expect(tree.state.ended?.outcome).toBe('solved');
  for (const again of [tree.replayed(), throughSnapshot(tree.state)]) expect(again.stops).toEqual(tree.state.stops);
});

test('a session without stops is stored as it always was, and such a snapshot still opens', () => {
  const { state } = solved();
  expect(storeSession(state)).not.toHaveProperty('stops');
  expect(throughSnapshot(state).stops).toEqual({});
});

test('they are told in words', () => {
  const stops = { stopped_unverified: { count: 2, seq: 40, at: 0 }, unchecked: { count: 1, seq: 9, at: 1000 } };
  expect(stopsOf({ stops }).map(stopLine)).toEqual([
    'stopped unverified: 2 times, last at 1970-01-01T00:00:00.000Z (record 40)',
    'stops unchecked: 1 time, last at 1970-01-01T00:00:01.000Z (record 9)',
  ]);
  expect(stopsOf({ stops: {} })).toEqual([]);
});
