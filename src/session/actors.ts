/** Finding live actors by what they stand for, and asking a chart what an event would do without sending it. */
import assert from 'node:assert';
import { transition, type AnyActorRef, type AnyStateMachine, type EventFromLogic, type SnapshotFrom } from 'xstate';
import type { NodeMachine } from '../../machines/charts.js';
import { roundActorId } from '../../machines/session.machine.js';
import type { SessionState } from './state.js';

export const roundActor = (state: SessionState, round: number): AnyActorRef | undefined =>
  state.actor.getSnapshot().children[roundActorId(round)] as AnyActorRef | undefined;

const childOf = (ref: AnyActorRef | undefined, id: string): AnyActorRef | undefined =>
  (ref?.getSnapshot() as { children: Record<string, AnyActorRef | undefined> } | undefined)?.children[id];

export const nodeActor = (state: SessionState, round: number, id: string): AnyActorRef | undefined =>
  childOf(roundActor(state, round), id);

export function nodeSnapshot(state: SessionState, id: string): SnapshotFrom<NodeMachine> {
  const ref = nodeActor(state, state.tree.at(id).depth, id);
  assert(ref, `no actor for ${id}`);
  return ref.getSnapshot() as SnapshotFrom<NodeMachine>;
}

/** The state a chart would go to, or undefined where it does not take the event. */
export function moved<M extends AnyStateMachine>(
  machine: M,
  snapshot: SnapshotFrom<M>,
  event: EventFromLogic<M>,
): string | undefined {
  if (!(snapshot as { can(event: unknown): boolean }).can(event)) return undefined;
  const [next] = transition(machine, snapshot, event);
  return topState((next as { value: unknown }).value);
}

/** The state at the top of a chart, whatever goes on inside of it. */
export const topState = (value: unknown): string =>
  typeof value === 'object' && value !== null ? (Object.keys(value)[0] ?? '') : String(value);
