/** What a bug here would look like: a server that grows for as long as it runs, or one that asks git again and again. */
import { Kept } from './kept.js';

test('what was used last is kept, as much as fits', () => {
  const kept = new Kept<string>(6, ({ length }) => length);
  for (const text of ['aa', 'bb', 'cc']) kept.keep(text, text);
  expect(kept.get('aa')).toBe('aa');
  kept.keep('dd', 'dd');
  expect(['aa', 'bb', 'cc', 'dd'].map((name) => kept.get(name))).toEqual(['aa', undefined, 'cc', 'dd']);
  kept.keep('eeee', 'eeee');
  expect(['aa', 'cc', 'dd', 'eeee'].map((name) => kept.get(name))).toEqual([undefined, undefined, 'dd', 'eeee']);
});

test('what is too large is not kept, and puts out nothing that is', () => {
  const kept = new Kept<string>(3, ({ length }) => length);
  kept.keep('a', 'a');
  kept.keep('large', 'large');
  expect([kept.get('a'), kept.get('large')]).toEqual(['a', undefined]);
});

test('what is kept twice counts once', () => {
  const kept = new Kept<string>(3, ({ length }) => length);
  for (const name of ['a', 'b', 'b', 'b', 'c']) kept.keep(name, name);
  expect(['a', 'b', 'c'].map((name) => kept.get(name))).toEqual(['a', 'b', 'c']);
});
