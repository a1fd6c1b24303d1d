/**
 * What opens the dashboard of a data directory: a file beside the sessions, for whoever can read those anyway. It stays,
 * so that a page goes on by itself when its server was started again; whoever wants another removes the file.
 */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { codeOf, type Disk } from './disk.js';
import { makeDurableDir } from './durable-dir.js';
import { orFault } from './fault.js';

const keyBytes = 24;
const pattern = /^[A-Za-z0-9_-]{32}$/;

export async function pageKey(disk: Disk, dataDir: string): Promise<string> {
  const file = join(dataDir, 'dashboard.key');
  const known = await orFault('read the key of the dashboard', () => disk.readFile(file));
  const text = known?.toString('utf8').trim() ?? '';
  if (pattern.test(text)) return text;
  const made = randomBytes(keyBytes).toString('base64url');
  // What is there and no key is left alone: then it is another one each time.
  if (known !== undefined) return made;
  return orFault('write the key of the dashboard', async () => {
    await makeDurableDir(disk, dataDir);
    try {
      await disk.writeNew(file, Buffer.from(`${made}\n`));
      return made;
    } catch (error) {
      // Another dashboard was started at the same time.
      if (codeOf(error) === 'EEXIST') return pageKey(disk, dataDir);
      throw error;
    }
  });
}
