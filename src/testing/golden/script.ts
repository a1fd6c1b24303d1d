/**
 * The commands behind the golden journals: every kind of record a journal of this format can hold. Changing this file
 * does not change the committed journals; it only says how they were made.
 */
import type { Command } from '../../../machines/schema/command.js';
import type { Protocol } from '../../../machines/schema/protocol.js';
import type { ChartName } from '../../../machines/schema/state.js';

type Later = Exclude<Command, { type: 'investigation.start' }>;
export interface Call {
  readonly command: Later;
  readonly requestId?: string;
  readonly expect: 'OK' | 'REJECTED';
}

const propose = (ids: string, parent: string | null, withdraw: string[] = []): Call => ({
  command: {
    type: 'round.propose',
    nodes: ids
      .split(' ')
      .filter((id) => id !== '')
      .map((id) => ({ id, parent, title: `Look at ${id}`, plannedAction: `Read what ${id} touches.` })),
    withdraw,
  },
  expect: 'OK',
});

const commit = (results: Record<string, string>, more: object = {}): Call => ({
  command: {
    type: 'round.commit',
    results: Object.entries(results).map(([nodeId, state]) => ({
      nodeId,
      state,
      findings: `Looked at ${nodeId}: see src/${nodeId}.ts and https://example.org/${nodeId}.`,
      evidence: `Ran the reproduction for ${nodeId} and read its whole output twice.`,
      ...more,
    })),
  },
  expect: 'OK',
});

const reclassify = (nodeId: string, newState: string, evidence?: string): Call => ({
  command: { type: 'node.reclassify', nodeId, newState, reason: `What ${nodeId} showed came out otherwise.`, evidence },
  expect: 'OK',
});

const end = (expect: Call['expect'], more: object = {}): Call => ({
  command: { type: 'investigation.end', ...more },
  expect,
});
const refused = (call: Call): Call => ({ ...call, expect: 'REJECTED' });
const asked = (call: Call, requestId: string): Call => ({ ...call, requestId });

const multiGate: Call[] = [
  asked(propose('R1.A R1.B R1.C', null), 'ask-1'),
  refused(asked(commit({ 'R1.A': 'VALID_PENDING' }), 'ask-2')),
  propose('R1.D', null, ['R1.C']),
  refused(propose('R5.A', null)),
  commit({ 'R1.A': 'DRILL', 'R1.B': 'DEAD' }),
  asked(commit({ 'R1.D': 'VERIFY' }, { agentId: 'golden-agent-1', references: ['docs/golden.md'] }), 'ask-3'),
  propose('R2.A R2.B R2.C R2.D', 'R1.A'),
  commit({ 'R2.A': 'VERIFY', 'R2.B': 'VERIFY', 'R2.C': 'VERIFY', 'R2.D': 'DEAD' }),
  propose('R2.E', 'R1.D'),
  commit({ 'R2.E': 'VERIFY' }),
  propose('R3.D', 'R2.E'),
  propose('R3.A', 'R2.A'),
  propose('R3.B', 'R2.B'),
  propose('R3.C', 'R2.C'),
  refused(commit({ 'R3.A': 'VALID' })),
  commit({ 'R3.A': 'VALID_PENDING' }),
  commit({ 'R3.B': 'VERIFY', 'R3.C': 'VERIFY', 'R3.D': 'DEAD' }),
  propose('R4.A R4.B', 'R3.A'),
  commit({ 'R4.A': 'VALID', 'R4.B': 'DEAD' }),
  reclassify('R3.A', 'VERIFY'),
  reclassify('R3.A', 'VALID_PENDING', 'Second look: the lock is held for 31 s, the trace shows who holds it.'),
  propose('R4.C', 'R3.A'),
  commit({ 'R4.C': 'VALID_PENDING' }),
  propose('R5.A', 'R4.C'),
  commit({ 'R5.A': 'VALID' }),
  reclassify('R5.A', 'DRILL'),
  refused(end('REJECTED')),
  propose('R6.A R6.B R6.C', 'R5.A'),
  commit({ 'R6.A': 'DEAD', 'R6.B': 'DEAD', 'R6.C': 'SPEC' }),
  reclassify('R4.C', 'DRILL'),
  reclassify('R4.C', 'VERIFY'),
  reclassify('R4.C', 'VALID_PENDING'),
  propose('R5.B', 'R4.C'),
  commit({ 'R5.B': 'VALID' }),
  propose('R4.D', 'R3.B'),
  propose('R4.E', 'R3.C'),
  commit({ 'R4.D': 'SPEC', 'R4.E': 'DEAD' }),
  end('OK'),
  refused(propose('R1.Z', null)),
];

const classic: Call[] = [
  propose('R1.A R1.B', null),
  commit({ 'R1.A': 'DRILL', 'R1.B': 'VALID' }),
  reclassify('R1.B', 'VERIFY'),
  propose('R2.A R2.B', 'R1.A'),
  refused(commit({ 'R2.A': 'VALID_PENDING' })),
  commit({ 'R2.A': 'VERIFY', 'R2.B': 'SPEC' }),
  refused(reclassify('R1.A', 'DEAD')),
  propose('R2.C', 'R1.B'),
  commit({ 'R2.C': 'DEAD' }),
  end('REJECTED'),
  end('OK', {
    outcome: 'inconclusive',
    reason: 'The machine that shows it is gone, and nothing else reproduces it here.',
  }),
];

