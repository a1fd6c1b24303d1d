/** Requests that meet the codes no node, round or end comes to on its way: limits, ids, agents, and what no rule sees. */
import assert from 'node:assert';
import type { ProctorClient } from '../proctor-client.js';
import { proposalOf, resultOf, ScriptedAgent } from '../scripted-agent.js';

type Told = readonly string[];
export interface Scenario {
  readonly name: string;
  /** Codes of each refusal, in the order they are met. */
  readonly tells: readonly Told[];
  readonly play: (proctor: ProctorClient) => Promise<Told[]>;
}

const start = async (proctor: ProctorClient, minRoots = 1) => ScriptedAgent.start(proctor, { minRoots });
const named = (count: number) => Array.from({ length: count }, (_, index) => `R1.N${index}`);
const codesOf = (told: Told): string[] => [...new Set(told.map((each) => each.split(' ')[0] ?? ''))];

export const scenarios: readonly Scenario[] = [
  {
    name: 'batches too large',
    tells: [['BATCH_OVERFLOW'], ['BATCH_OVERFLOW', 'NOT_PROPOSED']],
    async play(proctor) {
      const { refused } = await start(proctor);
      const results = named(51).map((id) => resultOf(id, 'DRILL'));
      return [await refused.propose(named(6).join(' '), null), await refused.commitAll(results)];
    },
  },
  {
    name: 'ids that are taken, repeated, malformed or too deep',
    tells: [['DUPLICATE_IN_BATCH'], ['INVALID_ID_FORMAT'], ['ROUND_MISMATCH'], ['DUPLICATE_IN_BATCH']],
    async play(proctor) {
      const agent = await start(proctor);
      const { refused } = agent;
      await agent.propose('R1.A', null);
      return [
        await refused.propose('R1.B R1.B', null),
        await refused.propose('R01.B', null),
        await refused.propose('R2.B', null),
        await refused.commitAll([resultOf('R1.A', 'DRILL'), resultOf('R1.A', 'VERIFY')]),
      ];
    },
  },
  {
    name: 'a round 2 that comes too early',
    tells: [['INSUFFICIENT_ROOTS']],
    async play(proctor) {
      const agent = await start(proctor, 5);
      await agent.plant('R1.A R1.B R1.C R1.D', null, 'VERIFY');
      return [await agent.refused.propose('R2.A', 'R1.A')];
    },
  },
  {
    name: 'evidence used twice, agents used twice',
    tells: [['DUPLICATE_EVIDENCE'], ['REUSED_AGENT'], ['REUSED_AGENT'], ['SELF_CONFIRM', 'REUSED_AGENT']],
    async play(proctor) {
      const agent = await start(proctor);
      const evidence = 'The log shows the same line twice within the same second.';
      await agent.propose('R1.A R1.B', null);
      await agent.commit({ 'R1.A': { state: 'VERIFY', evidence, agentId: 'model-1' } });
      const { refused } = agent;
      const copied = await refused.commit({ 'R1.B': { state: 'DEAD', evidence: ` ${evidence.toUpperCase()}` } });
      const reused = await refused.commit({ 'R1.B': { state: 'DRILL', agentId: 'model-1' } });
      const other = await start(proctor);
      await other.propose('R1.A', null);
      const elsewhere = await other.refused.commit({ 'R1.A': { state: 'DRILL', agentId: 'model-1' } });
      await agent.plant('R2.A', 'R1.A', 'VERIFY');
      await agent.propose('R3.A', 'R2.A');
      await agent.commit({ 'R3.A': { state: 'VALID_PENDING', agentId: 'model-2' } });
      await agent.propose('R4.A', 'R3.A');
      return [copied, reused, elsewhere, await refused.commit({ 'R4.A': { state: 'VALID', agentId: 'model-2' } })];
    },
  },
  {
    name: 'a second root where there is one, and work of nobody',
    tells: [['SINGLE_ROOT'], ['MISSING_AGENT']],
    async play(proctor) {
      const agent = await ScriptedAgent.start(proctor, { protocol: 'single-root' });
      await agent.propose('R1.A', null);
      return [await agent.refused.propose('R1.B', null), await agent.refused.commit({ 'R1.A': 'EXPLORE' })];
    },
  },
  {
    name: 'a tree at its deepest',
    tells: [['DEPTH_LIMIT']],
    async play(proctor) {
      const agent = await start(proctor);
      await agent.chain(Array.from({ length: 32 }, () => 'VERIFY').join(' '));
      return [await agent.refused.propose('R33.A', 'R32.A')];
    },
  },
  {
    name: 'a session that is full',
    tells: [['NODE_LIMIT']],
    async play(proctor) {
      const agent = await start(proctor);
      const ids = named(5000);
      while (ids.length > 0) {
        const batches = Array.from({ length: 20 }, () => ids.splice(0, 5)).filter(({ length }) => length > 0);
        await Promise.all(batches.map(async (batch) => agent.propose(batch.join(' '), null)));
      }
      return [await agent.refused.propose('R1.more', null)];
    },
  },
  {
    name: 'calls that no rule is asked about',
    tells: [
      ['SESSION_NOT_FOUND'],
      ['UNKNOWN_PROTOCOL'],
      ['INVALID_INPUT'],
      ['REQUEST_TOO_LARGE'],
      ['REQUEST_ID_REUSED'],
    ],
    async play(proctor) {
      const agent = await start(proctor);
      const args = { nodes: [proposalOf('R1.A', null)], requestId: 'model-request' };
      await agent.call('tot_propose', args);
      const large = Array.from({ length: 20 }, (_, index) =>
        resultOf(`R1.N${index}`, { state: 'DRILL', findings: 'x'.repeat(19_000) }),
      );
      const replies = [
        await proctor.call('tot_end', { sessionId: 's-00000000000000000000' }),
        await proctor.call('tot_start', { query: 'Why?', protocol: 'lenient' }),
        await agent.call('tot_propose', { nodes: 'R1.A' }),
        await agent.call('tot_commit', { results: large }),
        await agent.call('tot_propose', { ...args, nodes: [proposalOf('R1.B', null)] }),
      ];
      return replies.map(({ codes }) => codes);
    },
  },
];

/** Every code met, which are those written down. */
export async function playScenario(proctor: ProctorClient, { name, tells, play }: Scenario): Promise<string[]> {
  const told = (await play(proctor)).map(codesOf);
  assert.deepStrictEqual(told, tells, name);
  return told.flat();
}
