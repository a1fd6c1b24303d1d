/** Keeps a status on the screen and up to date. Ends with Ctrl-C, with its reader, or with the session. */
import { setTimeout as delay } from 'node:timers/promises';
import type { JournalRecord } from '../../machines/schema/record.js';
import type { SessionEngine } from '../engine/port.js';
import { waitsForPerson } from '../views/board-page.js';
import { overviewOf } from '../views/overview.js';
import { walk } from '../views/walk.js';
import { Bell } from './bell.js';
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

/** `waiting` names what waits for a person, so that the bell rings when something is added to it. */
export async function watchList<T>(
  io: Io,
  read: () => Promise<T>,
  linesOf: (read: T) => string[],
  waiting: (read: T) => readonly string[],
): Promise<ExitCode> {
  const signal = io.untilStopped();
  const screen = new LiveScreen(io);
  const bell = new Bell();
  let last = await read();
  try {
    for (let shown = ''; !signal.aborted; last = await read()) {
      const now = JSON.stringify(last);
      if (bell.isDue(waiting(last))) screen.ring();
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
  const bell = new Bell();
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
      const draw = await picture();
      // Nothing comes between: what is drawn is what the bell is rung for.
      if (bell.isDue(waitingIn(copy))) screen.ring();
      screen.draw(fitted(draw, copy, ascii, io));
      if (!overviewOf(copy.state).open) break;
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

const waitingIn = ({ state: { board } }: SessionCopy): string[] =>
  board
    .all()
    .filter(waitsForPerson)
    .map(({ id }) => id);

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
  const { tree, tickets } = shrunk(picture, room, copy, marksFor(ascii).more);
  return linesOf({ ...picture, tree, tickets, bottom });
}

/** Tickets get the half of the room they need; the tree ends with a blank line and its sum, which stay. */
function shrunk(picture: SessionPicture, room: number, copy: SessionCopy, more: string) {
  const { tree, tickets, board } = picture;
  const left = room - (board.length > 0 ? board.length + 1 : 0) - (tickets.length > 0 && tree.length > 0 ? 1 : 0);
  const ticketRoom = tree.length === 0 ? left : Math.min(tickets.length, Math.floor(left / 2));
  const treeRoom = left - Math.min(ticketRoom, tickets.length);
  const sum = tree.slice(-2);
  return {
    tickets: windowed(tickets, ticketRoom, lastTicket(copy), more),
    tree:
      tree.length === 0 ? [] : [...windowed(tree.slice(0, -2), treeRoom - sum.length, lastTouched(copy), more), ...sum],
  };
}

/** The row of the ticket that moved last. */
function lastTicket({ state: { board } }: SessionCopy): number {
  const tickets = board.all();
  const last = Math.max(0, ...tickets.map(({ lastStepAt }) => lastStepAt));
  return tickets.findIndex(({ lastStepAt }) => lastStepAt === last);
}

/** The row of the node that moved last. */
function lastTouched({ records, state: { tree } }: SessionCopy): number {
  const last = records.findLast((record): record is JournalRecord & { outcome: 'OK' } => record.outcome === 'OK');
  const ids = new Set(last?.moves.map(({ actor }) => actor));
  return [...walk(tree)].findIndex(({ node }) => ids.has(node.id));
}