/** Every node by an agent of its own, as the protocol asks. */
const worked = (results: Record<string, string>): Call => {
  const call = commit(results);
  if (call.command.type !== 'round.commit') return call;
  const named = call.command.results.map((result) => ({
    ...result,
    agentId: `golden-agent-of-${result.nodeId.replace('.', '-')}`,
  }));
  return { ...call, command: { ...call.command, results: named } };
};

const singleRoot: Call[] = [
  refused(propose('R1.A R1.B', null)),
  propose('R1.A', null),
  refused(commit({ 'R1.A': 'EXPLORE' })),
  worked({ 'R1.A': 'DEAD' }),
  reclassify('R1.A', 'EXPLORE'),
  propose('R2.A R2.B R2.C', 'R1.A', []),
  propose('', null, ['R2.C']),
  worked({ 'R2.A': 'FOUND', 'R2.B': 'DEAD' }),
  refused(reclassify('R2.A', 'FOUND')),
  propose('R3.A R3.B', 'R2.A'),
  worked({ 'R3.A': 'EXPLORE', 'R3.B': 'EXPLORE' }),
  reclassify('R3.B', 'DEAD'),
  propose('R4.A R4.B', 'R3.A'),
  refused(worked({ 'R4.A': 'VERIFY' })),
  worked({ 'R4.A': 'FOUND', 'R4.B': 'EXPLORE' }),
  propose('R5.A R5.B', 'R4.A'),
  refused(commit({ 'R5.A': 'VERIFY' }, { agentId: 'golden-agent-of-R4-A' })),
  refused(commit({ 'R5.A': 'VERIFY' }, { agentId: 'golden-invented' })),
  worked({ 'R5.A': 'VERIFY', 'R5.B': 'DEAD' }),
  reclassify('R4.A', 'FOUND'),
  reclassify('R4.A', 'EXPLORE'),
  reclassify('R4.A', 'FOUND'),
  propose('R5.C', 'R4.A'),
  worked({ 'R5.C': 'FOUND' }),
  propose('R6.A', 'R5.C'),
  worked({ 'R6.A': 'VERIFY' }),
  reclassify('R6.A', 'EXPLORE'),
  end('REJECTED'),
  reclassify('R6.A', 'FOUND'),
  propose('R7.A', 'R6.A'),
  worked({ 'R7.A': 'VERIFY' }),
  reclassify('R4.B', 'FOUND'),
  propose('R5.D', 'R4.B'),
  worked({ 'R5.D': 'VERIFY' }),
  end('OK'),
  refused(propose('R5.E', 'R4.B')),
];

/** A find that is verified, and then looked at once more: what that means differs between the versions of the chart. */
const lateChild: Call[] = [
  propose('R1.A', null),
  worked({ 'R1.A': 'EXPLORE' }),
  propose('R2.A R2.B', 'R1.A'),
  worked({ 'R2.A': 'EXPLORE', 'R2.B': 'DEAD' }),
  propose('R3.A R3.B', 'R2.A'),
  worked({ 'R3.A': 'EXPLORE', 'R3.B': 'DEAD' }),
  propose('R4.A R4.B', 'R3.A'),
  worked({ 'R4.A': 'FOUND', 'R4.B': 'DEAD' }),
  propose('R5.A', 'R4.A'),
  worked({ 'R5.A': 'VERIFY' }),
  propose('R5.B', 'R4.A'),
  end('REJECTED'),
  worked({ 'R5.B': 'DEAD' }),
  end('OK'),
];

export interface GoldenScript {
  readonly protocol: 'multi-gate' | 'classic' | 'single-root';
  /** Where it is not the one in force. */
  readonly chart?: ChartName;
  readonly minRoots: number;
  readonly calls: readonly Call[];
  /** From before first records named their session. */
  readonly isUnnamed?: boolean;
}

const single = { protocol: 'single-root', minRoots: 1 } as const;
const before = { ...single, chart: 'single-root@1' } as const;

/** By the file it was written to. */
export const goldenScripts = {
  'multi-gate-v1': { protocol: 'multi-gate', minRoots: 3, calls: multiGate, isUnnamed: true },
  'classic-v1': { protocol: 'classic', minRoots: 2, calls: classic, isUnnamed: true },
  'classic-v2': { protocol: 'classic', minRoots: 2, calls: classic },
  'single-root-v1': { ...before, calls: singleRoot, isUnnamed: true },
  'late-child-v1': { ...before, calls: lateChild, isUnnamed: true },
  'single-root-v2': { ...single, calls: singleRoot, isUnnamed: true },
  'late-child-v2': { ...single, calls: lateChild, isUnnamed: true },
} as const satisfies Readonly<Record<string, GoldenScript>>;
export type GoldenName = keyof typeof goldenScripts;

export const goldenStart = (protocol: Protocol, minRoots: number): Command => ({
  type: 'investigation.start',
  query: `What does a ${protocol.name} journal hold?`,
  minRoots,
  projectDir: '/golden',
  protocol,
});
