/**
 * A chat client that shows pages (MCP Apps, revision 2026-01-26), as far as a page can tell: it frames the resource in a
 * sandbox, under the policy the standard asks for, greets it, gives it replies and passes its calls on to a real server.
 */
import { jsonInHtml } from '../dashboard/one-file.js';
import { openPage, type Page } from './chromium.js';
import type { ProctorClient } from './proctor-client.js';
import { until } from './until.js';

const address = 'http://127.0.0.1:9/host';

const policy =
  "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; media-src 'self' data:; connect-src 'none'";

/** Kept as `heard` is everything the page said; what it asks the server for waits in `asked`. */
const hostScript = `
const { html, result } = JSON.parse(document.getElementById('given').textContent);
const frame = document.createElement('iframe');
frame.sandbox = 'allow-scripts';
frame.srcdoc = html;
window.heard = [];
window.asked = [];
window.send = (message) => frame.contentWindow.postMessage({ jsonrpc: '2.0', ...message }, '*');
addEventListener('message', ({ source, data }) => {
  if (source !== frame.contentWindow) return;
  heard.push(data);
  if (data.method === 'ui/initialize') send({ id: data.id, result: { protocolVersion: data.params.protocolVersion, ...result } });
  else if (data.method === 'ui/notifications/size-changed') frame.style.height = data.params.height + 'px';
  else if (data.method !== undefined && data.id !== undefined) asked.push(data);
});
document.body.append(frame);
`;

export interface HostOptions {
  /** Whether the page may call tools. */
  readonly calls?: boolean;
  readonly theme?: 'light' | 'dark';
}

interface Heard {
  readonly id?: number;
  readonly method?: string;
  readonly params?: { name: string; arguments: Record<string, unknown> };
}

export class AppHost {
  private constructor(
    readonly page: Page,
    private readonly proctor: ProctorClient,
  ) {}

  static async open(proctor: ProctorClient, uri: string, { calls = true, theme = 'light' }: HostOptions = {}) {
    const { contents } = await proctor.client.readResource({ uri });
    const html = (contents as { text: string }[])[0]?.text ?? '';
    const result = {
      hostCapabilities: calls ? { serverTools: {} } : {},
      hostInfo: { name: 'test', version: '1' },
      hostContext: { theme, containerDimensions: { maxHeight: 600 } },
    };
    const given = jsonInHtml({ html, result });
    const page = await openPage(address, {
      for: address,
      html: `<!doctype html><meta http-equiv="Content-Security-Policy" content="${policy}"><link rel="icon" href="data:,"><style>iframe{width:900px}</style><body><script type="application/json" id="given">${given}</script><script>${hostScript}</script>`,
    });
    const host = new AppHost(page, proctor);
    await host.#until(`heard.some(({ method }) => method === 'ui/notifications/initialized')`);
    return host;
  }

  /** Calls a tool as the model would, and shows the reply on the page. */
  async show(name: string, args: Record<string, unknown>): Promise<void> {
    const params = await this.proctor.client.callTool({ name, arguments: args });
    await this.tell('ui/notifications/tool-input', { arguments: args });
    await this.tell('ui/notifications/tool-result', params);
  }

  async tell(method: string, params: object): Promise<void> {
    await this.page.evaluate(`send(${jsonInHtml({ method, params })})`);
  }

  /** Waits until an expression holds in the framed page; meanwhile its calls are answered. */
  async sees(expression: string): Promise<void> {
    await until(async () => {
      await this.#answer();
      return (await this.page.evaluateInFrame(expression)) === true ? true : undefined;
    }, 20);
  }

  async heard(): Promise<Heard[]> {
    return (await this.page.evaluate('heard')) as Heard[];
  }

  async #until(expression: string): Promise<void> {
    await until(async () => ((await this.page.evaluate(expression)) === true ? true : undefined), 20);
  }

  async #answer(): Promise<void> {
    const asked = (await this.page.evaluate('asked.splice(0)')) as Heard[];
    for (const { id, method, params } of asked) {
      const result = method === 'tools/call' && params ? await this.proctor.client.callTool(params) : {};
      await this.page.evaluate(`send(${jsonInHtml({ id, result })})`);
    }
  }
}
