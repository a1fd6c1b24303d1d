import fc from 'fast-check';
import { anyText } from '../testing/hostile-text.js';
import { clip, columns, oneLine } from './text-fit.js';

test.each([
  ['plain', 5],
  ['é', 1],
  ['e\u0301', 1],
  ['漢字', 4],
  ['🙂', 2],
  ['├─ ✓', 4],
])('%j takes %i columns', (text, expected) => {
  expect(columns(text)).toBe(expected);
});

test.each([
  ['abcdef', 7, 'abcdef'],
  ['abcdef', 6, 'abcdef'],
  ['abcdef', 5, 'abcd…'],
  ['ab cdef', 4, 'ab…'],
  ['漢字漢字', 6, '漢字…'],
  ['abcdef', 1, '…'],
  ['abcdef', 0, ''],
])('%j clipped to %i columns is %j', (text, max, expected) => {
  expect(clip(text, max)).toBe(expected);
});

test('an ASCII ellipsis is counted as wide as it is', () => {
  expect(clip('abcdefgh', 6, '...')).toBe('abc...');
  expect(clip('abcdefgh', 2, '...')).toBe('');
});

test('no text takes more room than it was given', () => {
  fc.assert(
    fc.property(anyText, fc.nat(80), (text, max) => {
      expect(columns(oneLine(text, max))).toBeLessThanOrEqual(max);
    }),
  );
});

test('hidden characters do not push the visible ones out', () => {
  expect(oneLine(`${'\u200B'.repeat(100)}  the \n title `, 10)).toBe('the title');
});
