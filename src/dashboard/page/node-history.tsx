/** What happened to a node, the latest first, each with the texts its record holds. */
import { useState } from 'preact/hooks';
import type { NodeAnswer, StateLook } from '../wire.js';
import type { Looking } from './use-session.js';
import { clock } from './words.js';

interface HistoryProps {
  readonly looks: ReadonlyMap<string, StateLook>;
  readonly looking: Looking;
  readonly answer: NodeAnswer;
}

export function NodeHistory({ looking, answer }: HistoryProps) {
  const { node, story } = answer;
  const { history } = node;
  return (
    <section class="text">
      <h3>History</h3>
      {[...history].reverse().map(({ seq, at, from, to, why, reason }, index) => (
        <article class={`event of-node ${to ?? ''}`} data-index={history.length - index}>
          <h4>
            {from === null ? (to ?? '') : `${from} → ${to ?? 'withdrawn'}`}
            <time>{clock(at)}</time>
          </h4>
          <p>
            {why}
            {reason === undefined ? '' : `: ${reason}`}
          </p>
          <Texts answer={answer} seq={seq} />
          <div class="foot">
            {seq === story.committedSeq && story.level ? (
              <span>
                {story.level.code} {story.level.name}
              </span>
            ) : null}
            <a href={looking.hrefOf({ node: node.nodeId, ticket: null, seq })}>record {seq}</a>
          </div>
        </article>
      ))}
    </section>
  );
}

/** The texts of one record. */
function Texts({ answer: { node, story }, seq }: { answer: NodeAnswer; seq: number }) {
  return (
    <>
      {seq === story.proposedSeq ? <Text title="Planned" text={node.plannedAction} /> : null}
      {seq === story.committedSeq ? <Text title="Findings" text={node.findings} /> : null}
      {seq === story.evidenceSeq ? <Text title="Evidence" text={node.evidence} isCode /> : null}
      {seq === story.committedSeq ? (
        <>
          <Text title="How it was checked" text={node.verificationMethod} />
          <List title="Alternatives considered" items={node.alternativesConsidered ?? []} />
          <List title="References" items={node.references} />
        </>
      ) : null}
    </>
  );
}

const charsMax = 600;
const linesMax = 12;

const isLong = (text: string): boolean => text.length > charsMax || text.split('\n', linesMax + 1).length > linesMax;

function Text({ title, text, isCode = false }: { title: string; text: string | null; isCode?: boolean }) {
  const [isWhole, setWhole] = useState(false);
  if (!text) return null;
  const kind = isLong(text) && !isWhole ? 'short' : '';
  return (
    <div class="said">
      <b>{title}</b>
      {isCode ? <pre class={kind}>{text}</pre> : <div class={`prose ${kind}`}>{text}</div>}
      {isLong(text) ? (
        <button
          class="more"
          aria-expanded={isWhole}
          onClick={() => {
            setWhole(!isWhole);
          }}
        >
          {isWhole ? 'Show less' : `Show all ${text.length.toLocaleString('en')} characters`}
        </button>
      ) : null}
    </div>
  );
}

function List({ title, items }: { title: string; items: readonly string[] }) {
  if (items.length === 0) return null;
  return (
    <div class="said">
      <b>{title}</b>
      <ul>
        {items.map((item) => (
          <li>{item}</li>
        ))}
      </ul>
    </div>
  );
}
