/** Makes a golden journal with the real store and engine, on a fixed clock and fixed nonces: the same bytes each time. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AgentLookup } from '../../transcripts/combine.js';
import { EmbeddedEngine } from '../../engine/embedded.js';
import { processesOn } from '../../store/holder.js';
import { beginning, hashOf } from '../../store/chain.js';
import { encode } from '../../store/frame.js';
import { segmentsOf } from '../../store/segments.js';
import { realDisk } from '../../store/real-disk.js';
import { Store } from '../../store/store.js';
import { temporaryDir } from '../proctor-client.js';
import { protocolNamed } from '../tree-builder.js';
import { goldenScripts, goldenStart, type GoldenName, type GoldenScript } from './script.js';

const by = { role: 'solo', known: 'claimed', client: 'golden/1' } as const;

export function fixedStore(root: string): { store: Store; now: () => number } {
  let tick = 0;
  const now = () => 1_800_000_000_000 + tick * 15_000;
  const nonce = () => `golden${String((tick += 1)).padStart(6, '0')}`;
  const onWarning = (message: string) => {
    throw new Error(message);
  };
  const processes = processesOn(realDisk);
  return { store: new Store({ disk: realDisk, root, processes, now, nonce, onWarning, summaryShape: 'golden' }), now };
}

/** What a client's records may say of agents: every kind of word a journal keeps. */
const clientRecords: AgentLookup = {
  look: async ({ agentId, nodeId }) => {
    const file = `projects/-golden/agent-${agentId}.jsonl`;
    const seen = { client: 'Claude Code', file, hash: 'ab'.repeat(32), excerpt: `Work on ${nodeId}. Tools: Read.` };
    if (nodeId === 'R1.A') return Promise.resolve({ kind: 'unverifiable', why: 'there are no transcripts' });
    if (nodeId === 'R2.B') return Promise.resolve({ kind: 'verified', level: 'H1', ...seen, why: 'no tool call' });
    return Promise.resolve(
      agentId.includes('invented')
        ? { kind: 'rejected', cause: 'missing', why: 'there is no transcript of it' }
        : { kind: 'verified', level: 'H2', ...seen },
    );
  },
};

export async function recordGolden(name: GoldenName): Promise<Buffer> {
  const { path, remove } = await temporaryDir('proctor-golden-');
  try {
    const { store, now } = fixedStore(path);
    const { protocol: named, chart, minRoots, calls, isUnnamed }: GoldenScript = goldenScripts[name];
    const agents = named === 'single-root' ? { agents: { lookup: clientRecords } } : {};
    const engine = new EmbeddedEngine({ store, now, warn: () => undefined, ...agents });
    const protocol = protocolNamed(named);
    const start = goldenStart(chart === undefined ? protocol : { ...protocol, chart }, minRoots);
    const requestId = `golden-${name.replace(/-v\d$/, '')}`;
    const { sessionId } = await engine.execute(null, start, { by, requestId });
    for (const [index, { command, requestId: asked, expect }] of calls.entries()) {
      const outcome = await engine.execute(sessionId, command, { by, requestId: asked });
      if (outcome.status !== expect) throw new Error(`call ${index + 1} of ${name}: ${JSON.stringify(outcome)}`);
    }
    await engine.close();
    const written = await readFile(join(store.dirOf(sessionId), 'journal.jsonl'));
    return isUnnamed ? unnamed(written) : written;
  } finally {
    await remove();
  }
}

/** The same records as they were written before the first of them named its session. */
function unnamed(journal: Buffer): Buffer {
  let prev = beginning.hash;
  const lines = segmentsOf(journal, 0).map((segment) => {
    if (segment.kind === 'bad') throw new Error('a golden journal has no bad line');
    const record = JSON.parse(segment.json.toString('utf8')) as { facts?: { session?: string }; prev: string };
    delete record.facts?.session;
    record.prev = prev;
    const json = JSON.stringify(record);
    prev = hashOf(Buffer.from(json));
    return encode(json);
  });
  return Buffer.concat(lines);
}
