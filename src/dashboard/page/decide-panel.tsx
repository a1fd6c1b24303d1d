/** What a person may decide about a ticket now, and what each decision does. The server says what is possible. */
import { useState } from 'preact/hooks';
import type { PossibleDecision, TicketAnswer } from '../wire.js';
import { DecideForm, type Deciding } from './decide-form.js';

interface DecidePanelProps {
  readonly answer: TicketAnswer;
  readonly onDecide: Deciding | undefined;
}

/** What cannot be taken back. */
const grave = new Set(['withdraw', 'skip', 'force']);

const nameOf = ({ decision, dependency = '' }: PossibleDecision): string => `${decision} ${dependency}`;

export function DecidePanel({ answer, onDecide }: DecidePanelProps) {
  const [chosen, setChosen] = useState<PossibleDecision>();
  const { decisions, undecidable, ticket, waitsForPerson } = answer;
  const { ticketId } = ticket.ticket;
  if (!onDecide || decisions.length === 0) return null;
  const body = (
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
  );
  return waitsForPerson ? (
    <section class="decide waits" aria-labelledby="decide-heading">
      <h3 id="decide-heading">Waits for you</h3>
      {body}
    </section>
  ) : (
    <details class="fold decide">
      <summary>
        A person may decide <span>{decisions.map(({ label }) => label.toLowerCase()).join(', ')}</span>
      </summary>
      {body}
    </details>
  );
}
