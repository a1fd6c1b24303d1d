/** What must hold after every accepted command: running counts equal a recount, and a stored session comes back. */
import assert from 'node:assert';
import type { Totals } from '../../machines/measures/totals.js';
import type { Claim, TreeNode } from '../../machines/measures/tree-node.js';
import { Tree } from '../../machines/measures/tree.js';
import { nodeSnapshot } from '../session/actors.js';
import { restoreSession, storeSession, type SessionState, type StoredSession } from '../session/state.js';

export function assertRecountAgrees(tree: Tree): void {
  const recounted = Tree.restore(tree.protocol, structuredClone(tree.store()), tree.currentBatch);
  assert.deepStrictEqual(
    plainTotals(tree.totals),
    plainTotals(recounted.totals),
    'running totals differ from a recount',
  );
  for (const node of tree.all()) {
    assert.deepStrictEqual(counters(node), counters(recounted.at(node.id)), `counters of ${node.id} differ`);
    for (const [index, claim] of node.claims.entries()) {
      assert.deepStrictEqual(tallyOf(claim), recountedTally(tree, node, index + 1), `claim ${index + 1} of ${node.id}`);
      assertOutcomeFollows(claim, node.id);
    }
  }
}

/** A claim in force is confirmed exactly while all of its confirmers say so, and never outlives one that is DEAD. */
function assertOutcomeFollows({ outcome, confirmers, valid, dead }: Claim, id: string): void {
  if (outcome !== 'standing' && outcome !== 'confirmed') return;
  assert.strictEqual(outcome === 'confirmed', confirmers > 0 && valid === confirmers, `the claim of ${id}`);
  assert.strictEqual(dead, 0, `the claim of ${id} stands although a confirmer is DEAD`);
}

/** Every node's actor is where the tree says, inside FOUND too. */
export function assertChartsAgree(state: SessionState): void {
  for (const node of state.tree.all()) {
    const inside = node.claims.at(-1)?.outcome === 'confirmed' ? 'verified' : 'claimed';
    const expected = node.state === 'FOUND' ? { FOUND: inside } : node.state;
    assert.deepStrictEqual(nodeSnapshot(state, node.id).value, expected, `the actor of ${node.id}`);
  }
}

export function assertRestores(state: SessionState): void {
  const stored = JSON.stringify(storeSession(state));
  const restored = restoreSession(JSON.parse(stored) as StoredSession);
  assert.strictEqual(JSON.stringify(storeSession(restored)), stored, 'a stored session comes back different');
  assert.deepStrictEqual(plainTotals(restored.tree.totals), plainTotals(state.tree.totals));
  restored.actor.stop();
}

const sorted = (set: ReadonlySet<string>): string[] => [...set].sort();

/** Totals as plain data: sets in order, and no entry for what there is nothing of. */
function plainTotals(totals: Totals) {
  const rounds = [...totals.rounds]
    .filter(([, { committed, uncommitted }]) => committed + uncommitted > 0)
    .map(([number, round]) => ({ number, ...round, short: sorted(round.short) }))
    .sort((a, b) => a.number - b.number);
  const { roots, terminalDepths, parents, edges, broad, held, narrow } = totals;
  const { committed, terminal, lacking, currentRound } = totals;
  return {
    rounds,
    byState: [...totals.byState].filter(([, count]) => count !== 0).sort(),
    sets: [totals.proposals, totals.awaiting, totals.shortOfCommitted, totals.unsettled].map(sorted),
    findings: [totals.solutions, totals.theories].map(sorted),
    sums: { ...roots, terminalDepths, parents, edges, broad, held, narrow },
    derived: { committed, terminal, lacking, currentRound },
  };
}

const counters = ({ children, childrenCommitted, childrenSettled, narrowBelow }: TreeNode) => ({
  children: sorted(children),
  childrenCommitted,
  childrenSettled,
  narrowBelow,
});

const tallyOf = ({ confirmers, committed, valid, dead }: Claim) => ({ confirmers, committed, valid, dead });

function recountedTally(tree: Tree, claimant: TreeNode, number: number) {
  const confirmers = [...claimant.children].map((id) => tree.at(id)).filter(({ confirms }) => confirms === number);
  const inState = (state: string) => confirmers.filter((node) => node.state === state).length;
  return {
    confirmers: confirmers.length,
    committed: confirmers.length - inState('PROPOSED'),
    valid: confirmers.filter((node) => saysYes(tree.protocol.name, node)).length,
    dead: inState('DEAD'),
  };
}

/** VERIFY is a yes only where FOUND is a claim; elsewhere it is still being looked into. */
function saysYes(protocol: string, { state, claims }: TreeNode): boolean {
  if (protocol !== 'single-root') return state === 'VALID';
  return state === 'VERIFY' || (state === 'FOUND' && claims.at(-1)?.outcome === 'confirmed');
}
