/**
 * Connections the server waits on: nothing was sent yet, a request is still arriving, or the next one has not begun. Each
 * address has so many; one more ends the one that waited longest. So whoever opens many and says nothing closes its own,
 * and a caller who speaks at once is heard. A connection whose request is being answered does not count.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

export class WaitingConnections {
  /** In the order in which they began to wait. */
  readonly #waiting = new Map<string, Set<Socket>>();

  constructor(private readonly perAddressMax: number) {}

  opened(socket: Socket): void {
    const address = socket.remoteAddress ?? 'unknown';
    this.#waits(socket, address);
    socket.once('close', () => {
      this.#leaves(socket, address);
    });
  }

  /** The head of a request has arrived. */
  requested(req: IncomingMessage, res: ServerResponse): void {
    const { socket } = req;
    const address = socket.remoteAddress ?? 'unknown';
    const { 'content-length': length = '0', 'transfer-encoding': encoding } = req.headers;
    const leaves = () => {
      this.#leaves(socket, address);
    };
    if (encoding === undefined && length === '0') leaves();
    else req.once('end', leaves);
    res.once('close', () => {
      if (!socket.destroyed) this.#waits(socket, address);
    });
  }

  #waits(socket: Socket, address: string): void {
    const waiting = this.#waiting.get(address) ?? new Set<Socket>();
    this.#waiting.set(address, waiting);
    // Anew at the end of the line.
    waiting.delete(socket);
    waiting.add(socket);
    const [longest] = waiting;
    if (waiting.size <= this.perAddressMax || !longest) return;
    this.#leaves(longest, address);
    longest.destroy();
  }

  #leaves(socket: Socket, address: string): void {
    const waiting = this.#waiting.get(address);
    waiting?.delete(socket);
    if (waiting?.size === 0) this.#waiting.delete(address);
  }
}
