/** The messages of `@statelyai/inspect`, which any receiver of that package understands. One message is one JSON text. */
import type { AnyStateMachine } from 'xstate';
import { studioConfig } from '../views/chart-definition.js';
import { brief } from './brief.js';

/** The version of the package whose schema this is; receivers look for the field. */
export const schemaVersion = '0.7.2';

/** Who a message is about. Ids are made of what the journal says, so a restart does not change them. */
export interface ActorName {
  readonly id: string;
  readonly name: string;
  readonly rootId: string;
  readonly parentId: string | undefined;
}

/** When it happened and which message of that moment it is: the same from every process that follows the journal. */
export interface Moment {
  readonly time: number;
  readonly id: string;
}

export interface EventLike {
  readonly type: string;
}

const base = ({ id: sessionId, rootId }: ActorName, { time, id }: Moment) => ({
  sessionId,
  rootId,
  id,
  createdAt: String(time),
  _version: schemaVersion,
});

export function actorMessage(actor: ActorName, machine: AnyStateMachine, snapshot: unknown, moment: Moment): string {
  const { name, parentId } = actor;
  return JSON.stringify({
    type: '@xstate.actor',
    ...base(actor, moment),
    name,
    parentId,
    definition: definitionOf(machine),
    snapshot: briefSnapshot(snapshot),
  });
}

export function eventMessage(actor: ActorName, sourceId: string | undefined, event: EventLike, moment: Moment): string {
  return JSON.stringify({ type: '@xstate.event', ...base(actor, moment), sourceId, event: brief(event) });
}

export function snapshotMessage(actor: ActorName, snapshot: unknown, event: EventLike, moment: Moment): string {
  return JSON.stringify({
    type: '@xstate.snapshot',
    ...base(actor, moment),
    event: brief(event),
    snapshot: briefSnapshot(snapshot),
  });
}

interface SnapshotLike {
  readonly status: string;
  readonly value?: unknown;
  readonly tags?: ReadonlySet<string>;
  readonly context?: unknown;
}

/** Children are left out: each is an actor of its own here, and a list of them would grow with the tree. */
function briefSnapshot(snapshot: unknown) {
  const { status, value, tags, context } = snapshot as SnapshotLike;
  return { status, value, tags: [...(tags ?? [])], context: brief(context) };
}

/** A thousand nodes have one chart. */
const definitions = new WeakMap<AnyStateMachine, string>();

function definitionOf(machine: AnyStateMachine): string {
  const known = definitions.get(machine) ?? JSON.stringify(studioConfig(machine));
  definitions.set(machine, known);
  return known;
}
