/**
 * A ticket. It moves by what its gate tells it, never by a caller's word: events named `verdict.` come from the gate
 * alone. Its gate is spawned with it and lives as long.
 */
import { assign, sendTo, setup, stopChild } from 'xstate';
import type { GateEvent } from './gate-actor.js';
import { gateMachine } from './gate.machine.js';
import type { GateInput } from './measures/gate.js';

export type TicketEvent =
  | GateEvent
  | { type: 'verdict.works' }
  | { type: 'verdict.waits' }
  | { type: 'verdict.passed' }
  | { type: 'ticket.flag' }
  | { type: 'ticket.withdraw' };

interface TicketContext {
  readonly ticketId: string;
  /** Somebody asked for a person while nobody is at work on it. */
  readonly isFlagged: boolean;
}

export const gateActorId = 'gate';

export const ticketMachine = setup({
  types: {} as { context: TicketContext; events: TicketEvent; input: GateInput; tags: 'terminal' },
  actors: { gate: gateMachine },
  guards: {
    ALREADY_ESCALATED: ({ context }) => context.isFlagged,
  },
  actions: {
    forward: sendTo(gateActorId, ({ event }) => event as GateEvent),
    flag: assign({ isFlagged: true }),
    unflag: assign({ isFlagged: false }),
    stopGate: stopChild(gateActorId),
  },
}).createMachine({
  id: 'ticket@1',
  context: ({ input, spawn }) => {
    spawn('gate', { id: gateActorId, input });
    return { ticketId: input.ticketId, isFlagged: false };
  },
  initial: 'open',
  on: { 'gate.*': { actions: 'forward' } },
  states: {
    open: {
      on: { 'verdict.works': 'in_progress', 'ticket.withdraw': { target: 'withdrawn', actions: 'stopGate' } },
    },
    in_progress: {
      on: {
        'verdict.passed': 'impl_complete',
        'verdict.waits': 'blocked',
        'ticket.withdraw': { target: 'withdrawn', actions: 'stopGate' },
      },
    },
    blocked: {
      on: {
        'verdict.works': 'in_progress',
        'verdict.passed': 'impl_complete',
        'ticket.withdraw': { target: 'withdrawn', actions: 'stopGate' },
      },
    },
    impl_complete: {
      exit: 'unflag',
      on: {
        'ticket.flag': [{ guard: 'ALREADY_ESCALATED' }, { actions: 'flag' }],
        'ticket.withdraw': { target: 'withdrawn', actions: 'stopGate' },
      },
    },
    withdrawn: { tags: 'terminal', on: { 'gate.*': {} } },
  },
});
