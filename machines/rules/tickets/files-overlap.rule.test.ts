import { expectBreach } from '../../../src/testing/breaches.js';
import { beginFigures, judged, reaching } from '../../../src/testing/ticket-samples.js';
import { filesOverlap } from './files-overlap.rule.js';

const told = (...others: string[]) => {
  const overlaps = others.map((ticketId) => ({ ticketId, files: ['src/login.ts'] }));
  return judged(filesOverlap, reaching(beginFigures({ overlaps })));
};

describe('FILES_OVERLAP', () => {
  test('no other ticket, no overlap', () => {
    expect(told().violations).toEqual([]);
  });

  test('names the other ticket, the files and the way out', () => {
    expectBreach(told('T-7'), 'FILES_OVERLAP', 'T-1', 'T-7', 'src/login.ts', 'workDir');
  });

  test('each of the others is told, up to five', () => {
    expect(told('A', 'B', 'C', 'D', 'E', 'F').violations).toHaveLength(5);
  });
});
