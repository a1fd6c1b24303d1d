/**
 * A node of the `multi-gate` protocol. PROPOSED until committed; a claim (VALID_PENDING) becomes VALID only through its
 * confirmers. An edge whose guard is a code refuses: it has no target, so the event is not accepted.
 */
import { assertEvent, assign, setup } from 'xstate';
import { isConfirmed, isRefuted } from './rules/claim-verdict.js';
import { noClaimLeft } from './rules/claims-exhausted.rule.js';
import { evadesConfirmation } from './rules/confirmation-expected.rule.js';
import { hasChildren } from './rules/has-children.rule.js';
import { skipsPipeline } from './rules/pipeline-skipped.rule.js';
import { isLocked } from './rules/state-locked.rule.js';
import type { NodeContext, NodeEvent, NodeInput } from './node-actor.js';
import type { Protocol } from './schema/protocol.js';
import type { CommittedState } from './schema/state.js';

const refuse = {
  locked: (state: CommittedState) => ({ guard: { type: 'STATE_LOCKED', params: { state } } }) as const,
  unconfirmed: { guard: { type: 'PIPELINE_SKIPPED', params: { state: 'VALID' } } },
  speculation: { guard: { type: 'CONFIRMATION_EXPECTED', params: { state: 'SPEC' } } },
  overclaim: { guard: { type: 'CLAIMS_EXHAUSTED' } },
  parent: { guard: { type: 'HAS_CHILDREN' } },
} as const;

export const nodeMachine = (protocol: Protocol) =>
  setup({
    types: {} as { context: NodeContext; events: NodeEvent; input: NodeInput; tags: 'terminal' },
    guards: {
      STATE_LOCKED: ({ context }, { state }: { state: CommittedState }) => isLocked(protocol, state, context.depth),
      PIPELINE_SKIPPED: ({ context }, { state }: { state: CommittedState }) =>
        skipsPipeline(protocol, state, context.confirms),
      CONFIRMATION_EXPECTED: ({ context }, { state }: { state: CommittedState }) =>
        evadesConfirmation(protocol, state, context.confirms),
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
    id: 'node@1',
    context: ({ input }) => ({ ...input, claims: 0 }),
    initial: 'PROPOSED',
    states: {
      PROPOSED: {
        on: {
          'commit.DRILL': 'DRILL',
          'commit.VERIFY': 'VERIFY',
          'commit.DEAD': 'DEAD',
          'commit.VALID_PENDING': [refuse.locked('VALID_PENDING'), { target: 'VALID_PENDING', actions: 'makeClaim' }],
          'commit.VALID': [refuse.locked('VALID'), refuse.unconfirmed, { target: 'VALID' }],
          'commit.SPEC': [refuse.locked('SPEC'), refuse.speculation, { target: 'SPEC' }],
        },
      },
      DRILL: {
        on: {
          'reclassify.VERIFY': 'VERIFY',
          'reclassify.DEAD': [refuse.parent, { target: 'DEAD' }],
          'reclassify.SPEC': [refuse.parent, refuse.locked('SPEC'), refuse.speculation, { target: 'SPEC' }],
        },
      },
      VERIFY: {
        on: {
          'reclassify.DRILL': 'DRILL',
          'reclassify.VALID_PENDING': [
            refuse.locked('VALID_PENDING'),
            refuse.overclaim,
            { target: 'VALID_PENDING', actions: 'makeClaim' },
          ],
          'reclassify.DEAD': [refuse.parent, { target: 'DEAD' }],
          'reclassify.SPEC': [refuse.parent, refuse.locked('SPEC'), refuse.speculation, { target: 'SPEC' }],
        },
      },
      VALID_PENDING: {
        on: {
          'reclassify.DRILL': 'DRILL',
          'claim.tally': [
            { guard: 'refuted', target: 'DRILL' },
            { guard: 'confirmed', target: 'VALID' },
          ],
        },
      },
      VALID: {
        tags: 'terminal',
        on: {
          'reclassify.DRILL': 'DRILL',
          'claim.tally': { guard: 'unconfirmed', target: 'VALID_PENDING' },
        },
      },
      DEAD: { tags: 'terminal', on: { 'reclassify.DRILL': 'DRILL', 'reclassify.VERIFY': 'VERIFY' } },
      SPEC: { tags: 'terminal', on: { 'reclassify.DRILL': 'DRILL', 'reclassify.VERIFY': 'VERIFY' } },
    },
  });
