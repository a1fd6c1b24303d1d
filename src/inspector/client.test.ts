/** Readers that are slow, on real sockets: what is written ahead of them stays bounded, and order is kept. */
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { WebSocket, WebSocketServer } from 'ws';
import { tellClient } from './client.js';
import type { Listener } from './feed.js';
import type { InspectedActor } from './session-actors.js';

/** As many actors as a test wants, announced by as many characters. */
class Crowd {
  readonly listeners = new Set<Listener>();
  readonly texts: string[] = [];

  get places(): number {
    return this.texts.length;
  }

  actorAt(place: number): InspectedActor | undefined {
    const text = this.texts[place];
    const name = { id: String(place), name: '', rootId: '', parentId: undefined };
    return text === undefined ? undefined : { ...name, announcement: () => text };
  }

  listen(listener: Listener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  tell(place: number, text: string, isNew = false): void {
    for (const listener of this.listeners) listener.told(place, text, isNew);
  }
}

let server: Server;
let sockets: WebSocketServer;
let crowd: Crowd;

beforeEach(async () => {
  crowd = new Crowd();
  server = createServer();
  sockets = new WebSocketServer({ server });
  sockets.on('connection', (socket) => tellClient(socket, crowd));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});

afterEach(async () => {
  for (const client of sockets.clients) client.terminate();
  await new Promise((resolve) => server.close(resolve));
});

const port = () => (server.address() as AddressInfo).port;

/** One that shakes hands and then reads nothing. */
async function sleeper(): Promise<Socket> {
  const socket = connect(port(), '127.0.0.1');
  const key = Buffer.alloc(16).toString('base64');
  socket.write(
    `GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${key}\r\n\r\n`,
  );
  socket.on('error', () => undefined);
  await new Promise((resolve) => sockets.once('connection', resolve));
  return socket;
}

test('of forty megabytes of actors only a little is written ahead of a reader, who still gets all', async () => {
  for (let place = 0; place < 5000; place += 1) crowd.texts.push('x'.repeat(8000));
  const socket = await sleeper();
  const [client] = sockets.clients;
  expect(client?.bufferedAmount).toBeLessThan(2 * 1024 * 1024);
  let bytes = 0;
  socket.on('data', (chunk: Buffer) => (bytes += chunk.length));
  while (bytes < 5000 * 8000) await new Promise((resolve) => setTimeout(resolve, 5));
  socket.destroy();
});

test('a reader gets every actor, then what happens, and never an event of an actor it has not heard of', async () => {
  for (let place = 0; place < 3000; place += 1) crowd.texts.push(`${place} ${'x'.repeat(2000)}`);
  const heard: string[] = [];
  const reader = new WebSocket(`ws://127.0.0.1:${port()}`);
  reader.on('message', (message: Buffer) => heard.push(message.toString().slice(0, 12).trim()));
  await new Promise((resolve) => sockets.once('connection', resolve));
  // The last one has not been announced by now: its first is left out, because the announcement will say it.
  crowd.tell(0, 'event of 0');
  crowd.tell(2999, 'event too early');
  crowd.texts.push('3000 new');
  crowd.tell(3000, '3000 new', true);
  while (heard.length < 3002) await new Promise((resolve) => setTimeout(resolve, 5));
  crowd.tell(3000, 'event of new');
  crowd.texts.push('3001 newer');
  crowd.tell(3001, '3001 newer', true);
  while (heard.length < 3004) await new Promise((resolve) => setTimeout(resolve, 5));
  const announced = heard.filter((text) => /^\d/.test(text)).map((text) => Number.parseInt(text));
  expect(announced).toEqual(Array.from({ length: 3002 }, (_, place) => place));
  expect(heard.filter((text) => text.startsWith('event'))).toEqual(['event of 0', 'event of new']);
  expect(heard.slice(-2)).toEqual(['event of new', '3001 newer']);
  reader.close();
});

test('one that sleeps while much happens is cut off, and nobody else is', async () => {
  crowd.texts.push('0');
  const socket = await sleeper();
  const [sleeping] = sockets.clients;
  const gone = new Promise((resolve) => sleeping?.once('close', resolve));
  let chars = 0;
  const reader = new WebSocket(`ws://127.0.0.1:${port()}`);
  reader.on('message', (message: Buffer) => (chars += message.length));
  await new Promise((resolve) => sockets.once('connection', resolve));
  let told = 0;
  for (; sockets.clients.size > 1 && told < 200; told += 1) {
    crowd.tell(0, 'y'.repeat(1024 * 1024));
    while (chars < told * 1024 * 1024) await new Promise((resolve) => setImmediate(resolve));
  }
  await gone;
  expect(told).toBeLessThan(100);
  expect([...sockets.clients].map(({ readyState }) => readyState)).toEqual([WebSocket.OPEN]);
  expect(crowd.listeners.size).toBe(1);
  socket.destroy();
  reader.close();
});
