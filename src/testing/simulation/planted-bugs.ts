/**
 * Bugs to be found: each is a way Proctor could be wrong that a person might write. They live here, around the store,
 * so that shipped code has no switches; a simulation that does not find one of them proves nothing.
 */
import { basename, dirname } from 'node:path';
import { replay } from '../../engine/live-session.js';
import { storeSession } from '../../session/state.js';
import type { Disk, DiskFile } from '../../store/disk.js';
import { Journal } from '../../store/journal.js';
import { journalName } from '../../store/journal-file.js';
import { segmentsOf } from '../../store/segments.js';
import { snapshotName, Snapshots } from '../../store/snapshots.js';
import type { Store } from '../../store/store.js';

export const plantedBugs = [
  'ack-before-sync',
  'no-directory-sync',
  'cut-at-first-bad-line',
  'lost-race-applied',
  'snapshot-ahead',
  'last-bad-line-dropped',
  'claims-released',
  'archive-unsynced',
  'repair-renames-first',
] as const;
export type PlantedBug = (typeof plantedBugs)[number];

export interface Planted {
  readonly disk: Disk;
  flaw(store: Store): Store;
}

export function planted(bug: PlantedBug | undefined, disk: Disk): Planted {
  const same = (store: Store) => store;
  switch (bug) {
    case undefined:
      return { disk, flaw: same };
    case 'ack-before-sync':
      return { disk: changed(disk, () => ({ datasync: async () => undefined })), flaw: same };
    case 'no-directory-sync':
      return { disk: changed(disk, () => ({}), { syncDir: async () => undefined }), flaw: same };
    case 'cut-at-first-bad-line':
      return { disk: misread(disk, (segments) => segments.find(({ kind }) => kind === 'bad')), flaw: same };
    case 'last-bad-line-dropped':
      return { disk: misread(disk, (segments) => segments.slice(-1).find(({ kind }) => kind === 'bad')), flaw: same };
    case 'snapshot-ahead':
      return { disk: snapshotting(disk), flaw: same };
    case 'lost-race-applied':
      return { disk, flaw: applyingLostRaces };
    case 'claims-released':
      return { disk, flaw: releasingClaims };
    case 'archive-unsynced':
      return { disk: archivingUnsynced(disk), flaw: same };
    case 'repair-renames-first':
      return { disk: renamingFirst(disk), flaw: same };
  }
}

type FileChange = (file: DiskFile, path: string) => Partial<DiskFile>;

/** The same disk, but for what is given. */
function changed(disk: Disk, change: FileChange, others: Partial<Disk> = {}): Disk {
  return {
    openAppend: async (path, options) => {
      const file = await disk.openAppend(path, options);
      if (file === undefined) return undefined;
      return {
        id: file.id,
        append: (bytes) => file.append(bytes),
        read: (offset, length) => file.read(offset, length),
        size: () => file.size(),
        datasync: () => file.datasync(),
        close: () => file.close(),
        ...change(file, path),
      };
    },
    readFile: (path) => disk.readFile(path),
    readPastCache: (path) => disk.readPastCache(path),
    dropCache: (path) => disk.dropCache(path),
    writeNew: (path, bytes) => disk.writeNew(path, bytes),
    rename: (from, to) => disk.rename(from, to),
    remove: (path) => disk.remove(path),
    removeTree: (path) => disk.removeTree(path),
    makeDir: (path) => disk.makeDir(path),
    syncDir: (path) => disk.syncDir(path),
    list: (dir) => disk.list(dir),
    statAll: (paths) => disk.statAll(paths),
    stat: (path) => disk.stat(path),
    ...others,
  };
}

/** Who reads a journal from its start sees it end at the segment that `endsAt` finds. */
function misread(disk: Disk, endsAt: (segments: ReturnType<typeof segmentsOf>) => { start: number } | undefined): Disk {
  const cut = (bytes: Buffer) => bytes.subarray(0, endsAt(segmentsOf(bytes, 0))?.start);
  return changed(
    disk,
    (file, path) => ({
      async read(offset, length) {
        const bytes = await file.read(offset, length);
        return offset === 0 && basename(path) === journalName ? cut(bytes) : bytes;
      },
    }),
    {
      async readFile(path) {
        const bytes = await disk.readFile(path);
        return bytes && basename(path) === journalName ? cut(bytes) : bytes;
      },
    },
  );
}

