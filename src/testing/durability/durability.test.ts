/**
 * What a bug here would look like: a person revokes a token, the power fails, and the token lets somebody in again. Each
 * row is one durable thing beside the records of a journal. Leaving out any sync of its code must show.
 */
import { join } from 'node:path';
import { Approvals } from '../../store/approvals.js';
import type { ReadRecord } from '../../store/chain.js';
import { journalName } from '../../store/journal-file.js';
import { pageKey } from '../../store/page-key.js';
import { snapshotName } from '../../store/snapshots.js';
import { StopBlocks } from '../../store/stop-blocks.js';
import { Tokens } from '../../store/tokens.js';
import { AgentLedger } from '../../transcripts/ledger.js';
import { acceptance } from '../sample-journal.js';
import { lossAfter, lossWithin, unnoticed, type CrashCase } from './crash-case.js';
import { root, type World } from './world.js';

const id = 's-aaaaaaaaaaaaaaaaaaaa';
const other = 's-bbbbbbbbbbbbbbbbbbbb';
const recordsCount = 4;
const person = { role: 'person', known: 'person' } as const;

async function session({ store }: World): Promise<void> {
  const { journal } = await store.create(id);
  for (let count = 0; count < recordsCount; count += 1) await journal.append(acceptance(`finding ${count}`));
  await store.snapshots.save(id, { ...journal.position, state: {} });
}

/** For what answers nothing that is needed later. */
const told = (act: (world: World) => Promise<unknown>) => async (world: World) => {
  await act(world);
  return '';
};
const nothing = async () => undefined;
const unless = (isRight: boolean, loss: string): string | undefined => (isRight ? undefined : loss);

/** Undefined if the session can be opened there and has all its records. */
async function incomplete({ store, disk }: World, place: 'sessions' | 'archive'): Promise<string | undefined> {
  if (place === 'archive') await disk.rename(join(root, 'archive', id), store.dirOf(id));
  const { journal, records } = await store.journal(id, undefined);
  return unless(!journal.damage && records.length === recordsCount, `${records.length} records in ${place}`);
}

async function somewhereWhole(world: World): Promise<string | undefined> {
  const { store } = world;
  if ((await store.sessions()).includes(id)) return incomplete(world, 'sessions');
  return (await store.archived()).includes(id) ? incomplete(world, 'archive') : 'it is in no list';
}

const tokensOf = ({ disk, now }: World) => new Tokens(disk, root, now);
const token = { role: 'architect', name: 'reviewer', lastsMs: 1000 } as const;
const approval = {
  time: 1,
  kind: 'command',
  hash: 'ab'.repeat(32),
  text: 'npm test',
  projectDir: '/p',
  by: { user: 'u' },
} as const;

const output = { hash: 'cd'.repeat(32), bytes: Buffer.from('ok 1 - it adds\n'.repeat(20)) };
const saveOutput = async ({ store }: World) => store.output.save(id, output.hash, output.bytes);
const outputLost = async ({ store }: World) =>
  unless((await store.output.load(id, output.hash))?.equals(output.bytes) ?? false, 'the output is not what was kept');

const row = { clientSession: 'c', role: 'executor' };
const blocksOf = ({ disk, now, nonce }: World) => new StopBlocks({ disk, root, now, nonce });
const note = {
  event: 'start',
  agentId: 'a1b2c3d4e5f6a7b8c',
  agentType: 't',
  projectDir: '/p',
  clientSession: 'c',
  at: 1,
};
const ledgerOf = ({ disk }: World) =>
  new AgentLedger({ disk, files: { realPath: async (path) => path }, dataDir: root });

const rebuilt = 'it can be made again, and what does not check reads as none';

const bearers: string[] = [];

