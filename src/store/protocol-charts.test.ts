import { readFileSync } from 'node:fs';
import { parseProtocol } from './protocol-files.js';

const shipped = (name: string) =>
  JSON.parse(readFileSync(new URL(`../../data/protocols/${name}.json`, import.meta.url), 'utf8')) as { chart: string };
const chartOf = (protocol: object) => {
  const parsed = parseProtocol(Buffer.from(JSON.stringify(protocol)));
  return parsed.ok ? parsed.protocol.chart : parsed.problems;
};

// To a user the bug looks like this: a project wrote its protocol last year, and is held to last year's rules for ever.
test.each([
  ['multi-gate', 'node@1', 'node@1'],
  ['classic', 'classic@1', 'classic@1'],
  ['single-root', 'single-root@1', 'single-root@2'],
  ['single-root', 'single-root@2', 'single-root@2'],
])('a file like %s that names %s starts sessions with %s', (name, chart, inForce) => {
  expect(chartOf({ ...shipped(name), chart })).toBe(inForce);
});

test.each(['multi-gate', 'classic', 'single-root'])('%s ships with the chart in force', (name) => {
  const { chart } = shipped(name);
  expect(chartOf({ ...shipped(name) })).toBe(chart);
});
