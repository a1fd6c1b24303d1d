/** The list of sessions, asked of a real store: what is not in it any more is said to be elsewhere. */
import { openWorkspace } from '../cli/workspace.js';
import { testDir } from '../testing/test-dir.js';
import { protocolNamed } from '../testing/tree-builder.js';
import { DashboardApi } from './api.js';

const dir = testDir();

test('a hundred are listed, and whether there are more', async () => {
  const io = { env: process.env, home: dir.path, cwd: dir.path, say: () => undefined };
  const { engine } = openWorkspace({ values: { data: `${dir.path}/data` } }, io);
  const session = { query: 'Why?', minRoots: 1, projectDir: dir.path, protocol: protocolNamed('classic') };
  const by = { role: 'solo', known: 'claimed', agentId: 'e1' } as const;
  const open = async () => engine.execute(null, { type: 'investigation.start', ...session }, { by });
  const api = new DashboardApi(engine);
  const listed = async () => {
    const { items, hasMore } = await api.sessions();
    return [items.length, hasMore];
  };
  try {
    await Promise.all(Array.from({ length: 100 }, open));
    expect(await listed()).toEqual([100, false]);
    await open();
    expect(await listed()).toEqual([100, true]);
  } finally {
    api.close();
    await engine.close();
  }
});
