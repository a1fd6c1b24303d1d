import { createActor, transition } from 'xstate';
import {
  childless,
  claimLeft,
  confirmer,
  contextOf,
  eventsOf,
  everyCircumstance,
  fromRound,
  noConfirmer,
  type Condition,
} from '../src/testing/node-circumstances.js';
import { protocolNamed } from '../src/testing/tree-builder.js';
import type { NodeContext, NodeEvent } from './node-actor.js';
import { nodeMachine } from './node.machine.js';
import type { CommittedState, NodeState } from './schema/state.js';

const machine = nodeMachine(protocolNamed('multi-gate'));

const fromRound3 = fromRound(3);

/** The chart, written down from the spec and not from the code: every edge there is, and when it is open. */
const edges: [from: NodeState, event: string, to: NodeState, ...conditions: Condition[]][] = [
  ['PROPOSED', 'commit.DRILL', 'DRILL'],
  ['PROPOSED', 'commit.VERIFY', 'VERIFY'],
  ['PROPOSED', 'commit.DEAD', 'DEAD'],
  ['PROPOSED', 'commit.VALID_PENDING', 'VALID_PENDING', fromRound3],
  ['PROPOSED', 'commit.SPEC', 'SPEC', fromRound3, noConfirmer],
  ['PROPOSED', 'commit.VALID', 'VALID', fromRound3, confirmer],
  ['DRILL', 'reclassify.VERIFY', 'VERIFY'],
  ['DRILL', 'reclassify.DEAD', 'DEAD', childless],
  ['DRILL', 'reclassify.SPEC', 'SPEC', childless, fromRound3, noConfirmer],
  ['VERIFY', 'reclassify.DRILL', 'DRILL'],
  ['VERIFY', 'reclassify.VALID_PENDING', 'VALID_PENDING', fromRound3, claimLeft],
  ['VERIFY', 'reclassify.DEAD', 'DEAD', childless],
  ['VERIFY', 'reclassify.SPEC', 'SPEC', childless, fromRound3, noConfirmer],
  ['VALID_PENDING', 'reclassify.DRILL', 'DRILL'],
  ['VALID_PENDING', 'all say VALID', 'VALID'],
  ['VALID_PENDING', 'one says DEAD', 'DRILL'],
  ['VALID', 'reclassify.DRILL', 'DRILL'],
  ['VALID', 'one is open', 'VALID_PENDING'],
  ['VALID', 'none was asked', 'VALID_PENDING'],
  ['VALID', 'one says DEAD', 'VALID_PENDING'],
  ['DEAD', 'reclassify.DRILL', 'DRILL'],
  ['DEAD', 'reclassify.VERIFY', 'VERIFY'],
  ['SPEC', 'reclassify.DRILL', 'DRILL'],
  ['SPEC', 'reclassify.VERIFY', 'VERIFY'],
];

const tallies = {
  'none was asked': { confirmers: 0, committed: 0, valid: 0, dead: 0 },
  'one is open': { confirmers: 2, committed: 2, valid: 1, dead: 0 },
  'all say VALID': { confirmers: 2, committed: 2, valid: 2, dead: 0 },
  'one says DEAD': { confirmers: 2, committed: 2, valid: 1, dead: 1 },
};

const committed: CommittedState[] = ['DRILL', 'VERIFY', 'VALID_PENDING', 'VALID', 'DEAD', 'SPEC'];
const states: NodeState[] = ['PROPOSED', ...committed];

const events = eventsOf(committed, tallies);
const every = everyCircumstance(3);

/** Where the chart goes, or null where it does not take the event. */
function reached(from: NodeState, event: NodeEvent, context: NodeContext): unknown {
  const snapshot = machine.resolveState({ value: from, context });
  return snapshot.can(event) ? transition(machine, snapshot, event)[0].value : null;
}

describe('a multi-gate node', () => {
  const pairs = states.flatMap((from) => Object.keys(events).map((event) => [from, event] as const));

  test.each(pairs)('%s takes %s exactly where the spec has an edge', (from, event) => {
    const edge = edges.find((each) => each[0] === from && each[1] === event);
    for (const circumstances of every) {
      const isOpen = edge?.slice(3).every((condition) => (condition as Condition)(circumstances));
      const to = reached(from, events[event]!(circumstances), contextOf(circumstances));
      expect({ ...circumstances, to }).toEqual({ ...circumstances, to: edge && isOpen ? edge[2] : null });
    }
  });

  test('starts as PROPOSED, with no claim made', () => {
    const input = { id: 'R3.A', parent: 'R2.A', depth: 3, confirms: null };
    const { value, context } = createActor(machine, { input }).start().getSnapshot();
    expect({ value, context }).toEqual({ value: 'PROPOSED', context: { ...input, claims: 0 } });
  });

  test.each(states)('%s carries the tag terminal only if nothing is left to do, and never stops', (state) => {
    const snapshot = machine.resolveState({ value: state, context: contextOf(every[0]!) });
    expect(snapshot.hasTag('terminal')).toBe(['VALID', 'DEAD', 'SPEC'].includes(state));
    expect(snapshot.status).toBe('active');
  });
});

// Were a reopened confirmer to count as another claim, three reopenings would use a node up.
describe('the count of claims', () => {
  const claimsAfter = (from: NodeState, event: NodeEvent) => {
    const context = { ...contextOf(every[8]!), claims: 1 };
    return transition(machine, machine.resolveState({ value: from, context }), event)[0].context.claims;
  };

  test.each<[NodeState, NodeEvent, number]>([
    ['PROPOSED', { type: 'commit.VALID_PENDING' }, 2],
    ['VERIFY', { type: 'reclassify.VALID_PENDING', children: 0 }, 2],
    ['VALID', { type: 'claim.tally', tally: tallies['one is open'] }, 1],
    ['VALID_PENDING', { type: 'claim.tally', tally: tallies['all say VALID'] }, 1],
    ['VALID_PENDING', { type: 'claim.tally', tally: tallies['one says DEAD'] }, 1],
    ['VALID_PENDING', { type: 'reclassify.DRILL', children: 0 }, 1],
  ])('after one claim, %s and %j: %i', (from, event, claims) => {
    expect(claimsAfter(from, event)).toBe(claims);
  });
});
