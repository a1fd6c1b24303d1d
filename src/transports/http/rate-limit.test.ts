import { RateLimit } from './rate-limit.js';

const taken = (rate: RateLimit, caller: string, nowMs: number, tries: number) =>
  Array.from({ length: tries }, () => rate.take(caller, nowMs)).filter((waitMs) => waitMs === 0).length;

test('two seconds’ worth may come at once, then as many as the rate says', () => {
  const rate = new RateLimit(125);
  expect(taken(rate, 'a', 0, 300)).toBe(250);
  expect(rate.take('a', 0)).toBe(8);
  expect(rate.take('a', 7)).toBe(1);
  expect(rate.take('a', 8)).toBe(0);
  expect(taken(rate, 'a', 1008, 300)).toBe(125);
  expect(taken(rate, 'a', 100_000, 300)).toBe(250);
});

test('one caller does not use up another’s, and a clock that goes back gives nothing', () => {
  const rate = new RateLimit(1);
  expect(taken(rate, 'a', 5000, 5)).toBe(2);
  expect(taken(rate, 'b', 5000, 5)).toBe(2);
  expect(taken(rate, 'a', 1000, 5)).toBe(0);
});

test('a batch counts for what is in it', () => {
  const rate = new RateLimit(10);
  expect(rate.take('a', 0, 15)).toBe(0);
  expect(rate.take('a', 0, 15)).toBe(1000);
  expect(rate.take('a', 0, 5)).toBe(0);
});

test('callers without number do not fill the memory, and the busy one is not forgotten', () => {
  const rate = new RateLimit(1);
  expect(taken(rate, 'busy', 0, 5)).toBe(2);
  for (let index = 0; index < 9000; index += 1) rate.take(`one ${index}`, 0);
  expect(rate.take('busy', 0)).toBeGreaterThan(0);
  for (let index = 0; index < 9000; index += 1) rate.take(`two ${index}`, 0);
  expect(rate.take('busy', 0)).toBeGreaterThan(0);
});
