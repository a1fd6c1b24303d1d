/** What must hold after every accepted command: running counts equal a recount, and a stored session comes back. */
import assert from 'node:assert';
import type { Totals } from '../../machines/measures/totals.js';
import type { Claim, TreeNode } from '../../machines/measures/tree-node.js';
import { Tree } from '../../machines/measures/tree.js';
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
    for (const [index, claim] of node.claims.entries())
      assert.deepStrictEqual(tallyOf(claim), recountedTally(tree, node, index + 1), `claim ${index + 1} of ${node.id}`);
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
  const { roots, terminalDepths, parents, edges, broad, narrow } = totals;
  const { committed, terminal, lacking, currentRound } = totals;
  return {
    rounds,
    byState: [...totals.byState].filter(([, count]) => count !== 0).sort(),
    sets: [totals.proposals, totals.awaiting, totals.shortOfCommitted, totals.unsettled].map(sorted),
    findings: [totals.solutions, totals.theories].map(sorted),
    sums: { ...roots, terminalDepths, parents, edges, broad, narrow },
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
    valid: inState('VALID'),
    dead: inState('DEAD'),
  };
}
