import { createActor, transition } from 'xstate';
import {
  childless,
  claimLeft,
  confirmer,
  contextOf,
  eventsOf,
  everyCircumstance,
  fromRound,
  type Condition,
} from '../src/testing/node-circumstances.js';
import { protocolNamed } from '../src/testing/tree-builder.js';
import type { NodeContext, NodeEvent } from './node-actor.js';
import type { CommittedState } from './schema/state.js';
import { singleRootMachine } from './single-root.machine.js';

const machine = singleRootMachine(protocolNamed('single-root'));

const fromRound4 = fromRound(4);

/** The two halves of FOUND are states of their own here. */
const places = {
  PROPOSED: 'PROPOSED',
  EXPLORE: 'EXPLORE',
  claimed: { FOUND: 'claimed' },
  verified: { FOUND: 'verified' },
  VERIFY: 'VERIFY',
  DEAD: 'DEAD',
} as const;
type Place = keyof typeof places;
const states = Object.keys(places) as Place[];

/** The chart, written down from the spec and not from the code: every edge there is, and when it is open. */
const edges: [from: Place, event: string, to: Place, ...conditions: Condition[]][] = [
  ['PROPOSED', 'commit.EXPLORE', 'EXPLORE'],
  ['PROPOSED', 'commit.DEAD', 'DEAD'],
  ['PROPOSED', 'commit.FOUND', 'claimed', fromRound4],
  ['PROPOSED', 'commit.VERIFY', 'VERIFY', confirmer],
  ['EXPLORE', 'reclassify.FOUND', 'claimed', fromRound4, claimLeft],
  ['EXPLORE', 'reclassify.DEAD', 'DEAD', childless],
  ['claimed', 'reclassify.EXPLORE', 'EXPLORE'],
  ['claimed', 'all say VERIFY', 'verified'],
  ['claimed', 'one says DEAD', 'EXPLORE'],
  ['verified', 'reclassify.EXPLORE', 'EXPLORE'],
  ['verified', 'one is open', 'claimed'],
  ['verified', 'none was asked', 'claimed'],
  ['verified', 'one says DEAD', 'claimed'],
  ['verified', 'one is missing', 'claimed'],
  ['VERIFY', 'reclassify.EXPLORE', 'EXPLORE'],
  ['DEAD', 'reclassify.EXPLORE', 'EXPLORE'],
];

const tallies = {
  'none was asked': { confirmers: 0, committed: 0, valid: 0, dead: 0 },
  'one is open': { confirmers: 2, committed: 2, valid: 1, dead: 0 },
  'one is missing': { confirmers: 2, committed: 1, valid: 1, dead: 0 },
  'all say VERIFY': { confirmers: 2, committed: 2, valid: 2, dead: 0 },
  'one says DEAD': { confirmers: 2, committed: 2, valid: 1, dead: 1 },
};

/** Its own four, and those of the other charts, which it must not know. */
const named: CommittedState[] = ['EXPLORE', 'FOUND', 'VERIFY', 'DEAD', 'DRILL', 'VALID_PENDING', 'VALID', 'SPEC'];

const events = eventsOf(named, tallies);
const every = everyCircumstance(4);

/** Where the chart goes, or null where it does not take the event. */
function reached(from: Place, event: NodeEvent, context: NodeContext): unknown {
  const snapshot = machine.resolveState({ value: places[from], context });
  return snapshot.can(event) ? transition(machine, snapshot, event)[0].value : null;
}

describe('a single-root node', () => {
  const pairs = states.flatMap((from) => Object.keys(events).map((event) => [from, event] as const));

  test.each(pairs)('%s takes %s exactly where the spec has an edge', (from, event) => {
    const edge = edges.find((each) => each[0] === from && each[1] === event);
    for (const circumstances of every) {
      const isOpen = edge?.slice(3).every((condition) => (condition as Condition)(circumstances));
      const to = reached(from, events[event]!(circumstances), contextOf(circumstances));
      expect({ ...circumstances, to }).toEqual({ ...circumstances, to: edge && isOpen ? places[edge[2]] : null });
    }
  });

  test('starts as PROPOSED, with no claim made', () => {
    const input = { id: 'R4.A', parent: 'R3.A', depth: 4, confirms: null };
    const { value, context } = createActor(machine, { input }).start().getSnapshot();
    expect({ value, context }).toEqual({ value: 'PROPOSED', context: { ...input, claims: 0 } });
  });

  test('has these states and no other', () => {
    const { states: own } = machine.root;
    expect(Object.keys(own)).toEqual(['PROPOSED', 'EXPLORE', 'FOUND', 'VERIFY', 'DEAD']);
    expect(Object.keys(own['FOUND']?.states ?? {})).toEqual(['claimed', 'verified']);
  });

  test.each(states)('%s carries the tag terminal only if nothing is left to do, and never stops', (state) => {
    const snapshot = machine.resolveState({ value: places[state], context: contextOf(every[0]!) });
    expect(snapshot.hasTag('terminal')).toBe(['VERIFY', 'DEAD'].includes(state));
    expect(snapshot.status).toBe('active');
  });
});

// Were a reopened confirmer to count as another claim, three reopenings would use a node up.
describe('the count of claims', () => {
  const claimsAfter = (from: Place, event: NodeEvent) => {
    const context: NodeContext = { id: 'R4.A', parent: 'R3.A', depth: 4, confirms: null, claims: 1 };
    return transition(machine, machine.resolveState({ value: places[from], context }), event)[0].context.claims;
  };

  test.each<[Place, NodeEvent, number]>([
    ['PROPOSED', { type: 'commit.FOUND' }, 2],
    ['EXPLORE', { type: 'reclassify.FOUND', children: 0 }, 2],
    ['verified', { type: 'claim.tally', tally: tallies['one is open'] }, 1],
    ['claimed', { type: 'claim.tally', tally: tallies['all say VERIFY'] }, 1],
    ['claimed', { type: 'claim.tally', tally: tallies['one says DEAD'] }, 1],
    ['claimed', { type: 'reclassify.EXPLORE', children: 0 }, 1],
  ])('after one claim, %s and %j: %i', (from, event, claims) => {
    expect(claimsAfter(from, event)).toBe(claims);
  });
});
