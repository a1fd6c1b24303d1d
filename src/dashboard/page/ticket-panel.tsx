/** Everything known of a ticket: what it waits for, its six judges, every attempt and validation, and its contract. */
import type { TicketAnswer, TicketDetail } from '../wire.js';
import type { Deciding } from './decide-form.js';
import { DecidePanel } from './decide-panel.js';
import { Attempts, People, Validations } from './ticket-story.js';
import { Judges } from './ticket-judges.js';

interface TicketPanelProps {
  readonly answer: TicketAnswer;
  /** Absent where nothing can be decided: in an export, and in the past. */
  readonly onDecide: Deciding | undefined;
}

export function TicketPanel({ answer, onDecide }: TicketPanelProps) {
  const { ticket, gate, contract, message, closure } = answer.ticket;
  const { attempts, validations, people } = answer.story;
  const isAsked = answer.personAsked !== null;
  return (
    <>
      <dl class="meta">
        <dt>Ticket</dt>
        <dd>{ticket.ticketId}</dd>
        <dt>Gate</dt>
        <dd>{gate.status}</dd>
        <dt>Attempt</dt>
        <dd>{gate.attempt === 0 ? 'not started' : `${gate.attempt} of ${gate.maxAttempts}`}</dd>
        <dt>Independence</dt>
        <dd>{ticket.independence ?? 'not yet known'}</dd>
        <dt>Files</dt>
        <dd class="wide">{contract.files.join(', ')}</dd>
        {ticket.dependsOn ? (
          <>
            <dt>Depends on</dt>
            <dd class="wide">{ticket.dependsOn.join(', ')}</dd>
          </>
        ) : null}
      </dl>
      <Labels ticket={ticket} closure={closure} />
      {isAsked ? (
        <DecidePanel key={ticket.ticketId} {...{ answer, onDecide }} />
      ) : (
        <p class="next-call">
          <span>Agents are told:</span> {message}
        </p>
      )}
      <Judges answer={answer} />
      {isAsked ? null : <DecidePanel key={ticket.ticketId} {...{ answer, onDecide }} />}
      <Attempts attempts={attempts} />
      <Validations validations={validations} />
      <People people={people} />
      <Contract contract={contract} />
      <History history={answer.ticket.history} />
    </>
  );
}

function Labels({ ticket, closure }: Pick<TicketDetail, 'ticket' | 'closure'>) {
  const labels = [
    ...ticket.labels,
    ...(ticket.claimMismatch === undefined ? [] : [`claim mismatch: ${ticket.claimMismatch}`]),
    ...(closure?.rejections === undefined ? [] : [`sent back: ${closure.rejections}`]),
    ...(ticket.requires_manual_commit ? ['commit by hand'] : []),
    ...(ticket.commit_error === undefined ? [] : [`not committed: ${ticket.commit_error}`]),
  ];
  return labels.length + (ticket.commit_sha === undefined ? 0 : 1) === 0 ? null : (
    <div class="labels">
      {labels.map((label) => (
        <span>{label}</span>
      ))}
      {ticket.commit_sha === undefined ? null : <span class="good">commit {ticket.commit_sha.slice(0, 10)}</span>}
    </div>
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
        {contract.requirements?.map(({ id, text }) => (
          <li>
            <b>{id}</b> {text}
          </li>
        ))}
      </ul>
      <div class="foot">
        <span title={contract.contractHash}>frozen as {contract.contractHash.slice(0, 12)}</span>
        {contract.kind === undefined ? null : <span>{contract.kind}</span>}
        {contract.wave === undefined ? null : <span>wave {contract.wave}</span>}
      </div>
    </section>
  );
}

const hms = (iso: string): string => new Date(iso).toTimeString().slice(0, 8);

function History({ history }: Pick<TicketDetail, 'history'>) {
  return (
    <details class="fold">
      <summary>
        Records <span>{history.length === 30 ? 'the last 30' : history.length}</span>
      </summary>
      <ol class="records">
        {[...history].reverse().map(({ seq, at, what, by, to }) => (
          <li>
            <b>#{seq}</b> {what}
            {to === undefined ? null : <em> {to}</em>}
            <span>
              {by}, {hms(at)}
            </span>
          </li>
        ))}
      </ol>
    </details>
  );
}
