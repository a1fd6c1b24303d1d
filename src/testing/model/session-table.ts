/**
 * What becomes of a session that is asked to end, written by hand from the spec: trees that one thing or another keeps
 * open, with every code that is told, and trees that may end, with their outcome.
 */
import type { ScriptedAgent } from '../scripted-agent.js';

export interface Ending {
  readonly name: string;
  readonly protocol?: string;
  readonly minRoots?: number;
  readonly grow: (agent: ScriptedAgent) => Promise<unknown>;
  readonly tells: readonly string[] | { readonly outcome: string };
}

const early = ['ROUNDS_TOO_FEW', 'DEPTH_TOO_SHALLOW'];

/** Two roots, one of them weighed against dead ends; below it a line down to `R3.A`, which is still to be answered. */
async function broad(agent: ScriptedAgent, moreRoots = ''): Promise<void> {
  await agent.propose(`R1.A R1.B${moreRoots}`, null);
  await agent.commit({ 'R1.A': 'DRILL', 'R1.B': 'DEAD' });
  await agent.plant('R2.A R2.B R2.C', 'R1.A', 'VERIFY VERIFY DEAD');
  await agent.plant('R3.B', 'R2.B', 'DEAD');
  await agent.plant('R3.A', 'R2.A', 'VERIFY');
}

export async function solved(agent: ScriptedAgent, moreRoots = ''): Promise<void> {
  await broad(agent, moreRoots);
  await agent.plant('R4.A', 'R3.A', 'VALID_PENDING');
  await agent.plant('R5.A', 'R4.A', 'VALID');
}

/** Broad at its root, one child a node below it, nothing ever refuted: 0.3 + 0.125 + 0 + 0.054545 of quality. */
async function poor(agent: ScriptedAgent): Promise<void> {
  await agent.plant('R1.A', null, 'DRILL');
  await agent.plant('R2.A R2.B R2.C', 'R1.A', 'VERIFY');
  await agent.proposeAll({ 'R3.A': 'R2.A', 'R3.B': 'R2.B', 'R3.C': 'R2.C' });
  await agent.commit({ 'R3.A': 'VERIFY', 'R3.B': 'VERIFY', 'R3.C': 'VERIFY' });
  await agent.proposeAll({ 'R4.A': 'R3.A', 'R4.B': 'R3.B', 'R4.C': 'R3.C' });
  await agent.commit({ 'R4.A': 'SPEC', 'R4.B': 'SPEC', 'R4.C': 'VERIFY' });
  await agent.plant('R5.C', 'R4.C', 'SPEC');
}

async function classicTree(agent: ScriptedAgent, answer: string): Promise<void> {
  await agent.plant('R1.A', null, 'DRILL');
  await agent.plant('R2.A R2.B', 'R1.A', `${answer} VERIFY`);
  await agent.plant('R3.B', 'R2.B', 'DEAD');
}

/** One root down to round 5, with `R4.A` still to be answered; nothing else is open. */
async function singleRootTree(agent: ScriptedAgent, answer: string): Promise<void> {
  await agent.plant('R1.A', null, 'EXPLORE');
  await agent.plant('R2.A R2.B', 'R1.A', 'EXPLORE DEAD');
  await agent.plant('R3.A R3.B', 'R2.A', 'EXPLORE DEAD');
  await agent.plant('R4.A R4.B', 'R3.A', `${answer} EXPLORE`);
  await agent.plant('R5.B R5.C', 'R4.B', 'DEAD');
}

const after = (first: Ending['grow'], then: Ending['grow']) => async (agent: ScriptedAgent) => {
  await first(agent);
  return then(agent);
};

