/** Waits for a ticket to come to something, for a bounded time, telling the caller now and then that it still does. */
import type { Awaits, SettledTicket } from '../engine/port.js';
import { seqOf } from './reply.js';
import type { ToolContext } from './tool.js';

export interface Wait {
  readonly sessionId: string;
  readonly ticketId: string;
  /** The record that asked for what is awaited. */
  readonly seq: number;
  readonly awaits: Awaits;
  readonly ms: number;
  /** What is going on meanwhile, for the progress notes. */
  readonly doing: string;
}

const progressMs = 1000;

export async function awaitTicket(context: ToolContext, wait: Wait): Promise<SettledTicket> {
  const { engine, signal } = context;
  const { sessionId, ms } = wait;
  const first = await look(context, wait);
  if (first.isSettled) return first;
  // Held here: a signal made of others may be collected before it fires.
  const over = new AbortController();
  const stop = () => {
    over.abort();
  };
  const timer = setTimeout(stop, ms);
  signal?.addEventListener('abort', stop);
  const progress = keepTelling(context, wait);
  try {
    const records = engine.tail(sessionId, seqOf(first.head), over.signal)[Symbol.asyncIterator]();
    while ((await records.next()).done !== true) {
      const now = await look(context, wait);
      if (now.isSettled) return now;
    }
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
    clearInterval(progress);
  }
  signal?.throwIfAborted();
  return look(context, wait);
}

async function look({ engine }: ToolContext, { sessionId, ticketId, seq, awaits }: Wait): Promise<SettledTicket> {
  const { value } = await engine.query(sessionId, { kind: 'ticket.settled', ticketId, seq, awaits });
  if (!value) throw new Error(`ticket ${ticketId} is gone`);
  return value;
}

function keepTelling({ progress }: ToolContext, { doing }: Wait): NodeJS.Timeout {
  const from = Date.now();
  return setInterval(() => {
    const seconds = Math.round((Date.now() - from) / 1000);
    progress?.(seconds, `${doing} (${seconds} s)`);
  }, progressMs);
}
