/**
 * The chat client around this page, spoken to as MCP Apps says: JSON-RPC through postMessage, revision 2026-01-26 of the
 * extension `io.modelcontextprotocol/ui` (SEP-1865).
 */
const protocolVersion = '2026-01-26';

export interface HostContext {
  readonly theme?: 'light' | 'dark';
  readonly containerDimensions?: { readonly maxHeight?: number; readonly height?: number };
}

/** What a tool said, as the client got it. */
export interface ToolResult {
  readonly content?: readonly { readonly type: string; readonly text?: string }[];
  readonly structuredContent?: Readonly<Record<string, unknown>>;
  readonly isError?: boolean;
}

interface Initialized {
  readonly hostCapabilities?: { readonly serverTools?: object };
  readonly hostContext?: HostContext;
}

export interface HostEvents {
  readonly result: (result: ToolResult) => void;
  readonly cancelled: (reason: string) => void;
  /** The whole of it, whatever changed. */
  readonly context: (context: HostContext) => void;
}

interface Message {
  readonly jsonrpc?: string;
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly message?: string };
}

type Waiting = (message: Message) => void;

export class Host {
  /** Where the client lets the page ask the server. */
  canCall = false;
  readonly #waiting = new Map<number, Waiting>();
  readonly #events: HostEvents;
  #context: HostContext = {};
  #asked = 0;

  constructor(events: HostEvents) {
    this.#events = events;
    addEventListener('message', ({ source, data }: MessageEvent<Message | null>) => {
      // Only the client is listened to, and only what it says in its protocol.
      if (source === parent && data?.jsonrpc === '2.0') this.#take(data);
    });
  }

  async connect(): Promise<void> {
    const { hostCapabilities, hostContext } = (await this.#ask('ui/initialize', {
      protocolVersion,
      appInfo: { name: 'proctor-status', title: 'Proctor', version: '1' },
      appCapabilities: { availableDisplayModes: ['inline', 'fullscreen'] },
    })) as Initialized;
    this.canCall = hostCapabilities?.serverTools !== undefined;
    this.#merge(hostContext ?? {});
    this.#tell('ui/notifications/initialized', {});
  }

  /** Asks the server through the client. */
  async call(name: string, args: object): Promise<ToolResult> {
    return (await this.#ask('tools/call', { name, arguments: args })) as ToolResult;
  }

  size(width: number, height: number): void {
    this.#tell('ui/notifications/size-changed', { width, height });
  }

  #take(message: Message): void {
    if (message.method === undefined) {
      const id = Number(message.id);
      this.#waiting.get(id)?.(message);
      this.#waiting.delete(id);
    } else if (message.id === undefined) this.#notified(message.method, message.params);
    else this.#answer(message.id, message.method);
  }

  #notified(method: string, params: unknown): void {
    if (method === 'ui/notifications/tool-result') this.#events.result(params as ToolResult);
    else if (method === 'ui/notifications/host-context-changed') this.#merge(params as HostContext);
    else if (method === 'ui/notifications/tool-cancelled')
      this.#events.cancelled((params as { reason?: string } | undefined)?.reason ?? '');
  }

  /** There is nothing to save when the page is taken down. */
  #answer(id: number | string, method: string): void {
    const isKnown = method === 'ping' || method === 'ui/resource-teardown';
    const error = { code: -32601, message: `${method} is not known here` };
    this.#send({ id, ...(isKnown ? { result: {} } : { error }) });
  }

  #merge(context: HostContext): void {
    this.#context = { ...this.#context, ...context };
    this.#events.context(this.#context);
  }

  async #ask(method: string, params: object): Promise<unknown> {
    this.#asked += 1;
    const id = this.#asked;
    const answered = new Promise<Message>((resolve) => {
      this.#waiting.set(id, resolve);
    });
    this.#send({ id, method, params });
    const { result, error } = await answered;
    if (error) throw new Error(error.message ?? `${method} was refused`);
    return result;
  }

  #tell(method: string, params: object): void {
    this.#send({ method, params });
  }

  #send(message: object): void {
    // The client's address is not known to what it frames; nothing that is sent is a secret to it.
    parent.postMessage({ jsonrpc: '2.0', ...message }, '*');
  }
}
