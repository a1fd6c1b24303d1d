import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describeGolden, type Golden } from './open.js';
import { recordGolden } from './record.js';
import { goldenScripts, type GoldenName } from './script.js';
import { recordGoldenTickets } from './ticket-story.js';

// To a user the bug looks like this: after an upgrade, yesterday's investigation opens with another tree, or not at all.
const dir = fileURLToPath(new URL('.', import.meta.url));
const journals = readdirSync(dir).filter((name) => name.endsWith('.jsonl'));

const names = Object.keys(goldenScripts) as GoldenName[];

test('there is a golden journal of every protocol and version, and one of tickets', () => {
  expect(journals.sort()).toEqual([...names, 'tickets-v1'].sort().map((name) => `${name}.jsonl`));
});

test.each(journals)('%s opens and leads to the state it led to when it was made', async (name) => {
  const expected = JSON.parse(readFileSync(join(dir, name.replace('.jsonl', '.json')), 'utf8')) as Golden;
  expect(await describeGolden(readFileSync(join(dir, name)))).toEqual(expected);
});

test.each(names)('today’s Proctor writes the bytes of %s for the same commands', async (name) => {
  const golden = readFileSync(join(dir, `${name}.jsonl`));
  expect((await recordGolden(name)).toString()).toBe(golden.toString());
});

test('what a late child means is for the chart a session was made with', () => {
  const outcome = (name: GoldenName) => (JSON.parse(readFileSync(join(dir, `${name}.json`), 'utf8')) as Golden).outcome;
  expect([outcome('late-child-v1'), outcome('late-child-v2')]).toEqual(['solved', 'no_solution']);
});

test('today’s tickets write the same bytes for the same story', async () => {
  expect((await recordGoldenTickets()).toString()).toBe(readFileSync(join(dir, 'tickets-v1.jsonl')).toString());
});
