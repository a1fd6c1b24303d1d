/**
 * Bundles the service: an MCP client starts it anew for every session, and start-up time is mostly the number of
 * files read. Dependencies stay outside, so that what npm installed and audited is what runs.
 */
import { chmod, cp, readFile, rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));
const entry = `${root}src/main.ts`;
const outdir = `${root}dist`;
const hashbang = '#!/usr/bin/env node';

// esbuild keeps an entry's own first line; a second one would be a syntax error.
const hasHashbang = (await readFile(entry, 'utf8')).startsWith('#!');

await rm(outdir, { recursive: true, force: true });
await build({
  entryPoints: { main: entry },
  absWorkingDir: root,
  outdir,
  bundle: true,
  splitting: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  packages: 'external',
  sourcemap: 'linked',
  banner: hasHashbang ? {} : { js: hashbang },
  logLevel: 'warning',
});
const page = `${root}src/dashboard/page/`;
const inBrowser = {
  absWorkingDir: root,
  outdir: `${outdir}/dashboard`,
  bundle: true,
  minify: true,
  platform: 'browser',
  target: 'es2022',
  tsconfig: `${page}tsconfig.json`,
  logLevel: 'warning',
};
// The dashboard's page runs in a browser: all it needs is in two files.
await build({ ...inBrowser, format: 'esm', entryPoints: { page: `${page}main.tsx` } });
// The same page in one file: written into HTML, where a script that is no module also runs from disk.
const ofFiles = { file: `${page}file-main.tsx`, 'mcp-app': `${page}mcp-app-main.tsx` };
await build({ ...inBrowser, format: 'iife', entryPoints: ofFiles });
await build({ ...inBrowser, entryPoints: ['page.css', 'mcp-app.css'].map((name) => `${page}${name}`) });
for (const name of ['index.html', 'icon.svg']) await cp(`${page}${name}`, `${outdir}/dashboard/${name}`);
// The inspector's page is served as it is written.
await cp(`${root}src/inspector/page`, `${outdir}/inspector`, { recursive: true });
await chmod(`${outdir}/main.js`, 0o755);
