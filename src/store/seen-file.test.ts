import { SeenFile } from './seen-file.js';

const stat = (size: number, mtimeMs: number, id = 'a') => ({ id, size, mtimeMs, directory: false });

test.each([
  ['nothing happened', stat(10, 1), 'same'],
  ['something was appended', stat(11, 2), 'grown'],
  ['it was written in place', stat(10, 2), 'other'],
  ['it was cut', stat(9, 2), 'other'],
  ['another file took its name, of the same size and time', stat(10, 1, 'b'), 'other'],
  ['a longer one did', stat(20, 2, 'b'), 'other'],
])('%s: it is told so', (_what, now, is) => {
  const seen = new SeenFile();
  expect(seen.compare(now)).toBe('same');
  seen.saw(stat(10, 1), 10);
  // Not read to its end: that says nothing.
  seen.saw(stat(30, 3), 20);
  expect(seen.compare(now)).toBe(is);
});
