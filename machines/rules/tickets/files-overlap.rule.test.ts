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

  test('each of the others is told, up to five, and how many more there are', () => {
    const { violations } = told('A', 'B', 'C', 'D', 'E', 'F', 'G');
    expect(violations).toHaveLength(5);
    expect(violations.map(({ message }) => /And so may (\d+) more/.exec(message)?.[1])).toEqual([
      ...[undefined, undefined, undefined, undefined],
      '2',
    ]);
    expect(told('A', 'B', 'C', 'D', 'E').violations.at(-1)?.message).not.toContain('more');
  });

  test('names the session of another one’s ticket, and counts the files it does not list', () => {
    const files = Array.from({ length: 9 }, (_, at) => `src/${at}.ts`);
    const overlaps = [{ ticketId: 'T-7', sessionId: 's-other', files }];
    const breach = judged(filesOverlap, reaching(beginFigures({ overlaps })));
    expectBreach(breach, 'FILES_OVERLAP', 'T-1', 'T-7 of session s-other', 'src/4.ts and 4 more');
  });
});
