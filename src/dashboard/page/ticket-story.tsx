/** A ticket's attempts, validations and what people decided, each to be unfolded. */
import type { ComponentChildren } from 'preact';
import type { AttemptStory, Capped, StoryStep, ValidationStory } from '../wire.js';
import { StepBody } from './ticket-step.js';
import { clock } from './words.js';

export const Attempts = ({ attempts }: { attempts: Capped<AttemptStory> }) => (
  <Listed title="Attempts" list={attempts}>
    {({ attempt, outcome, failed, feedback, steps }) => (
      <details class={`fold ${failed ? 'bad' : ''}`} key={attempt}>
        <summary>
          {attempt === 0 ? 'Before the start' : `Attempt ${attempt}`}
          <span>{outcome}</span>
        </summary>
        <Steps steps={steps} />
        {feedback === undefined ? null : (
          <>
            <h4>Handed to the next attempt</h4>
            <pre>{feedback}</pre>
          </>
        )}
      </details>
    )}
  </Listed>
);

export const Validations = ({ validations }: { validations: Capped<ValidationStory> }) => (
  <Listed title="Validations" list={validations}>
    {({ round, steps }) => (
      <details class="fold" key={round}>
        <summary>
          Validation {round}
          <span>{steps.items.length + steps.more} records</span>
        </summary>
        <Steps steps={steps} />
      </details>
    )}
  </Listed>
);

interface ListedProps<T> {
  readonly title: string;
  readonly list: Capped<T>;
  readonly children: (item: T) => ComponentChildren;
}

/** Nothing where there is nothing; how many more there were, where the list was cut. */
function Listed<T>({ title, list: { items, more }, children }: ListedProps<T>) {
  if (items.length === 0) return null;
  return (
    <section class="text">
      <h3>{title}</h3>
      {items.map(children)}
      <More count={more} of={`earlier ${title.toLowerCase()}`} />
    </section>
  );
}

export function People({ people: { items, more } }: { people: Capped<StoryStep> }) {
  if (items.length === 0) return null;
  return (
    <section class="text">
      <h3>Decided by people</h3>
      {items.map((step) => (
        <article class="event run" data-index="!">
          <h4>
            {titleOf(step)}
            <time>{clock(step.at)}</time>
          </h4>
          <StepBody step={step} />
        </article>
      ))}
      <More count={more} of="earlier ones" />
    </section>
  );
}

const More = ({ count, of }: { count: number; of: string }) =>
  count > 0 ? (
    <p class="more">
      and {count} {of}
    </p>
  ) : null;

function Steps({ steps: { items, more } }: { steps: Capped<StoryStep> }) {
  return (
    <>
      <More count={more} of="earlier steps" />
      {items.map((step, index) => (
        <article class={`event ${toneOf(step)}`} data-index={more + index + 1} key={step.seq}>
          <h4>
            {titleOf(step)}
            <time>{clock(step.at)}</time>
          </h4>
          <StepBody step={step} />
        </article>
      ))}
    </>
  );
}

function toneOf(step: StoryStep): string {
  switch (step.kind) {
    case 'claim':
      return step.status === 'success' ? '' : 'bad';
    case 'run':
      return step.run.passed ? 'ok' : 'bad';
    case 'review':
      return step.verdict === 'APPROVED' ? 'ok' : 'bad';
    case 'check':
      return step.passed ? 'ok' : 'bad';
    case 'person':
      return 'run';
    case 'note':
      return '';
  }
}

function titleOf(step: StoryStep): string {
  switch (step.kind) {
    case 'claim':
      return `Executor claims ${step.status}`;
    case 'run':
      return `Proctor ran it: ${step.run.passed ? 'passed' : 'failed'}`;
    case 'review':
      return `Architect: ${step.verdict}`;
    case 'check':
      return `${step.check.replace('_', ' ')}: ${step.passed ? 'passed' : 'failed'}`;
    case 'person':
    case 'note':
      return step.what;
  }
}
