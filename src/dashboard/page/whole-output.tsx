/** Under the excerpt of a run: all that was kept of its output, loaded when somebody asks for it. */
import { createContext } from 'preact';
import { useContext, useId, useState } from 'preact/hooks';
import type { KeptOutput, StoryStep } from '../wire.js';
import { Problem } from './notice.js';
import { piecesOf } from './pieces.js';
import type { RunOutput } from './source.js';
import { useDetail } from './use-detail.js';
import { counted, sizeOf } from './words.js';

export type Outputs = (hash: string) => Promise<RunOutput>;

/** Where the runs of the session that is shown have their output; undefined where only excerpts are at hand. */
export const OutputsOf = createContext<Outputs | undefined>(undefined);

interface WholeOutputProps {
  readonly run: Extract<StoryStep, { kind: 'run' }>['run'];
  readonly kept: KeptOutput;
}

export function WholeOutput({ run, kept }: WholeOutputProps) {
  const outputs = useContext(OutputsOf);
  return outputs ? <OnDemand {...{ run, kept, outputs }} /> : null;
}

function OnDemand({ run: { id, output }, kept, outputs }: WholeOutputProps & { outputs: Outputs }) {
  const [isOpen, setOpen] = useState(false);
  const [tries, setTries] = useState(0);
  const place = useId();
  const { value, problem, isOld } = useDetail(isOpen ? `${output.hash} ${tries}` : null, async () =>
    outputs(output.hash),
  );
  const isCut = kept.leftOut !== undefined;
  const size = isCut ? `the ${sizeOf(kept.bytes)} kept of ${sizeOf(output.bytes)}` : `all ${sizeOf(output.bytes)}`;
  return (
    <div class="whole">
      <button
        class="tag"
        aria-expanded={isOpen}
        aria-controls={place}
        onClick={() => {
          setOpen(!isOpen);
        }}
      >
        {isOpen ? 'Hide' : `Show ${size}`}
        <span class="unseen">: output of run {id}</span>
      </button>
      <div id={place} aria-busy={isOpen && isOld}>
        {isOpen && isOld ? <p role="status">Loading…</p> : null}
        {isOpen && value && !isOld ? <Text {...{ ...value, kept }} label={`Output of run ${id}`} /> : null}
        {isOpen && problem && !isOld ? (
          <>
            <Problem problem={problem} />
            <button
              class="tag"
              onClick={() => {
                setTries(tries + 1);
              }}
            >
              Try again
            </button>
          </>
        ) : null}
      </div>
    </div>
  );
}

const masked =
  'Secrets, and bytes that are no text, were replaced before it was kept: the hash is of what the run really printed.';

function Text({ text, compared, kept: { leftOut }, label }: RunOutput & { kept: KeptOutput; label: string }) {
  // A program may print the same line; what is told of it is never more than where it stands.
  const at = leftOut === undefined ? -1 : text.indexOf(`\n${leftOut}\n`) + 1;
  const isCut = leftOut !== undefined && at > 0;
  const before = isCut ? text.slice(0, at) : text;
  return (
    <>
      <p role="status">
        {counted(linesIn(text), 'line')}
        {isCut
          ? ` kept. The middle was left out after line ${linesIn(before).toLocaleString('en')}; the hash is of all of it.`
          : '.'}
        {compared === 'masked' ? ` ${masked}` : ''}
      </p>
      <pre class="output" tabIndex={0} role="region" aria-label={label}>
        <Pieces text={before} />
        {isCut ? (
          <>
            <span>
              <mark>{leftOut}</mark>
              {'\n'}
            </span>
            <Pieces text={text.slice(at + leftOut.length + 1)} />
          </>
        ) : null}
      </pre>
    </>
  );
}

/** Each in an element of its own: one line without an end, in letters few fonts have, would stop the page for a minute. */
const Pieces = ({ text }: { text: string }) => (
  <>
    {piecesOf(text).map((piece) => (
      <span>{piece}</span>
    ))}
  </>
);

const linesIn = (text: string): number => text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
