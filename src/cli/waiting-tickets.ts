/** Tickets that wait for a person, over the sessions of a project. Only those are asked that have some, and again when they have moved on. */
import type { SessionEngine, SessionRow } from '../engine/port.js';

export interface WaitingTicket {
  readonly sessionId: string;
  readonly ticketId: string;
}

export class WaitingTickets {
  readonly #kept = new Map<string, { readonly updatedAt: number; readonly ids: readonly string[] }>();

  constructor(private readonly engine: SessionEngine) {}

  async in(sessions: readonly SessionRow[]): Promise<WaitingTicket[]> {
    const waiting: WaitingTicket[] = [];
    for (const { sessionId, ticketsForPerson, updatedAt } of sessions) {
      if (ticketsForPerson === 0) continue;
      const ids = await this.#idsIn(sessionId, updatedAt);
      waiting.push(...ids.map((ticketId) => ({ sessionId, ticketId })));
    }
    return waiting;
  }

  async #idsIn(sessionId: string, updatedAt: number): Promise<readonly string[]> {
    const kept = this.#kept.get(sessionId);
    if (kept?.updatedAt === updatedAt) return kept.ids;
    const { value } = await this.engine.query(sessionId, { kind: 'board' });
    this.#kept.set(sessionId, { updatedAt, ids: value.waitingForPerson });
    return value.waitingForPerson;
  }
}
