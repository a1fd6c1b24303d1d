/** What a person may decide about a ticket now, and what each decision does. The server says what is possible. */
import { useState } from 'preact/hooks';
import type { DecisionRequest, PossibleDecision, TicketAnswer } from '../wire.js';
import { DecideForm } from './decide-form.js';

export type Deciding = (ticketId: string, decision: DecisionRequest) => Promise<void>;

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
  return (
    <section class={`decide ${waitsForPerson ? 'waits' : ''}`} aria-label="Decisions">
      <h3>{waitsForPerson ? 'Waits for you' : 'A person may decide'}</h3>
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
    </section>
  );
}
