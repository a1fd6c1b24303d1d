import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describeGolden, type Golden } from './open.js';
import { recordGolden } from './record.js';
import { recordGoldenTickets } from './ticket-story.js';

// To a user the bug looks like this: after an upgrade, yesterday's investigation opens with another tree, or not at all.
const dir = fileURLToPath(new URL('.', import.meta.url));
const journals = readdirSync(dir).filter((name) => name.endsWith('.jsonl'));

test('there is a golden journal of every protocol, and one of tickets', () => {
  expect(journals.sort()).toEqual([
    'classic-v1.jsonl',
    'multi-gate-v1.jsonl',
    'single-root-v1.jsonl',
    'tickets-v1.jsonl',
  ]);
});

test.each(journals)('%s opens and leads to the state it led to when it was made', async (name) => {
  const expected = JSON.parse(readFileSync(join(dir, name.replace('.jsonl', '.json')), 'utf8')) as Golden;
  expect(await describeGolden(readFileSync(join(dir, name)))).toEqual(expected);
});

test.each(['multi-gate', 'classic', 'single-root'] as const)(
  'today’s %s writes the same bytes for the same commands',
  async (name) => {
    const golden = readFileSync(join(dir, `${name}-v1.jsonl`));
    expect((await recordGolden(name)).toString()).toBe(golden.toString());
  },
);

test('today’s tickets write the same bytes for the same story', async () => {
  expect((await recordGoldenTickets()).toString()).toBe(readFileSync(join(dir, 'tickets-v1.jsonl')).toString());
});
