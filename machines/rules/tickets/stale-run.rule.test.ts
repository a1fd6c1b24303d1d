import { expectBreach } from '../../../src/testing/breaches.js';
import { judged, reaching, runFigures } from '../../../src/testing/ticket-samples.js';
import { staleRun } from './stale-run.rule.js';

describe('STALE_RUN', () => {
  test.each([2, 4])('run 3 is awaited and run %i comes in', (runId) => {
    expectBreach(judged(staleRun, reaching(runFigures({ runId }), { runs: 3 })), 'STALE_RUN', 'T-1', runId, 3);
  });

  test('the run that is awaited counts', () => {
    expect(judged(staleRun, reaching(runFigures({ runId: 3 }), { runs: 3 })).violations).toEqual([]);
  });
});
