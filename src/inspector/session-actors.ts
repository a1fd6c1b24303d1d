/**
 * The actors of one session, followed through its journal: a copy of the session is folded record by record, and what
 * XState reports of the copy becomes messages. So every process that reads the journal tells the same story.
 */
import type { AnyActorRef, AnyStateMachine, InspectionEvent } from 'xstate';
import type { JournalRecord } from '../../machines/schema/record.js';
import { gateActorId } from '../../machines/ticket.machine.js';
import { begin, fold } from '../session/fold.js';
import type { SessionState } from '../session/state.js';
import { actorMessage, eventMessage, snapshotMessage, type ActorName, type EventLike, type Moment } from './message.js';

export interface InspectedActor extends ActorName {
  /** The actor with its chart and where it stands now. */
  announcement(): string;
}

/** `came` announces the actor; `left` is the last that is heard of it. */
export interface Change {
  readonly kind: 'came' | 'told' | 'left';
  readonly actor: InspectedActor;
  text: string;
}

/** An actor of a machine: every actor of a session is one. */
type Ref = AnyActorRef & { readonly logic: AnyStateMachine; readonly _parent?: Ref };

export class SessionActors {
  #state: SessionState | undefined;
  readonly #actors = new Map<Ref, InspectedActor>();
  #changes: Change[] = [];
  /** Announced, but not yet at its first state. */
  readonly #coming = new Map<Ref, Change>();
  #seq = 0;
  #time = 0;

  constructor(readonly id: string) {}

  /** The last record taken. */
  get seq(): number {
    return this.#seq;
  }

  /** Parents before their children. */
  all(): InspectedActor[] {
    return [...this.#actors.values()];
  }

  /** What the record did, in order. */
  take(record: JournalRecord): Change[] {
    this.#seq = record.seq;
    this.#time = record.time;
    this.#changes = [];
    if (this.#state) fold(this.#state, record);
    else this.#state = begin(this.id, record, (event) => this.#inspected(event));
    if (record.outcome === 'REJECTED') this.#refused(record.refused);
    for (const [ref, change] of this.#coming) this.#arrived(ref, change, ref.getSnapshot());
    return this.#changes;
  }

  #inspected(inspection: InspectionEvent): void {
    // Types of inspection name the least an actor can be; those of a session are all machines.
    const ref = inspection.actorRef as unknown as Ref;
    if (inspection.type === '@xstate.actor') this.#came(ref);
    const actor = this.#actors.get(ref);
    if (!actor) return;
    if (inspection.type === '@xstate.event') {
      const source = inspection.sourceRef && this.#actors.get(inspection.sourceRef as unknown as Ref);
      this.#tell(actor, eventMessage(actor, source?.id, inspection.event, this.#moment()));
    }
    if (inspection.type === '@xstate.snapshot') this.#moved(ref, actor, inspection.snapshot, inspection.event);
  }

  #came(ref: Ref): void {
    const parent = ref._parent && this.#actors.get(ref._parent);
    const name = nameOf(ref, parent, this.id);
    const announcement = () =>
      actorMessage(name, ref.logic, ref.getSnapshot(), { time: this.#time, id: `${name.id}#${this.#seq}` });
    const actor = { ...name, announcement };
    this.#actors.set(ref, actor);
    const change: Change = { kind: 'came', actor, text: '' };
    this.#changes.push(change);
    this.#coming.set(ref, change);
  }

  #moved(ref: Ref, actor: InspectedActor, snapshot: unknown, event: EventLike): void {
    const change = this.#coming.get(ref);
    if (change) this.#arrived(ref, change, snapshot);
    const isOver = (snapshot as { status: string }).status === 'stopped';
    if (isOver) this.#actors.delete(ref);
    this.#tell(actor, snapshotMessage(actor, snapshot, event, this.#moment()), isOver ? 'left' : 'told');
  }

  #arrived(ref: Ref, change: Change, snapshot: unknown): void {
    change.text = actorMessage(change.actor, ref.logic, snapshot, this.#moment());
    this.#coming.delete(ref);
  }

  /** Nothing moved, and that is worth seeing. */
  #refused({ type, errors }: { type: string; errors: readonly { code: string; subject: string }[] }): void {
    const [root] = this.#actors.values();
    if (!root) return;
    const event = { type: `refused.${type}`, errors };
    this.#tell(root, eventMessage(root, undefined, event, this.#moment()));
  }

  #tell(actor: InspectedActor, text: string, kind: Change['kind'] = 'told'): void {
    this.#changes.push({ kind, actor, text });
  }

  #moment(): Moment {
    return { time: this.#time, id: `${this.id}#${this.#seq}.${this.#changes.length}` };
  }
}

/** A node is named below its session, not its round: its id says the round. */
function nameOf({ id, logic }: Ref, parent: InspectedActor | undefined, sessionId: string): ActorName {
  const rootId = `session:${sessionId}`;
  if (!parent) return { id: rootId, name: rootId, rootId, parentId: undefined };
  const parentId = parent.id;
  if (id === gateActorId) return { id: `${parentId}/${id}`, name: parent.name.replace('ticket', id), rootId, parentId };
  const name = logic.id.startsWith('round@') || parentId === rootId ? id : `node:${id}`;
  return { id: `${rootId}/${name}`, name, rootId, parentId };
}
