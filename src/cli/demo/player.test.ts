// If a rule were gone, the demo would have to say so instead of telling how well it works.
import { temporaryDir } from '../../testing/proctor-client.js';
import type { ToolContext } from '../../tools/tool.js';
import { openWorkspace, type Workspace } from '../workspace.js';
import { DemoClock } from './demo-clock.js';
import { Differed, play } from './player.js';
import { silence } from './telling.js';

const by = { role: 'solo', known: 'claimed' } as const;

async function inTemporary(work: (workspace: Workspace) => Promise<void>): Promise<void> {
  const { path, remove } = await temporaryDir();
  const io = { env: {}, home: path, cwd: path, say: () => {} };
  const workspace = openWorkspace({ values: { data: path } }, io);
  try {
    await work(workspace);
  } finally {
    await workspace.engine.close();
    await remove();
  }
}

const contextOf = ({ engine, protocols }: Workspace): ToolContext => ({ engine, protocols, projectDir: '/', by });

test('plays to a solution', async () => {
  await inTemporary(async (workspace) => {
    expect(await play(contextOf(workspace), new DemoClock(0), silence)).toMatchObject({ outcome: 'solved' });
  });
});

test('stops at the first cheat that is let through', async () => {
  await inTemporary(async (workspace) => {
    const strict = workspace.protocols.get('multi-gate')!;
    const lax = { ...strict, evidence: { ...strict.evidence, states: [] } };
    const context = { ...contextOf(workspace), protocols: new Map([['multi-gate', lax]]) };
    const failure = await play(context, new DemoClock(0), silence).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(Differed);
    expect(String(failure)).toContain('should have been refused with MISSING_EVIDENCE, but it was accepted');
  });
});

test('stops at a refusal the story does not know of', async () => {
  await inTemporary(async (workspace) => {
    const strict = workspace.protocols.get('multi-gate')!;
    const context = {
      ...contextOf(workspace),
      protocols: new Map([['multi-gate', { ...strict, proposalBatchMax: 4 }]]),
    };
    await expect(play(context, new DemoClock(0), silence)).rejects.toThrow(
      'should have been accepted, but it got REJECTED BATCH_OVERFLOW',
    );
  });
});
