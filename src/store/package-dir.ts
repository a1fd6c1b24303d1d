/** Where this package lies, whether run from the bundle or from the sources, and the pictures that come with it. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { codeOf } from './disk.js';

export function packageDir(): string {
  let dir = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(dir, 'package.json'))) dir = dirname(dir);
  return dir;
}

/** Pictures of charts are laid out when Proctor is built. */
export const pictureFile = (chart: string): string => join(packageDir(), 'docs', 'charts', `${chart}.svg`);

/** Undefined where the installation came without it. */
export async function readPicture(chart: string): Promise<string | undefined> {
  return readFile(pictureFile(chart), 'utf8').catch((error: unknown) => {
    if (codeOf(error) !== 'ENOENT') throw error;
    return undefined;
  });
}

/** A part of the dashboard as it was built, for pages that are one file. */
export const readPagePart = async (name: string): Promise<string> =>
  readFile(join(packageDir(), 'dist', 'dashboard', name), 'utf8');
