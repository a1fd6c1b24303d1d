/** Investigates without end: one node after the other, each proposed and then committed by an agent of its own. */
import type { ToolReply } from '../proctor-client.js';
import { proposalOf, resultOf } from '../scripted-agent.js';
import { StubbornCaller, type Acknowledged, type Request } from './stubborn-caller.js';

export class StubbornInvestigator extends StubbornCaller {
  #node = 0;
  #proposed = false;

  /** `nodes`: how many, before there is nothing left to do. */
  constructor(
    name: string,
    private readonly nodes = Infinity,
    bearsTrouble = false,
  ) {
    super(name, bearsTrouble);
  }

  get isDone(): boolean {
    return this.#node >= this.nodes && !this.#proposed && !this.isWaiting;
  }

  protected async next(): Promise<Request | undefined> {
    const { sessionId } = this;
    if (sessionId === '')
      return { tool: 'tot_start', args: { query: this.name, protocol: 'classic', requestId: this.name } };
    if (!this.#proposed && this.#node >= this.nodes) return undefined;
    if (!this.#proposed) this.#node += 1;
    const id = this.#id;
    if (this.#proposed) {
      const results = [resultOf(id, { state: 'DRILL', agentId: `${this.name}-${this.#node}` })];
      return { tool: 'tot_commit', args: { sessionId, results, requestId: `commit ${id}` } };
    }
    return { tool: 'tot_propose', args: { sessionId, nodes: [proposalOf(id, null)], requestId: `propose ${id}` } };
  }

  protected told({ tool }: Request, data: ToolReply['data']): void {
    if (tool === 'tot_start') this.sessionId = String(data.sessionId);
    else this.#proposed = tool === 'tot_propose';
  }

  protected override noted({ tool }: Request, { head }: ToolReply['data']): Acknowledged {
    return { head: String(head), ...(tool === 'tot_commit' && { node: this.#id }) };
  }

  get #id(): string {
    return `R1.N${this.#node}`;
  }
}
