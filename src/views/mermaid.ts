/** An investigation as a Mermaid flowchart, for places that draw Mermaid but not DOT. */
import type { Tree } from '../../machines/measures/tree.js';
import type { TreeNode } from '../../machines/measures/tree-node.js';
import { NodeState } from '../../machines/schema/state.js';
import { mermaidText } from './escape.js';
import { palette } from './palette.js';
import { oneLine } from './text-fit.js';

const titleColumnsMax = 60;
const queryColumnsMax = 120;

export function mermaidOf(tree: Tree, query: string): string {
  const nodes = [...tree.all()];
  const title = mermaidText(oneLine(query, queryColumnsMax));
  return [
    'flowchart TD',
    // Without text the keyword would swallow the next line.
    ...(title === '' ? [] : [`  accTitle: ${title}`]),
    ...nodes.map(nodeLine),
    ...nodes.flatMap(edgeLines),
    ...NodeState.options.filter((state) => tree.totals.of(state) > 0).map(classLine),
    '',
  ].join('\n');
}

const mermaidId = (id: string): string => id.replace(/[^A-Za-z0-9]/g, '_');

function nodeLine({ id, title, state }: TreeNode): string {
  const label = [`${palette[state].glyph} ${mermaidText(id)}`, mermaidText(oneLine(title, titleColumnsMax)), state];
  return `  ${mermaidId(id)}["${label.join('<br/>')}"]:::${state}`;
}

/** A confirmer's edge is dotted: it answers a claim and does not explore further. */
function edgeLines({ id, parent, confirms }: TreeNode): string[] {
  if (parent === null) return [];
  return [`  ${mermaidId(parent)} ${confirms === null ? '-->' : '-.->'} ${mermaidId(id)}`];
}

function classLine(state: NodeState): string {
  const { hex, dashed } = palette[state];
  const look = dashed ? 'fill:#ffffff,stroke-dasharray:4 3' : `fill:${hex}`;
  return `  classDef ${state} ${look},stroke:#4b5563,color:#0b1018`;
}
