/** A session as a server tells it. */
import type { LogDamage, LogEntry, LogMessage, OutputCompared, WireRefusal } from '../wire.js';
import { messagesIn } from './event-stream.js';
import { remember, remembered } from './remembered.js';
import { SourceError, type LogListener, type Source } from './source.js';

const tokenKey = 'proctor-token';

/** The token comes in the address, behind the hash, which is never sent; it is taken out of sight at once. */
export function takeToken(): void {
  const [, token, rest = ''] = /^#token=([A-Za-z0-9_-]+)(?:&(.*))?$/.exec(location.hash) ?? [];
  if (token === undefined) return;
  remember(tokenKey, token);
  history.replaceState(null, '', `${location.pathname}#/${rest}`);
}

/** Kept by this very address, port included, so that every tab and permalink of it works. */
const headers = (): Record<string, string> => {
  const token = remembered(tokenKey);
  return token === null ? {} : { Authorization: `Bearer ${token}` };
};

const silent = () =>
  new SourceError('Proctor does not answer.', 'Is it still running? The page goes on when it is.', 0);

async function refusalIn(answer: Response): Promise<SourceError> {
  const refusal = (await answer.json().catch(() => undefined)) as WireRefusal | undefined;
  const { error, message, suggestion } = refusal?.errors[0] ?? {};
  return new SourceError(
    message ?? `The server answered ${answer.status}.`,
    suggestion ?? 'Open the address that proctor ui printed.',
    answer.status,
    error,
    refusal?.errors.map((each) => ({ message: each.message, fix: each.suggestion })),
  );
}

async function ask<T>(path: string, body?: object): Promise<T> {
  return (await (await answerTo(path, body)).json()) as T;
}

async function answerTo(path: string, body?: object): Promise<Response> {
  const sent: RequestInit = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
  const type: Record<string, string> = body === undefined ? {} : { 'Content-Type': 'application/json' };
  const answer = await fetch(path, { ...sent, headers: { ...headers(), ...type } }).catch(() => {
    throw silent();
  });
  if (!answer.ok) throw await refusalIn(answer);
  return answer;
}

const part = encodeURIComponent;
const session = (id: string) => `/api/sessions/${part(id)}`;

export const serverSource: Source = {
  sessions: async () => ask('/api/sessions'),
  about: async (id) => ask(session(id)),
  node: async (id, node, seq) => ask(`${session(id)}/nodes/${part(node)}?at=${seq}`),
  ticket: async (id, ticket, seq) => ask(`${session(id)}/tickets/${part(ticket)}?at=${seq}`),
  output: async (id, hash) => {
    const answer = await answerTo(`${session(id)}/output/${part(hash)}`);
    // The server says one of these.
    const compared = answer.headers.get('Proctor-Output') as OutputCompared;
    const text = await answer.text().catch(() => {
      throw silent();
    });
    return { text, compared };
  },
  chart: async (name) => {
    const answer = await fetch(`/charts/${part(name)}.svg`);
    return answer.ok ? answer.text() : '';
  },
  decide: async (id, ticket, decision) => {
    await ask(`${session(id)}/tickets/${part(ticket)}/decisions`, decision);
  },
  log: (id, listener) => {
    const stop = new AbortController();
    void follow(id, listener, stop.signal);
    return () => {
      stop.abort();
    };
  },
};

/** The server says something at least every ten seconds. */
const silenceMsMax = 30_000;
const retryMs = 500;
const retryMsMax = 8000;

const beginning = { seq: 0, time: 0 };

/** Goes on from the last record that arrived, whatever happened to the connection. */
async function follow(id: string, listener: LogListener, signal: AbortSignal): Promise<void> {
  let last: Pick<LogEntry, 'seq' | 'time'> = beginning;
  let waitMs = retryMs;
  const take = (entries: readonly LogEntry[]) => {
    const fresh = entries.filter(({ seq }) => seq > last.seq);
    last = fresh.at(-1) ?? last;
    waitMs = retryMs;
    listener.entries(fresh);
  };
  listener.connection('connecting');
  while (!signal.aborted) {
    const ended = await stream(id, last, signal, (event, data) => {
      if (event === 'live') listener.connection('live');
      else if (event === 'damaged') listener.damaged(JSON.parse(data) as LogDamage);
      else take((JSON.parse(data) as LogMessage).entries);
    });
    if (ended === 'shorter') {
      last = beginning;
      listener.again();
      continue;
    }
    listener.connection(ended);
    await new Promise((resolve) => setTimeout(resolve, waitMs));
    waitMs = Math.min(waitMs * 2, retryMsMax);
  }
}

async function stream(
  id: string,
  { seq, time }: Pick<LogEntry, 'seq' | 'time'>,
  signal: AbortSignal,
  take: (event: string, data: string) => void,
): Promise<'lost' | 'refused' | 'gone' | 'shorter'> {
  try {
    const answer = await fetch(`${session(id)}/events${seq === 0 ? '' : `?time=${time}`}`, {
      headers: { ...headers(), 'Last-Event-ID': String(seq) },
      signal,
    });
    if (answer.status === 401) return 'refused';
    if (answer.status === 404) return 'gone';
    // It was repaired, cut or replaced: it has no such record any more.
    if (answer.status === 409) return 'shorter';
    if (!answer.ok || !answer.body) return 'lost';
    for await (const { event, data } of messagesIn(answer.body, silenceMsMax)) take(event, data);
  } catch {
    // Whatever it was, it is tried again; the page says that it waits.
  }
  return 'lost';
}
