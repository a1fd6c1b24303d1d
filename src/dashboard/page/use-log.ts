/** What has arrived of a session's log, and whether more can. */
import { useEffect, useMemo, useReducer, useRef, useState } from 'preact/hooks';
import { Replay } from './model.js';
import type { Connection, Source } from './source.js';

export interface Log {
  readonly replay: Replay;
  /** Changes whenever something arrives. */
  readonly arrived: number;
  readonly connection: Connection;
  /** When the connection was last known to hold; null where it never was. */
  readonly asOf: number | null;
}

export function useLog(source: Source, sessionId: string): Log {
  const replay = useMemo(() => new Replay(), [sessionId]);
  const [arrived, count] = useReducer((sum: number, more: number) => sum + more, 0);
  const [connection, setConnection] = useState<Connection>('connecting');
  const [asOf, setAsOf] = useState<number | null>(null);
  const before = useRef<Connection>('connecting');
  useEffect(
    () =>
      source.log(sessionId, {
        entries: (entries) => {
          replay.add(entries);
          count(entries.length);
        },
        connection: (state) => {
          if (before.current === 'live' && state !== 'live') setAsOf(Date.now());
          before.current = state;
          setConnection(state);
        },
      }),
    [sessionId],
  );
  return { replay, arrived, connection, asOf };
}
