/** What is worth saying beside a node: what it still lacks, and its part in a claim. Reads the tree's own counters. */
import { childrenLacking, confirms, isPending, isVerified, type TreeNode } from '../../machines/measures/tree-node.js';
import type { Protocol } from '../../machines/schema/protocol.js';

export interface Note {
  /** For a line with room to spare, and for a badge. */
  readonly long: string;
  readonly short: string;
  /** Something is still to be done here. */
  readonly isOpen: boolean;
}

export function notesOf(protocol: Protocol, node: TreeNode): Note[] {
  return [...claimNotes(protocol, node), ...lackNotes(protocol, node), ...confirmerNotes(protocol, node)];
}

function claimNotes(protocol: Protocol, node: TreeNode): Note[] {
  if (isPending(protocol, node)) return [same('unconfirmed', true)];
  if (isVerified(protocol, node)) return [same('verified', false)];
  const last = node.claims.at(-1);
  if (last?.outcome !== 'refuted' && last?.outcome !== 'withdrawn') return [];
  return [same(`claim ${node.claims.length} ${last.outcome}`, false)];
}

/** Proposed children count as there, as they do in the replies that ask for more. */
function lackNotes(protocol: Protocol, node: TreeNode): Note[] {
  const lacking = childrenLacking(protocol, node, 'proposed');
  if (lacking === 0) return [];
  const [one, many] = isPending(protocol, node) ? ['confirmer', 'confirmers'] : ['child', 'children'];
  return [{ long: `needs ${lacking} ${lacking === 1 ? one : many}`, short: `needs ${lacking}`, isOpen: true }];
}

function confirmerNotes(protocol: Protocol, node: TreeNode): Note[] {
  return node.confirms === null ? [] : [same(`${verdictOf(protocol, node)} claim ${node.confirms}`, false)];
}

/** What a node says of the claim it was proposed to confirm. */
export const verdictOf = (protocol: Protocol, node: TreeNode): 'confirms' | 'refutes' | 'tests' =>
  confirms(protocol, node) ? 'confirms' : node.state === 'DEAD' ? 'refutes' : 'tests';

const same = (text: string, isOpen: boolean): Note => ({ long: text, short: text, isOpen });
