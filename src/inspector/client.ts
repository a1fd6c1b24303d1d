/**
 * One inspector that is connected. It is first told of every actor there is, as fast as it reads, and from each actor's
 * announcement on of what becomes of it.
 */
import type { WebSocket } from 'ws';
import type { Feed } from './feed.js';

/** So much is written ahead of a reader while it is told of the actors there are. */
const aheadBytesMax = 1024 * 1024;
/** A reader this far behind what happens is cut off: it may connect again, and gets where things stand then. */
const behindBytesMax = 16 * 1024 * 1024;

export function tellClient(socket: WebSocket, feed: Pick<Feed, 'places' | 'actorAt' | 'listen'>): void {
  /** The first place it has not heard of. */
  let next = 0;
  /** Goes on where it stopped whenever something of what was written has been taken. */
  const announce = (): void => {
    while (next < feed.places && socket.readyState === socket.OPEN) {
      if (socket.bufferedAmount > aheadBytesMax) return;
      const actor = feed.actorAt(next);
      next += 1;
      if (actor) socket.send(actor.announcement(), announce);
    }
  };
  const told = (place: number, text: string, isNew: boolean): void => {
    if (isNew && place === next) next += 1;
    if (place >= next || socket.readyState !== socket.OPEN) return;
    socket.send(text, announce);
    if (socket.bufferedAmount > behindBytesMax) socket.terminate();
  };
  const stop = feed.listen({ filled: announce, told });
  socket.on('close', stop);
  // It is over either way, and `close` follows.
  socket.on('error', () => undefined);
  announce();
}
