/** What a person was asked about a ticket, what they may decide now, and what each decision does: as the server says. */
import { useState } from 'preact/hooks';
import type { PersonAsked, PossibleDecision, TicketAnswer } from '../wire.js';
import { DecideForm, type Deciding } from './decide-form.js';
import { clock } from './words.js';

interface DecidePanelProps {
  readonly answer: TicketAnswer;
  readonly onDecide: Deciding | undefined;
}

/** What cannot be taken back. */
const grave = new Set(['withdraw', 'skip', 'force']);

const nameOf = ({ decision, dependency = '' }: PossibleDecision): string => `${decision} ${dependency}`;

export function DecidePanel({ answer, onDecide }: DecidePanelProps) {
  const [chosen, setChosen] = useState<PossibleDecision>();
  const { decisions, undecidable, ticket, personAsked } = answer;
  const { ticketId } = ticket.ticket;
  const isOpen = onDecide !== undefined && decisions.length > 0;
  const body = isOpen ? (
    <>
      {undecidable === null ? null : <p class="undecidable">{undecidable}</p>}
      <ul>
        {decisions.map((decision) => (
          <li key={nameOf(decision)}>
            <button
              class={`decision ${grave.has(decision.decision) ? 'grave' : ''}`}
              disabled={undecidable !== null}
              onClick={() => {
                setChosen(decision);
              }}
            >
              {decision.label}
            </button>
            <span>{decision.about}</span>
          </li>
        ))}
      </ul>
      {chosen ? (
        <DecideForm
          key={nameOf(chosen)}
          ticketId={ticketId}
          decision={chosen}
          isGrave={grave.has(chosen.decision)}
          onDecide={onDecide}
          onClose={() => {
            setChosen(undefined);
          }}
        />
      ) : null}
    </>
  ) : null;
  if (personAsked)
    return (
      <section class="decide waits" aria-labelledby="decide-heading">
        <h3 id="decide-heading">{isOpen ? 'Waits for you' : 'Waits for a person'}</h3>
        <Asked {...personAsked} />
        {body}
      </section>
    );
  return body === null ? null : (
    <details class="fold decide">
      <summary>
        A person may decide <span>{decisions.map(({ label }) => label.toLowerCase()).join(', ')}</span>
      </summary>
      {body}
    </details>
  );
}

/** In the words of who asked; where nobody did, what it came to. */
const Asked = ({ why, asked }: PersonAsked) => (
  <div class="asked">
    {asked ? (
      <>
        <p class="question">{asked.question}</p>
        <p class="tried">
          <b>Tried:</b> {asked.tried}
        </p>
        <small>
          Asked by {asked.by}, {clock(asked.at)}, record {asked.seq}
        </small>
      </>
    ) : (
      <p>Because {why}.</p>
    )}
  </div>
);
