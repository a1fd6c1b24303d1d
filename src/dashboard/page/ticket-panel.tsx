/** Everything known of a ticket: its contract, its gate, the last run, the checks, and its story. */
import type { TicketAnswer, TicketDetail } from '../wire.js';

const hms = (iso: string): string => new Date(iso).toTimeString().slice(0, 8);

export function TicketPanel({ answer }: { answer: TicketAnswer }) {
  const { ticket, gate, contract, checks, run, history, message, previousFailures, rejections } = answer.ticket;
  return (
    <>
      <dl class="meta">
        <dt>Attempt</dt>
        <dd>
          {gate.attempt} of {gate.maxAttempts}
        </dd>
        <dt>Independence</dt>
        <dd>{ticket.independence ?? 'not yet known'}</dd>
        <dt>Files</dt>
        <dd class="wide">{contract.files.join(', ')}</dd>
      </dl>
      <p class="next-call">{message}</p>
      {checks ? <Checks checks={checks} /> : null}
      <Steps gate={gate} />
      {run ? <Run run={run} /> : null}
      <Failures failures={previousFailures} rejections={rejections ?? []} />
      <Contract contract={contract} />
      <section class="text">
        <h3>History</h3>
        {[...history].reverse().map(({ seq, at, what, by, to, text }, index) => (
          <article class="event" data-index={history.length - index}>
            <h4>
              {to ?? what}
              <time>{hms(at)}</time>
            </h4>
            <p>{text ?? what}</p>
            <div class="foot">
              <span>by {by}</span>
              <span>record {seq}</span>
            </div>
          </article>
        ))}
      </section>
    </>
  );
}

const checkNames: Readonly<Record<string, string>> = {
  investigator: 'Investigator: were the files changed as claimed?',
  prd_auditor: 'Auditor: is every requirement covered?',
  validator: 'Validator: does it work end to end?',
};

function Checks({ checks }: { checks: NonNullable<TicketDetail['checks']> }) {
  return (
    <section class="text">
      <h3>Checks</h3>
      {Object.entries(checks).map(([check, { status, by }]) => (
        <article class={`event ${status === 'passed' ? 'ok' : status === 'failed' ? 'bad' : 'run'}`} data-index="">
          <h4>
            {checkNames[check] ?? check}
            <span>{status}</span>
          </h4>
          {by === undefined ? null : <p>by {by}</p>}
        </article>
      ))}
    </section>
  );
}

function Steps({ gate }: { gate: TicketDetail['gate'] }) {
  const tone = (status: string) =>
    status === 'passed' ? 'ok' : status === 'failed' ? 'bad' : status === 'pending' ? '' : 'run';
  return (
    <section class="text">
      <h3>Gate: {gate.status}</h3>
      {(['executor', 'verify', 'architect'] as const).map((step, index) => (
        <article class={`event ${tone(gate[step])}`} data-index={index + 1}>
          <h4>
            {step}
            <span>{gate[step]}</span>
          </h4>
        </article>
      ))}
      {gate.feedback === undefined ? null : <pre>{gate.feedback}</pre>}
    </section>
  );
}

function Run({ run }: { run: NonNullable<TicketDetail['run']> }) {
  return (
    <section class="text">
      <h3>Last run, made by Proctor</h3>
      <pre>
        <span class="prompt">$</span> {run.command}
        {run.excerpt === undefined ? '' : `\n${run.excerpt}`}
      </pre>
      <div class="foot">
        <span class={run.passed ? 'exit0' : 'exit1'}>
          {run.exitCode === null ? (run.signal ?? 'no exit code') : `exit ${run.exitCode}`}
        </span>
        <span>{(run.durationMs / 1000).toFixed(1)} s</span>
        <span title={run.tree}>tree {run.tree.slice(0, 8)}</span>
        {run.flags?.map((flag) => (
          <span class="exit1">{flag}</span>
        ))}
      </div>
    </section>
  );
}

type Failed = Pick<TicketDetail, 'previousFailures'>['previousFailures'];

function Failures({ failures, rejections }: { failures: Failed; rejections: NonNullable<TicketDetail['rejections']> }) {
  if (failures.length + rejections.length === 0) return null;
  return (
    <section class="text">
      <h3>What went wrong before</h3>
      {failures.map(({ attempt, type, feedback }) => (
        <article class="event bad" data-index={attempt}>
          <h4>{type}</h4>
          <pre>{feedback}</pre>
        </article>
      ))}
      {rejections.map(({ attempt, why, points }) => (
        <article class="event bad" data-index={attempt}>
          <h4>sent back: {why}</h4>
          <ul>
            {points.map((point) => (
              <li>{point}</li>
            ))}
          </ul>
        </article>
      ))}
    </section>
  );
}

function Contract({ contract }: { contract: TicketDetail['contract'] }) {
  return (
    <section class="text">
      <h3>Contract</h3>
      <p>{contract.action}</p>
      <pre>
        <span class="prompt">$</span> {contract.verify}
      </pre>
      <ul>
        {contract.done.map((criterion) => (
          <li>{criterion}</li>
        ))}
      </ul>
      <div class="foot">
        <span title={contract.contractHash}>contract {contract.contractHash.slice(0, 8)}</span>
      </div>
    </section>
  );
}
