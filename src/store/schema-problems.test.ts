import { listed } from './schema-problems.js';

const problems = (count: number) => Array.from({ length: count }, (_, at) => `problem ${at + 1}`);

test.each([
  ['as many as are shown', 3, 'problem 1; problem 2; problem 3'],
  ['one more', 4, 'problem 1; problem 2; problem 3; and 1 more'],
  ['many more', 10, 'problem 1; problem 2; problem 3; and 7 more'],
])('a list says how much longer it is: %s', (_, count, text) => {
  expect(listed(problems(count), 3)).toBe(text);
});

test('twenty are shown where nobody says how many', () => {
  expect(listed(problems(20)).endsWith('problem 20')).toBe(true);
  expect(listed(problems(21)).endsWith('problem 20; and 1 more')).toBe(true);
});
