/** A node of the `classic` protocol: any state to any other, only a node with children may not be concluded. */
import { setup } from 'xstate';
import { hasChildren } from './rules/has-children.rule.js';
import type { NodeContext, NodeEvent, NodeInput } from './node-actor.js';

const childless = <S extends string>(target: S) => [{ guard: 'HAS_CHILDREN' } as const, { target }] as const;

const to = {
  DRILL: { 'reclassify.DRILL': 'DRILL' },
  VERIFY: { 'reclassify.VERIFY': 'VERIFY' },
  VALID: { 'reclassify.VALID': childless('VALID') },
  DEAD: { 'reclassify.DEAD': childless('DEAD') },
  SPEC: { 'reclassify.SPEC': childless('SPEC') },
} as const;

export const classicMachine = () =>
  setup({
    types: {} as { context: NodeContext; events: NodeEvent; input: NodeInput; tags: 'terminal' },
    guards: {
      HAS_CHILDREN: ({ event }) => 'children' in event && hasChildren(event.children),
    },
  }).createMachine({
    id: 'classic@1',
    context: ({ input }) => ({ ...input, claims: 0 }),
    initial: 'PROPOSED',
    states: {
      PROPOSED: {
        on: {
          'commit.DRILL': 'DRILL',
          'commit.VERIFY': 'VERIFY',
          'commit.VALID': 'VALID',
          'commit.DEAD': 'DEAD',
          'commit.SPEC': 'SPEC',
        },
      },
      DRILL: { on: { ...to.VERIFY, ...to.VALID, ...to.DEAD, ...to.SPEC } },
      VERIFY: { on: { ...to.DRILL, ...to.VALID, ...to.DEAD, ...to.SPEC } },
      VALID: { tags: 'terminal', on: { ...to.DRILL, ...to.VERIFY, ...to.DEAD, ...to.SPEC } },
      DEAD: { tags: 'terminal', on: { ...to.DRILL, ...to.VERIFY, ...to.VALID, ...to.SPEC } },
      SPEC: { tags: 'terminal', on: { ...to.DRILL, ...to.VERIFY, ...to.VALID, ...to.DEAD } },
    },
  });
