/**
 * A caller that never gives up on a request: what got no answer is asked again, word for word, of whichever server is
 * there next. Keeps what it was told, so that a test can hold a journal against it.
 */
import type { ProctorClient, ToolReply } from '../proctor-client.js';

export interface Request {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
}

export interface Acknowledged {
  readonly head: string;
  /** The node a commit was about. */
  readonly node?: string;
}

export abstract class StubbornCaller {
  /** By request id. */
  readonly acknowledged = new Map<string, Acknowledged>();
  /** Requests the server had already carried out when it was gone, and those it had not. */
  readonly afterwards = { landed: 0, lost: 0 };
  /** What the server said of its own trouble, where that is to be put up with; otherwise it is thrown. */
  readonly troubles: { readonly text: string; readonly retry: boolean }[] = [];
  sessionId = '';
  #unanswered: Request | undefined;
  /** The server said that the open request had no effect. */
  #isWithoutEffect = false;

  constructor(
    readonly name: string,
    private readonly bearsTrouble = false,
  ) {}

  /** What to ask for next; undefined when all is done. */
  protected abstract next(): Promise<Request | undefined>;

  /** Takes in an answer that is no refusal. */
  protected abstract told(request: Request, data: ToolReply['data']): void;

  /** Whether the request that is open may have reached a server. */
  get isWaiting(): boolean {
    return this.#unanswered !== undefined;
  }

  /**
   * Works until the server is gone, has answered `most` times, or there is nothing left to do. Answers to questions are
   * not told of.
   */
  async work(proctor: ProctorClient, onAnswer: () => void = () => undefined, most = Infinity): Promise<void> {
    for (let count = 0; count < most; count += 1) {
      const wasSent = this.isWaiting;
      const request = (this.#unanswered ??= await this.next());
      if (!request) return;
      const reply = await proctor.call(request.tool, request.args).catch((error: unknown) => this.lost(error));
      if (!reply || this.#isTrouble(reply)) return;
      this.answered(request, reply, wasSent);
      if (request.args['requestId'] !== undefined) onAnswer();
    }
  }

  /** No answer came: the server is gone. */
  protected lost(_error: unknown): undefined {
    return undefined;
  }

  #isTrouble({ data, text }: ToolReply): boolean {
    if (!this.bearsTrouble || data?.status !== 'FAULT') return false;
    this.troubles.push({ text, retry: data.retry === true });
    this.#isWithoutEffect = data.retry === true;
    return true;
  }

  protected answered(request: Request, reply: ToolReply, wasSent: boolean): void {
    const { tool, args } = request;
    const { data } = reply;
    if (data?.status !== 'OK') throw new Error(`${tool} was refused: ${reply.text}`);
    const requestId = args['requestId'];
    if (data.repeated === true && !wasSent) throw new Error(`${tool} was done before it was asked`);
    if (wasSent && requestId !== undefined) this.afterwards[data.repeated === true ? 'landed' : 'lost'] += 1;
    if (data.repeated === true && this.#isWithoutEffect) throw new Error(`${tool} had no effect, and yet it has`);
    this.#unanswered = undefined;
    this.#isWithoutEffect = false;
    this.told(request, data);
    if (typeof requestId === 'string') this.acknowledged.set(requestId, this.noted(request, data));
  }

  protected noted(_request: Request, data: ToolReply['data']): Acknowledged {
    return { head: String(data.head) };
  }
}
