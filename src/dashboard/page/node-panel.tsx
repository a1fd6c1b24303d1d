/** Everything known of a node: its path, its agent, what was found and shown for it, and its history. */
import type { NodeAnswer, NodeDetail } from '../wire.js';
import type { SessionModel } from './model.js';
import { clock } from './words.js';

const levels: Readonly<Record<string, string>> = {
  H0: 'H0 claimed',
  H1: 'H1 transcript found',
  H2: 'H2 transcript fits',
};

export function pathOf({ nodes }: SessionModel, id: string): string[] {
  const path = [id];
  for (let parent = nodes.get(id)?.parent ?? null; parent !== null; parent = nodes.get(parent)?.parent ?? null)
    path.unshift(parent);
  return path;
}

export function NodePanel({ model, answer }: { model: SessionModel; answer: NodeAnswer }) {
  const { node } = answer;
  return (
    <>
      <dl class="meta">
        <dt>Path</dt>
        <dd class="wide">{pathOf(model, node.nodeId).join(' › ')}</dd>
        <dt>Agent</dt>
        <dd>
          {node.agentId ?? 'none named'} {node.evidenceLevel ? <Level level={node.evidenceLevel} /> : null}
        </dd>
        <dt>Proposed</dt>
        <dd>{clock(node.proposedAt)}</dd>
      </dl>
      <Text title="Planned" text={node.plannedAction} />
      <Text title="Findings" text={node.findings} />
      <Text title="Evidence" text={node.evidence} isCode />
      <Text title="How it was checked" text={node.verificationMethod} />
      <Text title="Alternatives considered" text={node.alternativesConsidered} />
      <References references={node.references} />
      <Claims claims={node.claims} />
      <History history={node.history} />
    </>
  );
}

const Level = ({ level }: { level: string }) => (
  <span class={`level ${level}`} title="How the work is known">
    {levels[level] ?? level}
  </span>
);

function Text({ title, text, isCode = false }: { title: string; text: string | null; isCode?: boolean }) {
  if (!text) return null;
  return (
    <section class="text">
      <h3>{title}</h3>
      {isCode ? <pre>{text}</pre> : <p>{text}</p>}
    </section>
  );
}

function References({ references }: { references: readonly string[] }) {
  if (references.length === 0) return null;
  return (
    <section class="text">
      <h3>References</h3>
      <ul>
        {references.map((reference) => (
          <li>{reference}</li>
        ))}
      </ul>
    </section>
  );
}

function Claims({ claims }: { claims: NodeDetail['claims'] }) {
  if (claims.length === 0) return null;
  return (
    <section class="text">
      <h3>Claims</h3>
      <ul class="claims">
        {claims.map(({ number, outcome, confirmers }) => (
          <li class={outcome}>
            Claim {number}: {outcome}, {confirmers} confirmer{confirmers === 1 ? '' : 's'}
          </li>
        ))}
      </ul>
    </section>
  );
}

function History({ history }: { history: NodeDetail['history'] }) {
  return (
    <section class="text">
      <h3>History</h3>
      {[...history].reverse().map(({ seq, at, from, to, why, reason }, index) => (
        <article class="event" data-index={history.length - index}>
          <h4>
            {from ?? 'nothing'} → {to ?? 'withdrawn'}
            <time>{clock(at)}</time>
          </h4>
          <p>
            {why}
            {reason === undefined ? '' : `: ${reason}`}
          </p>
          <div class="foot">
            <span>record {seq}</span>
          </div>
        </article>
      ))}
    </section>
  );
}
