/** What a bug here would look like: one agent's work counts in two investigations, because something went wrong in one. */
import type { Command } from '../../machines/schema/command.js';
import type { Disk } from '../store/disk.js';
import { journalName } from '../store/journal-file.js';
import { machineAfter, worldOn } from '../testing/durability/world.js';
import { protocolNamed } from '../testing/tree-builder.js';
import { EmbeddedEngine } from './embedded.js';
import { sessionIdFor } from './ids.js';

const by = { role: 'solo', known: 'claimed' } as const;
const idle = { soon: () => undefined, later: () => () => undefined };
const idOf = (name: string) => sessionIdFor(name, '/p');
const [one, two] = [idOf('one'), idOf('two')];

const start: Command = {
  type: 'investigation.start',
  query: 'Why?',
  minRoots: 1,
  projectDir: '/p',
  protocol: protocolNamed('classic'),
};
const propose: Command = {
  type: 'round.propose',
  nodes: [{ id: 'R1.A', parent: null, title: 'A', plannedAction: 'look' }],
  withdraw: [],
};
const commit: Command = {
  type: 'round.commit',
  results: [{ nodeId: 'R1.A', state: 'DRILL', findings: 'f', agentId: 'agent-1' }],
};

/** Two sessions with a proposed node each, and a server for each that knows nothing of the other. */
async function sessions() {
  const files = await machineAfter(async ({ store }) => {
    const engine = new EmbeddedEngine({ store, now: () => 1, warn: () => undefined, timers: idle });
    for (const name of ['one', 'two']) {
      await engine.execute(null, start, { by, requestId: name });
      await engine.execute(idOf(name), propose, { by });
    }
    await engine.close();
  });
  const server = (through?: (disk: Disk) => Disk) => {
    const { store } = worldOn(files, through);
    return { store, engine: new EmbeddedEngine({ store, now: () => 1, warn: () => undefined, timers: idle }) };
  };
  return { server };
}

const answerTo = async ({ engine }: { engine: EmbeddedEngine }, id: string) => {
  const outcome = await engine.execute(id, commit, { by });
  return outcome.status === 'OK' ? 'OK' : outcome.violations.map(({ code }) => code).join();
};

/** The sync after a record of a journal fails, each time; the record is in the file all the same. */
const syncsFail = (disk: Disk): Disk => ({
  ...bound(disk),
  async openAppend(path, options) {
    const file = await disk.openAppend(path, options);
    if (!file || !path.endsWith(journalName)) return file;
    let hasWritten = false;
    return {
      id: file.id,
      append: async (bytes) => {
        hasWritten = true;
        return file.append(bytes);
      },
      datasync: async () => {
        if (hasWritten) throw Object.assign(new Error('EIO'), { code: 'EIO' });
        return file.datasync();
      },
      read: async (offset, length) => file.read(offset, length),
      size: async () => file.size(),
      close: async () => file.close(),
    };
  },
});

const bound = (disk: Disk): Disk => ({
  openAppend: disk.openAppend.bind(disk),
  readFile: disk.readFile.bind(disk),
  readPastCache: disk.readPastCache.bind(disk),
  dropCache: disk.dropCache.bind(disk),
  writeNew: disk.writeNew.bind(disk),
  rename: disk.rename.bind(disk),
  remove: disk.remove.bind(disk),
  removeTree: disk.removeTree.bind(disk),
  makeDir: disk.makeDir.bind(disk),
  syncDir: disk.syncDir.bind(disk),
  list: disk.list.bind(disk),
  stat: disk.stat.bind(disk),
  statAll: disk.statAll.bind(disk),
});

test('after a failed sync the record may be there: its agent stays taken', async () => {
  const { server } = await sessions();
  await expect(answerTo(server(syncsFail), one)).rejects.toMatchObject({ code: 'STORE_FAILED' });
  expect(await answerTo(server(), two)).toBe('REUSED_AGENT');
});

test('an agent of a session that was archived stays taken', async () => {
  const { server } = await sessions();
  expect(await answerTo(server(), one)).toBe('OK');
  await server().store.archive(one);
  expect(await answerTo(server(), two)).toBe('REUSED_AGENT');
});

test('an agent of a session that was deleted is free', async () => {
  const { server } = await sessions();
  expect(await answerTo(server(), one)).toBe('OK');
  await server().store.remove(one);
  expect(await answerTo(server(), two)).toBe('OK');
});
