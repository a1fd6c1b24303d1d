/**
 * A node of the `single-root` protocol. A claim (FOUND) stays FOUND when its confirmers say VERIFY, and is then verified:
 * the two halves of FOUND. What is recorded instead of an early FOUND is the rules' affair; the chart itself refuses one.
 * Both versions have the same edges: since the second, a child proposed below a verified find is one of its confirmers.
 */
import { assertEvent, assign, setup } from 'xstate';
import type { NodeContext, NodeEvent, NodeInput } from './node-actor.js';
import { isConfirmed, isRefuted } from './rules/claim-verdict.js';
import { noClaimLeft } from './rules/claims-exhausted.rule.js';
import { hasChildren } from './rules/has-children.rule.js';
import { skipsPipeline } from './rules/pipeline-skipped.rule.js';
import { isLocked } from './rules/state-locked.rule.js';
import type { Protocol } from './schema/protocol.js';
import type { CommittedState } from './schema/state.js';

const refuse = {
  locked: { guard: { type: 'STATE_LOCKED', params: { state: 'FOUND' } } },
  unconfirmed: { guard: { type: 'PIPELINE_SKIPPED', params: { state: 'VERIFY' } } },
  overclaim: { guard: { type: 'CLAIMS_EXHAUSTED' } },
  parent: { guard: { type: 'HAS_CHILDREN' } },
} as const;

export const singleRootMachine = (protocol: Protocol) =>
  setup({
    types: {} as { context: NodeContext; events: NodeEvent; input: NodeInput; tags: 'terminal' },
    guards: {
      STATE_LOCKED: ({ context }, { state }: { state: CommittedState }) => isLocked(protocol, state, context.depth),
      PIPELINE_SKIPPED: ({ context }, { state }: { state: CommittedState }) =>
        skipsPipeline(protocol, state, context.confirms),
      CLAIMS_EXHAUSTED: ({ context }) => noClaimLeft(protocol, context.claims),
      HAS_CHILDREN: ({ event }) => 'children' in event && hasChildren(event.children),
      refuted: ({ event }) => (assertEvent(event, 'claim.tally'), isRefuted(event.tally)),
      confirmed: ({ event }) => (assertEvent(event, 'claim.tally'), isConfirmed(event.tally)),
      unconfirmed: ({ event }) => (assertEvent(event, 'claim.tally'), !isConfirmed(event.tally)),
    },
    actions: {
      makeClaim: assign({ claims: ({ context }) => context.claims + 1 }),
    },
  }).createMachine({
    id: protocol.chart,
    context: ({ input }) => ({ ...input, claims: 0 }),
    initial: 'PROPOSED',
    states: {
      PROPOSED: {
        on: {
          'commit.EXPLORE': 'EXPLORE',
          'commit.DEAD': 'DEAD',
          'commit.FOUND': [refuse.locked, { target: 'FOUND', actions: 'makeClaim' }],
          'commit.VERIFY': [refuse.unconfirmed, { target: 'VERIFY' }],
        },
      },
      EXPLORE: {
        on: {
          'reclassify.FOUND': [refuse.locked, refuse.overclaim, { target: 'FOUND', actions: 'makeClaim' }],
          'reclassify.DEAD': [refuse.parent, { target: 'DEAD' }],
        },
      },
      FOUND: {
        initial: 'claimed',
        on: { 'reclassify.EXPLORE': 'EXPLORE' },
        states: {
          claimed: {
            on: {
              'claim.tally': [
                { guard: 'refuted', target: `#${protocol.chart}.EXPLORE` },
                { guard: 'confirmed', target: 'verified' },
              ],
            },
          },
          verified: { on: { 'claim.tally': { guard: 'unconfirmed', target: 'claimed' } } },
        },
      },
      VERIFY: { tags: 'terminal', on: { 'reclassify.EXPLORE': 'EXPLORE' } },
      DEAD: { tags: 'terminal', on: { 'reclassify.EXPLORE': 'EXPLORE' } },
    },
  });
