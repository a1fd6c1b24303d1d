/** Debian's Chromium without a window and without a network, driven over its own protocol, for the few tests of pages. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { WebSocket } from 'ws';
import { temporaryDir } from './proctor-client.js';

const program = (process.env['PATH'] ?? '')
  .split(delimiter)
  .map((dir) => join(dir, 'chromium'))
  .find((file) => existsSync(file));

export const hasChromium = program !== undefined;

const flags = [
  ...['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-sync'],
  ...['--disable-background-networking', '--disable-component-update', '--remote-debugging-port=0'],
  '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
];

export interface Page {
  /** The value of an expression in the page. */
  evaluate(expression: string): Promise<unknown>;
  close(): Promise<void>;
}

interface Told {
  readonly id?: number;
  readonly method?: string;
  readonly result?: { result?: { value?: unknown } };
  readonly params?: { requestId?: string };
}

/** Opens an address. Whatever begins with `stands.for` is answered with the page given instead. */
export async function openPage(url: string, stands?: { for: string; html: string }): Promise<Page> {
  const profile = await temporaryDir('proctor-chromium-');
  const browser = spawn(program ?? '', [...flags, `--user-data-dir=${profile.path}`, 'about:blank'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    // A group of its own: it starts more processes, and all of them are to end.
    detached: true,
  });
  const exited = new Promise((resolve) => browser.once('exit', resolve));
  const end = () => {
    if (browser.pid !== undefined && browser.exitCode === null) process.kill(-browser.pid, 'SIGKILL');
  };
  // Also where the test never comes to its end.
  process.once('exit', end);
  const address = await new Promise<string>((resolve) => {
    let said = '';
    browser.stderr.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      const found = /ws:\/\/\S+/.exec(said)?.[0];
      if (found !== undefined) resolve(found);
    });
  });
  const list = (await (await fetch(`http://${new URL(address).host}/json`)).json()) as {
    type: string;
    webSocketDebuggerUrl: string;
  }[];
  const socket = new WebSocket(list.find(({ type }) => type === 'page')?.webSocketDebuggerUrl ?? '');
  await new Promise((resolve) => socket.once('open', resolve));
  const waiting = new Map<number, (told: Told) => void>();
  let calls = 0;
  const ask = (method: string, params: object = {}): Promise<Told> =>
    new Promise((resolve) => {
      calls += 1;
      waiting.set(calls, resolve);
      socket.send(JSON.stringify({ id: calls, method, params }));
    });
  socket.on('message', (message: Buffer) => {
    const told = JSON.parse(message.toString()) as Told;
    if (told.id !== undefined) waiting.get(told.id)?.(told);
    if (told.method !== 'Fetch.requestPaused' || !stands) return;
    const responseHeaders = [{ name: 'Content-Type', value: 'text/html' }];
    const body = Buffer.from(stands.html).toString('base64');
    void ask('Fetch.fulfillRequest', { requestId: told.params?.requestId, responseCode: 200, responseHeaders, body });
  });
  if (stands) await ask('Fetch.enable', { patterns: [{ urlPattern: `${stands.for}*` }] });
  await ask('Page.navigate', { url });
  return {
    evaluate: async (expression) =>
      (await ask('Runtime.evaluate', { expression, returnByValue: true })).result?.result?.value,
    async close() {
      socket.terminate();
      end();
      await exited;
      process.off('exit', end);
      await profile.remove();
    },
  };
}
