/**
 * Writes docs/rules.md and docs/tools.md from the code, so that they cannot say anything else.
 * `node --import tsx scripts/docs.ts [--check]`; with --check it only names what has drifted.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rulesPage } from './rules-page.js';
import { toolsPage } from './tools-page.js';

const root = fileURLToPath(new URL('..', import.meta.url));

export const pages = (): Map<string, string> =>
  new Map([
    ['docs/rules.md', rulesPage(root)],
    ['docs/tools.md', toolsPage()],
  ]);

/** Pages whose file is not what the code gives. */
export const driftedPages = (): string[] =>
  [...pages()].flatMap(([path, text]) => {
    const file = join(root, path);
    return existsSync(file) && readFileSync(file, 'utf8') === text ? [] : [path];
  });

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (process.argv.includes('--check')) {
    const drifted = driftedPages();
    for (const path of drifted) process.stderr.write(`${path} is not what the code gives: run npm run docs\n`);
    process.exitCode = drifted.length > 0 ? 1 : 0;
  } else for (const [path, text] of pages()) writeFileSync(join(root, path), text);
}
