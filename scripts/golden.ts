/**
 * Writes the golden journals of the present format, once, and what they lead to. A released format's files are never
 * written again: `node --import tsx scripts/golden.ts` refuses to touch one that exists.
 */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describeGolden } from '../src/testing/golden/open.js';
import { recordGolden } from '../src/testing/golden/record.js';
import { goldenScripts, type GoldenName } from '../src/testing/golden/script.js';
import { recordGoldenTickets } from '../src/testing/golden/ticket-story.js';

const dir = fileURLToPath(new URL('../src/testing/golden/', import.meta.url));
mkdirSync(dir, { recursive: true });
const names = Object.keys(goldenScripts) as GoldenName[];
for (const name of [...names, 'tickets-v1'] as const) {
  const file = join(dir, `${name}.jsonl`);
  if (existsSync(file)) {
    process.stderr.write(`${file} exists and stays as it is\n`);
    continue;
  }
  const bytes = name === 'tickets-v1' ? await recordGoldenTickets() : await recordGolden(name);
  writeFileSync(file, bytes);
  writeFileSync(file.replace('.jsonl', '.json'), `${JSON.stringify(await describeGolden(bytes), null, 2)}\n`);
}
