/** What has arrived of a session's log, and whether more can. */
import { useEffect, useReducer, useRef, useState } from 'preact/hooks';
import type { LogDamage } from '../wire.js';
import { Replay } from './model.js';
import type { Connection, Source } from './source.js';

export interface Log {
  readonly replay: Replay;
  /** Changes whenever something arrives. */
  readonly arrived: number;
  readonly connection: Connection;
  /** When the connection was last known to hold; null where it never was. */
  readonly asOf: number | null;
  /** Null while it is sound. */
  readonly damage: LogDamage | null;
}

export function useLog(source: Source, sessionId: string): Log {
  const [replay, setReplay] = useState(() => new Replay());
  const [damage, setDamage] = useState<LogDamage | null>(null);
  const [arrived, count] = useReducer((sum: number, more: number) => sum + more, 0);
  const [connection, setConnection] = useState<Connection>('connecting');
  const [asOf, setAsOf] = useState<number | null>(null);
  const before = useRef<Connection>('connecting');
  useEffect(() => {
    let filled = replay;
    const connect = (state: Connection) => {
      if (before.current === 'live' && state !== 'live') setAsOf(Date.now());
      before.current = state;
      setConnection(state);
    };
    return source.log(sessionId, {
      entries: (entries) => {
        filled.add(entries);
        count(entries.length);
      },
      connection: (state) => {
        if (state === 'live') setDamage(null);
        connect(state);
      },
      damaged: (told) => {
        setDamage(told);
        connect('damaged');
      },
      again: () => {
        filled = new Replay();
        setReplay(filled);
      },
    });
  }, [sessionId]);
  return { replay, arrived, connection, asOf, damage };
}
