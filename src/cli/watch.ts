/** Keeps a status on the screen and up to date. Ends with Ctrl-C, with its reader, or with the session. */
import { setTimeout as delay } from 'node:timers/promises';
import type { JournalRecord } from '../../machines/schema/record.js';
import type { SessionEngine } from '../engine/port.js';
import { walk } from '../views/walk.js';
import type { ExitCode, Io } from './command.js';
import { LiveScreen, windowed } from './live-screen.js';
import { SessionCopy } from './session-copy.js';
import { linesOf, sessionPicture, type SessionPicture } from './status-session.js';
import { marksFor } from './style.js';

/** Ages grow and windows change size without a record. */
const tickMs = 1000;
/** Records that come together are drawn together. */
const gatherMs = 40;
const stopHint = 'Ctrl-C ends the watch, not the session.';

export async function watchList<T>(io: Io, read: () => Promise<T>, linesOf: (read: T) => string[]): Promise<ExitCode> {
  const signal = io.untilStopped();
  const screen = new LiveScreen(io);
  let last = await read();
  try {
    for (let shown = ''; !signal.aborted; last = await read()) {
      const now = JSON.stringify(last);
      if (io.terminal) screen.draw([...linesOf(last), '', stopHint]);
      else if (now !== shown) screen.draw(linesOf(last));
      shown = now;
      await pause(tickMs, signal);
    }
  } finally {
    screen.close(linesOf(last));
  }
  return 0;
}

export async function watchSession(engine: SessionEngine, id: string, ascii: boolean, io: Io): Promise<ExitCode> {
  const stopped = io.untilStopped();
  const ended = new AbortController();
  const signal = AbortSignal.any([stopped, ended.signal]);
  const copy = await SessionCopy.of(engine, id);
  const screen = new LiveScreen(io);
  const picture = async (): Promise<Draw> => {
    const { damage } = await engine.query(id, { kind: 'overview' });
    const look = { color: io.color, width: io.width, ascii, now: Date.now() };
    return (brief) => sessionPicture(copy.state, damage, { ...look, brief });
  };
  const follow = async (): Promise<void> => {
    for await (const record of engine.tail(id, copy.records.length, signal)) copy.take(record);
  };
  // Its failure is told when the screen has been given back.
  const following = follow();
  following.catch(() => ended.abort());
  try {
    while (!signal.aborted) {
      const drawn = copy.records.length;
      screen.draw(fitted(await picture(), copy, ascii, io));
      if (copy.state.ended) break;
      await until(() => copy.records.length > drawn || signal.aborted, io.terminal ? tickMs : Infinity);
    }
  } finally {
    ended.abort();
    // Whatever went wrong, the terminal is given back.
    const last = await picture().then(
      (draw) => linesOf(draw(false)),
      () => [],
    );
    screen.close(last);
  }
  await following;
  return 0;
}

async function until(isDue: () => boolean, msMax: number): Promise<void> {
  for (let waited = 0; waited < msMax && !isDue(); waited += gatherMs) await delay(gatherMs);
}

const pause = async (ms: number, signal: AbortSignal): Promise<void> => {
  await delay(ms, undefined, { signal }).catch(() => undefined);
};

type Draw = (brief: boolean) => SessionPicture;

/** All of it where it fits; else briefly, and of the tree the part in which something last happened. */
function fitted(draw: Draw, copy: SessionCopy, ascii: boolean, io: Io): string[] {
  const full = linesOf(draw(false));
  if (!io.terminal) return full;
  if (full.length + 3 <= io.height) return [...full, '', stopHint];
  const picture = draw(true);
  const bottom = [...picture.bottom, stopHint];
  const room = io.height - 1 - picture.top.length - bottom.length - 2;
  // The tree ends with a blank line and its sum, which stay.
  const sum = picture.tree.slice(-2);
  const rows = windowed(picture.tree.slice(0, -2), room - sum.length, lastTouched(copy), marksFor(ascii).more);
  return linesOf({ top: picture.top, tree: [...rows, ...sum], bottom });
}

/** The row of the node that moved last. */
function lastTouched({ records, state: { tree } }: SessionCopy): number {
  const last = records.findLast((record): record is JournalRecord & { outcome: 'OK' } => record.outcome === 'OK');
  const ids = new Set(last?.moves.map(({ actor }) => actor));
  return [...walk(tree)].findIndex(({ node }) => ids.has(node.id));
}
