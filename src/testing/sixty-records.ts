/** A real journal of sixty records: proposals, commits, reclassifications and refusals by the real engine. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Command } from '../../machines/schema/command.js';
import { EmbeddedEngine } from '../engine/embedded.js';
import { fixedStore } from './golden/record.js';
import { temporaryDir } from './proctor-client.js';
import { protocolNamed } from './tree-builder.js';

const by = { role: 'solo', known: 'claimed' } as const;

export async function sixtyRecords(): Promise<Buffer> {
  const { path, remove } = await temporaryDir('proctor-sixty-');
  try {
    const { store, now } = fixedStore(path);
    const engine = new EmbeddedEngine({ store, now, warn: () => undefined });
    const protocol = protocolNamed('multi-gate');
    const start = {
      type: 'investigation.start',
      query: 'What can break?',
      minRoots: 5,
      projectDir: '/x',
      protocol,
    } as const;
    const { sessionId } = await engine.execute(null, start, { by, requestId: 'sixty' });
    for (const command of commands()) await engine.execute(sessionId, command, { by });
    await engine.close();
    return await readFile(join(store.dirOf(sessionId), 'journal.jsonl'));
  } finally {
    await remove();
  }
}

function* commands(): Generator<Command> {
  for (let batch = 0; batch < 10; batch += 1) {
    const ids = [0, 1, 2, 3].map((index) => `R1.N${batch}${index}`);
    const nodes = ids.map((id) => ({ id, parent: null, title: `Idea ${id} *@J`, plannedAction: 'Look.' }));
    yield { type: 'round.propose', nodes, withdraw: [] };
    for (const nodeId of ids.slice(0, 3))
      yield { type: 'round.commit', results: [{ nodeId, state: 'VERIFY', findings: `Seen: ${nodeId} {}` }] };
    yield { type: 'node.reclassify', nodeId: ids[0] ?? '', newState: 'DRILL', reason: 'Wider than it seemed.' };
    if (batch < 9)
      yield { type: 'round.commit', results: [{ nodeId: ids[0] ?? '', state: 'DEAD', findings: 'Again.' }] };
  }
}