/** Keeps a snapshot of each record as soon as it is written, before it is durable. */
function snapshotting(disk: Disk): Disk {
  const hasty = changed(disk, () => ({ datasync: async () => undefined }));
  let count = 0;
  const nonce = () => `snapshot${String((count += 1)).padStart(6, '0')}`;
  const keep = async (dir: string) => {
    const { journal, records } = await Journal.open(hasty, dir, { create: false, now: () => 0, nonce });
    const state = replay(basename(dir), records);
    const snapshots = new Snapshots(disk, () => dir, { nonce, onWarning: () => undefined, shape: '' });
    if (state) await snapshots.save(basename(dir), { ...journal.position, state: storeSession(state) });
  };
  return changed(disk, (file, path) => ({
    async append(bytes) {
      const written = await file.append(bytes);
      if (basename(path) === journalName) await keep(dirname(path)).catch(() => undefined);
      return written;
    },
  }));
}

/** Syncs no name of a session that is moved to the archive. */
function archivingUnsynced(disk: Disk): Disk {
  let isMoving = false;
  return changed(disk, () => ({}), {
    async rename(from, to) {
      await disk.rename(from, to);
      isMoving ||= basename(dirname(to)) === 'archive';
    },
    async syncDir(path) {
      if (!isMoving) await disk.syncDir(path);
      if (basename(path) === 'sessions') isMoving = false;
    },
  });
}

/** A repair puts the new journal in its place before it takes the snapshot away. */
function renamingFirst(disk: Disk): Disk {
  let snapshot: string | undefined;
  return changed(disk, () => ({}), {
    async remove(path) {
      if (basename(path) === snapshotName) snapshot = path;
      else await disk.remove(path);
    },
    async rename(from, to) {
      await disk.rename(from, to);
      if (basename(to) !== journalName || snapshot === undefined) return;
      await disk.syncDir(dirname(to));
      await disk.remove(snapshot);
    },
  });
}

/** Gives agents back whenever a record could not be made durable, although it may be there. */
function releasingClaims(store: Store): Store {
  const held = new Map<string, { agent: string; nonce: string }[]>();
  const claim = store.claims.claim.bind(store.claims);
  store.claims.claim = async (agent, place, shows) => {
    const result = await claim(agent, place, shows);
    if (result.ok) held.set(place.session, [...(held.get(place.session) ?? []), { agent, nonce: place.nonce }]);
    return result;
  };
  return withJournals(store, (opened, id) => {
    const append = opened.journal.append.bind(opened.journal);
    opened.journal.append = async (body) => {
      try {
        return await append(body);
      } catch (error) {
        for (const { agent, nonce } of held.get(id) ?? []) await store.claims.release(agent, nonce);
        throw error;
      } finally {
        held.delete(id);
      }
    };
    return opened;
  });
}

type Opened = Awaited<ReturnType<Store['journal']>>;

/** The same store, but for what is done to each journal it opens. */
function withJournals(store: Store, flawed: (opened: Opened, id: string) => Opened): Store {
  const journal = store.journal.bind(store);
  const create = store.create.bind(store);
  store.journal = async (id, from) => flawed(await journal(id, from), id);
  store.create = async (id) => flawed(await create(id), id);
  return store;
}

/** Takes a race that somebody else won for its own. */
function applyingLostRaces(store: Store): Store {
  return withJournals(store, ({ journal, records }) => {
    const append = journal.append.bind(journal);
    journal.append = async (body) => {
      const { seq, hash, time } = journal.head;
      const result = await append(body);
      if (result.won) return result;
      const record = { v: 1 as const, seq: seq + 1, time, nonce: 'lost-a-race', ...body, prev: hash };
      return { won: true, record, hash: journal.head.hash };
    };
    return { journal, records };
  });
}
