/** The live charts of tickets: where they stand, and what they would do with an event, without sending it. */
import assert from 'node:assert';
import { getMicrosteps, transition, type AnyActorRef, type SnapshotFrom } from 'xstate';
import type { GateEvent } from '../../machines/gate-actor.js';
import { gateMachine } from '../../machines/gate.machine.js';
import type { Ticket, TicketGate } from '../../machines/measures/board-ticket.js';
import type { Move } from '../../machines/schema/record.js';
import type { GateState, TicketStatus } from '../../machines/schema/ticket.js';
import { ticketActorId } from '../../machines/session.machine.js';
import { gateActorId, ticketMachine, type TicketEvent } from '../../machines/ticket.machine.js';
import { moved } from './actors.js';
import type { SessionState } from './state.js';

type GateSnapshot = SnapshotFrom<typeof gateMachine>;
type TicketSnapshot = SnapshotFrom<typeof ticketMachine>;

/** Asked without a gate to send to. */
const askedTicket = ticketMachine.provide({ actions: { forward: () => undefined, reopenGate: () => undefined } });

/** Asked without a parent to tell. */
const askedGate = gateMachine.provide({ actions: { tell: () => undefined } });

/** `{ active: 'EXECUTING' }` is EXECUTING. */
export function leafOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  return leafOf(Object.values(value)[0]);
}

/** A ticket with all its checks is s3_validating, whatever its regions say. */
export const statusOf = (value: unknown): TicketStatus =>
  // The states at the top of the chart are the statuses of the schema; a model test holds that.
  (typeof value === 'string' ? value : Object.keys(value as object)[0]) as TicketStatus;

function ticketSnapshot(state: SessionState, ticketId: string): TicketSnapshot | undefined {
  const ref = state.actor.getSnapshot().children[ticketActorId(ticketId)] as AnyActorRef | undefined;
  return ref?.getSnapshot() as TicketSnapshot | undefined;
}

/** Undefined where the ticket is withdrawn: its gate has stopped. */
export function gateSnapshot(state: SessionState, ticketId: string): GateSnapshot | undefined {
  const children = ticketSnapshot(state, ticketId)?.children as Record<string, AnyActorRef | undefined> | undefined;
  return children?.[gateActorId]?.getSnapshot() as GateSnapshot | undefined;
}

export function liveTicket(state: SessionState, ticketId: string): Pick<Ticket, 'status' | 'isFlagged' | 'closure'> {
  const { value, context } = ticketSnapshot(state, ticketId) ?? assert.fail(`no actor for ticket ${ticketId}`);
  return { status: statusOf(value), isFlagged: context.isFlagged, closure: context };
}

export function liveGate(state: SessionState, ticketId: string): TicketGate | undefined {
  const snapshot = gateSnapshot(state, ticketId);
  // The leaves of the chart are the gate states of the schema; a model test holds that.
  return snapshot && { state: leafOf(snapshot.value) as GateState, context: snapshot.context };
}

const verdicts: Partial<Record<string, Extract<TicketEvent, { type: `verdict.${string}` }>>> = {
  EXECUTING: { type: 'verdict.works' },
  VERIFYING: { type: 'verdict.works' },
  REVIEWING: { type: 'verdict.works' },
  BLOCKED: { type: 'verdict.waits' },
  ESCALATED: { type: 'verdict.waits' },
  APPROVED: { type: 'verdict.passed', isOverride: false },
  SKIPPED: { type: 'verdict.passed', isOverride: true },
  FORCED: { type: 'verdict.passed', isOverride: true },
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
  before = ticketSnapshot(state, ticketId),
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
  const to = verdict && before && moved(ticketMachine, before, verdict);
  if (before && to !== undefined) {
    const ticketWhy = verdict?.type === 'verdict.passed' ? 'handed off' : (moves.at(-1)?.why ?? why);
    moves.push({ actor: ticketActorId(ticketId), from: statusOf(before.value), to, why: ticketWhy });
  }
  return moves;
}

/** The moves of a ticket by its closure gate, and of its gate where it is reopened; undefined where it is not taken. */
export function ticketMoves(
  state: SessionState,
  ticketId: string,
  event: TicketEvent,
  why: Move['why'],
): Move[] | undefined {
  const snapshot = ticketSnapshot(state, ticketId);
  if (!snapshot?.can(event)) return undefined;
  const asked = askedTicket.resolveState({ value: snapshot.value, context: snapshot.context });
  const actor = ticketActorId(ticketId);
  const moves: Move[] = [];
  let from = statusOf(snapshot.value);
  for (const [next] of getMicrosteps(askedTicket, asked, event)) {
    const to = statusOf(next.value);
    if (to !== from) moves.push({ actor, from, to, why: whyClosing(to) ?? why });
    from = to;
  }
  if (!moves.some(({ to }) => to === 's3_rejected')) return moves;
  const reopened = ticketMachine.resolveState({ value: 'in_progress', context: snapshot.context });
  const at = 'at' in event ? event.at : 0;
  return [...moves, ...(gateMoves(state, ticketId, { type: 'gate.reopen', at }, 'rejected', reopened) ?? [])];
}

function whyClosing(to: TicketStatus): Move['why'] | undefined {
  if (to === 'closed') return 'closed';
  return to === 's3_rejected' || to === 'in_progress' ? 'rejected' : undefined;
}

/** The ticket's own move, where it has one. */
export function ticketMove(
  state: SessionState,
  ticketId: string,
  type: 'ticket.withdraw' | 'ticket.flag',
): string | undefined {
  const snapshot = ticketSnapshot(state, ticketId);
  return snapshot?.can({ type }) ? statusOf(transition(askedTicket, snapshot, { type })[0].value) : undefined;
}

export function sendToTicket(state: SessionState, ticketId: string, event: TicketEvent): void {
  state.actor.send({ type: 'ticket.event', ticketId, event });
}
