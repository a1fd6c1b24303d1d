/** A ticket's chart and its gate's as their pictures name states and edges: where the ticket is, and the way it took. */
import { gateMachine } from '../../machines/gate.machine.js';
import type { Ticket } from '../../machines/measures/board-ticket.js';
import type { AcceptedRecord, JournalRecord } from '../../machines/schema/record.js';
import { checks } from '../../machines/schema/ticket.js';
import { ticketMachine } from '../../machines/ticket.machine.js';
import { briefChart } from './brief-chart.js';
import { allStates, chartOf } from './chart-definition.js';
import { checkWords } from './closure-view.js';

export type TicketChart = 'ticket' | 'gate';

export const ticketCharts = { ticket: briefChart(chartOf(ticketMachine)), gate: briefChart(chartOf(gateMachine)) };

const gatePaths = new Map(allStates(ticketCharts.gate.states).map(({ key, id }) => [key, id]));

/** `EXECUTING` is `active.EXECUTING`. */
const pathOf = (state: string): string => gatePaths.get(state) ?? state;

/** A state with those around it, the innermost first. */
const withOuter = (path: string): string[] =>
  path.split('.').map((_, index, keys) => keys.slice(0, keys.length - index).join('.'));

/** The gate of a withdrawn ticket has stopped: it is nowhere. */
export function currentStates(ticket: Ticket): Record<TicketChart, string[]> {
  const { status, gate } = ticket;
  const words = checkWords(ticket);
  const regions = status === 's3_validating' ? checks.map((check) => `${status}.${check}.${words[check]}`) : [];
  return { ticket: [status, ...regions], gate: status === 'withdrawn' ? [] : withOuter(pathOf(gate.state)) };
}

/** Edges taken so far, each once; checks begin anew with each validation. */
export function takenEdges(ticketId: string, records: readonly JournalRecord[]): Record<TicketChart, string[]> {
  const taken = { ticket: new Set<string>(), gate: new Set<string>() };
  for (const record of records) {
    if (record.outcome !== 'OK') continue;
    for (const { actor, from, to } of record.moves) {
      if (from === null || to === null || from === to) continue;
      if (actor === `ticket:${ticketId}`) taken.ticket.add(`${from}→${to}`);
      if (actor === `gate:${ticketId}`) taken.gate.add(gateEdge(from, to, record));
    }
    reported(ticketId, record, taken.ticket);
  }
  return { ticket: [...taken.ticket], gate: [...taken.gate] };
}

/** What holds in every state of the gate at work is drawn from the state around them. */
function gateEdge(from: string, to: string, { command }: AcceptedRecord): string {
  const target = pathOf(to);
  const edges = new Set(ticketCharts.gate.edges.map((edge) => `${edge.from}→${edge.to ?? ''}`));
  const inner = withOuter(pathOf(from)).map((path) => `${path}→${target}`);
  const isFromOuter =
    command.type === 'ticket.escalate' || (command.type === 'gate.expire' && to === 'FAILED' && from !== to);
  const candidates = isFromOuter ? inner.reverse() : inner;
  return candidates.find((edge) => edges.has(edge)) ?? `${pathOf(from)}→${target}`;
}

function reported(ticketId: string, { command }: AcceptedRecord, taken: Set<string>): void {
  if (!('ticketId' in command) || command.ticketId !== ticketId) return;
  if (command.type === 'ticket.validate')
    for (const edge of [...taken]) if (edge.startsWith('s3_validating.')) taken.delete(edge);
  if (command.type !== 'ticket.report') return;
  const region = `s3_validating.${command.check}`;
  taken.add(`${region}.waiting→${region}.${command.passed ? 'passed' : 'failed'}`);
}
