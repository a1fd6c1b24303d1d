/** One gate without a ticket, a board or a clock: events go in, and what it remembers can be looked at. */
import assert from 'node:assert';
import { initialTransition, transition, type SnapshotFrom } from 'xstate';
import type { GateEvent } from '../../machines/gate-actor.js';
import { gateMachine } from '../../machines/gate.machine.js';
import { stepLimits } from '../../machines/measures/board-ticket.js';
import type { GateContext } from '../../machines/measures/gate.js';
import type { GateState } from '../../machines/schema/ticket.js';
import { leafOf } from '../session/ticket-actors.js';
import {
  beginFigures,
  limits,
  now,
  overrideFigures,
  reportFigures,
  reviewFigures,
  runFigures,
} from './ticket-samples.js';

/** There is no parent to tell. */
export const loneGate = gateMachine.provide({ actions: { tell: () => undefined } });
type Snapshot = SnapshotFrom<typeof gateMachine>;

/** The chart's path to a state: those in which the gate is at work are below `active`. */
export function gateAt(state: GateState, context: GateContext): Snapshot {
  const isActive = !['PENDING', 'APPROVED', 'SKIPPED', 'FORCED'].includes(state);
  return loneGate.resolveState({ value: isActive ? { active: state } : state, context });
}

// The leaves of the chart are the gate states of the schema; the chart's own test holds that.
export const stateOf = ({ value }: Snapshot): GateState => leafOf(value) as GateState;

export class GatePlay {
  now = now;
  #snapshot: Snapshot = initialTransition(loneGate, { ticketId: 'T-1', limits: stepLimits(undefined, limits) })[0];

  get state(): GateState {
    return stateOf(this.#snapshot);
  }

  get context(): GateContext {
    return this.#snapshot.context;
  }

  /** `FAILED(TIMEOUT)`, `ESCALATED(FLAKY)`, or the state alone. */
  get where(): string {
    const { escalation, failures } = this.context;
    if (this.state === 'ESCALATED') return `ESCALATED(${escalation?.type})`;
    return this.state === 'FAILED' ? `FAILED(${failures.at(-1)?.type})` : this.state;
  }

  can(event: GateEvent): boolean {
    return this.#snapshot.can(event);
  }

  /** Only for events the gate takes. */
  take(event: GateEvent): this {
    assert(this.can(event), `${this.where} does not take ${event.type}`);
    this.#snapshot = transition(loneGate, this.#snapshot, event)[0];
    return this;
  }

  later(ms: number): this {
    this.now += ms;
    return this;
  }

  begin(): this {
    return this.take({ type: 'gate.begin', ...beginFigures({ at: this.now }) });
  }

  report(spoilt: Parameters<typeof reportFigures>[0] = {}): this {
    return this.take(this.reportEvent(spoilt));
  }

  reportEvent(spoilt: Parameters<typeof reportFigures>[0] = {}): GateEvent {
    return { type: 'gate.report', ...reportFigures({ at: this.now, attempt: this.context.attempt, ...spoilt }) };
  }

  ran(spoilt: Parameters<typeof runFigures>[0] = {}): this {
    return this.take({ type: 'gate.ran', ...runFigures({ at: this.now, runId: this.context.runs, ...spoilt }) });
  }

  review(spoilt: Parameters<typeof reviewFigures>[0] = {}): this {
    return this.take(this.reviewEvent(spoilt));
  }

  reviewEvent(spoilt: Parameters<typeof reviewFigures>[0] = {}): GateEvent {
    const filesId = this.context.lastRun?.filesId ?? '';
    return { type: 'gate.review', ...reviewFigures({ at: this.now, filesId, ...spoilt }) };
  }

  reject(by = 'agent a1'): this {
    return this.review({ by, verdict: 'REJECTED', recommendation: 'retry' });
  }

  /** A millisecond too late for whatever is at work. */
  overrun(): this {
    this.now = (this.context.deadline ?? assert.fail(`no time runs in ${this.where}`)) + 1;
    return this.expire();
  }

  expire(): this {
    return this.take({ type: 'gate.expire', at: this.now });
  }

  wake(): this {
    this.now = this.context.wakeAt ?? assert.fail(`nothing to wake in ${this.where}`);
    return this.take({ type: 'gate.wake', at: this.now });
  }

  late(as: 'executor' | 'architect', by: string): this {
    return this.take({ type: 'gate.late', as, by });
  }

  plain(name: 'escalate' | 'retry' | 'extend' | 'investigate' | 'acknowledge' | 'unblock' | 'orphan'): this {
    return this.take({ type: `gate.${name}`, at: this.now });
  }

  rereview(filesId = this.context.lastRun?.filesId ?? ''): this {
    return this.take({ type: 'gate.rereview', at: this.now, filesId });
  }

  override(how: 'skip' | 'force'): this {
    return this.take({ type: `gate.${how}`, ...overrideFigures({ at: this.now }) });
  }
}

/** A gate whose first attempt has got as far as the step named. */
export function playedTo(step: 'EXECUTING' | 'VERIFYING' | 'REVIEWING'): GatePlay {
  const gate = new GatePlay().begin();
  if (step === 'EXECUTING') return gate;
  gate.report();
  return step === 'VERIFYING' ? gate : gate.ran();
}
