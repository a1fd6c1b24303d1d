/** Where the page gets a session from: a server, or the file it was exported into. */
import type { LogEntry, NodeAnswer, SessionAbout, SessionList, TicketAnswer, WireRefusal } from '../wire.js';

export interface LogListener {
  entries(entries: readonly LogEntry[]): void;
  /** `live`: everything so far is here and more comes as it happens. */
  connection(state: Connection): void;
}

export type Connection = 'connecting' | 'live' | 'lost' | 'file';

export interface Source {
  sessions(): Promise<SessionList>;
  about(sessionId: string): Promise<SessionAbout>;
  /** Ends when what it returns is called. */
  log(sessionId: string, listener: LogListener): () => void;
  node(sessionId: string, nodeId: string, seq: number): Promise<NodeAnswer>;
  ticket(sessionId: string, ticketId: string, seq: number): Promise<TicketAnswer>;
  chart(name: string): Promise<string>;
  /** Absent where nobody can decide anything, as in a file. */
  decide?(sessionId: string, ticketId: string, decision: object): Promise<void>;
}

/** A refusal or a failure in words that say what to do. */
export class SourceError extends Error {
  constructor(
    message: string,
    readonly fix: string,
    readonly status: number,
  ) {
    super(message);
  }
}

const secret = sessionStorage;
const tokenKey = 'proctor-token';

/** The token comes in the address, behind the hash, which is never sent; it is taken out of sight at once. */
export function takeToken(): void {
  const [, token] = /^#token=([A-Za-z0-9_-]+)/.exec(location.hash) ?? [];
  if (token === undefined) return;
  secret.setItem(tokenKey, token);
  history.replaceState(null, '', location.pathname + location.search + '#/');
}

const headers = (): Record<string, string> => {
  const token = secret.getItem(tokenKey);
  return token === null ? {} : { Authorization: `Bearer ${token}` };
};

async function ask<T>(path: string, init: RequestInit = {}): Promise<T> {
  const answer = await fetch(path, { ...init, headers: { ...headers(), ...init.headers } }).catch(() => {
    throw new SourceError('Proctor does not answer.', 'Is it still running? The page goes on by itself when it is.', 0);
  });
  if (answer.ok) return (await answer.json()) as T;
  const refusal = (await answer.json().catch(() => undefined)) as WireRefusal | undefined;
  const first = refusal?.errors[0];
  throw new SourceError(
    first?.message ?? `The server answered ${answer.status}.`,
    first?.suggestion ?? 'Open the address that proctor ui printed.',
    answer.status,
  );
}

const part = encodeURIComponent;
const retryMs = 1000;
const retryMsMax = 8000;

export const serverSource: Source = {
  sessions: async () => ask('/api/sessions'),
  about: async (id) => ask(`/api/sessions/${part(id)}`),
  node: async (id, node, seq) => ask(`/api/sessions/${part(id)}/nodes/${part(node)}?at=${seq}`),
  ticket: async (id, ticket, seq) => ask(`/api/sessions/${part(id)}/tickets/${part(ticket)}?at=${seq}`),
  chart: async (name) => {
    const answer = await fetch(`/charts/${part(name)}.svg`, { headers: headers() });
    return answer.ok ? answer.text() : '';
  },
  decide: async (id, ticket, decision) => {
    const init = { method: 'POST', body: JSON.stringify(decision), headers: { 'Content-Type': 'application/json' } };
    await ask(`/api/sessions/${part(id)}/tickets/${part(ticket)}/decisions`, init);
  },
  log: (id, listener) => {
    const stop = new AbortController();
    void follow(id, listener, stop.signal);
    return () => {
      stop.abort();
    };
  },
};

/** Read by fetch and not by EventSource, which sends no token; resumed by the number of the last record. */
async function follow(id: string, listener: LogListener, signal: AbortSignal): Promise<void> {
  let seq = 0;
  let waitMs = retryMs;
  listener.connection('connecting');
  while (!signal.aborted) {
    try {
      const answer = await fetch(`/api/sessions/${part(id)}/events`, {
        headers: { ...headers(), 'Last-Event-ID': String(seq) },
        signal,
      });
      if (!answer.ok || !answer.body) throw new Error(String(answer.status));
      for await (const message of messagesIn(answer.body)) {
        waitMs = retryMs;
        if (message.event === 'live') listener.connection('live');
        else {
          const { entries } = JSON.parse(message.data) as { entries: LogEntry[] };
          const fresh = entries.filter((entry) => entry.seq > seq);
          seq = fresh.at(-1)?.seq ?? seq;
          listener.entries(fresh);
        }
      }
    } catch {
      // Whatever it was, it is tried again; the page says that it waits.
    }
    if (signal.aborted) return;
    listener.connection('lost');
    await new Promise((resolve) => setTimeout(resolve, waitMs));
    waitMs = Math.min(waitMs * 2, retryMsMax);
  }
}

interface Message {
  readonly event: string;
  readonly data: string;
}

/** Messages of `text/event-stream`. */
async function* messagesIn(body: ReadableStream<BufferSource>): AsyncGenerator<Message> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    text += value;
    const parts = text.split('\n\n');
    text = parts.pop() ?? '';
    for (const each of parts) {
      const fields = each.split('\n').map((line) => /^(\w*): ?(.*)$/.exec(line));
      const of = (name: string) => fields.filter((field) => field?.[1] === name).map((field) => field?.[2] ?? '');
      const data = of('data').join('\n');
      if (data !== '') yield { event: of('event')[0] ?? 'message', data };
    }
  }
}
