/** A session as the log tells it up to a record: rows put in their places, nothing decided. */
import type { LogEntry, NodeRow, SessionLine, TicketRow } from '../wire.js';

export interface SessionModel {
  /** Of the last entry put in place; 0 before the first. */
  readonly seq: number;
  readonly nodes: ReadonlyMap<string, NodeRow>;
  readonly children: ReadonlyMap<string | null, readonly string[]>;
  readonly tickets: ReadonlyMap<string, TicketRow>;
  readonly session: SessionLine | undefined;
  readonly last: LogEntry | undefined;
  /** What happened to a node last happened to this one. */
  readonly lastNode: string | null;
}

/** Puts entries in their places one after the other, and takes them out again: each way costs what changed. */
export class Replay {
  readonly #entries: LogEntry[] = [];
  readonly #places = new Places();

  get length(): number {
    return this.#entries.length;
  }

  get entries(): readonly LogEntry[] {
    return this.#entries;
  }

  add(entries: readonly LogEntry[]): void {
    for (const entry of entries) this.#entries.push(entry);
  }

  /** After the first `count` entries. */
  at(count: number): SessionModel {
    const wanted = Math.max(0, Math.min(count, this.#entries.length));
    while (this.#places.count > wanted) this.#places.takeBack();
    while (this.#places.count < wanted) this.#places.put(this.#entries[this.#places.count]);
    return this.#places.seen();
  }
}

type Undo = () => void;

class Places {
  readonly #nodes = new Map<string, NodeRow>();
  readonly #children = new Map<string | null, string[]>();
  readonly #tickets = new Map<string, TicketRow>();
  readonly #undos: Undo[][] = [];
  #last: LogEntry | undefined;
  #lastNode: string | null = null;

  get count(): number {
    return this.#undos.length;
  }

  put(entry: LogEntry | undefined): void {
    const before = this.#last;
    const undos: Undo[] = [() => (this.#last = before)];
    for (const row of entry?.nodes ?? []) undos.push(this.#node(row));
    for (const id of entry?.gone ?? []) undos.push(this.#take(id));
    for (const row of entry?.tickets ?? []) undos.push(this.#ticket(row));
    this.#last = entry ?? before;
    this.#undos.push(undos);
  }

  /** The last entry put in place, as if it never had been. */
  takeBack(): void {
    for (const undo of this.#undos.pop()?.reverse() ?? []) undo();
  }

  /** A new value each time, so that whoever draws it sees that it changed; the places themselves are shared. */
  seen(): SessionModel {
    return {
      seq: this.#last?.seq ?? 0,
      nodes: this.#nodes,
      children: this.#children,
      tickets: this.#tickets,
      session: this.#last?.session,
      last: this.#last,
      lastNode: this.#lastNode,
    };
  }

  #node(row: NodeRow): Undo {
    const before = this.#nodes.get(row.id);
    // What was odd about a commit stays with the node.
    const warnings = row.warnings ?? before?.warnings;
    this.#nodes.set(row.id, warnings ? { ...row, warnings } : row);
    if (before) return () => this.#nodes.set(row.id, before);
    const siblings = this.#siblings(row.parent);
    siblings.push(row.id);
    return () => {
      siblings.pop();
      this.#nodes.delete(row.id);
    };
  }

  #take(id: string): Undo {
    const row = this.#nodes.get(id);
    if (!row) return () => undefined;
    const siblings = this.#siblings(row.parent);
    const index = siblings.indexOf(id);
    siblings.splice(index, 1);
    this.#nodes.delete(id);
    return () => {
      siblings.splice(index, 0, id);
      this.#nodes.set(id, row);
    };
  }

  #ticket(row: TicketRow): Undo {
    const before = this.#tickets.get(row.ticketId);
    this.#tickets.set(row.ticketId, { ...row, who: row.who ?? before?.who ?? null });
    return before ? () => this.#tickets.set(row.ticketId, before) : () => this.#tickets.delete(row.ticketId);
  }

  #siblings(parent: string | null): string[] {
    const known = this.#children.get(parent);
    if (known) return known;
    const made: string[] = [];
    this.#children.set(parent, made);
    return made;
  }
}
