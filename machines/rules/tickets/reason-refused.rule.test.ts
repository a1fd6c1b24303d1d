import { expectBreach } from '../../../src/testing/breaches.js';
import { judged, overrideFigures, reaching } from '../../../src/testing/ticket-samples.js';
import { skipReasons } from '../../schema/ticket.js';
import { reasonRefused } from './reason-refused.rule.js';

const told = (reason: string | undefined) => judged(reasonRefused, reaching(overrideFigures({ reason })));

describe('REASON_REFUSED', () => {
  test.each(skipReasons)('%s is a reason', (reason) => {
    expect(told(reason).violations).toEqual([]);
  });

  test.each(['the tests are red', 'TIME-PRESSURE', 'time-pressure!'])('%j is none', (reason) => {
    expectBreach(told(reason), 'REASON_REFUSED', 'T-1', reason, ...skipReasons);
  });

  test.each([undefined, '', '  '])('%j is missing, which is told otherwise', (reason) => {
    expect(told(reason).violations).toEqual([]);
  });
});
