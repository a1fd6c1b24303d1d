/** Between looking at a file and reading it others may move things. The bug to fear: what is read is not what was found. */
import { mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryDir } from '../testing/proctor-client.js';
import { put } from '../testing/transcript-files.js';
import { realFiles } from './files.js';
import { TranscriptRoot, type Found } from './transcript-root.js';

let temporary: Awaited<ReturnType<typeof temporaryDir>>;
let root: TranscriptRoot;
let found: Extract<Found, { kind: 'file' }>;
const file = () => join(temporary.path, 'root', 'a', 'b');

beforeEach(async () => {
  temporary = await temporaryDir();
  await put(file(), 'hello');
  root = new TranscriptRoot(realFiles, join(temporary.path, 'root'));
  const seen = await root.find(['a', 'b']);
  if (seen.kind !== 'file') throw new Error('it is there');
  found = seen;
});

afterEach(async () => temporary.remove());

test('what did not move is read, as far as is allowed', async () => {
  expect(await root.read(found)).toMatchObject({ file: 'a/b', bytes: Buffer.from('hello'), isWhole: true });
  expect(await root.read(found, 5)).toMatchObject({ bytes: Buffer.from('hello'), isWhole: true });
  expect(await root.read(found, 4)).toMatchObject({ bytes: Buffer.from('hell'), isWhole: false });
});

test.each<[string, () => Promise<unknown>]>([
  ['went away', () => rm(file())],
  [
    'is another one now',
    async () => {
      // The old one is kept, so that its number is not given to the new one.
      await rename(file(), `${file()}.old`);
      await writeFile(file(), 'other');
    },
  ],
  [
    'is a link now',
    async () => {
      await rename(file(), join(temporary.path, 'moved'));
      await symlink(join(temporary.path, 'moved'), file());
    },
  ],
  [
    'lies behind a link now',
    async () => {
      await rename(join(file(), '..'), join(temporary.path, 'moved'));
      await symlink(join(temporary.path, 'moved'), join(file(), '..'));
    },
  ],
  [
    'is a folder now',
    async () => {
      await rm(file());
      await mkdir(file());
    },
  ],
])('what %s is not read', async (_what, change) => {
  await change();
  expect(await root.read(found)).toBeUndefined();
});

test.each(['..', '.', '', 'a/b', 'a\\b', 'a\0'])('the part %j makes no path', async (part) => {
  await expect(root.find([part])).rejects.toThrow('is no name');
});