const rows = Object.entries<CrashCase<string>>({
  'an agent’s claim': {
    prepare: nothing,
    act: told(async ({ claims }) =>
      claims.claim('a', { session: id, node: 'R1.A', nonce: 'first-nonce' }, async () => false),
    ),
    lost: async ({ claims }) => {
      // Its record was journalled after it, and is durable.
      const shows = async (at: string) => at === id;
      const again = await claims.claim('a', { session: other, node: 'R1.A', nonce: 'other-nonce' }, shows);
      return unless(!again.ok, 'two sessions have the agent');
    },
  },
  'a new token': {
    prepare: nothing,
    act: async (world) => (await tokensOf(world).create(token)).bearer,
    lost: async (world, bearer) => unless((await tokensOf(world).admit(bearer)).state === 'live', 'it lets nobody in'),
  },
  'a revoked token': {
    prepare: async (world) => bearers.unshift((await tokensOf(world).create(token)).bearer),
    act: async (world) => {
      await tokensOf(world).revoke(bearers[0]!.split('_')[1]!);
      return bearers[0]!;
    },
    lost: async (world, bearer) => unless((await tokensOf(world).admit(bearer)).state === 'revoked', 'it returns'),
  },
  'an approval': {
    prepare: nothing,
    act: told(async ({ disk }) => new Approvals(disk, root).add(approval)),
    lost: async ({ disk }) =>
      unless(await new Approvals(disk, root).has('command', approval.hash, '/p'), 'nobody approved'),
  },
  'the output of a run': { prepare: session, act: told(saveOutput), lost: outputLost },
  'the output of a run that was kept in part before': {
    prepare: async (world) => {
      await session(world);
      const dir = join(world.store.dirOf(id), 'output');
      await world.disk.makeDir(dir);
      await world.disk.writeNew(join(dir, output.hash), output.bytes.subarray(0, 7));
    },
    act: told(saveOutput),
    lost: outputLost,
  },
  'the key of the dashboard': {
    prepare: nothing,
    act: async ({ disk }) => pageKey(disk, root),
    lost: async ({ disk }, key) => unless((await pageKey(disk, root)) === key, 'it is another key'),
    // Whatever is left, there is a key that stays.
    broken: async ({ disk }) => unless((await pageKey(disk, root)) === (await pageKey(disk, root)), 'no key stays'),
  },
  'a session that is archived': {
    prepare: session,
    act: told(async ({ store }) => store.archive(id)),
    lost: async (world) => {
      const isListed = (await world.store.sessions()).includes(id);
      return isListed ? 'it is in the list again' : incomplete(world, 'archive');
    },
    broken: somewhereWhole,
    spare: [[/^sync \/proctor\/archive$/, 'syncing the directory of the old name keeps the new one, too']],
  },
  'a session that is deleted': {
    prepare: session,
    act: told(async ({ store }) => store.remove(id)),
    lost: async ({ store }) => unless(!(await store.sessions()).includes(id), 'it is in the list again'),
    broken: async (world) => ((await world.store.sessions()).includes(id) ? incomplete(world, 'sessions') : undefined),
    spare: [[/^sync \/proctor(\/removed)?$/, 'of what is to go, no name has to stay']],
  },
  'a session that is repaired': {
    prepare: async (world) => {
      await session(world);
      await damage(world);
    },
    act: told(async ({ store }) => store.repair(id, person)),
    lost: async ({ store, disk }) => {
      const { journal, records } = await store.journal(id, await store.snapshots.load(id));
      const kept = await disk.readFile(join(store.dirOf(id), 'journal.damaged-1.jsonl'));
      if (kept?.length !== damagedBytes) return 'the damaged journal was not kept';
      return unless(!journal.damage && isNoted(records, 2), `it opens with ${JSON.stringify(journal.damage)}`);
    },
    spare: [[/^datasync .*journal.jsonl$/, 'it fences off processes, of which a power cut leaves none']],
    // Either nothing has happened to it yet, or it is sound and says that it was repaired.
    broken: async ({ store }) => {
      const { damage } = (await store.journal(id, await store.snapshots.load(id))).journal;
      const whole = await store.journal(id);
      if (!whole.journal.damage && !isNoted(whole.records, 2)) return 'it passes for one that was never damaged';
      return unless(damage?.kind !== 'cut', `it opens with ${JSON.stringify(damage)}`);
    },
  },
  'a session that was cut back and is repaired': {
    prepare: async (world) => {
      await session(world);
      await cutBack(world);
    },
    act: told(async ({ store }) => store.repair(id, person)),
    lost: async ({ store, disk }) => {
      const { journal, records } = await store.journal(id, await store.snapshots.load(id));
      const kept = await disk.readFile(join(store.dirOf(id), 'snapshot.damaged-1.json'));
      if (kept?.length !== snapshotBytes) return 'the snapshot was not kept';
      return unless(!journal.damage && isNoted(records, 2), `it opens with ${JSON.stringify(journal.damage)}`);
    },
    spare: [[/^datasync .*journal.jsonl$/, 'it fences off processes, of which a power cut leaves none']],
    // The snapshot goes last: without it, and without the record, nothing would show that the journal was cut.
    broken: async ({ store }) => {
      const { journal, records } = await store.journal(id, await store.snapshots.load(id));
      if (!journal.damage) return unless(isNoted(records, 2), 'it passes for one that was never cut');
      await store.repair(id, person);
      const again = await store.journal(id, await store.snapshots.load(id));
      if (again.journal.damage || !isNoted(again.records, 2)) return 'a second repair does not mend it';
      return unless(
        again.records.some(({ record }) => lostIn(record) === recordsCount - 2),
        'it is forgotten how much was cut',
      );
    },
  },
  'the first record of a session': {
    prepare: nothing,
    act: told(async ({ store }) => (await store.create(id)).journal.append(acceptance('first'))),
    lost: async ({ store }) => unless((await store.journal(id)).records.length === 1, 'it is gone'),
  },
  'a snapshot': {
    prepare: session,
    act: async ({ store }) => {
      const { journal } = await store.journal(id);
      await journal.append(acceptance('one more'));
      await store.snapshots.save(id, { ...journal.position, state: {} });
      return '';
    },
    lost: async ({ store }) => {
      const { journal } = await store.journal(id, await store.snapshots.load(id));
      return unless(
        !journal.damage && journal.head.seq === recordsCount + 1,
        'it says something else than the journal',
      );
    },
    spare: [[/snapshot|^sync/, rebuilt]],
  },
  'the count of stops': {
    prepare: async (world) => blocksOf(world).set(row, 1),
    act: told(async (world) => blocksOf(world).set(row, 2)),
    lost: async (world) => unless([0, 1, 2].includes(await blocksOf(world).inARow(row)), 'it is another count'),
    spare: [[/./, rebuilt]],
  },
  'the ledger of agents': {
    prepare: nothing,
    act: told(async (world) => ledgerOf(world).note({ ...note, event: 'start' })),
    // Not durable: an agent does not outlive its machine. What is left of a note must not be in the way of the next.
    lost: async (world) => {
      await ledgerOf(world).note({ ...note, event: 'stop' });
      return unless((await ledgerOf(world).inLedger(note.agentId, '/p')) === 'stopped', 'the next note is not read');
    },
  },
});

