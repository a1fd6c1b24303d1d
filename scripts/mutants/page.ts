/** docs/mutants.md, of which each campaign writes its own section. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';

const titles = ['Charts and rules', 'src/store', 'src/session', 'src/engine', 'src/views'] as const;
const intro = `# Mutants

One small break at a time in a copy of the tree, and whether a test notices. Written by \`npm run campaign:mutants\`: without
arguments the charts and the rules, with \`-- --in src/store src/session …\` what is in those folders.

What is broken in the folders: comparisons, arithmetic, operands and fallbacks left out, conditions that always hold or never do,
calls and assignments left out, lists emptied, options of commands left out, numbers, methods exchanged or left out, optional chains.
Not broken: words, the measures of pictures, what an assertion says cannot happen. A mutant counts as noticed if a test fails with it
and passes without it, in the same process. \`--every 3\` takes one in three, the same ones each time. \`--near\` asks the tests of
the folder alone, \`--units\` unit tests alone, \`--again 5000\` spends five seconds of tests on each survivor. Tests that take
longer than may be spent on one mutant are not asked: simulations and the longest properties.`;

export async function writeSection(root: string, title: (typeof titles)[number], text: string): Promise<void> {
  const path = join(root, 'docs/mutants.md');
  const old = readFileSync(path, 'utf8').split(/^## /m).slice(1);
  const bodies = new Map(
    old.map((section) => [section.split('\n', 1)[0] ?? '', section.slice(section.indexOf('\n') + 1)]),
  );
  bodies.set(title, text);
  const sections = titles
    .filter((each) => bodies.has(each))
    .map((each) => `## ${each}\n\n${bodies.get(each)?.trim() ?? ''}`);
  const page = await format([intro, ...sections].join('\n\n'), { ...(await resolveConfig(root)), parser: 'markdown' });
  writeFileSync(path, page);
}
