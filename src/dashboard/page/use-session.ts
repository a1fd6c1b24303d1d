/** A session being looked at: what has arrived of it, which record is shown, and what is chosen. */
import { useEffect, useMemo, useReducer, useState } from 'preact/hooks';
import type { LogEntry, SessionAbout } from '../wire.js';
import { Replay, type SessionModel } from './model.js';
import { hashOf, type Route } from './route.js';
import { linesOf, noFilter, type Filter, type Line } from './rows.js';
import type { Connection, Source } from './source.js';

const playMs = 420;

export interface Looking {
  readonly entries: readonly LogEntry[];
  readonly model: SessionModel;
  /** How many entries are shown. */
  readonly at: number;
  readonly isNow: boolean;
  readonly connection: Connection;
  readonly isPlaying: boolean;
  readonly filter: Filter;
  readonly lines: readonly Line[];
  readonly node: string | null;
  readonly ticket: string | null;
  readonly go: (to: number) => void;
  readonly goNow: () => void;
  readonly play: () => void;
  readonly setFilter: (filter: Filter) => void;
  readonly chooseNode: (id: string) => void;
  readonly chooseTicket: (id: string | null) => void;
  /** To the next line of the outline, or the one before. */
  readonly step: (by: 1 | -1) => void;
}

export function useSession(source: Source, { sessionId, kind }: SessionAbout, route: Route): Looking {
  const { replay, arrived, connection } = useLog(source, sessionId);
  const [seq, setSeq] = useState(route.seq);
  const [node, setNode] = useState(route.node);
  const [ticket, setTicket] = useState(route.ticket);
  const [filter, setFilter] = useState(noFilter);
  const at = seq === null ? replay.length : Math.min(seq, replay.length);
  const model = useMemo(() => replay.at(at), [at, arrived]);
  const lines = useMemo(() => linesOf(model, filter, new Set()), [model, filter]);
  const chosen = node ?? lines[0]?.row.id ?? null;

  useEffect(() => {
    history.replaceState(null, '', hashOf({ session: sessionId, node, ticket, seq }));
  }, [node, ticket, seq]);
  useEffect(() => {
    setSeq(route.seq);
    setNode(route.node);
    setTicket(route.ticket);
  }, [route]);

  const go = (to: number) => {
    const wanted = Math.max(1, Math.min(to, replay.length));
    setSeq(wanted === replay.length ? null : wanted);
  };
  const [isPlaying, setPlaying] = usePlaying(at, replay.length, go);
  const chooseNode = (id: string) => {
    setNode(id);
    setTicket(null);
  };
  return {
    entries: replay.entries,
    ...{ model, at, connection, isPlaying, filter, lines },
    isNow: seq === null,
    node: chosen,
    ticket: shownTicket(model, ticket, kind),
    go,
    goNow: () => {
      setSeq(null);
    },
    play: () => {
      if (!isPlaying && at === replay.length) setSeq(1);
      setPlaying(!isPlaying);
    },
    setFilter,
    chooseNode,
    chooseTicket: setTicket,
    step: (by) => {
      const index = lines.findIndex(({ row }) => row.id === chosen);
      const next = lines[Math.max(0, Math.min(lines.length - 1, index + by))];
      if (next) chooseNode(next.row.id);
    },
  };
}

/** Where there is no investigation a ticket is always chosen. */
function shownTicket({ tickets }: SessionModel, ticket: string | null, kind: SessionAbout['kind']): string | null {
  if (ticket !== null && tickets.has(ticket)) return ticket;
  const [first = null] = kind === 'tickets' ? tickets.keys() : [];
  return first;
}

function useLog(source: Source, sessionId: string) {
  const replay = useMemo(() => new Replay(), [sessionId]);
  const [arrived, count] = useReducer((sum: number, more: number) => sum + more, 0);
  const [connection, setConnection] = useState<Connection>('connecting');
  useEffect(
    () =>
      source.log(sessionId, {
        entries: (entries) => {
          replay.add(entries);
          count(entries.length);
        },
        connection: setConnection,
      }),
    [sessionId],
  );
  return { replay, arrived, connection };
}

/** One record after the other, until the last. */
function usePlaying(at: number, length: number, go: (to: number) => void) {
  const [isPlaying, setPlaying] = useState(false);
  useEffect(() => {
    if (!isPlaying) return undefined;
    if (at >= length) {
      setPlaying(false);
      return undefined;
    }
    const timer = setTimeout(() => {
      go(at + 1);
    }, playMs);
    return () => {
      clearTimeout(timer);
    };
  }, [isPlaying, at]);
  return [isPlaying, setPlaying] as const;
}
