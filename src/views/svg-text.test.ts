import { pixelsOf, wrap } from './svg-text.js';

test('breaks at spaces and ends what is left over in an ellipsis', () => {
  expect(wrap('Payment webhook holds a row lock', 166, 12, 2)).toEqual(['Payment webhook holds a', 'row lock']);
  const [, second] = wrap('one two three four five six seven eight nine ten eleven twelve', 120, 12, 2);
  expect(second).toMatch(/…$/);
});

test('breaks a word that is wider than the line', () => {
  const lines = wrap('漢'.repeat(20), 120, 12, 3);
  expect(lines).toEqual(['漢'.repeat(10), '漢'.repeat(10)]);
});

test.each(['i'.repeat(300), 'W'.repeat(300), '漢'.repeat(300), 'a b '.repeat(80)])(
  'every line of %.8s… fits',
  (text) => {
    for (const line of wrap(text, 166, 12, 2)) expect(pixelsOf(line, 12)).toBeLessThanOrEqual(166.001);
  },
);

test('text that shows nothing takes no line', () => {
  expect(wrap(' \u200B\n', 166, 12, 2)).toEqual([]);
});
