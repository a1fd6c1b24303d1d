/** Grows trees for tests by the moves a session makes, without its rules. Not for shipped code. */
import { readFileSync } from 'node:fs';
import { Tree } from '../../machines/measures/tree.js';
import { Protocol } from '../../machines/schema/protocol.js';
import type { NodeState } from '../../machines/schema/state.js';

export function protocolNamed(name: string): Protocol {
  const file = new URL(`../../data/protocols/${name}.json`, import.meta.url);
  return Protocol.parse(JSON.parse(readFileSync(file, 'utf8')));
}

/** Id, parent, state and title. PROPOSED leaves the node uncommitted. */
export type Sprout = readonly [id: string, parent: string | null, state: NodeState, title?: string];

/** Nodes are proposed and committed one after the other, so a child of a standing claim is its confirmer. */
export function treeOf(sprouts: readonly Sprout[], protocol = protocolNamed('multi-gate')): Tree {
  const tree = new Tree(protocol);
  let seq = 0;
  for (const [id, parent, state, title = `title of ${id}`] of sprouts) {
    seq += 1;
    tree.propose({ id, parent, title, at: seq, seq });
    if (state !== 'PROPOSED') tree.commit(id, state, { at: seq, seq });
  }
  return tree;
}

/** A tree of exactly `nodes` nodes: five roots, then `branching` children a node, level by level, states in turn. */
export function wideTree(nodes: number, branching = 3): Tree {
  const states: NodeState[] = ['DRILL', 'VERIFY', 'DEAD', 'DRILL', 'SPEC', 'PROPOSED'];
  const sprouts: [string, string | null, NodeState, string][] = [];
  for (let index = 0; index < nodes; index += 1) {
    const above = index < 5 ? undefined : sprouts[Math.floor((index - 5) / branching)];
    const round = above ? Number(above[0].slice(1, above[0].indexOf('.'))) + 1 : 1;
    const state = states[index % states.length] ?? 'DRILL';
    sprouts.push([`R${round}.N${index}`, above?.[0] ?? null, state, `Node number ${index} looks into the matter`]);
  }
  return treeOf(sprouts);
}
