/** What one step of a ticket's story says in full: a claim, a run, a verdict, a report, a decision. */
import type { Capped, Judgement, StoryStep } from '../wire.js';
import { WholeOutput } from './whole-output.js';
import { sizeOf } from './words.js';

type Of<K extends StoryStep['kind']> = Extract<StoryStep, { kind: K }>;

const levels: Readonly<Record<StoryStep['level'], string>> = {
  H0: 'H0 claimed',
  H3: 'H3 observed',
  person: 'by a person',
};

export function StepBody({ step }: { step: StoryStep }) {
  return (
    <>
      <Said step={step} />
      <div class="foot">
        <span class={`level ${step.level}`} title="How it is known">
          {levels[step.level]}
        </span>
        <span>{step.by}</span>
        <span>record {step.seq}</span>
      </div>
    </>
  );
}

function Said({ step }: { step: StoryStep }) {
  switch (step.kind) {
    case 'claim':
      return <Claim step={step} />;
    case 'run':
      return <Run step={step} />;
    case 'review':
      return <Review step={step} />;
    case 'check':
      return <Check step={step} />;
    case 'person':
      return <p>{step.note ?? step.what}</p>;
    case 'note':
      return step.text === undefined ? null : <p>{step.text}</p>;
  }
}

function Claim({ step }: { step: Of<'claim'> }) {
  const { status, evidence, files, criteriaMet, error, blockedBy, says } = step;
  return (
    <>
      <p>{evidence}</p>
      {error === undefined ? null : <p class="wrong">{error}</p>}
      {says === undefined ? null : (
        <p>
          Says <code>{says.command}</code> exited with {says.exitCode}: {says.summary}
        </p>
      )}
      <div class="foot">
        <span class={status === 'success' ? '' : 'exit1'}>{status}</span>
        <span class={criteriaMet ? '' : 'exit1'}>criteria {criteriaMet ? 'met' : 'not met'}</span>
        {blockedBy === undefined ? null : <span>blocked by {blockedBy}</span>}
        <Files files={files} />
      </div>
    </>
  );
}

const Files = ({ files: { items, more } }: { files: Capped<string> }) => (
  <>
    {items.map((file) => (
      <span>{file}</span>
    ))}
    {more > 0 ? <span>and {more} more</span> : null}
  </>
);

function Run({ step: { run, isClosing } }: { step: Of<'run'> }) {
  const printed = run.problem === undefined ? run.printed : `${run.problem}\n${run.printed}`;
  return (
    <>
      <pre>
        <span class="prompt">$</span> {run.command}
        {printed === '' ? '' : `\n${printed}`}
      </pre>
      {run.kept ? <WholeOutput key={run.output.hash} run={run} kept={run.kept} /> : null}
      <div class="foot">
        <span class={run.passed ? 'exit0' : 'exit1'}>
          {run.exitCode === null ? (run.signal ?? 'no exit code') : `exit ${run.exitCode}`}
        </span>
        {run.flags?.map((flag) => (
          <span class="exit1">{flag}</span>
        ))}
        <span>
          {isClosing ? 'closing run' : 'run'} {run.id}
        </span>
        <span>{(run.durationMs / 1000).toFixed(1)} s</span>
        <span title={run.tree}>tree {run.tree.slice(0, 8)}</span>
        <span>
          on this tree {run.onThisTree.passed} passed, {run.onThisTree.failed} failed
        </span>
        <span title={run.output.hash}>
          output {sizeOf(run.output.bytes)}
          {run.output.kept === false ? ', not kept' : ''}
        </span>
        <span>{run.isolationText}</span>
      </div>
    </>
  );
}

function Findings({ findings: { items, more } }: { findings: Capped<Judgement> }) {
  if (items.length === 0) return null;
  return (
    <ul class="findings">
      {items.map(({ subject, met, evidence }) => (
        <li class={met ? 'met' : 'unmet'}>
          <b>
            <i aria-hidden="true">{met ? '✓' : '✕'}</i> {subject}
            <span class="unseen">{met ? ', met' : ', not met'}</span>
          </b>
          <span>{evidence}</span>
        </li>
      ))}
      {more > 0 ? <li>and {more} more</li> : null}
    </ul>
  );
}

function Review({ step }: { step: Of<'review'> }) {
  const { verdict, confidence, recommendation, findings, concerns, feedback } = step;
  return (
    <>
      <p>
        <b class={verdict === 'APPROVED' ? 'right' : 'wrong'}>{verdict}</b>, confidence {confidence}
        {feedback === '' ? '' : `: ${feedback}`}
      </p>
      <Findings findings={findings} />
      {concerns.items.map((concern) => (
        <p class="concern">Concern: {concern}</p>
      ))}
      {concerns.more > 0 ? <p>and {concerns.more} more concerns</p> : null}
      <div class="foot">
        <span>recommends {recommendation.replace('_', ' ')}</span>
      </div>
    </>
  );
}

const Check = ({ step: { summary, findings, evidence } }: { step: Of<'check'> }) => (
  <>
    <p>{summary}</p>
    <Findings findings={findings} />
    {evidence.items.map((each) => (
      <pre>{each}</pre>
    ))}
    {evidence.more > 0 ? <p>and {evidence.more} more pieces of evidence</p> : null}
  </>
);