export const endings: readonly Ending[] = [
  { name: 'nothing at all', grow: async () => undefined, tells: ['EMPTY'] },
  {
    name: 'a proposal and nothing else',
    grow: async (agent) => agent.propose('R1.A', null),
    tells: ['EMPTY', 'PENDING_PROPOSALS'],
  },
  {
    name: 'five open roots',
    minRoots: 5,
    grow: async (agent) => agent.plant('R1.A R1.B R1.C R1.D R1.E', null, 'DRILL'),
    tells: [...early, 'INSUFFICIENT_CHILDREN', 'NODES_UNSETTLED', 'QUALITY_TOO_LOW', 'TOO_NARROW'],
  },
  {
    name: 'one dead root',
    grow: async (agent) => agent.plant('R1.A', null, 'DEAD'),
    tells: [...early, 'RECOVERY_REQUIRED', 'QUALITY_TOO_LOW', 'TOO_NARROW'],
  },
  {
    name: 'one dead root and another proposed',
    grow: after(
      async (agent) => agent.plant('R1.A', null, 'DEAD'),
      async (agent) => agent.propose('R1.B', null),
    ),
    tells: [...early, 'PENDING_PROPOSALS', 'QUALITY_TOO_LOW', 'TOO_NARROW'],
  },
  {
    name: 'two roots, where three were asked for',
    minRoots: 3,
    grow: after(
      async (agent) => solved(agent, ' R1.C'),
      async (agent) => agent.withdraw('R1.C'),
    ),
    tells: ['INSUFFICIENT_ROOTS'],
  },
  {
    name: 'a root that was only proposed',
    grow: after(solved, async (agent) => agent.propose('R1.C', null)),
    tells: ['PENDING_PROPOSALS'],
  },
  {
    name: 'a root without the child it needs',
    grow: after(solved, async (agent) => agent.plant('R1.C', null, 'VERIFY')),
    tells: ['INSUFFICIENT_CHILDREN', 'NODES_UNSETTLED'],
  },
  {
    name: 'a claim whose confirmer goes on looking',
    grow: after(broad, async (agent) => {
      await agent.plant('R4.A', 'R3.A', 'VALID_PENDING');
      await agent.plant('R5.A', 'R4.A', 'VERIFY');
      await agent.plant('R6.A', 'R5.A', 'DEAD');
    }),
    tells: ['NODES_UNSETTLED', 'UNCONFIRMED'],
  },
  { name: 'theories only', grow: poor, tells: ['QUALITY_TOO_LOW'] },
  {
    name: 'one child a node all the way down',
    grow: after(
      async (agent) => agent.chain('VERIFY VERIFY VERIFY VALID_PENDING VALID'),
      async (agent) => agent.plant('R1.B', null, 'DEAD'),
    ),
    tells: ['TOO_NARROW'],
  },
  { name: 'a confirmed claim', grow: solved, tells: { outcome: 'solved' } },
  {
    name: 'a theory and dead ends',
    grow: after(broad, async (agent) => agent.plant('R4.A', 'R3.A', 'SPEC')),
    tells: { outcome: 'no_solution' },
  },
  {
    name: 'a classic root that died',
    protocol: 'classic',
    grow: async (agent) => agent.plant('R1.A', null, 'DEAD'),
    tells: [...early, 'RECOVERY_REQUIRED'],
  },
  {
    name: 'a classic tree with an answer',
    protocol: 'classic',
    grow: async (agent) => classicTree(agent, 'VALID'),
    tells: { outcome: 'solved' },
  },
  {
    name: 'a classic tree without one',
    protocol: 'classic',
    grow: async (agent) => classicTree(agent, 'DEAD'),
    tells: { outcome: 'no_solution' },
  },
  {
    name: 'a single root that died',
    protocol: 'single-root',
    grow: async (agent) => agent.plant('R1.A', null, 'DEAD'),
    tells: [...early, 'RECOVERY_REQUIRED'],
  },
  {
    name: 'a find claimed too early, and what it was recorded as',
    protocol: 'single-root',
    grow: async (agent) => agent.plant('R1.A', null, 'FOUND'),
    tells: [...early, 'INSUFFICIENT_CHILDREN', 'NODES_UNSETTLED'],
  },
  {
    name: 'a find that nobody has verified',
    protocol: 'single-root',
    grow: async (agent) => singleRootTree(agent, 'FOUND'),
    tells: ['INSUFFICIENT_CHILDREN', 'NODES_UNSETTLED', 'UNCONFIRMED'],
  },
  {
    name: 'a find that another agent has verified',
    protocol: 'single-root',
    grow: after(
      async (agent) => singleRootTree(agent, 'FOUND'),
      async (agent) => agent.plant('R5.A', 'R4.A', 'VERIFY'),
    ),
    tells: { outcome: 'solved' },
  },
  {
    name: 'a single root with dead ends only',
    protocol: 'single-root',
    grow: async (agent) => singleRootTree(agent, 'DEAD'),
    tells: { outcome: 'no_solution' },
  },
];
