/**
 * A round owns the nodes of one depth and their ratio. It spawns them a batch at a time: one by one would copy the
 * list of children for each. Open while a proposal of it is uncommitted.
 */
import { assign, enqueueActions, sendTo, setup } from 'xstate';
import type { nodeMachine } from './node.machine.js';
import type { NodeEvent, NodeInput } from './node-actor.js';
import { ratioExceeded, type RoundFigures } from './rules/terminal-ratio.rule.js';
import type { Protocol } from './schema/protocol.js';

export type RoundEvent =
  | { type: 'round.propose'; round: number; nodes: readonly NodeInput[] }
  | { type: 'round.withdraw'; round: number; ids: readonly string[]; uncommitted: number }
  /** Sent after nodes moved; `figures` where a node was concluded, and then judged. */
  | { type: 'round.count'; round: number; uncommitted: number; figures: RoundFigures | null }
  | { type: 'node.event'; round: number; nodeId: string; event: NodeEvent };

export const roundMachine = (protocol: Protocol, node: ReturnType<typeof nodeMachine>) =>
  setup({
    types: {} as { context: { round: number }; events: RoundEvent; input: { round: number } },
    actors: { node },
    guards: {
      TERMINAL_RATIO_EXCEEDED: ({ event }) =>
        event.type === 'round.count' && event.figures !== null && ratioExceeded(event.figures, protocol),
      allCommitted: ({ event }) => 'uncommitted' in event && event.uncommitted === 0,
    },
    actions: {
      spawnNodes: assign(({ event, spawn }) => {
        if (event.type === 'round.propose') for (const input of event.nodes) spawn('node', { id: input.id, input });
        return {};
      }),
      stopNodes: enqueueActions(({ event, enqueue }) => {
        if (event.type === 'round.withdraw') for (const id of event.ids) enqueue.stopChild(id);
      }),
      relay: sendTo(
        ({ event }) => (event.type === 'node.event' ? event.nodeId : ''),
        ({ event }) => (event as Extract<RoundEvent, { type: 'node.event' }>).event,
      ),
    },
  }).createMachine({
    id: 'round@1',
    context: ({ input }) => input,
    initial: 'open',
    on: {
      'round.propose': { target: '.open', actions: 'spawnNodes' },
      'node.event': { actions: 'relay' },
    },
    states: {
      open: {
        on: {
          'round.withdraw': [
            { guard: 'allCommitted', target: 'complete', actions: 'stopNodes' },
            { actions: 'stopNodes' },
          ],
          'round.count': [
            { guard: 'TERMINAL_RATIO_EXCEEDED' },
            { guard: 'allCommitted', target: 'complete' },
            { target: 'open' },
          ],
        },
      },
      complete: {
        on: { 'round.count': [{ guard: 'TERMINAL_RATIO_EXCEEDED' }, { target: 'complete' }] },
      },
    },
  });
