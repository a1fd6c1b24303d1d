import { expectBreach } from '../../src/testing/breaches.js';
import { investigation } from '../../src/testing/investigation.js';
import { roundOf } from '../schema/id.js';

describe('INVALID_ID_FORMAT', () => {
  test.each([
    { id: 'R1.A', round: 1 },
    { id: 'R1.a', round: 1 },
    { id: 'R2.A1', round: 2 },
    { id: 'R3.A1a', round: 3 },
    { id: 'R10.0', round: 10 },
    { id: 'R32.Z9', round: 32 },
    { id: `R1.${'x'.repeat(31)}`, round: 1 },
    { id: `R1.${'x'.repeat(32)}`, round: 1 },
  ])('$id names round $round', ({ id, round }) => {
    expect(roundOf(id)).toBe(round);
  });

  test.each([
    `R1.${'x'.repeat(33)}`,
    'R1.',
    'R1',
    'R0.A',
    'R01.A',
    'R.A',
    'R-1.A',
    'R1.5.A',
    'r1.A',
    '1.A',
    'R1.A-1',
    'R1.A_1',
    'R1.Ä',
    'R1.А',
    'R1. A',
    ' R1.A',
    'R1.A\n',
    'R1.A R1.B',
    'R1,A',
    '__proto__',
  ])('%j is refused', (id) => {
    const reply = investigation('multi-gate').proposeAll([[id, null]]);
    expect(reply.codes).toEqual(['INVALID_ID_FORMAT']);
    expectBreach(reply, 'INVALID_ID_FORMAT', id, 'R<round>.<suffix>', 32, 'R1.A');
  });
});
