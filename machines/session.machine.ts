/**
 * A session: an investigation that is open or ended, with the rounds it spawned, and tickets, which it may have in any
 * state. Ending the investigation is guarded by every end rule and leaves the tickets alone.
 */
import { assign, sendTo, setup } from 'xstate';
import type { EndFigures } from './measures/end-figures.js';
import type { GateInput } from './measures/gate.js';
import type { RoundEvent, roundMachine } from './round.machine.js';
import { isEmpty } from './rules/empty.rule.js';
import { lacksChildren } from './rules/insufficient-children.rule.js';
import { rootsMissingAtEnd } from './rules/insufficient-roots.rule.js';
import { isUnsettled } from './rules/nodes-unsettled.rule.js';
import { hasProposals } from './rules/pending-proposals.rule.js';
import { isPoor } from './rules/quality-too-low.rule.js';
import { saysTooLittle } from './rules/reason-too-short.rule.js';
import { isStuckEarly } from './rules/recovery-required.rule.js';
import { isTooEarly } from './rules/rounds-too-few.rule.js';
import { isNarrow } from './rules/too-narrow.rule.js';
import { hasUnconfirmed } from './rules/unconfirmed.rule.js';
import type { Protocol } from './schema/protocol.js';
import { ticketMachine, type TicketEvent } from './ticket.machine.js';

export type SessionEvent =
  | RoundEvent
  | { type: 'investigation.start' }
  | { type: 'investigation.end'; figures: EndFigures }
  | { type: 'investigation.giveUp'; reason: string }
  | { type: 'tickets.open'; tickets: readonly GateInput[] }
  | { type: 'ticket.event'; ticketId: string; event: TicketEvent };

type EventOf<T extends SessionEvent['type']> = Extract<SessionEvent, { type: T }>;

interface SessionContext {
  readonly sessionId: string;
  /** Rounds 1 to this one have been spawned. */
  readonly rounds: number;
}

export const roundActorId = (round: number): string => `round:${round}`;
export const ticketActorId = (ticketId: string): string => `ticket:${ticketId}`;

export const sessionMachine = (protocol: Protocol, round: ReturnType<typeof roundMachine>) => {
  const blocks =
    (isBlocked: (figures: EndFigures, protocol: Protocol) => boolean) =>
    ({ event }: { event: SessionEvent }) =>
      event.type === 'investigation.end' && isBlocked(event.figures, protocol);
  return setup({
    types: {} as { context: SessionContext; events: SessionEvent; input: { sessionId: string } },
    actors: { round, ticket: ticketMachine },
    guards: {
      EMPTY: blocks(isEmpty),
      ROUNDS_TOO_FEW: blocks(isTooEarly),
      DEPTH_TOO_SHALLOW: blocks(isTooEarly),
      RECOVERY_REQUIRED: blocks(isStuckEarly),
      INSUFFICIENT_ROOTS: blocks(rootsMissingAtEnd),
      PENDING_PROPOSALS: blocks(hasProposals),
      INSUFFICIENT_CHILDREN: blocks(lacksChildren),
      NODES_UNSETTLED: blocks(isUnsettled),
      UNCONFIRMED: blocks(hasUnconfirmed),
      QUALITY_TOO_LOW: blocks(isPoor),
      TOO_NARROW: blocks(isNarrow),
      REASON_TOO_SHORT: ({ event }) => event.type === 'investigation.giveUp' && saysTooLittle(protocol, event.reason),
    },
    actions: {
      spawnRound: assign({
        rounds: ({ context, event, spawn }) => {
          if (event.type !== 'round.propose' || event.round <= context.rounds) return context.rounds;
          spawn('round', { id: roundActorId(event.round), input: { round: event.round } });
          return event.round;
        },
      }),
      relay: sendTo(
        ({ event }) => roundActorId((event as RoundEvent).round),
        ({ event }) => event as RoundEvent,
      ),
      spawnTickets: assign(({ event, spawn }) => {
        if (event.type === 'tickets.open')
          for (const input of event.tickets) spawn('ticket', { id: ticketActorId(input.ticketId), input });
        return {};
      }),
      relayToTicket: sendTo(
        ({ event }) => ticketActorId((event as EventOf<'ticket.event'>).ticketId),
        ({ event }) => (event as EventOf<'ticket.event'>).event,
      ),
    },
  }).createMachine({
    id: 'session@1',
    context: ({ input }) => ({ ...input, rounds: 0 }),
    initial: 'empty',
    on: {
      'tickets.open': { actions: 'spawnTickets' },
      'ticket.event': { actions: 'relayToTicket' },
    },
    states: {
      empty: {
        on: {
          'investigation.start': 'investigating',
          'tickets.open': { target: 'tickets', actions: 'spawnTickets' },
        },
      },
      tickets: {},
      investigating: {
        on: {
          'round.propose': { actions: ['spawnRound', 'relay'] },
          'round.withdraw': { actions: 'relay' },
          'round.count': { actions: 'relay' },
          'node.event': { actions: 'relay' },
          'investigation.end': [
            { guard: 'EMPTY' },
            { guard: 'ROUNDS_TOO_FEW' },
            { guard: 'DEPTH_TOO_SHALLOW' },
            { guard: 'RECOVERY_REQUIRED' },
            { guard: 'INSUFFICIENT_ROOTS' },
            { guard: 'PENDING_PROPOSALS' },
            { guard: 'INSUFFICIENT_CHILDREN' },
            { guard: 'NODES_UNSETTLED' },
            { guard: 'UNCONFIRMED' },
            { guard: 'QUALITY_TOO_LOW' },
            { guard: 'TOO_NARROW' },
            { target: 'ended' },
          ],
          'investigation.giveUp': [{ guard: 'REASON_TOO_SHORT' }, { target: 'ended' }],
        },
      },
      ended: {},
    },
  });
};
