/** Waits for a ticket to come to something, for a bounded time, telling the caller now and then that it still does. */
import type { SessionEngine } from '../engine/port.js';
import type { TicketDetail } from '../views/ticket-detail.js';
import type { ToolContext } from './tool.js';

export interface Awaited {
  readonly detail: TicketDetail;
  readonly head: string;
}

export interface Wait {
  readonly sessionId: string;
  readonly ticketId: string;
  readonly ms: number;
  readonly until: (detail: TicketDetail) => boolean;
  /** What is going on meanwhile, for the progress notes. */
  readonly doing: string;
}

const progressMs = 1000;

export async function awaitTicket(context: ToolContext, wait: Wait): Promise<Awaited> {
  const { engine, signal } = context;
  const { sessionId, ticketId, ms, until } = wait;
  const first = await look(engine, sessionId, ticketId);
  if (until(first.detail)) return first;
  // Held here: a signal made of others may be collected before it fires.
  const over = new AbortController();
  const stop = () => {
    over.abort();
  };
  const timer = setTimeout(stop, ms);
  signal?.addEventListener('abort', stop);
  const progress = keepTelling(context, wait);
  try {
    const after = Number(first.head.split(':')[0]);
    const records = engine.tail(sessionId, after, over.signal)[Symbol.asyncIterator]();
    while ((await records.next()).done !== true) {
      const now = await look(engine, sessionId, ticketId);
      if (until(now.detail)) return now;
    }
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
    clearInterval(progress);
  }
  signal?.throwIfAborted();
  return look(engine, sessionId, ticketId);
}

async function look(engine: SessionEngine, sessionId: string, ticketId: string): Promise<Awaited> {
  const { value, head } = await engine.query(sessionId, { kind: 'ticket', ticketId });
  if (!value) throw new Error(`ticket ${ticketId} is gone`);
  return { detail: value, head };
}

function keepTelling({ progress }: ToolContext, { doing }: Wait): NodeJS.Timeout {
  const from = Date.now();
  return setInterval(() => {
    const seconds = Math.round((Date.now() - from) / 1000);
    progress?.(seconds, `${doing} (${seconds} s)`);
  }, progressMs);
}
