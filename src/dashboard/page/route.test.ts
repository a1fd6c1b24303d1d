/** A bug here would open a permalink at another place than the one it was copied from. */
import { hashOf, routeOf, type Route } from './route.js';

const none = { session: null, node: null, ticket: null, seq: null };

test.each<[hash: string, route: Partial<Route>]>([
  ['#/', {}],
  ['#/s-abc', { session: 's-abc' }],
  ['#/s-abc@12', { session: 's-abc', seq: 12 }],
  ['#/s-abc/node/R1.A', { session: 's-abc', node: 'R1.A' }],
  ['#/s-abc/node/R1.A@3', { session: 's-abc', node: 'R1.A', seq: 3 }],
  ['#/s-abc/ticket/T%2F1@3', { session: 's-abc', ticket: 'T/1', seq: 3 }],
])('%s is an address, there and back', (hash, route) => {
  expect(routeOf(hash)).toEqual({ ...none, ...route });
  expect(hashOf({ ...none, ...route })).toBe(hash);
});

test.each([
  '',
  '#',
  '#/../x',
  '#/s-ABC',
  '#/s-abc/other/R1',
  '#/s-abc@-1',
  '#/s-abc@1e9',
  '#/s-abc/node/',
  `#/s-${'a'.repeat(41)}`,
])('%j names nothing: the list is shown', (hash) => {
  expect(routeOf(hash)).toEqual(none);
});

test('a name that cannot be decoded names no node', () => {
  expect(routeOf('#/s-abc/node/%E0%A4%A')).toEqual({ ...none, session: 's-abc' });
});
