/** Debian's Chromium without a window and without a network, driven over its own protocol, for the few tests of pages. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { WebSocket } from 'ws';
import { temporaryDir } from './proctor-client.js';
import { until } from './until.js';

const program = (process.env['PATH'] ?? '')
  .split(delimiter)
  .map((dir) => join(dir, 'chromium'))
  .find((file) => existsSync(file));

export const hasChromium = program !== undefined;

const flags = [
  ...['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-sync'],
  ...['--disable-background-networking', '--disable-component-update', '--remote-debugging-port=0'],
  '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
  // What stands in a frame can be looked at through the page it stands in.
  '--disable-features=IsolateSandboxedIframes',
];

export interface Page {
  /** The value of an expression in the page. */
  evaluate(expression: string): Promise<unknown>;
  /** The same in the frame of the page, whatever its sandbox. */
  evaluateInFrame(expression: string): Promise<unknown>;
  /** Everything that was asked for so far, of disk and net, in order, and not stopped by the browser itself. */
  readonly requests: readonly string[];
  /** A command of the browser's own protocol, and what it gives. */
  command(method: string, params?: object): Promise<unknown>;
  close(): Promise<void>;
}

interface Told {
  readonly id?: number;
  readonly method?: string;
  readonly result?: {
    result?: { value?: unknown };
    frameTree?: { childFrames?: { frame: { id: string } }[] };
    executionContextId?: number;
  };
  readonly params?: { requestId?: string; request?: { url: string }; blockedReason?: string };
}

/** The socket of the page that a browser opens with, once it has one. */
async function pageOf(browser: string): Promise<string | undefined> {
  const list: unknown = await (await fetch(`http://${new URL(browser).host}/json`)).json();
  const targets = list as { type: string; webSocketDebuggerUrl: string }[];
  return targets.find(({ type }) => type === 'page')?.webSocketDebuggerUrl;
}

/** Opens an address. Whatever begins with `stands.for` is answered with the page given instead; `first` runs before it. */
export async function openPage(url: string, stands?: { for: string; html: string }, first?: string): Promise<Page> {
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
  const socket = new WebSocket(await until(async () => pageOf(address)));
  await new Promise((resolve) => socket.once('open', resolve));
  const waiting = new Map<number, (told: Told) => void>();
  const requests = new Map<string, string>();
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
    const { requestId = '', request, blockedReason } = told.params ?? {};
    if (told.method === 'Network.requestWillBeSent') requests.set(requestId, request?.url ?? '');
    if (told.method === 'Network.loadingFailed' && blockedReason !== undefined) requests.delete(requestId);
    if (told.method !== 'Fetch.requestPaused' || !stands) return;
    const responseHeaders = [{ name: 'Content-Type', value: 'text/html; charset=utf-8' }];
    const body = Buffer.from(stands.html).toString('base64');
    void ask('Fetch.fulfillRequest', { requestId: told.params?.requestId, responseCode: 200, responseHeaders, body });
  });
  if (stands) await ask('Fetch.enable', { patterns: [{ urlPattern: `${stands.for}*` }] });
  await ask('Network.enable');
  await ask('Page.enable');
  if (first !== undefined) await ask('Page.addScriptToEvaluateOnNewDocument', { source: first });
  await ask('Page.navigate', { url });
  const evaluate = async (expression: string, contextId?: number) =>
    (await ask('Runtime.evaluate', { expression, returnByValue: true, awaitPromise: true, contextId })).result?.result
      ?.value;
  return {
    get requests() {
      return [...requests.values()];
    },
    evaluate,
    command: async (method, params) => (await ask(method, params)).result,
    async evaluateInFrame(expression) {
      const frameId = (await ask('Page.getFrameTree')).result?.frameTree?.childFrames?.[0]?.frame.id;
      const world = await ask('Page.createIsolatedWorld', { frameId });
      return evaluate(expression, world.result?.executionContextId);
    },
    async close() {
      socket.terminate();
      end();
      await exited;
      process.off('exit', end);
      await profile.remove();
    },
  };
}
