import { appendFile, mkdir, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newNonce } from '../engine/ids.js';
import { temporaryDir } from '../testing/proctor-client.js';
import { freshSummaries, indexName } from './fresh-summaries.js';
import { journalName } from './journal-file.js';
import { realDisk } from './real-disk.js';
import { SessionIndex } from './session-index.js';

// To a user the bug looks like this: what happened since the index was written is not seen, and unproven work gets away.

let data: Awaited<ReturnType<typeof temporaryDir>>;
const journalOf = (session: string) => join(data.path, 'sessions', session, journalName);
const fresh = (shape = 'info@1') => freshSummaries(realDisk, data.path, shape);

async function begin(session: string): Promise<void> {
  await mkdir(join(journalOf(session), '..'), { recursive: true });
  await writeFile(journalOf(session), 'a record');
}

beforeEach(async () => {
  data = await temporaryDir();
  for (const session of ['s-a', 's-b']) await begin(session);
  const options = { nonce: newNonce, onWarning: () => undefined, shape: 'info@1' };
  const index = new SessionIndex(realDisk, data.path, journalOf, options);
  for (const session of ['s-a', 's-b']) await index.summary(session, async () => Promise.resolve({ of: session }));
  await index.save(['s-a', 's-b']);
});
afterEach(async () => data.remove());

test('all of them, while nothing has happened since', async () => {
  expect((await fresh())?.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))).toEqual([
    { of: 's-a' },
    { of: 's-b' },
  ]);
});

test.each<[string, () => Promise<unknown>]>([
  ['a record more', async () => appendFile(journalOf('s-b'), 'x')],
  ['another time', async () => utimes(journalOf('s-b'), 1, 1)],
  ['a session more', async () => begin('s-c')],
  ['a session without a journal', async () => rm(journalOf('s-a'))],
  ['a name that is in every object', async () => begin('constructor')],
  ['an index that does not check', async () => appendFile(join(data.path, indexName), 'x')],
  ['no index', async () => rm(join(data.path, indexName))],
])('%s: no answer', async (_name, change) => {
  await change();
  expect(await fresh()).toBeUndefined();
});

test('summaries of another shape are no answer', async () => {
  expect(await fresh('info@2')).toBeUndefined();
});

test('a session less is none the worse, and no session at all needs no index', async () => {
  await rm(join(journalOf('s-b'), '..'), { recursive: true });
  expect(await fresh()).toEqual([{ of: 's-a' }]);
  await rm(data.path, { recursive: true });
  expect(await fresh()).toEqual([]);
});
