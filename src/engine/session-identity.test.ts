import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { toolBench, type ToolBench } from '../testing/tool-bench.js';
import { newNonce, oldSessionIdFor, sessionIdFor } from './ids.js';
import { processesOn } from '../store/holder.js';
import { realDisk } from '../store/real-disk.js';
import { Store } from '../store/store.js';
import { protocolNamed } from '../testing/tree-builder.js';

let bench: ToolBench;
beforeEach(async () => (bench = await toolBench()));
afterEach(async () => bench.close());

const by = { role: 'solo', known: 'claimed' } as const;
const start = (projectDir: string, query = 'Why?') =>
  ({ type: 'investigation.start', query, minRoots: 1, projectDir, protocol: protocolNamed('multi-gate') }) as const;

const storeOf = ({ dataDir: root }: ToolBench) =>
  new Store({
    ...{ disk: realDisk, root, processes: processesOn(realDisk), nonce: newNonce, summaryShape: 'test' },
    ...{ now: () => Date.now(), onWarning: () => undefined },
  });

// Two agents that both count their requests from 1: the second was told about the first one's investigation.
describe('the request id of a start', () => {
  test('is the project’s own: the same one in two projects makes two sessions', async () => {
    const one = await bench.engine.execute(null, start('/one'), { by, requestId: '1' });
    const two = await bench.engine.execute(null, start('/two', 'Another?'), { by, requestId: '1' });
    expect([one.status, two.status]).toEqual(['OK', 'OK']);
    expect(two.sessionId).not.toBe(one.sessionId);
    const again = await bench.engine.execute(null, start('/one'), { by, requestId: '1' });
    expect(again).toMatchObject({ sessionId: one.sessionId, repeated: true });
  });

  test('finds a session made before that, if it is of the same project, and of no other', async () => {
    const old = oldSessionIdFor('1');
    await bench.engine.execute(old, start('/one'), { by, requestId: '1' });
    const again = await bench.engine.execute(null, start('/one'), { by, requestId: '1' });
    expect(again).toMatchObject({ sessionId: old, repeated: true });
    const other = await bench.engine.execute(null, start('/two'), { by, requestId: '1' });
    expect(other).toMatchObject({ sessionId: sessionIdFor('1', '/two'), repeated: false });
  });
});

// A finished session copied over another's id passed for that one, with an audit that said "sound".
test.each([['with its snapshot', true] as const, ['alone', false] as const])(
  'a journal copied under another session’s id, %s, is damaged from its first record on',
  async (_how, hasSnapshot) => {
    const { sessionId } = await bench.engine.execute(null, start('/one'), { by });
    await bench.restart();
    const copy = 's-00000000000000000009';
    const at = (id: string) => join(bench.dataDir, 'sessions', id);
    await cp(at(sessionId), at(copy), { recursive: true });
    if (!hasSnapshot) await rm(join(at(copy), 'snapshot.json'));
    expect(await storeOf(bench).audit(sessionId)).toMatchObject({ ok: true, namesSession: true });
    const { ok, damage } = await storeOf(bench).audit(copy);
    expect([ok, damage[0]]).toEqual([
      false,
      { seq: 1, offset: 0, reason: expect.stringContaining(sessionId) as unknown },
    ]);
    await expect(bench.engine.query(copy, { kind: 'overview' })).rejects.toMatchObject({ code: 'SESSION_DAMAGED' });
    const propose = { type: 'nodes.propose', nodes: [], withdraw: [] } as const;
    await expect(bench.engine.execute(copy, propose as never, { by })).rejects.toMatchObject({
      code: 'SESSION_DAMAGED',
    });
  },
);
