/**
 * The node charts as a model to walk: the real chart, and what stands around the node that its events depend on. Gives
 * paths; says nothing of what is right.
 */
import { getShortestPaths } from '@xstate/graph';
import { createActor, transition, type ActorLogic, type Snapshot, type SnapshotFrom } from 'xstate';
import type { NodeMachine } from '../../../machines/charts.js';
import type { NodeEvent } from '../../../machines/node-actor.js';
import type { CommittedState } from '../../../machines/schema/state.js';

export interface Situation {
  readonly depth: number;
  readonly isConfirmer: boolean;
}

/** `type` is a request as the table words it. */
export interface Step {
  readonly type: string;
}

export type Place = Snapshot<undefined> & {
  readonly node: SnapshotFrom<NodeMachine>;
  readonly hasChildren: boolean;
  /** Its claim was confirmed and a confirmer has been reopened since. */
  readonly isReopened: boolean;
  /** Its claim was confirmed and another confirmer has been proposed since. */
  readonly isAsked: boolean;
};

const surroundingEvents = ['confirm', 'refute', 'reopen', 'ask again', 'propose child'];
const tallies = {
  confirm: { confirmers: 2, committed: 2, valid: 2, dead: 0 },
  refute: { confirmers: 2, committed: 2, valid: 0, dead: 1 },
  reopen: { confirmers: 2, committed: 2, valid: 1, dead: 0 },
  'ask again': { confirmers: 3, committed: 2, valid: 2, dead: 0 },
};

/** Where the chart is, the halves of FOUND told apart. */
export function leafOf({ value }: Place['node']): string {
  const inner: unknown = value;
  return typeof inner === 'object' && inner !== null ? String(Object.values(inner)[0]) : String(inner);
}

/** The chart's event for a request; undefined for what only changes the surroundings. */
export function chartEvent(request: string, { node, hasChildren }: Place): NodeEvent | undefined {
  // The chart itself refuses an early find; what reaches it is what is recorded instead.
  if (request === 'commit FOUND' && node.context.depth < 4) return { type: 'commit.EXPLORE' };
  if (request in tallies) return { type: 'claim.tally', tally: tallies[request as keyof typeof tallies] };
  const [verb, state] = request.split(' ') as ['commit' | 'reclassify' | 'propose', CommittedState];
  if (verb === 'propose') return undefined;
  return verb === 'commit'
    ? { type: `commit.${state}` }
    : { type: `reclassify.${state}`, children: hasChildren ? 1 : 0 };
}

/** What the model can do in a place, of everything that can be asked. */
export function stepsFrom(place: Place, states: readonly string[]): Step[] {
  const asked = [...states.flatMap((state) => [`commit ${state}`, `reclassify ${state}`]), ...surroundingEvents];
  return asked.filter((type) => isPossible(place, type)).map((type) => ({ type }));
}

function isPossible(place: Place, request: string): boolean {
  const { node, hasChildren } = place;
  const event = chartEvent(request, place);
  const leaf = leafOf(node);
  if (!event) return !hasChildren && !node.hasTag('terminal') && ['DRILL', 'EXPLORE', 'VERIFY'].includes(leaf);
  if (event.type !== 'claim.tally') return node.can(event);
  // Nothing is proposed below a terminal node.
  if (request === 'ask again') return leaf === 'verified';
  // Without a claim nobody counts confirmers, and what is confirmed must be reopened before it can be refuted.
  return node.context.claims > 0 && (request === 'reopen') === ['VALID', 'verified'].includes(leaf) && node.can(event);
}

function walk(chart: NodeMachine, place: Place, { type }: Step): Place {
  const event = chartEvent(type, place);
  const [node] = event ? transition(chart, place.node, event) : [place.node];
  const waits = ['VALID_PENDING', 'claimed'].includes(leafOf(node));
  return {
    ...place,
    node,
    hasChildren: place.hasChildren || surroundingEvents.includes(type),
    isReopened: waits && (type === 'reopen' || place.isReopened),
    isAsked: waits && (type === 'ask again' || place.isAsked),
  };
}

const placed = ({ node, hasChildren, isReopened, isAsked }: Place): string =>
  `${leafOf(node)} ${node.context.claims} claims${hasChildren ? ', children' : ''}${isReopened ? ', reopened' : ''}${isAsked ? ', asked again' : ''}`;

/** A place as far as any answer depends on it: of the claims it matters only whether one is left. */
export const placeName = (place: Place): string =>
  placed(place).replace(/\d claims/, place.node.context.claims >= 3 ? 'no claim left' : 'a claim left');

export interface Path {
  readonly steps: readonly { readonly request: string; readonly place: Place }[];
}

/** Paths over every transition, in every place it can be taken from; each adds something to those before it. */
export function pathsOf(chart: NodeMachine, states: readonly string[], { depth, isConfirmer }: Situation): Path[] {
  const input = { id: `R${depth}.S`, parent: null, depth, confirms: isConfirmer ? 1 : null };
  const logic: ActorLogic<Place, Step> = {
    transition: (place, step) => walk(chart, place, step),
    getInitialSnapshot: () => ({
      ...{ status: 'active', output: undefined, error: undefined, hasChildren: false },
      ...{ isReopened: false, isAsked: false },
      node: createActor(chart, { input }).getSnapshot(),
    }),
    getPersistedSnapshot: (place) => place,
  };
  const paths = getShortestPaths(logic, {
    events: (place) => stepsFrom(place, states),
    // One claim more than any table allows is enough to show; a chart that never says no would never be done.
    stopWhen: ({ node }) => node.context.claims > 3,
    serializeState: (place, step, before) =>
      step && before ? `${placed(place)} by ${step.type} from ${placed(before)}` : placed(place),
  });
  const found = paths.map(({ steps }) => ({
    steps: steps.map(({ event, state }) => ({ request: event.type, place: state })),
  }));
  return withoutRepetition(found);
}

const nameAt = (step: Path['steps'][number] | undefined): string => (step ? placeName(step.place) : '');

/** Longest first, so that a path that only begins another one is not walked again. */
function withoutRepetition(paths: readonly Path[]): Path[] {
  const seen = new Set<string>();
  return [...paths]
    .sort((a, b) => b.steps.length - a.steps.length)
    .filter(({ steps }) => {
      const taken = steps.slice(1).map(({ request }, at) => `${request} from ${nameAt(steps[at])}`);
      const isNew = taken.some((each) => !seen.has(each));
      for (const each of taken) seen.add(each);
      return isNew;
    });
}
