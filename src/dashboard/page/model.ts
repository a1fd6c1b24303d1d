/** A session as the log tells it up to a record: rows put in their places, nothing decided. */
import type { LogEntry, NodeRow, SessionLine, TicketRow } from '../wire.js';

export interface PlacedNode extends NodeRow {
  /** In the order they were proposed. */
  readonly children: readonly string[];
}

export interface SessionModel {
  /** Of the last entry put in place; 0 before the first. */
  readonly seq: number;
  readonly nodes: ReadonlyMap<string, NodeRow>;
  readonly children: ReadonlyMap<string | null, readonly string[]>;
  readonly tickets: ReadonlyMap<string, TicketRow>;
  readonly session: SessionLine | undefined;
  readonly last: LogEntry | undefined;
}

/** Puts entries in their places one after the other. Going back is starting again: putting is cheap. */
export class Replay {
  readonly #entries: LogEntry[] = [];
  #at = new Places();

  get length(): number {
    return this.#entries.length;
  }

  get entries(): readonly LogEntry[] {
    return this.#entries;
  }

  add(entries: readonly LogEntry[]): void {
    this.#entries.push(...entries);
  }

  /** After the first `count` entries. */
  at(count: number): SessionModel {
    const wanted = Math.max(0, Math.min(count, this.#entries.length));
    if (this.#at.count > wanted) this.#at = new Places();
    while (this.#at.count < wanted) this.#at.put(this.#entries[this.#at.count]);
    return this.#at.seen();
  }
}

class Places {
  count = 0;
  readonly #nodes = new Map<string, NodeRow>();
  readonly #children = new Map<string | null, string[]>();
  readonly #tickets = new Map<string, TicketRow>();
  #last: LogEntry | undefined;

  put(entry: LogEntry | undefined): void {
    this.count += 1;
    if (!entry) return;
    for (const row of entry.nodes ?? []) this.#node(row);
    for (const id of entry.gone ?? []) this.#take(id);
    for (const row of entry.tickets ?? []) {
      const before = this.#tickets.get(row.ticketId);
      this.#tickets.set(row.ticketId, { ...row, who: row.who ?? before?.who ?? null });
    }
    this.#last = entry;
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
    };
  }

  #node(row: NodeRow): void {
    const before = this.#nodes.get(row.id);
    if (!before) this.#siblings(row.parent).push(row.id);
    // What was odd about a commit stays with the node.
    const warnings = row.warnings ?? before?.warnings;
    this.#nodes.set(row.id, warnings ? { ...row, warnings } : row);
  }

  #take(id: string): void {
    const row = this.#nodes.get(id);
    if (!row) return;
    const siblings = this.#siblings(row.parent);
    siblings.splice(siblings.indexOf(id), 1);
    this.#nodes.delete(id);
  }

  #siblings(parent: string | null): string[] {
    const known = this.#children.get(parent);
    if (known) return known;
    const made: string[] = [];
    this.#children.set(parent, made);
    return made;
  }
}
