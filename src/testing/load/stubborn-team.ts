/**
 * Works on tickets without end, each from its opening to its closing: submits, runs, reviews and validation. The work of
 * each is one file of its own, in a work tree that nobody else uses.
 */
import { setTimeout as after } from 'node:timers/promises';
import { repoAt, type Repo } from '../git-repo.js';
import type { ToolReply } from '../proctor-client.js';
import { approval, checkReports, submission } from '../ticket-team.js';
import { StubbornCaller, type Request } from './stubborn-caller.js';

/** What must have been answered before the next is asked, in order. `ran` and `checked` are questions, put until they hold. */
const steps = [
  ...['open', 'start', 'submit', 'ran', 'review'],
  ...['validate', 'investigator', 'prd_auditor', 'checked', 'validator'],
] as const;
type Step = (typeof steps)[number];

const tools: Readonly<Record<Step, string>> = {
  open: 'ticket_open',
  start: 'ticket_start',
  submit: 'ticket_submit',
  ran: 'ticket_status',
  review: 'ticket_review',
  validate: 'ticket_validate',
  investigator: 'ticket_report',
  prd_auditor: 'ticket_report',
  checked: 'ticket_status',
  validator: 'ticket_report',
};

const checkTool = 'tools/check.mjs';
/** Says which ticket it is for, so that each has an output of its own. */
const check = `import { readFileSync } from 'node:fs';
const text = readFileSync(\`\${process.argv[2]}/done.txt\`, 'utf8');
process.stdout.write(process.argv[2] + ' ' + text);
setTimeout(() => process.exit(text === 'done\\n' ? 0 : 1), Number(process.argv[3] ?? 0));
`;

/** What a project needs for such a team. */
export const teamProject = {
  [checkTool]: check,
  'proctor.config.json': JSON.stringify({ commands: { allow: ['node *', 'node --test *'] }, commit: 'auto' }),
};

export interface TeamPlace {
  /** The work tree. */
  readonly workDir: string;
  /** How many tickets, before there is nothing left to do. */
  readonly tickets?: number;
  /** How long each run takes at least. */
  readonly runMs?: number;
}

export class StubbornTeam extends StubbornCaller {
  readonly closed: string[] = [];
  readonly #tree: Repo;
  #ticket = 1;
  #at = 0;

  constructor(
    name: string,
    private readonly place: TeamPlace,
    bearsTrouble = false,
  ) {
    super(name, bearsTrouble);
    this.#tree = repoAt(place.workDir);
  }

  get workDir(): string {
    return this.place.workDir;
  }

  get ticketId(): string {
    return `${this.name.toUpperCase()}-${this.#ticket}`;
  }

  get isDone(): boolean {
    return this.closed.length === this.place.tickets;
  }

  /** Whether a ticket is begun and not closed. */
  get isAtWork(): boolean {
    return this.#at > 0 || this.isWaiting;
  }

  protected async next(): Promise<Request | undefined> {
    const step = steps[this.#at] ?? 'open';
    if (step === 'open' && this.#ticket > (this.place.tickets ?? Infinity)) return undefined;
    if (step === 'ran' || step === 'checked') await after(questionMs);
    if (step === 'submit') await this.#tree.write({ [this.#file]: 'done\n' });
    const { sessionId, ticketId } = this;
    const requestId = `${step} ${ticketId}`;
    const base = { sessionId, ticketId, requestId };
    return { tool: tools[step], args: this.#args(step, base) };
  }

  #args(step: Step, base: Record<string, string>): Record<string, unknown> {
    const { requestId: _id, ...question } = base;
    switch (step) {
      case 'open':
        return this.#contract(base['requestId'] ?? '');
      case 'start':
        return { ...base, workDir: this.place.workDir };
      case 'submit':
        return { ...base, ...submission(1), filesModified: [this.#file] };
      case 'review':
        return { ...base, ...approval };
      case 'ran':
      case 'checked':
        return { ...question, detail: 'full' };
      case 'validate':
        return { ...base, by: overseer };
      case 'investigator':
        return { ...base, check: step, ...this.#investigated(), by: overseer };
      case 'prd_auditor':
      case 'validator':
        return { ...base, check: step, ...checkReports[step], by: overseer };
    }
  }

  #contract(requestId: string): Record<string, unknown> {
    const verify = `node ${checkTool} ${this.#dir} ${this.place.runMs ?? 0}`;
    const ticket = {
      id: this.ticketId,
      title: `Finish ${this.ticketId}`,
      action: `Write done to ${this.#file}.`,
      files: [`${this.#dir}/**`],
      verify,
      done: ['The file says done'],
    };
    return { tickets: [ticket], requestId, ...(this.sessionId === '' ? {} : { sessionId: this.sessionId }) };
  }

  #investigated() {
    const finding = { subject: this.#file, met: true, evidence: 'One new file of one line.' };
    return { ...checkReports.investigator, findings: [finding] };
  }

  protected told(_request: Request, data: ToolReply['data']): void {
    const step = steps[this.#at] ?? 'open';
    if (step === 'open') this.sessionId = String(data.sessionId);
    if (step === 'ran' && data.gate?.status === 'VERIFYING') return;
    if (step === 'checked' && data.closure?.run === 'running') return;
    this.#expectGood(step, data);
    this.#at += 1;
    if (this.#at < steps.length) return;
    this.closed.push(this.ticketId);
    this.#ticket += 1;
    this.#at = 0;
  }

  /** A kill costs nobody an attempt, and no run passes or fails by one. */
  #expectGood(step: Step, data: ToolReply['data']): void {
    const isGood =
      step === 'ran'
        ? data.gate.status === 'REVIEWING' && data.gate.attempt === 1 && data.previousFailures.length === 0
        : step === 'checked'
          ? data.closure.run === 'passed'
          : step !== 'validator' || data.repeated === true || data.ticket.status === 'closed';
    if (!isGood) throw new Error(`${step} of ${this.ticketId}: ${JSON.stringify(data)}`);
  }

  get #dir(): string {
    return `work/${this.ticketId}`;
  }

  get #file(): string {
    return `${this.#dir}/done.txt`;
  }
}

/** Between two questions about a run. */
const questionMs = 20;
const overseer = { role: 'system3', agentId: 'overseer-1' };
