/** Refuses to hear somebody who cannot be told from others, or not as surely as the project wants. */
import type { Rule } from '../rule.js';

interface Sender {
  readonly by: string | null;
  /** The policy wants whoever sends this to be known by their connection, and this caller is not. */
  readonly isOnlyClaimed?: boolean;
}

export const isNobody = ({ by, isOnlyClaimed = false }: Sender): boolean => by === null || isOnlyClaimed;

export const principalUnknown: Rule<{ readonly ticketId: string; readonly event: Sender }> = {
  code: 'PRINCIPAL_UNKNOWN',
  why: 'That two people looked can only be known of people who can be told apart.',
  check({ ticketId, event }) {
    if (!isNobody(event)) return [];
    if (event.isOnlyClaimed === true)
      return [
        {
          subject: ticketId,
          message: 'This project wants validators to be known by their connection. This caller only says who it is.',
          fix: 'Validate through a server of its own that a person set up: proctor serve --as system3.',
        },
      ];
    return [
      {
        subject: ticketId,
        message: 'Nobody can tell who sends this.',
        fix: 'Say so in by: {"role": what this agent does here, "agentId": the id of the sub-agent that did it}.',
      },
    ];
  },
};
