/** Grows a session of a given size through the real engine, with some proposals left to commit. */
import { join } from 'node:path';
import { EmbeddedEngine } from '../src/engine/embedded.js';
import { newNonce } from '../src/engine/ids.js';
import { processesOn } from '../src/store/holder.js';
import { loadProtocols } from '../src/store/protocol-files.js';
import { realDisk } from '../src/store/real-disk.js';
import { Store } from '../src/store/store.js';

const by = { role: 'solo', known: 'claimed' } as const;

export function openEngine(root: string): EmbeddedEngine {
  const warn = (message: string) => void process.stderr.write(`${message}\n`);
  const now = () => Date.now();
  const processes = processesOn(realDisk);
  const store = new Store({
    disk: realDisk,
    root,
    processes,
    now,
    nonce: newNonce,
    onWarning: warn,
    summaryShape: 'bench',
  });
  return new EmbeddedEngine({ store, now, warn });
}

export const resultFor = (nodeId: string) => ({
  nodeId,
  state: 'DRILL',
  findings: `Looked into ${nodeId}: three causes remain, the cache, the lock and the retry loop. None is ruled out yet.`,
  evidence: `Ran the load test for ${nodeId}: 412 of 5000 requests over 2 s, all of them waiting for a connection.`,
});

/** Returns the ids left uncommitted. The tree has exactly `size` nodes. */
export async function grow(
  engine: EmbeddedEngine,
  size: number,
  uncommitted: number,
  projectDir = '/bench',
): Promise<{ id: string; open: string[] }> {
  const protocol = loadProtocols(join(import.meta.dirname, '..', 'data', 'protocols')).get('multi-gate');
  if (!protocol) throw new Error('multi-gate is missing');
  const start = {
    type: 'investigation.start',
    query: `A tree of ${size}`,
    minRoots: 5,
    projectDir,
    protocol,
  } as const;
  const { sessionId: id } = await engine.execute(null, start, { by });
  const parents: { id: string; depth: number }[] = [];
  const open: string[] = [];
  let made = 0;
  while (made < size) {
    const parent = made < 5 ? undefined : parents.shift();
    const depth = (parent?.depth ?? 0) + 1;
    const count = Math.min(made < 5 ? 5 : 3, size - made);
    const ids = Array.from({ length: count }, (_, index) => `R${depth}.N${made + index}`);
    const nodes = ids.map((node) => ({
      id: node,
      parent: parent?.id ?? null,
      title: `What about ${node}?`,
      plannedAction: 'Measure it.',
    }));
    await expectOk(engine.execute(id, { type: 'round.propose', nodes, withdraw: [] }, { by }));
    made += count;
    if (size - made < uncommitted) open.push(...ids);
    else {
      await expectOk(engine.execute(id, { type: 'round.commit', results: ids.map(resultFor) }, { by }));
      parents.push(...ids.map((node) => ({ id: node, depth })));
    }
  }
  return { id, open };
}

async function expectOk(outcome: ReturnType<EmbeddedEngine['execute']>): Promise<void> {
  const settled = await outcome;
  if (settled.status !== 'OK') throw new Error(JSON.stringify(settled.violations));
}
