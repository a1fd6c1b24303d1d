/** All actors of the sessions followed, in the order they came, and who listens to what becomes of them. */
import type { SessionEngine } from '../engine/port.js';
import { Fault } from '../store/fault.js';
import { SessionActors, type Change, type InspectedActor } from './session-actors.js';

/** Told in order; an actor's place says whether a listener has heard of it. */
export interface Listener {
  /** Places were filled that nobody has been told of. */
  filled(): void;
  /** `isNew` announces the actor. */
  told(place: number, text: string, isNew: boolean): void;
}

interface FeedOptions {
  readonly engine: Pick<SessionEngine, 'records' | 'tail'>;
  readonly warn: (message: string) => void;
}

/** Fewer than the engine keeps open: following more would open and close them in turn. */
const sessionsMax = 12;
const pageRecords = 200;

interface Followed {
  readonly stop: AbortController;
  readonly places: Set<number>;
  done: Promise<void>;
}

export class Feed {
  readonly #options: FeedOptions;
  readonly #sessions = new Map<string, Followed>();
  /** A place is never given twice; those of actors that are gone stay empty. */
  readonly #actors: (InspectedActor | undefined)[] = [];
  readonly #placeOf = new WeakMap<InspectedActor, number>();
  readonly #listeners = new Set<Listener>();

  constructor(options: FeedOptions) {
    this.#options = options;
  }

  get places(): number {
    return this.#actors.length;
  }

  actorAt(place: number): InspectedActor | undefined {
    return this.#actors[place];
  }

  listen(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Resolves when every actor the session has by now can be told. The one asked for longest ago makes room. */
  async follow(id: string): Promise<void> {
    const known = this.#sessions.get(id);
    if (known) {
      this.#sessions.delete(id);
      this.#sessions.set(id, known);
      return;
    }
    const [oldest] = this.#sessions.keys();
    if (this.#sessions.size >= sessionsMax && oldest !== undefined) void this.#leave(oldest);
    const followed: Followed = { stop: new AbortController(), places: new Set(), done: Promise.resolve() };
    this.#sessions.set(id, followed);
    await new Promise<void>((caughtUp) => {
      followed.done = this.#follow(id, followed, caughtUp)
        .catch((error: unknown) => this.#failed(id, followed, error))
        .finally(caughtUp);
    });
  }

  async close(): Promise<void> {
    await Promise.all([...this.#sessions.keys()].map(async (id) => this.#leave(id)));
  }

  async #leave(id: string): Promise<void> {
    const followed = this.#sessions.get(id);
    if (!followed) return;
    this.#sessions.delete(id);
    followed.stop.abort();
    this.#empty(followed);
    await followed.done;
  }

  async #follow(id: string, followed: Followed, caughtUp: () => void): Promise<void> {
    const { engine } = this.#options;
    const { signal } = followed.stop;
    const isFollowed = () => this.#sessions.get(id) === followed;
    const actors = await this.#soFar(id, signal);
    if (!isFollowed()) return;
    for (const actor of actors.all()) this.#place(actor, followed);
    for (const listener of this.#listeners) listener.filled();
    caughtUp();
    for await (const record of engine.tail(id, actors.seq, signal)) {
      if (!isFollowed()) return;
      for (const change of actors.take(record)) this.#tell(change, followed);
    }
  }

  /** What happened before somebody looked is not told, only where it led. */
  async #soFar(id: string, signal: AbortSignal): Promise<SessionActors> {
    const actors = new SessionActors(id);
    for (let isMore = true; isMore && !signal.aborted;) {
      const records = await this.#options.engine.records(id, actors.seq, pageRecords);
      for (const record of records) actors.take(record);
      isMore = records.length === pageRecords;
    }
    return actors;
  }

  #place(actor: InspectedActor, { places }: Followed): number {
    const place = this.#actors.push(actor) - 1;
    this.#placeOf.set(actor, place);
    places.add(place);
    return place;
  }

  /** Whoever is behind hears of a new actor when its turn comes, and then where it stands by then. */
  #tell({ kind, actor, text }: Change, followed: Followed): void {
    const place = kind === 'came' ? this.#place(actor, followed) : this.#placeOf.get(actor);
    if (place === undefined) return;
    for (const listener of this.#listeners) listener.told(place, text, kind === 'came');
    if (kind !== 'left') return;
    this.#actors[place] = undefined;
    followed.places.delete(place);
  }

  #empty({ places }: Followed): void {
    for (const place of places) this.#actors[place] = undefined;
    places.clear();
  }

  #failed(id: string, followed: Followed, error: unknown): void {
    if (this.#sessions.get(id) === followed) this.#sessions.delete(id);
    this.#empty(followed);
    const isExpected = error instanceof Fault && ['SHUTTING_DOWN', 'SESSION_NOT_FOUND'].includes(error.code);
    if (isExpected) return;
    const reason = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
    this.#options.warn(`session ${id} is no longer shown in the inspector: ${reason} See proctor audit ${id}.`);
  }
}
