/**
 * A script of the tests as one file that node runs as it is. Through a loader it would take four times as long to start,
 * and, being larger, longer for every process it starts in turn.
 */
import { execFile } from 'node:child_process';
import { mkdir, rename } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** Below the package, whose name, version and data the script looks for above itself; gone with the next build. */
const outDir = fileURLToPath(new URL('../../dist/testing/', import.meta.url));
const esbuild = createRequire(import.meta.url).resolve('esbuild/bin/esbuild');
const options = ['--bundle', '--platform=node', '--format=esm', '--packages=external', '--target=node20'];

/** The path of the bundle. */
export async function bundled(script: URL): Promise<string> {
  const source = fileURLToPath(script);
  const file = join(outDir, `${basename(source, '.ts')}.mjs`);
  // Test files that run at the same time may want the same one: none must read what another has half written.
  const draft = `${file}.${process.pid}`;
  await mkdir(outDir, { recursive: true });
  await promisify(execFile)(esbuild, [source, ...options, '--log-level=warning', `--outfile=${draft}`]);
  await rename(draft, file);
  return file;
}
