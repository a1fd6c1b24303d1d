/**
 * Where a ticket and its gate may go from here, and why they may not: every edge of their charts from where they are. What
 * somebody calls for is asked of the rules; of what Proctor does by itself it is said what that waits for.
 */
import { isLive, type Ticket } from '../../machines/measures/board-ticket.js';
import { hasFailure, isComplete, waitsForAccept } from '../../machines/measures/closure.js';
import { checks, type Check } from '../../machines/schema/ticket.js';
import type { SessionState } from '../session/state.js';
import type { ChartEdge } from './chart-definition.js';
import { gateJudges } from './possible-gate.js';
import { AskedTicket } from './possible-ticket-asked.js';
import { asks, not, waits, type Judge, type Judged } from './possible-ticket-judged.js';
import type { PossibleMove } from './possible.js';
import { currentStates, ticketCharts, type TicketChart } from './ticket-charts.js';

export interface TicketMove extends PossibleMove, Pick<Judged, 'waits' | 'at'> {
  chart: TicketChart;
  /** As the picture names it: `active.EXECUTING→active.VERIFYING`. */
  edge: string;
}

export function possibleTicketMoves(state: SessionState, ticket: Ticket): TicketMove[] {
  if (!isLive(ticket)) return [];
  const asked = new AskedTicket(state, ticket);
  const current = currentStates(ticket);
  return (['ticket', 'gate'] as const).flatMap((chart) =>
    ticketCharts[chart].edges
      .filter(({ from }) => current[chart].includes(from))
      .map((edge) => moveOf(chart, edge, judgeOf(chart, edge)(asked, edge))),
  );
}

function moveOf(chart: TicketChart, { from, to, event }: ChartEdge, judged: Judged): TicketMove {
  const target = to ?? from;
  // Named without the state around it: `EXECUTING`, `validator.passed`.
  return { chart, event, to: target.replace(/^[^.]+\./, ''), edge: `${from}→${target}`, ...judged };
}

/** An edge nobody has words for yet is Proctor's own business. */
const judgeOf = (chart: TicketChart, { event }: ChartEdge): Judge =>
  judges[chart][event] ?? (() => waits('Proctor decides it by itself'));

const ticketJudges: Readonly<Record<string, Judge>> = {
  works: (asked, { from }) => (from === 'open' ? asks(asked.start(), { by: 'ticket_start' }) : goesOn(asked)),
  withdraw: (asked) => asks(asked.decide('withdraw'), { by: 'a person: withdraw, with a note' }),
  passed: (asked, { from }) => {
    if (from === 'blocked') return asks(asked.override('skip'), { by: 'a person: skip or force' });
    const { state, context } = asked.ticket.gate;
    return waits(`waits for its gate, which is ${state} in attempt ${context.attempt}`);
  },
  waits: () => waits('once its gate waits for another ticket or for a person'),
  stale: () => waits('if its files turn out to have changed when it is validated'),
  validate: (asked) => asks(asked.validate(), { by: 'ticket_validate of an overseer who took no part' }),

  leaseOverWithFailure: ({ ticket: { closure } }) =>
    hasFailure(closure) ? waits('when the lease ends', closure.lease) : not('no check has failed'),
  leaseOver: ({ ticket: { closure } }) => {
    if (closure.lease === null) return not('every check has reported');
    return hasFailure(closure) ? not('a check has failed') : waits('when the lease ends', closure.lease);
  },
  rejected: ({ ticket }) =>
    hasFailure(ticket.closure) ? waits(`a check has failed; ${checksLeft(ticket)}`) : waits('if a check fails'),
  closable: ({ ticket }) => {
    const { closure } = ticket;
    if (hasFailure(closure)) return not('a check has failed');
    return waits(waitsForAccept(closure) ? 'waits for a person: accept' : checksLeft(ticket));
  },
  // Of the three regions' edges those that pass are named by their guard, the others by the check.
  passes: (asked, { from }) => asks(asked.report(checkIn(from), true), { by: 'ticket_report: passed' }),
  ...Object.fromEntries(
    checks.map((check): [string, Judge] => [
      check,
      (asked) => asks(asked.report(check, false), { by: 'ticket_report: failed' }),
    ]),
  ),
  // Passed through at once.
  always: () => waits('at once'),
};

/** By the name each edge has in the picture of its chart. */
export const judges: Readonly<Record<TicketChart, Readonly<Record<string, Judge>>>> = {
  ticket: ticketJudges,
  gate: gateJudges,
};

function goesOn({ ticket: { gate } }: AskedTicket): Judged {
  const { blocker } = gate.context;
  if (gate.state === 'BLOCKED' && blocker !== null) return waits(`once ${blocker} is closed, or a person unblocks it`);
  return waits('once a person has decided');
}

/** Only regions have such edges. */
const checkIn = (from: string): Check => checks.find((check) => from.includes(`.${check}.`)) ?? 'validator';

function checksLeft({ closure }: Ticket): string {
  if (isComplete(closure)) return 'all three have reported';
  const left = checks.filter((check) => closure.marks[check] === undefined);
  return `waits for ${left.length} of ${checks.length} checks: ${left.join(', ')}`;
}
