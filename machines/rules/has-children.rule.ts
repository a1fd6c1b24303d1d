/** Refuses to conclude a node that has children. */
import { plural } from '../measures/text.js';
import { isTerminal } from '../measures/tree-node.js';
import { reclassifyRule } from './rule.js';

export const hasChildren = (children: number): boolean => children > 0;

export const terminalWithChildren = reclassifyRule({
  code: 'HAS_CHILDREN',
  why: 'A node with children is judged by them; closing it over their heads would hide them.',
  check({ entry: { node, to } }, protocol) {
    if (!node || !to || !isTerminal(protocol, to) || !hasChildren(node.children.size)) return [];
    return [
      {
        subject: node.id,
        message: `${node.id} has ${plural(node.children.size, 'child').replace(/childs$/, 'children')}, so it cannot become ${to}.`,
        fix: 'Commit the children instead; the node is settled when they are. Uncommitted ones can be withdrawn.',
      },
    ];
  },
});
