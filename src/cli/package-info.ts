/** Which version this package is. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageDir } from '../store/package-dir.js';

export const packageVersion = (): string =>
  (JSON.parse(readFileSync(join(packageDir(), 'package.json'), 'utf8')) as { version: string }).version;
