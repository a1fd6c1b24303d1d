/** The schema spoken is that of the package the tests receive with, and nothing in a message grows without end. */
import { readFileSync } from 'node:fs';
import { brief } from './brief.js';
import { schemaVersion } from './message.js';

test('the version named in messages is that of the installed package', () => {
  const url = new URL('../../node_modules/@statelyai/inspect/package.json', import.meta.url);
  expect(JSON.parse(readFileSync(url, 'utf8')).version).toBe(schemaVersion);
});

test.each([
  ['x'.repeat(300), 'x'.repeat(300)],
  ['x'.repeat(301), `${'x'.repeat(299)}…`],
  [numbers(20), numbers(20)],
  [numbers(21), [...numbers(20), '… and 1 more']],
  [null, null],
  [{ a: { b: [1, 'two', true, null] } }, { a: { b: [1, 'two', true, null] } }],
  [nested(6, 'end'), nested(6, 'end')],
  [nested(6, ['deeper']), nested(6, '…')],
])('contexts and events are cut to what a person reads: case %#', (whole, shown) => {
  expect(brief(whole)).toEqual(shown);
});

test('of an object with very many keys the rest is counted', () => {
  const shown = brief(Object.fromEntries(numbers(50).map((key) => [`k${key}`, key]))) as object;
  expect(Object.keys(shown)).toHaveLength(41);
  expect(shown).toMatchObject({ k0: 0, k39: 39, '…': 'and 10 more' });
});

function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index);
}

function nested(depth: number, end: unknown): unknown {
  return depth === 0 ? end : { in: nested(depth - 1, end) };
}
