/** An investigation in a chat: where it stands, what blocks its end, its tree, and one node of it. */
import { Glyph, Pill } from './glyph.js';
import type { Looks, NodeLine, Reply } from './mcp-app-reply.js';

interface InvestigationProps {
  readonly looks: Looks;
  readonly reply: Reply;
  readonly nodes: readonly NodeLine[];
  readonly chosen: string | null;
  readonly onChoose: (nodeId: string) => void;
}

export function InvestigationCard({ looks, reply, nodes, chosen, onChoose }: InvestigationProps) {
  const { query, currentRound, totalNodes = 0, byState = {}, quality, nextActions = [] } = reply;
  return (
    <section class="card one" aria-label="Investigation">
      <div class="head">
        <h2>{query}</h2>
        <span class="tag">
          Round <b>{currentRound}</b>
        </span>
        <Ending {...reply} />
        {quality ? (
          <span class="tag" title="How deep, broad, balanced and thorough it is, from 0 to 1">
            Quality <b>{(quality['compositeScore'] ?? 0).toFixed(2)}</b>
          </span>
        ) : null}
      </div>
      <div class="counts">
        {Object.entries(byState).map(([state, count]) => (
          <span class="count">
            <Glyph look={looks.get(state)} state={state} /> {looks.get(state)?.word ?? state} <b>{count}</b>
          </span>
        ))}
      </div>
      <Blockers {...reply} />
      {nodes.length > 0 ? <Outline {...{ looks, nodes, chosen, onChoose }} /> : null}
      {nodes.length < totalNodes ? (
        <p class="rest">
          {nodes.length} of {totalNodes} nodes are shown here.
        </p>
      ) : null}
      <p class="next">{nextActions[0]}</p>
    </section>
  );
}

function Ending({ outcome, canEnd }: Reply) {
  if (outcome) return <span class={`tag outcome ${outcome}`}>{outcome.replace('_', ' ')}</span>;
  return <span class={`tag ${canEnd ? 'free' : 'block'}`}>{canEnd ? 'Can end' : 'Cannot end yet'}</span>;
}

function Blockers({ blockers = [] }: Reply) {
  if (blockers.length === 0) return null;
  return (
    <ul class="blockers">
      {blockers.map(({ message }) => (
        <li>{message}</li>
      ))}
    </ul>
  );
}

interface Placed {
  readonly node: NodeLine;
  readonly depth: number;
}

/** Depth first. A node whose parent is on a page that is not here yet stands among the roots until it is. */
function placed(nodes: readonly NodeLine[]): Placed[] {
  const names = new Set(nodes.map(({ nodeId }) => nodeId));
  const children = new Map<string | null, NodeLine[]>();
  for (const node of nodes) {
    const parent = node.parent !== null && names.has(node.parent) ? node.parent : null;
    children.set(parent, [...(children.get(parent) ?? []), node]);
  }
  const walk = (parent: string | null, depth: number): Placed[] =>
    (children.get(parent) ?? []).flatMap((node) => [{ node, depth }, ...walk(node.nodeId, depth + 1)]);
  return walk(null, 0);
}

const Outline = ({ looks, nodes, chosen, onChoose }: Omit<InvestigationProps, 'reply'>) => (
  <div class="outline" role="tree" aria-label="Nodes" tabIndex={0}>
    {placed(nodes).map(({ node: { nodeId, state, title, childrenNeeded }, depth }) => (
      <button
        key={nodeId}
        class={`line ${state}`}
        role="treeitem"
        aria-level={depth + 1}
        aria-selected={nodeId === chosen}
        style={{ paddingLeft: `${10 + depth * 17}px` }}
        onClick={() => {
          onChoose(nodeId);
        }}
      >
        <Glyph look={looks.get(state)} state={state} />
        <span class="id">{nodeId}</span>
        <span class="title">{title}</span>
        {childrenNeeded === undefined ? null : <span class="note">{childrenNeeded} more to propose</span>}
      </button>
    ))}
  </div>
);

const texts: readonly (readonly [title: string, field: string])[] = [
  ['Planned', 'plannedAction'],
  ['Findings', 'findings'],
  ['Evidence', 'evidence'],
];

export function NodeCard({ looks, node }: { looks: Looks; node: NonNullable<Reply['node']> }) {
  return (
    <section class="card one" aria-label="Node">
      <div class="head">
        <h2>
          {node.nodeId} {node.title}
        </h2>
        <Pill look={looks.get(node.state)} state={node.state} />
      </div>
      {texts.map(([title, field]) => {
        const text = node[field];
        if (typeof text !== 'string' || text === '') return null;
        return (
          <section class="text">
            <h3>{title}</h3>
            <p>{text}</p>
          </section>
        );
      })}
    </section>
  );
}
