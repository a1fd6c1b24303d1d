import { expectBreach } from '../../../src/testing/breaches.js';
import { judged, opening } from '../../../src/testing/ticket-samples.js';
import { isVague, vagueDone } from './vague-done.rule.js';

describe('VAGUE_DONE', () => {
  test.each([
    ['', true],
    ['Done', true],
    ['It works.', true],
    ['login rejects', true],
    ['login rejects strangers', false],
    ['done, works, complete', true],
    ['It is all done and complete', true],
    ['It is done twice', false],
    ['Passwort wird geprüft', false],
    ['— — — login —', true],
  ])('%j is vague: %s', (criterion, vague) => {
    expect(isVague(criterion)).toBe(vague);
  });

  test('every vague criterion of every ticket is told', () => {
    const told = judged(vagueDone, opening([{ done: ['works', 'login rejects strangers'] }, { done: ['done'] }]));
    expect(told.violations).toHaveLength(2);
    expectBreach(told, 'VAGUE_DONE', 'T-1', '"works"');
    expectBreach(told, 'VAGUE_DONE', 'T-2', '"done"');
  });
});
