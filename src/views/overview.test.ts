/** What a session says of itself must not depend on which process says it. */
import { restoreSession, storeSession, type StoredSession } from '../session/state.js';
import { accepted, investigation } from '../testing/investigation.js';
import { overviewOf } from './overview.js';

// To a user its bug is a reply that differs after a restart although nothing has happened.
test('counts by state come in the order of the chart, live and opened from a snapshot', () => {
  // The first node came to its state last: live it is counted last, from a snapshot first.
  const live = investigation('multi-gate').plant('R1.A R1.B', null, 'DRILL DRILL');
  accepted(live.reclassify('R1.A', 'VERIFY'));
  const restored = restoreSession(JSON.parse(JSON.stringify(storeSession(live.state))) as StoredSession);
  for (const state of [live.state, restored])
    expect(Object.entries(overviewOf(state).byState)).toEqual([
      ['DRILL', 1],
      ['VERIFY', 1],
    ]);
});
