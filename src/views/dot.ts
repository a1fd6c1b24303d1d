/** An investigation as a Graphviz graph. Everything an agent wrote stands inside one quoted, escaped label. */
import type { Tree } from '../../machines/measures/tree.js';
import type { TreeNode } from '../../machines/measures/tree-node.js';
import { vocabularies, type NodeState } from '../../machines/schema/state.js';
import { dotText } from './escape.js';
import { palette } from './palette.js';
import { oneLine } from './text-fit.js';

const titleColumnsMax = 60;
const queryColumnsMax = 120;

export function dotOf(tree: Tree, query: string): string {
  const nodes = [...tree.all()];
  return [
    'digraph Investigation {',
    '  rankdir=TB;',
    `  label="${dotText(oneLine(query, queryColumnsMax))}";`,
    '  labelloc=t;',
    '  fontname="Helvetica";',
    '  node [shape=box, style="rounded,filled", fontname="Helvetica", fontsize=11, color="gray40"];',
    '  edge [color="gray50", arrowsize=0.7];',
    ...roundLines(nodes),
    ...nodes.flatMap(edgeLines),
    ...legendLines(tree),
    '}',
    '',
  ].join('\n');
}

/** Ids are checked before they enter the tree; a graph must not depend on that. */
const dotId = (id: string): string => id.replace(/[^A-Za-z0-9]/g, '_');

function roundLines(nodes: readonly TreeNode[]): string[] {
  const rounds = new Map<number, TreeNode[]>();
  for (const node of nodes) {
    const round = rounds.get(node.depth);
    if (round) round.push(node);
    else rounds.set(node.depth, [node]);
  }
  return [...rounds].flatMap(([number, members]) => [
    `  subgraph round_${number} {`,
    '    rank=same;',
    ...members.map((node) => `    ${nodeLine(node)}`),
    '  }',
  ]);
}

function nodeLine({ id, title, state }: TreeNode): string {
  // `\n` between the parts is DOT's own line break: the parts themselves can hold none.
  const label = [id, oneLine(title, titleColumnsMax), state].map(dotText).join('\\n');
  return `${dotId(id)} [label="${label}", ${fillOf(state)}];`;
}

function fillOf(state: NodeState): string {
  const { dot, dotInk, dashed } = palette[state];
  const style = dashed ? ', style="rounded,filled,dashed"' : '';
  return `fillcolor="${dot}", fontcolor="${dotInk}"${style}`;
}

/** A confirmer's edge is dashed: it answers a claim and does not explore further. */
function edgeLines({ id, parent, confirms }: TreeNode): string[] {
  if (parent === null) return [];
  return [`  ${dotId(parent)} -> ${dotId(id)}${confirms === null ? '' : ' [style=dashed]'};`];
}

function legendLines(tree: Tree): string[] {
  const states: NodeState[] = [...vocabularies[tree.protocol.chart].states];
  if (tree.totals.of('PROPOSED') > 0) states.unshift('PROPOSED');
  return [
    '  subgraph cluster_legend {',
    '    label="Legend";',
    ...states.map((state) => `    legend_${state} [label="${state}", ${fillOf(state)}];`),
    '  }',
  ];
}