/** The first record after the sound ones says that there was a repair. */
const isNoted = (records: readonly ReadRecord[], sound: number): boolean => {
  const record = records[sound]?.record;
  return record !== undefined && lostIn(record) !== undefined;
};

/** How many records a repair says were lost; undefined of any other record. */
const lostIn = (record: ReadRecord['record']): number | undefined =>
  record.outcome === 'OK' && record.command.type === 'session.repair' ? record.command.dropped.records : undefined;

let damagedBytes = 0;
let snapshotBytes = 0;

/** Spoils the third record, of which there is a snapshot. */
async function damage({ store, disk }: World): Promise<void> {
  const path = join(store.dirOf(id), journalName);
  const bytes = Buffer.from((await disk.readFile(path))!);
  bytes[Math.floor(bytes.length * 0.6)]! ^= 1;
  damagedBytes = bytes.length;
  await disk.remove(path);
  await disk.writeNew(path, bytes);
}

/** Takes the last two records away, of which there is a snapshot. */
async function cutBack({ store, disk }: World): Promise<void> {
  const path = join(store.dirOf(id), journalName);
  const bytes = (await disk.readFile(path))!;
  const starts = [...bytes.keys()].filter((at) => bytes[at] === 0x0a);
  await disk.remove(path);
  await disk.writeNew(path, bytes.subarray(0, starts[2]));
  snapshotBytes = (await disk.readFile(join(store.dirOf(id), snapshotName)))!.length;
}

test.each(rows)('%s outlives a power cut', async (_name, the) => {
  expect(await lossAfter(the)).toBeUndefined();
});

test.each(rows.filter(([, { broken }]) => broken))('%s may be cut short at every step', async (_name, the) => {
  expect(await lossWithin(the)).toBeUndefined();
});

test.each(rows)('%s is lost if any of its syncs is left out', async (_name, the) => {
  expect(await unnoticed(the)).toEqual([]);
});
