import { ago, clock, counted, day, folderOf, sizeOf } from './words.js';

const minute = 60_000;

test.each([
  [0, 'just now'],
  [minute - 1, 'just now'],
  [minute, '1 minute ago'],
  [2 * minute, '2 minutes ago'],
  [60 * minute - 1, '59 minutes ago'],
  [60 * minute, '1 hour ago'],
  [24 * 60 * minute - 1, '23 hours ago'],
  [49 * 60 * minute, '2 days ago'],
  [-5000, 'just now'],
])('%s ms before now is %s', (ms, words) => {
  expect(ago(1e12 - ms, 1e12)).toBe(words);
});

test('times are those of the clock on the wall', () => {
  const at = new Date(2026, 0, 2, 3, 4, 5).getTime();
  expect(clock(at)).toBe('03:04:05');
  expect(day(at)).toBe('2026-01-02 03:04:05');
});

test('counts agree with their noun', () => {
  expect([counted(0, 'node'), counted(1, 'node'), counted(5000, 'node')]).toEqual(['0 nodes', '1 node', '5,000 nodes']);
});

test.each([
  [1023, '1023 B'],
  [1024, '1.0 kB'],
  [12_600, '12.3 kB'],
  [1000 * 1024 - 1, '1000.0 kB'],
  [1000 * 1024, '1.0 MB'],
  [1 << 28, '256.0 MB'],
])('%s bytes are %s', (bytes, words) => {
  expect(sizeOf(bytes)).toBe(words);
});

test.each([
  ['/home/me/shop', 'shop'],
  ['/home/me/shop/', 'shop'],
  ['C:\\work\\shop', 'shop'],
  ['/', '/'],
])('the folder of %s is %s', (path, folder) => {
  expect(folderOf(path)).toBe(folder);
});
