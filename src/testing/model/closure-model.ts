/**
 * The chart of a ticket after its hand-off as a model to walk, beside the ledger of the table: at every place both must
 * allow the same requests and lead to the same status. Says nothing of what the server does.
 */
import assert from 'node:assert';
import { getAdjacencyMap } from '@xstate/graph';
import { transition, type ActorLogic, type Snapshot, type SnapshotFrom } from 'xstate';
import { newClosure } from '../../../machines/measures/closure.js';
import { checks } from '../../../machines/schema/ticket.js';
import { ticketMachine, type TicketEvent } from '../../../machines/ticket.machine.js';
import { statusOf } from '../../session/ticket-actors.js';
import * as play from '../ticket-play.js';
import { canBeAsked, expected, handedOff, isComplete, type ClosureLedger } from './closure-ledger.js';
import { isPass, requestNamed, requests, type ClosureRequest } from './closure-requests.js';
import { toursOf, type Graph } from './tours.js';

/** Requests that belong together; what tells one place from another is the whole ledger. */
export interface ClosureSlice {
  readonly name: string;
  readonly isOverride: boolean;
  readonly verbs: readonly string[];
  readonly isPossible?: (ledger: ClosureLedger, verb: string) => boolean;
}

export interface ClosureStep {
  readonly request: ClosureRequest;
  readonly before: ClosureLedger;
  readonly after: ClosureLedger;
}
export interface ClosurePath {
  readonly isOverride: boolean;
  readonly steps: readonly ClosureStep[];
}

/** Asked without a gate to send to. */
const loneTicket = ticketMachine.provide({ actions: { forward: () => undefined, reopenGate: () => undefined } });

type Place = Snapshot<undefined> & {
  readonly ledger: ClosureLedger;
  readonly ticket: SnapshotFrom<typeof ticketMachine>;
};

function start(isOverride: boolean): Place {
  const context = { ...newClosure('A'), needsAccept: isOverride };
  const ticket = loneTicket.resolveState({ value: 'impl_complete', context });
  return { status: 'active', output: undefined, error: undefined, ticket, ledger: handedOff(isOverride) };
}

/** What the chart is sent; undefined where a request is for somebody else to judge. */
function eventFor({ verb, flaws, check }: ClosureRequest, { ticket }: Place): TicketEvent | undefined {
  const has = (...named: string[]) => named.some((flaw) => flaws.includes(flaw));
  const sender = {
    ...(has('by nobody') ? { by: null } : {}),
    isBuilder: has('by an executor', 'by an architect'),
  };
  const { runs, lease } = ticket.context;
  if (check)
    return play.report(check, {
      ...sender,
      passed: isPass({ verb, flaws, check, name: verb }),
      isMoved: verb.endsWith('changed files'),
      notMet: has('with a finding unmet', 'without evidence') ? ['it'] : [],
      undiffed: has('with a file left out', 'with a file too many') ? ['it'] : [],
      unaudited: has('with a criterion left out') ? ['it'] : [],
    });
  switch (verb) {
    case 'validate':
    case 'validate changed files': {
      const isPolicyChanged = has('under another policy');
      return play.validate({ ...sender, isPolicyChanged, isStale: verb.endsWith('changed files') });
    }
    case 'run passes':
    case 'run fails':
      return play.closingRun({ runId: runs, passed: verb === 'run passes' });
    case 'another run ends':
      return play.closingRun({ runId: 90_000 });
    case 'lease runs out':
      return play.expire((lease ?? 0) + 1);
    case 'expire early':
      return play.expire(lease ?? 0);
    case 'accept':
      return has('as an agent') ? undefined : play.accept();
    case 'ask for a person':
      return play.flag;
    case 'withdraw':
      return play.withdraw;
    default:
      return undefined;
  }
}

/** Fails where the chart and the table disagree. */
function walk(place: Place, request: ClosureRequest): Place {
  const answer = expected(place.ledger, request);
  assert('to' in answer, `${request.name} is refused in ${JSON.stringify(place.ledger)}`);
  const event = eventFor(request, place) ?? assert.fail(`the chart knows nothing of ${request.name}`);
  const [ticket] = transition(loneTicket, place.ticket, event);
  const where = `the chart goes elsewhere on ${request.name} from ${JSON.stringify(place.ledger)}`;
  assert.strictEqual(statusOf(ticket.value), answer.to.status, where);
  const told = typeof ticket.value === 'string' ? {} : (ticket.value.s3_validating as Record<string, string>);
  const marks = Object.fromEntries(checks.map((check) => [check, answer.to.marks[check] ?? 'waiting']));
  if (answer.to.status === 's3_validating') assert.deepStrictEqual(told, marks, where);
  return { ...place, ticket, ledger: answer.to };
}

/** What the table allows is what the chart takes, of everything that can be asked here. */
function compare(place: Place): void {
  for (const request of requests) {
    const event = canBeAsked(request, place.ledger) ? eventFor(request, place) : undefined;
    if (!event) continue;
    const isAllowed = 'to' in expected(place.ledger, request);
    assert.strictEqual(place.ticket.can(event), isAllowed, `${request.name} in ${JSON.stringify(place.ledger)}`);
  }
}

/** Who reported first makes no other place of it. */
const named = ({ ledger }: Place): string =>
  JSON.stringify({ ...ledger, marks: checks.map((check) => ledger.marks[check] ?? 'waiting') });
const isOver = ({ status }: ClosureLedger): boolean => !['impl_complete', 's3_validating'].includes(status);

/** Paths that together take every request of the slice in every place where it is possible. */
export function closurePaths(slice: ClosureSlice): ClosurePath[] {
  const first = start(slice.isOverride);
  const logic: ActorLogic<Place, { type: string }> = {
    transition: (place, { type }) => walk(place, requestNamed(type)),
    getInitialSnapshot: () => first,
    getPersistedSnapshot: (place) => place,
  };
  const places = getAdjacencyMap(logic, {
    events: (place) => possible(slice, place),
    stopWhen: ({ ledger }) => isOver(ledger),
    serializeState: named,
  });
  const graph: Graph = new Map(
    Object.entries(places).map(([name, { transitions }]) => {
      // The library leaves open what its own list of transitions holds.
      const taken = Object.values(transitions as Record<string, { event: { type: string }; state: Place }>);
      return [name, new Map(taken.map(({ event, state }) => [event.type, named(state)]))];
    }),
  );
  return toursOf(graph, named(first)).map((tour) => ({ isOverride: slice.isOverride, steps: stepsOf(first, tour) }));
}

function possible({ verbs, isPossible }: ClosureSlice, place: Place): { type: string }[] {
  compare(place);
  const { ledger } = place;
  return verbs
    .map((verb) => requestNamed(verb))
    .filter((request) => canBeAsked(request, ledger) && (isPossible?.(ledger, request.verb) ?? true))
    .filter((request) => 'to' in expected(ledger, request))
    .map(({ verb }) => ({ type: verb }));
}

function stepsOf(first: Place, tour: readonly string[]): ClosureStep[] {
  let place = first;
  return tour.map((verb) => {
    const request = requestNamed(verb);
    const next = walk(place, request);
    const step = { request, before: place.ledger, after: next.ledger };
    place = next;
    return step;
  });
}

/** Nobody is hurried any more where all three are in. */
export const hasLease = (ledger: ClosureLedger): boolean => ledger.status === 's3_validating' && !isComplete(ledger);
