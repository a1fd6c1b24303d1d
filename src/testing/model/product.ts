/**
 * A ticket and its gate as one machine, composed of the two real charts: what the gate tells goes to the ticket, and what
 * the ticket sends back goes to the gate, as live actors would do it. At every step the laws of closing are checked.
 */
import assert from 'node:assert';
import { getAdjacencyMap } from '@xstate/graph';
import { initialTransition, transition, type ActorLogic, type Snapshot } from 'xstate';
import type { GateEvent } from '../../../machines/gate-actor.js';
import { newClosure } from '../../../machines/measures/closure.js';
import { checks } from '../../../machines/schema/ticket.js';
import { ticketMachine, type TicketEvent } from '../../../machines/ticket.machine.js';
import { statusOf } from '../../session/ticket-actors.js';
import { loneGate, stateOf } from '../gate-play.js';
import { gateOf } from '../ticket-samples.js';
import { forgedEvents } from '../forged-events.js';
import { eventsIn, type Offer } from './product-events.js';
import { keyOf } from './product-key.js';
import type { Product } from './product-place.js';

/** Asked without actors to send to: what they would send is carried over by hand. */
const loneTicket = ticketMachine.provide({ actions: { forward: () => undefined, reopenGate: () => undefined } });

type Place = Snapshot<undefined> & Product;

const limits = gateOf().limits;

function start(): Place {
  const [gate] = initialTransition(loneGate, { ticketId: 'T-1', limits });
  const ticket = loneTicket.resolveState({ value: 'open', context: newClosure('T-1') });
  return { status: 'active', output: undefined, error: undefined, ticket, gate, passed: [] };
}

const statusIn = ({ ticket }: Product): string => statusOf(ticket.value);

interface Sent {
  readonly type: string;
  readonly params?: unknown;
}

/** The gate moves, and tells its ticket. */
function toGate(product: Product, event: GateEvent): Product {
  if (!product.gate) return product;
  const [gate, actions] = transition(loneGate, product.gate, event);
  let { ticket } = product;
  for (const { type, params } of actions as readonly Sent[]) {
    if (type !== 'tell') continue;
    const { verdict, isOverride = false } = params as { verdict: string; isOverride?: boolean };
    // The gate's own words, as its chart has them.
    [ticket] = transition(loneTicket, ticket, { type: `verdict.${verdict}`, isOverride } as TicketEvent);
  }
  return { ...product, gate, ticket };
}

/** The ticket moves, and reopens or stops its gate. */
function toTicket(product: Product, event: TicketEvent): Product {
  const [ticket, actions] = transition(loneTicket, product.ticket, event);
  const moved = { ...product, ticket, passed: passedBy(product, event) };
  if (statusOf(ticket.value) === 'withdrawn') return { ...moved, gate: undefined };
  const isReopened = (actions as readonly Sent[]).some(({ type }) => type === 'reopenGate');
  return isReopened ? toGate(moved, { type: 'gate.reopen', at: 'at' in event ? event.at : 0 }) : moved;
}

function passedBy({ passed }: Product, event: TicketEvent): readonly string[] {
  if (event.type === 'ticket.validate' || event.type === 'closure.expire') return [];
  return 'check' in event && event.passed ? [...passed, event.check] : passed;
}

const isGateEvent = (event: TicketEvent): event is GateEvent => event.type.startsWith('gate.');

const canTake = (product: Product, event: TicketEvent): boolean =>
  isGateEvent(event)
    ? ['closed', 'withdrawn'].includes(statusIn(product))
      ? false
      : (product.gate?.can(event) ?? false)
    : product.ticket.can(event);

const take = (product: Product, event: TicketEvent): Product =>
  isGateEvent(event) ? toGate(product, event) : toTicket(product, event);

/** What must hold wherever it is. */
function assertLaws(product: Product): void {
  const status = statusIn(product);
  const where = `${status} ${product.gate ? stateOf(product.gate) : 'stopped'}`;
  assert.strictEqual(product.gate === undefined, status === 'withdrawn', where);
  if (product.gate) assertAgree(status, stateOf(product.gate), where);
  if (status === 'closed') assertEarned(product, where);
  const isHandedOff = ['impl_complete', 's3_validating', 'closed', 'withdrawn'].includes(status);
  for (const event of forgedEvents) {
    if (!product.ticket.can(event)) continue;
    assert(!isHandedOff, `${event.type} is taken in ${where}`);
    assert.notStrictEqual(statusIn(take(product, event)), 'closed', `${event.type} closes in ${where}`);
  }
}

function assertAgree(status: string, gate: string, where: string): void {
  const isPassed = ['APPROVED', 'SKIPPED', 'FORCED'].includes(gate);
  const isWaiting = gate === 'BLOCKED' || gate === 'ESCALATED';
  const expected = isPassed
    ? ['impl_complete', 's3_validating', 'closed']
    : gate === 'PENDING'
      ? ['open']
      : isWaiting
        ? ['blocked']
        : ['in_progress'];
  assert(expected.includes(status), `the ticket and its gate disagree: ${where}`);
}

function assertEarned({ ticket, gate, passed }: Product, where: string): void {
  assert.deepStrictEqual([...passed].sort(), [...checks].sort(), `closed by ${passed.join(', ')}: ${where}`);
  const { marks, needsAccept, isAccepted, run } = ticket.context;
  const builders = [...(gate?.context.executors ?? []), ...(gate?.context.architects ?? [])];
  for (const check of checks) {
    const mark = marks[check];
    assert(mark?.passed === true, `${check} has not passed: ${where}`);
    assert(!builders.includes(mark.by), `${check} was checked by a builder: ${where}`);
  }
  assert(!needsAccept || isAccepted, `closed without the person it waited for: ${where}`);
  assert(run === 'passed' || isAccepted, `closed without a run that passed: ${where}`);
}

interface Enumerated {
  readonly states: number;
  readonly transitions: number;
  readonly statuses: Readonly<Record<string, number>>;
  /** Whether everything there is was seen. */
  readonly isComplete: boolean;
}

interface Bounds {
  /** States that are looked further from. */
  readonly statesMax: number;
  /** A slice of all there is: only these are sent. */
  readonly isSent?: (name: string) => boolean;
  readonly progress?: (states: number) => void;
}

/** Every state that can be reached, each looked at once; fails at the first law that is broken. */
export function enumerate({ statesMax, isSent = () => true, progress }: Bounds): Enumerated {
  let looked = 0;
  let left = 0;
  const logic: ActorLogic<Place, Offer> = {
    transition: (place, { event }) => ({ ...place, ...take(place, event) }),
    getInitialSnapshot: start,
    getPersistedSnapshot: (place) => place,
  };
  const places = getAdjacencyMap(logic, {
    events: (place) => {
      looked += 1;
      progress?.(looked);
      assertLaws(place);
      if (looked > statesMax) {
        left += 1;
        return [];
      }
      return eventsIn(place).filter(({ type, event }) => isSent(type) && canTake(place, event));
    },
    serializeState: keyOf,
    serializeEvent: ({ type }) => type,
    limit: Number.POSITIVE_INFINITY,
  });
  const statuses: Record<string, number> = {};
  let transitions = 0;
  for (const { state, transitions: taken } of Object.values(places)) {
    const status = statusIn(state);
    statuses[status] = (statuses[status] ?? 0) + 1;
    transitions += Object.keys(taken).length;
  }
  return { states: Object.keys(places).length, transitions, statuses, isComplete: left === 0 };
}
