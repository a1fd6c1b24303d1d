/** A session being looked at: what has arrived of it, which record is shown, and what is chosen. */
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { LogDamage, LogEntry, SessionAbout } from '../wire.js';
import type { SessionModel } from './model.js';
import { hashOf, type Route } from './route.js';
import type { Connection, Source } from './source.js';
import { useLog } from './use-log.js';
import { useOutline, type Outline } from './use-outline.js';
import { usePlaying } from './use-playing.js';

const restMs = 150;

export interface Looking extends Outline {
  readonly entries: readonly LogEntry[];
  readonly model: SessionModel;
  /** How many entries are shown. */
  readonly at: number;
  readonly isNow: boolean;
  readonly connection: Connection;
  /** When the connection was last known to hold. */
  readonly asOf: number | null;
  /** Null while its journal is sound. */
  readonly damage: LogDamage | null;
  readonly isPlaying: boolean;
  /** Records a second. */
  readonly speed: number;
  readonly ticket: string | null;
  readonly go: (to: number) => void;
  readonly goNow: () => void;
  readonly play: () => void;
  readonly changeSpeed: () => void;
  readonly chooseTicket: (id: string | null) => void;
  /** The address of what is shown, or of another part of it. */
  readonly hrefOf: (other?: Partial<Route>) => string;
}

export function useSession(source: Source, about: SessionAbout, route: Route): Looking {
  const { sessionId } = about;
  const { replay, arrived, connection, asOf, damage } = useLog(source, sessionId);
  const [seq, setSeq] = useState(route.seq);
  const [node, setNode] = useState(route.node);
  const [ticket, setTicket] = useState(route.ticket);
  const at = seq === null ? replay.length : Math.min(seq, replay.length);
  const model = useMemo(() => replay.at(at), [at, arrived, replay]);
  const outline = useOutline(model, node, (id) => {
    setNode(id);
    setTicket(null);
  });

  useEffect(() => {
    // Browsers let a page do this only so often: the address follows when the hand rests.
    const timer = setTimeout(() => {
      history.replaceState(null, '', hashOf({ session: sessionId, node, ticket, seq }));
    }, restMs);
    return () => {
      clearTimeout(timer);
    };
  }, [node, ticket, seq]);
  useEffect(() => {
    if (route.node === null) setNode(null);
    else outline.chooseNode(route.node);
    setTicket(route.ticket);
    setSeq(route.seq);
  }, [route]);

  const go = (to: number) => {
    const wanted = Math.max(1, Math.min(to, replay.length));
    setSeq(wanted === replay.length ? null : wanted);
  };
  const { isPlaying, speed, setPlaying, changeSpeed } = usePlaying(at, replay.length, go);
  return {
    ...outline,
    entries: replay.entries,
    ...{ model, at, connection, asOf, damage, isPlaying, speed, changeSpeed, go },
    isNow: seq === null,
    ticket: ticketShown(model, about, ticket),
    goNow: () => {
      setSeq(null);
      setPlaying(false);
    },
    play: () => {
      if (!isPlaying && at === replay.length) setSeq(1);
      setPlaying(!isPlaying);
    },
    chooseTicket: setTicket,
    hrefOf: (other = {}) => hashOf({ session: sessionId, node, ticket, seq, ...other }),
  };
}

/** Where there are only tickets, the first is shown until one is chosen. */
function ticketShown({ tickets }: SessionModel, { kind }: SessionAbout, chosen: string | null): string | null {
  if (chosen !== null && tickets.has(chosen)) return chosen;
  return kind === 'tickets' ? ([...tickets.keys()][0] ?? null) : null;
}
