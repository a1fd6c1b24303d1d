import { expectBreach } from '../../../src/testing/breaches.js';
import { judged, overrideFigures, reaching } from '../../../src/testing/ticket-samples.js';
import { overrideNotTyped } from './override-not-typed.rule.js';

describe('OVERRIDE_NOT_TYPED', () => {
  test.each([
    ['OVERRIDE', true],
    ['override', false],
    [' OVERRIDE', false],
    ['OVERRID', false],
    ['', false],
    [undefined, false],
  ])('%j is the word: %s', (typed, isTyped) => {
    const told = judged(overrideNotTyped, reaching(overrideFigures({ typed })));
    if (isTyped) expect(told.violations).toEqual([]);
    else expectBreach(told, 'OVERRIDE_NOT_TYPED', 'T-1', 'Type OVERRIDE');
  });
});
