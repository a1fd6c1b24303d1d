/** Everything known of a node: its path, its agent, what was claimed, and record by record what was found and shown. */
import type { NodeAnswer, StateLook } from '../wire.js';
import { Glyph } from './glyph.js';
import { NodeHistory } from './node-history.js';
import { aroundOf } from './use-outline.js';
import type { Looking } from './use-session.js';
import { clock, day } from './words.js';

interface NodePanelProps {
  readonly looks: ReadonlyMap<string, StateLook>;
  readonly looking: Looking;
  readonly answer: NodeAnswer;
}

export function NodePanel({ looks, looking, answer }: NodePanelProps) {
  const { node, story } = answer;
  const look = looks.get(node.state);
  return (
    <>
      <dl class="meta">
        <dt>Path</dt>
        <dd class="wide path">
          {[...aroundOf(looking.model, node.nodeId).reverse(), node.nodeId].map((id, index) => (
            <>
              {index === 0 ? null : <i>›</i>}
              <NodeLink looking={looking} id={id} />
            </>
          ))}
        </dd>
        <dt>State</dt>
        <dd>
          <Glyph look={look} state={node.state} isPlain /> {look?.word ?? node.state}
        </dd>
        <dt>Round</dt>
        <dd>{node.depth}</dd>
        <dt>Agent</dt>
        <dd class="wide">
          {node.agentId ?? 'none named'} {story.level ? <Level level={story.level} /> : null}
        </dd>
        {story.level?.why ? (
          <>
            <dt>Looked up</dt>
            <dd class="wide words">{story.level.why}</dd>
          </>
        ) : null}
        <When looking={looking} answer={answer} />
      </dl>
      <Warnings warnings={story.warnings} />
      <Claims looks={looks} looking={looking} answer={answer} />
      <NodeHistory looks={looks} looking={looking} answer={answer} />
    </>
  );
}

const NodeLink = ({ looking, id }: { looking: Looking; id: string }) => (
  <a href={looking.hrefOf({ node: id, ticket: null })} title={looking.model.nodes.get(id)?.title}>
    {id}
  </a>
);

function When({ looking, answer: { node, story } }: Omit<NodePanelProps, 'looks'>) {
  const place = { node: node.nodeId, ticket: null };
  return (
    <>
      <dt>Proposed</dt>
      <dd class="wide">
        <time title={day(node.proposedAt)}>{clock(node.proposedAt)}</time> in{' '}
        <a href={looking.hrefOf({ ...place, seq: story.proposedSeq })}>record {story.proposedSeq}</a>
      </dd>
      {node.committedAt === null || story.committedSeq === null ? null : (
        <>
          <dt>Committed</dt>
          <dd class="wide">
            <time title={day(node.committedAt)}>{clock(node.committedAt)}</time>{' '}
            {story.committedAs === null ? '' : `as ${story.committedAs} `}in{' '}
            <a href={looking.hrefOf({ ...place, seq: story.committedSeq })}>record {story.committedSeq}</a>
          </dd>
        </>
      )}
    </>
  );
}

const Level = ({ level: { code, name } }: { level: NonNullable<NodeAnswer['story']['level']> }) => (
  <span class={`level ${code}`} title="How the work is known">
    {code} {name}
  </span>
);

function Warnings({ warnings }: Pick<NodeAnswer['story'], 'warnings'>) {
  if (warnings.length === 0) return null;
  return (
    <ul class="warnings" aria-label="Warnings">
      {warnings.map(({ code, message }) => (
        <li>
          <b>▲ {code}</b> {message}
        </li>
      ))}
    </ul>
  );
}

function Claims({ looks, looking, answer: { node, story } }: NodePanelProps) {
  if (node.claims.length === 0) return null;
  return (
    <section class="text">
      <h3>Claims</h3>
      <ol class="claims">
        {node.claims.map(({ number, outcome }) => {
          const confirmers = story.confirmers.filter(({ claim }) => claim === number);
          return (
            <li>
              Claim {number}: <b class={outcome}>{outcome}</b>
              {confirmers.length === 0 ? ', no confirmer yet' : null}
              {confirmers.map(({ nodeId, state, verdict }) => (
                <span class="confirmer">
                  <Glyph look={looks.get(state)} state={state} /> <NodeLink looking={looking} id={nodeId} /> {verdict}{' '}
                  it
                </span>
              ))}
            </li>
          );
        })}
      </ol>
    </section>
  );
}
