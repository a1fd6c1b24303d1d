/** docs/mutants.md, of which each campaign writes its own section. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';

const titles = ['Charts and rules', 'Store, session, engine and views'] as const;
const intro = `# Mutants

One small break at a time in a copy of the tree, and the first test that noticed. Written by \`npm run campaign:mutants\`: without
arguments the charts and the rules, with \`-- --in src/store src/session …\` what is in those folders or files.`;

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
