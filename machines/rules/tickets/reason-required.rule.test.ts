import { expectBreach } from '../../../src/testing/breaches.js';
import { judged, overrideFigures, reaching } from '../../../src/testing/ticket-samples.js';
import { forceNoteRequired, skipReasonRequired } from './reason-required.rule.js';

describe('REASON_REQUIRED', () => {
  test.each([
    ['time-pressure', 'Demo at noon', true, true],
    ['time-pressure', undefined, false, false],
    ['time-pressure', ' ', false, false],
    [undefined, 'Demo at noon', false, true],
    ['  ', 'Demo at noon', false, true],
    ['no reason at all', 'Demo at noon', true, true],
    [undefined, undefined, false, false],
  ])('reason %j, note %j: enough to skip %s, to force %s', (reason, note, toSkip, toForce) => {
    const facts = reaching(overrideFigures({ reason, note }));
    const [skipped, forced] = [judged(skipReasonRequired, facts), judged(forceNoteRequired, facts)];
    if (toSkip) expect(skipped.violations).toEqual([]);
    else expectBreach(skipped, 'REASON_REQUIRED', 'T-1', '--reason', '--note');
    if (toForce) expect(forced.violations).toEqual([]);
    else expectBreach(forced, 'REASON_REQUIRED', 'T-1', '--note');
  });
});
