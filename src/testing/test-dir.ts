/** A directory for each test of a file, gone after it. What it gives stands for the one of the test that runs. */
import { realpath } from 'node:fs/promises';
import { temporaryDir } from './proctor-client.js';

export function testDir(prefix?: string): { readonly path: string } {
  let path: string;
  let remove: () => Promise<void>;
  beforeEach(async () => {
    const made = await temporaryDir(prefix);
    ({ remove } = made);
    path = await realpath(made.path);
  });
  afterEach(async () => remove());
  return {
    get path() {
      return path;
    },
  };
}
