/**
 * A team that works on tickets through a real server in a real git repository: what an executor and an architect would
 * send, with as little ado as a test allows. The project is one function and a test of it that fails at first.
 */
import assert from 'node:assert';
import type { Check } from '../../machines/schema/ticket.js';
import { makeRepo, repoAt, type Repo } from './git-repo.js';
import { connect, type ProctorClient, type ToolReply } from './proctor-client.js';

export const sourceFile = 'src/add.mjs';
const testFile = 'test/add.test.mjs';
export const verify = `node --test ${testFile}`;

const wrong = 'export const add = (a, b) => a - b;\n';
export const right = 'export const add = (a, b) => a + b;\n';

const test = `import assert from 'node:assert';
import test from 'node:test';
import { add } from '../src/add.mjs';
test('adds', () => assert.equal(add(1, 2), 3));
`;

export const contract = {
  title: 'Add adds',
  action: 'Make add return the sum of its arguments.',
  files: ['src/**'],
  verify,
  done: ['add returns the sum of two numbers'],
};

type Args = Record<string, unknown>;

const config = (more: Args = {}) => JSON.stringify({ commands: { allow: ['node *', 'node --test *'] }, ...more });

export async function addProject(more: { config?: Args; files?: Record<string, string> } = {}): Promise<Repo> {
  return makeRepo({
    [sourceFile]: wrong,
    [testFile]: test,
    'proctor.config.json': config(more.config),
    '.gitignore': 'ignored/\n',
    ...more.files,
  });
}

export class TicketTeam {
  static readonly #started: TicketTeam[] = [];

  private constructor(
    private proctor: ProctorClient,
    readonly sessionId: string,
    readonly ticketId: string,
  ) {}

  /** Opens one ticket in a session of its own. */
  static async open(proctor: ProctorClient, more: Args = {}): Promise<TicketTeam> {
    const { data } = await proctor.call('ticket_open', { tickets: [{ ...contract, ...more }] });
    assert.strictEqual(data.status, 'OK', JSON.stringify(data));
    return new TicketTeam(proctor, String(data.sessionId), String(data.tickets[0].ticketId));
  }

  /** Opened and started. What earlier tests left at work in the same tree waits for a person then. */
  static async at(proctor: ProctorClient, more: Args = {}): Promise<TicketTeam> {
    const team = await TicketTeam.open(proctor, more);
    const { data, codes } = await team.call('ticket_start');
    if (codes.includes('FILES_OVERLAP')) {
      await TicketTeam.rest();
      await team.ok('ticket_start');
    } else assert.strictEqual(data.status, 'OK', JSON.stringify(data));
    return team;
  }

  /** Whoever is at work in sessions of this test file asks for a person, and is in nobody's way. */
  static async rest(): Promise<void> {
    const by = { role: 'executor', agentId: 'executor-1' };
    for (const team of TicketTeam.#started.splice(0))
      await team.call('ticket_escalate', { tried: 'A test.', question: 'It is over?', by }).catch(() => undefined);
  }

  /** The same work, seen through another server. */
  through(proctor: ProctorClient, ticketId = this.ticketId): TicketTeam {
    return new TicketTeam(proctor, this.sessionId, ticketId);
  }

  async call(tool: string, args: Args = {}): Promise<ToolReply> {
    const reply = await this.proctor.call(tool, { sessionId: this.sessionId, ticketId: this.ticketId, ...args });
    if (tool === 'ticket_start' && reply.data.status === 'OK') TicketTeam.#started.push(this);
    return reply;
  }

  /** The reply of a call that must succeed. */
  async ok(tool: string, args: Args = {}): Promise<ToolReply['data']> {
    const { data } = await this.call(tool, args);
    assert.strictEqual(data.status, 'OK', JSON.stringify(data));
    return data;
  }

  submit(attempt: number, more: Args = {}): Promise<ToolReply> {
    return this.call('ticket_submit', { ...submission(attempt), ...more });
  }

  review(more: Args = {}): Promise<ToolReply> {
    return this.call('ticket_review', { ...approval, ...more });
  }

  validate(more: Args = {}): Promise<ToolReply> {
    return this.call('ticket_validate', { by: checker, ...more });
  }

  report(check: Check, more: Args = {}): Promise<ToolReply> {
    return this.call('ticket_report', { check, ...checkReports[check], by: checker, ...more });
  }

  /** From started to handed off, by a change that passes. */
  async handOff({ dir }: Pick<Repo, 'dir'>, attempt = 1): Promise<void> {
    await repoAt(dir).write({ [sourceFile]: right });
    const { data: submitted } = await this.submit(attempt);
    assert.strictEqual(submitted.gate?.status, 'REVIEWING', JSON.stringify(submitted));
    const { data: reviewed } = await this.review();
    assert.strictEqual(reviewed.ticket?.status, 'impl_complete', JSON.stringify(reviewed));
  }

  /** From handed off to where only the validator's report is missing; the run has ended. */
  async validateButOne(investigated: Args = {}): Promise<void> {
    await this.validate();
    await this.report('investigator', investigated);
    await this.report('prd_auditor');
    await this.untilRan();
  }

  /** From handed off to closed. */
  async close(investigated: Args = {}): Promise<void> {
    await this.validateButOne(investigated);
    const { data } = await this.report('validator');
    assert.strictEqual(data.ticket?.status, 'closed', JSON.stringify(data));
  }

  /** Waits until the run a validation asked for has ended. */
  async untilRan(pauseMs = 50): Promise<string> {
    for (;;) {
      const { closure } = await this.ok('ticket_status', { detail: 'full' });
      if (closure.run !== 'running') return closure.run;
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }

  async gate(): Promise<ToolReply['data']> {
    return (await this.ok('ticket_status')).gate;
  }

  /** Looks until the gate is there; a test that waits in vain fails by its own time limit. */
  async until(status: string, pauseMs = 50): Promise<ToolReply['data']> {
    for (;;) {
      const seen = await this.ok('ticket_status', { detail: 'full' });
      if (seen.gate.status === status) return seen;
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
}

export const submission = (attempt: number) => ({
  attempt,
  status: 'success',
  filesModified: [sourceFile],
  evidence: 'The test of add passes here.',
  doneCriteriaMet: true,
  by: { role: 'executor', agentId: 'executor-1' },
});

export const approval = {
  verdict: 'APPROVED',
  confidence: 'HIGH',
  findings: [{ criterion: 1, met: true, evidence: 'Called add with four pairs of numbers.' }],
  concerns: [],
  recommendation: 'commit',
  feedback: 'Fine.',
  by: { role: 'architect', agentId: 'architect-1' },
};

const checker = { role: 'system3', agentId: 'overseer-1' };

/** What an overseer who looked would report of each check. */
export const checkReports: Record<Check, Args> = {
  investigator: {
    passed: true,
    summary: 'The change is what the contract says.',
    findings: [{ subject: sourceFile, met: true, evidence: 'One line: minus became plus.' }],
  },
  prd_auditor: {
    passed: true,
    summary: 'The criterion is covered.',
    findings: [{ subject: '1', met: true, evidence: 'src/add.mjs line 1, test/add.test.mjs line 4.' }],
  },
  validator: {
    passed: true,
    summary: 'It adds.',
    findings: [{ subject: 'add from node', met: true, evidence: 'Imported it and added four pairs.' }],
  },
};

/** A server started in the project. */
export const serverIn = (repo: Repo, dataDir: string, args: readonly string[] = []): Promise<ProctorClient> =>
  connect(dataDir, args, { cwd: repo.dir });
