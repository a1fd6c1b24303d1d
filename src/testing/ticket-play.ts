/** One ticket with its gate, both live, without a board or a clock: events go in, and where both stand can be seen. */
import { createActor } from 'xstate';
import type { GateEvent } from '../../machines/gate-actor.js';
import type { ClosureContext } from '../../machines/measures/closure.js';
import type { GateContext } from '../../machines/measures/gate.js';
import { gateActorId, ticketMachine, type TicketEvent } from '../../machines/ticket.machine.js';
import { leaseMs, type Check } from '../../machines/schema/ticket.js';
import { leafOf, statusOf } from '../session/ticket-actors.js';
import { checkFigures, validateFigures } from './closure-samples.js';
import {
  beginFigures,
  gateOf,
  now,
  overrideFigures,
  reportFigures,
  reviewFigures,
  runFigures,
} from './ticket-samples.js';

const input = { ticketId: 'T-1', limits: gateOf().limits };

export const begin: GateEvent = { type: 'gate.begin', ...beginFigures() };
export const submit = (spoilt: Parameters<typeof reportFigures>[0] = {}): GateEvent => ({
  type: 'gate.report',
  ...reportFigures(spoilt),
});
export const ran = (spoilt: Parameters<typeof runFigures>[0] = {}): GateEvent => ({
  type: 'gate.ran',
  ...runFigures(spoilt),
});
export const review = (spoilt: Parameters<typeof reviewFigures>[0] = {}): GateEvent => ({
  type: 'gate.review',
  ...reviewFigures(spoilt),
});
export const force: GateEvent = { type: 'gate.force', ...overrideFigures() };
export const skip: GateEvent = { type: 'gate.skip', ...overrideFigures() };

export const validate = (spoilt: Parameters<typeof validateFigures>[0] = {}): TicketEvent => ({
  type: 'ticket.validate',
  ...validateFigures(spoilt),
});
export const report = (check: Check, spoilt: Parameters<typeof checkFigures>[1] = {}): TicketEvent => ({
  type: `report.${check}`,
  ...checkFigures(check, spoilt),
});
export const closingRun = (spoilt: { runId?: number; passed?: boolean; isCutShort?: boolean } = {}): TicketEvent => ({
  type: 'closure.ran',
  at: now,
  runId: 1,
  passed: true,
  isCutShort: false,
  ...spoilt,
});
export const expire = (at = now + leaseMs + 1): TicketEvent => ({ type: 'closure.expire', at });
export const accept = (isMoved = false): TicketEvent => ({ type: 'ticket.accept', at: now, isMoved });
export const withdraw: TicketEvent = { type: 'ticket.withdraw' };
export const flag: TicketEvent = { type: 'ticket.flag' };

export const approved: readonly TicketEvent[] = [begin, submit(), ran(), review()];
/** In validation, and the run it asked for has passed. */
export const validating: readonly TicketEvent[] = [...approved, validate(), closingRun()];

export class TicketPlay {
  readonly actor = createActor(ticketMachine, { input }).start();

  constructor(...events: readonly TicketEvent[]) {
    this.send(...events);
  }

  send(...events: readonly TicketEvent[]): this {
    for (const event of events) this.actor.send(event);
    return this;
  }

  can(event: TicketEvent): boolean {
    return this.actor.getSnapshot().can(event);
  }

  get status(): string {
    return statusOf(this.actor.getSnapshot().value);
  }

  /** What each region says, while there are any. */
  get checks(): unknown {
    const { value } = this.actor.getSnapshot();
    return typeof value === 'string' ? undefined : value.s3_validating;
  }

  get closure(): ClosureContext {
    return this.actor.getSnapshot().context;
  }

  /** Undefined once it has stopped. */
  get gate(): string | undefined {
    const snapshot = this.actor.getSnapshot().children[gateActorId]?.getSnapshot();
    return snapshot && leafOf(snapshot.value);
  }

  get attempts(): GateContext | undefined {
    return this.actor.getSnapshot().children[gateActorId]?.getSnapshot().context;
  }
}
