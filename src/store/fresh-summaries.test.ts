import { appendFile, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beginSample, sampleId, sampleIndex, sampleJournal, sampleKey, sampleShape } from '../testing/index-samples.js';
import { temporaryDir } from '../testing/proctor-client.js';
import { freshRows } from './fresh-summaries.js';
import { indexName } from './index-shard.js';
import { realDisk } from './real-disk.js';

// To a user the bug looks like this: what happened since the index was written is not seen, and unproven work gets away.

let data: Awaited<ReturnType<typeof temporaryDir>>;
const [own, alsoOwn, other] = [sampleId(1), sampleId(2), sampleId(3)] as const;
const fresh = async (shape = sampleShape) =>
  (await freshRows(realDisk, data.path, shape, async (dir) => Promise.resolve(dir === '/own')))?.map(
    ({ sessionId }) => sessionId,
  );

beforeEach(async () => {
  data = await temporaryDir();
  for (const id of [own, alsoOwn, other]) await beginSample(data.path, id);
  const { index } = sampleIndex(data.path);
  const projectOf = (id: string) => (id === other ? '/other' : '/own');
  await index.find({ summarise: async (id) => Promise.resolve(sampleKey({ projectDir: projectOf(id) })) });
  await index.save();
});
afterEach(async () => data.remove());

test('all of the project, while nothing has happened since', async () => {
  expect(await fresh()).toEqual([own, alsoOwn].sort());
});

test.each<[string, () => Promise<unknown>]>([
  ['a record more', async () => appendFile(sampleJournal(data.path, own), 'x')],
  ['another time', async () => utimes(sampleJournal(data.path, own), 1, 1)],
  ['a session more', async () => beginSample(data.path, sampleId(4))],
  ['a session without a journal', async () => rm(sampleJournal(data.path, alsoOwn))],
  [
    'an index that does not check',
    async () => {
      for (const name of await readdir(join(data.path, indexName)))
        await appendFile(join(data.path, indexName, name), 'x');
    },
  ],
  ['no index', async () => rm(join(data.path, indexName), { recursive: true })],
])('%s: no answer', async (_name, change) => {
  await change();
  expect(await fresh()).toBeUndefined();
});

test('summaries of another shape are no answer', async () => {
  expect(await fresh('info@2')).toBeUndefined();
});

test('what another project does, and names that are no session, change nothing', async () => {
  await appendFile(sampleJournal(data.path, other), 'x');
  await writeFile(join(data.path, 'sessions', 'constructor'), '');
  expect(await fresh()).toEqual([own, alsoOwn].sort());
});

test('a session less is none the worse, and no session at all needs no index', async () => {
  await rm(join(data.path, 'sessions', alsoOwn), { recursive: true });
  expect(await fresh()).toEqual([own]);
  await rm(data.path, { recursive: true });
  expect(await fresh()).toEqual([]);
});
