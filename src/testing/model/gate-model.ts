/**
 * The gate's chart as a model to walk, beside the ledger that the table keeps: the chart gives the paths, and at every
 * place both must allow the same requests and lead to the same state. Says nothing of what the server does.
 */
import assert from 'node:assert';
import { getAdjacencyMap } from '@xstate/graph';
import { initialTransition, transition, type ActorLogic, type Snapshot } from 'xstate';
import { stepLimits } from '../../../machines/measures/board-ticket.js';
import { leafOf } from '../../session/ticket-actors.js';
import { loneGate } from '../gate-play.js';
import { limits } from '../ticket-samples.js';
import { eventsFor, type Place as PlayedPlace } from './gate-events.js';
import { opened, type Ledger } from './gate-ledger.js';
import { canBeAsked, requestOf, requests, type Request } from './gate-requests.js';
import { expected } from './gate-table.js';
import { toursOf, type Graph } from './tours.js';

/** Requests that belong together, and what of the ledger tells one place from another as far as they go. */
export interface Slice {
  readonly name: string;
  readonly verbs: readonly string[];
  readonly key: (ledger: Ledger) => unknown;
  /** Requests left out here and there: what they lead to is another slice's. */
  readonly isPossible?: (ledger: Ledger, verb: string) => boolean;
  /** Nothing new comes after this. */
  readonly isOver?: (ledger: Ledger) => boolean;
}

type Place = Snapshot<undefined> & PlayedPlace;

/** An edge of the chart: what led from where to where, and by which guard. */
export interface Edge {
  readonly from: string;
  readonly event: string;
  readonly to: string;
  readonly guard: string | undefined;
}

export interface GateStep {
  readonly request: Request;
  readonly before: Ledger;
  readonly after: Ledger;
  readonly edges: readonly Edge[];
}
export type GatePath = readonly GateStep[];

const stateOf = ({ value }: Place['gate']): string => leafOf(value);

function start(): Place {
  const [gate] = initialTransition(loneGate, { ticketId: 'T-1', limits: stepLimits(undefined, limits) });
  return { status: 'active', output: undefined, error: undefined, gate, ledger: opened };
}

/** Fails where the chart and the table disagree. */
function walk(place: Place, request: Request): Place {
  const answer = expected(place.ledger, request);
  assert('to' in answer, `the chart takes ${request.name} where the table refuses it: ${JSON.stringify(answer)}`);
  let { gate } = place;
  for (const event of eventsFor(request, place)) [gate] = transition(loneGate, gate, event);
  const { state, escalation, attempt, counted } = answer.to;
  assert.deepStrictEqual(
    [stateOf(gate), gate.context.escalation?.type ?? null, gate.context.attempt, gate.context.counted],
    [state, escalation, attempt, counted],
    `the chart goes elsewhere on ${request.name} from ${place.ledger.state}`,
  );
  return { ...place, gate, ledger: answer.to };
}

/** Whether the chart takes all that the request sends; asking for a person after the hand-off is not the gate's. */
function takes(place: Place, request: Request): boolean {
  let { gate } = place;
  for (const event of eventsFor(request, place)) {
    if (!gate.can(event)) return false;
    [gate] = transition(loneGate, gate, event);
  }
  return true;
}

/** What the table allows is what the chart takes, of everything that can be asked here. */
function compare(place: Place): void {
  const asked = requests.filter((request) => canBeAsked(request, place.ledger) && eventsFor(request, place).length > 0);
  const allowed = asked.filter((request) => 'to' in expected(place.ledger, request));
  const taken = asked.filter((request) => takes(place, request));
  const names = (list: readonly Request[]) => list.map(({ name }) => name);
  assert.deepStrictEqual(names(taken), names(allowed), `the chart and the table in ${JSON.stringify(place.ledger)}`);
}

function edgesBetween(place: Place, request: Request): Edge[] {
  let { gate } = place;
  const edges: Edge[] = [];
  for (const event of eventsFor(request, place)) {
    const from = stateOf(gate);
    const [taken] = loneGate.getTransitionData(gate, event);
    const [next] = transition(loneGate, gate, event);
    const first = taken?.target?.[0]?.key ?? from;
    edges.push({ from, event: event.type, to: first, guard: guardOf(taken?.guard) });
    if (first !== stateOf(next)) edges.push({ from: first, event: 'always', to: stateOf(next), guard: undefined });
    gate = next;
  }
  return edges;
}

const guardOf = (guard: unknown): string | undefined => (typeof guard === 'string' ? guard : undefined);

/** Paths that together take every request of the slice in every place where it is possible. */
export function gatePaths(slice: Slice): GatePath[] {
  const places = getAdjacencyMap(logic, {
    events: (place) => possible(slice, place),
    stopWhen: ({ ledger }) => slice.isOver?.(ledger) ?? false,
    serializeState: (place) => named(slice, place),
  });
  const graph = new Map(
    Object.entries(places).map(([name, { transitions }]) => {
      // The library leaves open what its own list of transitions holds.
      const taken = Object.values(transitions as Record<string, { event: { type: string }; state: Place }>);
      return [name, new Map(taken.map(({ event, state }) => [event.type, named(slice, state)]))];
    }),
  );
  return toursOf(graph, named(slice, start())).map((tour) => stepsOf(slice, graph, tour));
}

const logic: ActorLogic<Place, { type: string }> = {
  transition: (place, { type }) => walk(place, requestOf(type)),
  getInitialSnapshot: start,
  getPersistedSnapshot: (place) => place,
};

const named = ({ key }: Slice, { ledger }: Place): string =>
  JSON.stringify([ledger.state, ledger.escalation, key(ledger)]);

function possible({ verbs, isPossible }: Slice, place: Place): { type: string }[] {
  compare(place);
  return verbs
    .map((verb) => requestOf(verb))
    .filter((request) => canBeAsked(request, place.ledger) && (isPossible?.(place.ledger, request.verb) ?? true))
    .filter((request) => eventsFor(request, place).length > 0 && takes(place, request))
    .map(({ verb }) => ({ type: verb }));
}

/** Places of one name must lead to places of one name, or the slice looks at too little. */
function stepsOf(slice: Slice, graph: Graph, tour: readonly string[]): GateStep[] {
  let place = start();
  return tour.map((verb) => {
    const request = requestOf(verb);
    const next = walk(place, request);
    assert.strictEqual(
      named(slice, next),
      graph.get(named(slice, place))?.get(verb),
      `${slice.name}: ${verb} leads to different places from ${named(slice, place)}`,
    );
    const step = { request, before: place.ledger, after: next.ledger, edges: edgesBetween(place, request) };
    place = next;
    return step;
  });
}
