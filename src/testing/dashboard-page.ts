/** The dashboard as a person has it: `proctor ui` on a terminal or without one, and its page in a real browser. */
import assert from 'node:assert';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { openPage, type Page } from './chromium.js';
import { mainFile } from './proctor-client.js';
import { personsEnv } from './run-on-terminal.js';
import { until } from './until.js';

export interface DashboardProcess {
  /** As it is printed: with what lets a browser in. */
  readonly address: string;
  readonly origin: string;
  readonly token: string;
  /** Only on a terminal. */
  readonly code: string;
  /** All it said so far, on both outputs. */
  said(): string;
  stop(): Promise<void>;
}

export async function startUi(
  dataDir: string,
  { terminal = false, port = 0 }: { terminal?: boolean; port?: number } = {},
): Promise<DashboardProcess> {
  const words = [process.execPath, mainFile, 'ui', '--port', String(port), '--data', dataDir];
  const env = { ...personsEnv(), SHELL: '/bin/sh', TERM: 'xterm', NO_COLOR: '1' };
  const [program = '', ...args] = terminal ? ['script', '-qec', `exec ${words.join(' ')}`, '/dev/null'] : words;
  const child = spawn(program, args, { cwd: dataDir, env, stdio: ['pipe', 'pipe', 'pipe'] });
  const closed = once(child, 'close');
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const address = await until(() => (said.includes('Ctrl-C') ? /http:\S+/.exec(said)?.[0] : undefined));
  return {
    address,
    origin: new URL(address).origin,
    token: /#token=([\w-]+)/.exec(address)?.[1] ?? '',
    code: /asked: ([A-Z0-9]{4}-[A-Z0-9]{4})/.exec(said)?.[1] ?? '',
    said: () => said,
    async stop() {
      if (terminal) child.stdin.write('\u0003');
      else child.kill('SIGTERM');
      await closed;
    },
  };
}

/** Whatever breaks the page's policy, and whatever goes wrong in it, is kept; nothing may run that is not its own. */
const watch = `
window.wrong = [];
addEventListener('securitypolicyviolation', (event) => wrong.push(event.violatedDirective + ' ' + event.blockedURI));
addEventListener('error', (event) => wrong.push(event.message));
addEventListener('unhandledrejection', (event) => wrong.push(String(event.reason)));
window.alert = () => { window.ran = 'alert'; };
`;

export class DashboardPage {
  private constructor(readonly page: Page) {}

  static async open(address: string): Promise<DashboardPage> {
    const page = new DashboardPage(await openPage('about:blank', undefined, watch));
    await page.size(1440, 900);
    await page.page.command('Page.navigate', { url: address });
    await page.sees('document.querySelector("#app")?.firstChild');
    return page;
  }

  async size(width: number, height: number): Promise<void> {
    await this.page.command('Emulation.setDeviceMetricsOverride', {
      width,
      height,
      deviceScaleFactor: 1,
      mobile: false,
    });
  }

  /** What the system prefers. */
  async prefer(theme: 'light' | 'dark', motion = 'reduce'): Promise<void> {
    const features = [
      { name: 'prefers-color-scheme', value: theme },
      { name: 'prefers-reduced-motion', value: motion },
    ];
    await this.page.command('Emulation.setEmulatedMedia', { features });
  }

  async ask<T>(expression: string): Promise<T> {
    return (await this.page.evaluate(expression)) as T;
  }

  /** Waits until it is true. */
  async sees(expression: string): Promise<void> {
    let last: unknown;
    const isTrue = until(async () =>
      (last = await this.page.evaluate(`!!(${expression})`)) === true ? true : undefined,
    );
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        reject(new Error(`the page never came to show ${expression} (${String(last)})`));
      }, seesMsMax);
    });
    await Promise.race([isTrue, late]);
    clearTimeout(timer);
  }

  /** That it shows a text somewhere. */
  async shows(text: string, where = 'body'): Promise<void> {
    await this.sees(`document.querySelector(${JSON.stringify(where)})?.textContent.includes(${JSON.stringify(text)})`);
  }

  async click(selector: string): Promise<void> {
    await this.sees(`document.querySelector(${JSON.stringify(selector)})`);
    await this.ask(`document.querySelector(${JSON.stringify(selector)}).click()`);
  }

  async key(key: string): Promise<void> {
    const code = keyCodes[key];
    const typed = key === 'Enter' ? '\r' : key;
    const text = {
      ...(typed.length === 1 ? { text: typed } : {}),
      ...(code === undefined ? {} : { windowsVirtualKeyCode: code }),
    };
    await this.page.command('Input.dispatchKeyEvent', { type: 'keyDown', key, ...text });
    await this.page.command('Input.dispatchKeyEvent', { type: 'keyUp', key });
  }

  /** Into whatever has the focus. */
  async type(text: string): Promise<void> {
    await this.page.command('Input.insertText', { text });
  }

  async fill(selector: string, text: string): Promise<void> {
    await this.sees(`document.querySelector(${JSON.stringify(selector)})`);
    await this.ask(
      `(() => { const field = document.querySelector(${JSON.stringify(selector)}); field.focus(); field.select?.(); })()`,
    );
    await this.type(text);
  }

  /** Ids of violations with where they are; empty where axe finds nothing. */
  async axe(): Promise<string[]> {
    const source = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
    await this.page.evaluate(`window.axe ? 1 : void (${JSON.stringify(source)}, (0, eval)(${JSON.stringify(source)}))`);
    return this.ask(
      `axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ target, any }) => target + ' ' + (any[0]?.message ?? '')).slice(0, 4).join(' | ')))`,
    );
  }

  async screenshot(file: string): Promise<void> {
    const shot = (await this.page.command('Page.captureScreenshot', { format: 'png' })) as { data: string };
    await writeFile(file, Buffer.from(shot.data, 'base64'));
  }

  /** Nothing went wrong, nothing of an agent ran, and nothing was loaded from elsewhere. */
  async isClean(origin: string): Promise<void> {
    const elsewhere = this.page.requests.filter((url) => !url.startsWith(origin) && !url.startsWith('about:'));
    assert.deepStrictEqual(
      { wrong: await this.ask('wrong'), ran: await this.ask('window.ran ?? null'), elsewhere },
      { wrong: [], ran: null, elsewhere: [] },
    );
  }

  async close(): Promise<void> {
    await this.page.close();
  }
}

const seesMsMax = 30_000;

/** What a real keyboard sends besides the name. */
const keyCodes: Readonly<Record<string, number>> = { Escape: 27, Enter: 13, ' ': 32 };
