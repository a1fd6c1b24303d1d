/** A session with some tickets, and the calls that scenarios make about them. Each gives the codes it was refused with. */
import assert from 'node:assert';
import { randomUUID } from 'node:crypto';
import type { Decision } from '../../../machines/schema/ticket.js';
import { person, type TicketBench } from './ticket-bench.js';
import { codesOf, type Reply, type Seen } from './ticket-shapes.js';

export const solo = { role: 'solo', known: 'claimed', agentId: 'e1' } as const;

export const contractOf = (id: string, spoilt: Record<string, unknown> = {}): Record<string, unknown> => ({
  ...{ id, title: `Write ${id}`, action: 'Write it.', files: [`src/${id}/**`] },
  verify: `node check.mjs ${id}`,
  done: ['The file says what was asked for'],
  ...spoilt,
});

export class TicketScene {
  private constructor(
    readonly bench: TicketBench,
    readonly sessionId: string,
    /** Runs are told apart by it. */
    readonly name: string,
  ) {}

  /** Contracts by their ids, spoilt where something is said of them. */
  static async open(bench: TicketBench, contracts: Record<string, Record<string, unknown>>): Promise<TicketScene> {
    const name = randomUUID();
    const verify = `node check.mjs ${name}`;
    const tickets = Object.entries(contracts).map(([id, spoilt]) => contractOf(id, { verify, ...spoilt }));
    const reply = await bench.call('ticket_open', { projectDir: bench.repo.dir, tickets });
    assert.deepStrictEqual(codesOf(reply), []);
    return new TicketScene(bench, reply.sessionId ?? assert.fail('no session'), name);
  }

  async look(ticketId: string): Promise<Seen> {
    return this.bench.look(this.sessionId, ticketId);
  }

  /** Its gate, such as `ESCALATED(BLOCKED)`. */
  async gate(ticketId: string): Promise<string> {
    const { gate } = await this.look(ticketId);
    return gate.escalation ? `${gate.status}(${gate.escalation.type})` : gate.status;
  }

  async call(tool: string, ticketId: string, args: Record<string, unknown> = {}): Promise<string[]> {
    return codesOf(await this.bench.call(tool, { sessionId: this.sessionId, ticketId, ...args }));
  }

  async start(ticketId: string, args: Record<string, unknown> = {}): Promise<string[]> {
    return this.call('ticket_start', ticketId, args);
  }

  /** A result of the attempt at work. */
  async submit(ticketId: string, said: Record<string, unknown>, signal?: AbortSignal): Promise<Reply> {
    const { gate } = await this.look(ticketId);
    const report = { filesModified: [`src/${ticketId}/work.txt`], evidence: 'Read it.', doneCriteriaMet: true };
    const by = { role: 'executor', agentId: 'e1' };
    const args = { sessionId: this.sessionId, ticketId, attempt: Math.max(gate.attempt, 1), ...report, by, ...said };
    return this.bench.call('ticket_submit', args, signal);
  }

  async fail(ticketId: string): Promise<string[]> {
    return codesOf(await this.submit(ticketId, { status: 'failure', error: 'It does not work.' }));
  }

  async blocked(ticketId: string, blockedBy?: string): Promise<string[]> {
    return codesOf(
      await this.submit(ticketId, { status: 'blocked', ...(blockedBy === undefined ? {} : { blockedBy }) }),
    );
  }

  async review(ticketId: string, verdict: 'APPROVED' | 'REJECTED', agentId = 'a1'): Promise<string[]> {
    const findings = [{ criterion: 1, met: true, evidence: 'Seen in the file.' }];
    const recommendation = verdict === 'APPROVED' ? 'commit' : 'retry';
    const said = { verdict, confidence: 'HIGH', findings, concerns: [], recommendation, feedback: '' };
    return this.call('ticket_review', ticketId, { ...said, by: { role: 'architect', agentId } });
  }

  async escalate(ticketId: string): Promise<string[]> {
    return this.call('ticket_escalate', ticketId, { tried: 'All of it.', question: 'What now?' });
  }

  async decide(
    ticketId: string,
    decision: Decision,
    { by = person, ...said }: { by?: typeof person; note?: string; dependency?: string } = {},
  ): Promise<string[]> {
    const command = { type: 'ticket.decide', ticketId, decision, ...said } as const;
    return codesOf(await this.bench.command(this.sessionId, command, by));
  }

  async force(ticketId: string): Promise<string[]> {
    const command = { type: 'ticket.override', ticketId, how: 'force', note: 'Seen.', typed: 'OVERRIDE' } as const;
    return codesOf(await this.bench.command(this.sessionId, command));
  }

  async skipGate(ticketId: string): Promise<string[]> {
    const said = { reason: 'time-pressure', note: 'The demo is at noon.' };
    return codesOf(
      await this.bench.command(this.sessionId, { type: 'ticket.override', ticketId, how: 'skip', ...said }),
    );
  }

  async resume(by = person): Promise<string[]> {
    return codesOf(await this.bench.command(this.sessionId, { type: 'session.resume' }, by));
  }

  /** Past whatever time runs for it: a deadline, or a pause. */
  async pass(ticketId: string): Promise<string> {
    const { gate } = await this.look(ticketId);
    const moment = gate.deadline ?? gate.retryAt ?? assert.fail(`no time runs for ${ticketId}`);
    this.bench.clock.set(Date.parse(moment) + 1);
    return this.gate(ticketId);
  }
}
