import { expectBreach } from '../../../src/testing/breaches.js';
import { beginFigures, judged, reaching } from '../../../src/testing/ticket-samples.js';
import { sessionHalted } from './session-halted.rule.js';

describe('SESSION_HALTED', () => {
  test('nothing starts until a person resumes', () => {
    const told = (isHalted: boolean) => judged(sessionHalted, reaching(beginFigures({ isHalted })));
    expect(told(false).violations).toEqual([]);
    expectBreach(told(true), 'SESSION_HALTED', 'T-1', 3, 'proctor resume');
  });
});
