/** Its bug, to a user: a node falls between two pages, or a page never ends. */
import { investigation } from '../testing/investigation.js';
import { nodePage } from './node-page.js';

const ids = (count: number) =>
  Array.from(
    { length: count },
    (_, at) => `R1.${String.fromCharCode(65 + Math.floor(at / 26))}${String.fromCharCode(65 + (at % 26))}`,
  );

test.each([
  [60, [60]],
  [61, [60, 1]],
])('a tree of %i nodes is read page by page, each node once', (count, sizes) => {
  const { state } = investigation('classic')
    .plant(ids(count).slice(0, 50).join(' '), null, 'DRILL')
    .plant(ids(count).slice(50).join(' '), null, 'DRILL');
  const seen: string[][] = [];
  for (let cursor: string | undefined = ''; cursor !== undefined;) {
    const page = nodePage(state, cursor);
    seen.push(page.nodes.map(({ nodeId }) => nodeId));
    cursor = page.nextCursor;
  }
  expect(seen.map(({ length }) => length)).toEqual(sizes);
  expect(seen.flat().sort()).toEqual(ids(count).sort());
});

test.each(['x', '-1', '1234567'])('a cursor nobody gave begins at the first page: %s', (cursor) => {
  const { state } = investigation('classic').plant('R1.A', null, 'DRILL');
  expect(nodePage(state, cursor).nodes.map(({ nodeId }) => nodeId)).toEqual(['R1.A']);
});
