import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { WaitingConnections } from './waiting-connections.js';

class Line extends EventEmitter {
  destroyed = false;
  constructor(readonly remoteAddress: string) {
    super();
  }
  destroy() {
    this.destroyed = true;
    this.emit('close');
  }
}

const opened = (waiting: WaitingConnections, address = 'a') => {
  const line = new Line(address);
  waiting.opened(line as unknown as Socket);
  return line;
};

const requested = (waiting: WaitingConnections, socket: Line, headers: object = {}) => {
  const req = Object.assign(new EventEmitter(), { socket, headers });
  const res = new EventEmitter();
  waiting.requested(req as unknown as IncomingMessage, res as unknown as ServerResponse);
  return { req, res };
};

test('one more than the limit ends the one that waited longest, of the same address', () => {
  const waiting = new WaitingConnections(2);
  const other = opened(waiting, 'b');
  const [first, second, third] = [opened(waiting), opened(waiting), opened(waiting)];
  expect([other, first, second, third].map(({ destroyed }) => destroyed)).toEqual([false, true, false, false]);
});

test('a connection that is being answered does not count, and waits again at the end of the line', () => {
  const waiting = new WaitingConnections(1);
  const busy = opened(waiting);
  const { res } = requested(waiting, busy);
  const idle = opened(waiting);
  expect([busy.destroyed, idle.destroyed]).toEqual([false, false]);
  res.emit('close');
  expect([busy.destroyed, idle.destroyed]).toEqual([false, true]);
});

test.each([{ 'content-length': '5' }, { 'transfer-encoding': 'chunked' }])(
  'a request whose body has not arrived is waited for: %j',
  (headers) => {
    const waiting = new WaitingConnections(1);
    const slow = opened(waiting);
    const { req } = requested(waiting, slow, headers);
    const next = opened(waiting);
    expect(slow.destroyed).toBe(true);
    const { req: whole } = requested(waiting, next, headers);
    whole.emit('end');
    opened(waiting);
    expect(next.destroyed).toBe(false);
    req.emit('end');
  },
);
