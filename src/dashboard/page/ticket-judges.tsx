/** The six that judge a ticket, the last first: three checks of the closure gate, architect, command, executor. */
import type { StoryStep, TicketAnswer } from '../wire.js';
import { StepBody } from './ticket-step.js';
import { clock } from './words.js';

interface Judged {
  readonly name: string;
  readonly asks: string;
  readonly status: string;
  readonly step: StoryStep | undefined;
}

const checkNames: readonly (readonly [check: string, name: string, asks: string])[] = [
  ['investigator', 'Investigator', 'Were the files changed as claimed?'],
  ['prd_auditor', 'Requirements auditor', 'Is every requirement covered?'],
  ['validator', 'End-to-end validator', 'Does it work, on real services?'],
];

const tones: Readonly<Record<string, string>> = {
  passed: 'ok',
  flaky: 'ok',
  failed: 'bad',
  pending: '',
  waiting: 'run',
  'not begun': '',
};

function judgesOf({ ticket: { gate, checks, ticket }, story }: TicketAnswer): Judged[] {
  const attempt = story.attempts.items.find((each) => each.attempt === gate.attempt)?.steps.items ?? [];
  const last = (kind: StoryStep['kind']) => attempt.findLast((step) => step.kind === kind);
  const isValidated = ticket.status === 's3_validating' || ticket.status === 'closed';
  const reports = isValidated ? (story.validations.items[0]?.steps.items ?? []) : [];
  return [
    ...checkNames.map(([check, name, asks]) => ({
      ...{ name, asks },
      status: isValidated
        ? (Object.entries(checks ?? {}).find(([key]) => key === check)?.[1].status ?? 'waiting')
        : 'not begun',
      step: reports.findLast((step) => step.kind === 'check' && step.check === check),
    })),
    { name: 'Architect', asks: 'Is each criterion met?', status: gate.architect, step: last('review') },
    { name: 'Verify command', asks: 'The exit code decides, not the claim.', status: gate.verify, step: last('run') },
    { name: 'Executor', asks: 'Does the work and says so.', status: gate.executor, step: last('claim') },
  ];
}

export function Judges({ answer }: { answer: TicketAnswer }) {
  const judges = judgesOf(answer);
  return (
    <section class="text">
      <h3>Who judges it</h3>
      {judges.map(({ name, asks, status, step }, index) => (
        <article class={`event ${tones[status] ?? 'run'}`} data-index={judges.length - index}>
          <h4>
            {name}
            <span>{step ? `${status}, ${clock(step.at)}` : status}</span>
          </h4>
          {step ? <StepBody step={step} /> : <p>{asks}</p>}
        </article>
      ))}
    </section>
  );
}
