/** The live charts of tickets: where they stand, and what they would do with an event, without sending it. */
import assert from 'node:assert';
import { getMicrosteps, type AnyActorRef, type SnapshotFrom } from 'xstate';
import type { GateEvent } from '../../machines/gate-actor.js';
import { gateMachine } from '../../machines/gate.machine.js';
import type { TicketGate } from '../../machines/measures/board-ticket.js';
import type { Move } from '../../machines/schema/record.js';
import type { GateState, TicketStatus } from '../../machines/schema/ticket.js';
import { ticketActorId } from '../../machines/session.machine.js';
import { gateActorId, ticketMachine, type TicketEvent } from '../../machines/ticket.machine.js';
import { moved } from './actors.js';
import type { SessionState } from './state.js';

type GateSnapshot = SnapshotFrom<typeof gateMachine>;
type TicketSnapshot = SnapshotFrom<typeof ticketMachine>;

/** Asked without a parent to tell. */
const askedGate = gateMachine.provide({ actions: { tell: () => undefined } });

/** `{ active: 'EXECUTING' }` is EXECUTING. */
export function leafOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  return leafOf(Object.values(value)[0]);
}

function ticketSnapshot(state: SessionState, ticketId: string): TicketSnapshot | undefined {
  const ref = state.actor.getSnapshot().children[ticketActorId(ticketId)] as AnyActorRef | undefined;
  return ref?.getSnapshot() as TicketSnapshot | undefined;
}

/** Undefined where the ticket is withdrawn: its gate has stopped. */
export function gateSnapshot(state: SessionState, ticketId: string): GateSnapshot | undefined {
  const children = ticketSnapshot(state, ticketId)?.children as Record<string, AnyActorRef | undefined> | undefined;
  return children?.[gateActorId]?.getSnapshot() as GateSnapshot | undefined;
}

export function liveTicket(state: SessionState, ticketId: string): { status: TicketStatus; isFlagged: boolean } {
  const snapshot = ticketSnapshot(state, ticketId) ?? assert.fail(`no actor for ticket ${ticketId}`);
  // The states of the chart are the statuses of the schema; a model test holds that.
  return { status: leafOf(snapshot.value) as TicketStatus, isFlagged: snapshot.context.isFlagged };
}

export function liveGate(state: SessionState, ticketId: string): TicketGate | undefined {
  const snapshot = gateSnapshot(state, ticketId);
  // The leaves of the chart are the gate states of the schema; a model test holds that.
  return snapshot && { state: leafOf(snapshot.value) as GateState, context: snapshot.context };
}

const verdicts: Partial<Record<string, TicketEvent['type'] & `verdict.${string}`>> = {
  EXECUTING: 'verdict.works',
  VERIFYING: 'verdict.works',
  REVIEWING: 'verdict.works',
  BLOCKED: 'verdict.waits',
  ESCALATED: 'verdict.waits',
  APPROVED: 'verdict.passed',
  SKIPPED: 'verdict.passed',
  FORCED: 'verdict.passed',
};

/** What happens to a gate that passes through FAILED is named by where it goes. */
function whyLater(to: string): Move['why'] {
  return to === 'ESCALATED' ? 'escalated' : 'retried';
}

/** The moves of a gate and of its ticket; undefined where the gate does not take the event. */
export function gateMoves(
  state: SessionState,
  ticketId: string,
  event: GateEvent,
  why: Move['why'],
): Move[] | undefined {
  const snapshot = gateSnapshot(state, ticketId);
  if (!snapshot?.can(event)) return undefined;
  const moves: Move[] = [];
  let from = leafOf(snapshot.value);
  // The live snapshot would bring its own actions along.
  const asked = askedGate.resolveState({ value: snapshot.value, context: snapshot.context });
  for (const [next] of getMicrosteps(askedGate, asked, event)) {
    const to = leafOf(next.value);
    moves.push({ actor: `gate:${ticketId}`, from, to, why: moves.length === 0 ? why : whyLater(to) });
    from = to;
  }
  const verdict = verdicts[from];
  const before = ticketSnapshot(state, ticketId);
  const to = verdict && before && moved(ticketMachine, before, { type: verdict });
  if (before && to !== undefined) {
    const ticketWhy = verdict === 'verdict.passed' ? 'handed off' : (moves.at(-1)?.why ?? why);
    moves.push({ actor: ticketActorId(ticketId), from: leafOf(before.value), to, why: ticketWhy });
  }
  return moves;
}

/** The ticket's own move, where it has one. */
export function ticketMove(
  state: SessionState,
  ticketId: string,
  type: 'ticket.withdraw' | 'ticket.flag',
): string | undefined {
  const snapshot = ticketSnapshot(state, ticketId);
  return snapshot && moved(ticketMachine, snapshot, { type });
}

export function sendToTicket(state: SessionState, ticketId: string, event: TicketEvent): void {
  state.actor.send({ type: 'ticket.event', ticketId, event });
}
