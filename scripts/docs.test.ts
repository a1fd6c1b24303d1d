import { driftedPages } from './docs.js';

test('the pages made from the code are what the code gives', () => {
  expect(driftedPages()).toEqual([]);
});
