/** Whatever was printed is all there, in pieces a browser lays out one by one. */
import fc from 'fast-check';
import { piecesOf } from './pieces.js';

test.each([
  ['nothing', '', []],
  ['what fits', 'a\nb', ['a\nb']],
  ['lines stay whole', 'one\ntwo\nsix\n', ['one\n', 'two\n', 'six\n']],
  ['as many lines as fit', 'a\nb\nc\nd\n', ['a\nb\n', 'c\nd\n']],
  ['empty lines', '\n\n\n\n\n\n', ['\n\n\n\n\n', '\n']],
  ['a line that is too long', 'abcdefghij', ['abcd', 'efgh', 'ij']],
  ['its end is not the beginning of the next', 'abcd\nefgh\n', ['abcd\n', 'efgh\n']],
  ['a character of two units', 'abc😀def', ['abc', '😀de', 'f']],
  ['a character of two units that fits', 'ab😀def', ['ab😀', 'def']],
])('%s', (_, text, pieces) => {
  expect(piecesOf(text, 4)).toEqual(pieces);
});

test('no piece is much longer than it may be, none is empty, none begins with the end of a line, nothing is lost', () => {
  const unit = fc.constantFrom('a', '\n', '漢', '😀', '\uD83D', '\uDE00', ' ');
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 200 }), fc.integer({ min: 2, max: 20 }), (text, max) => {
      const pieces = piecesOf(text, max);
      expect(pieces.join('')).toBe(text);
      expect(pieces.every(({ length }) => length > 0 && length <= max + 1)).toBe(true);
      for (const [at, piece] of pieces.slice(0, -1).entries())
        if (!piece.endsWith('\n')) expect(pieces[at + 1]).not.toMatch(/^\n/);
    }),
  );
});
