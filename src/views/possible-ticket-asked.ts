/**
 * Asks the rules about a ticket as if somebody called now who took no part in it before, with files and findings as they
 * should be: what they say is then about the ticket alone.
 */
import type { Ticket } from '../../machines/measures/board-ticket.js';
import { overrideWord } from '../../machines/rules/tickets/override-not-typed.rule.js';
import type { CommandOf } from '../../machines/schema/command.js';
import type { Principal, TreeFacts } from '../../machines/schema/record.js';
import { skipReasons, type Check, type Decision } from '../../machines/schema/ticket.js';
import { plan, type LaterCommand } from '../session/plan.js';
import type { Plan } from '../session/planned.js';
import type { SessionState } from '../session/state.js';

const words = 'as if it were so';
const somebody: Principal = { role: 'solo', known: 'claimed', agentId: 'as if somebody who took no part' };
const person: Principal = { role: 'person', known: 'person' };

export class AskedTicket {
  constructor(
    private readonly state: SessionState,
    readonly ticket: Ticket,
  ) {}

  start(): Plan {
    return this.#ask({ type: 'ticket.start', ticketId: this.ticket.id }, somebody, { dir: this.#dir() });
  }

  submit(said: Partial<CommandOf<'ticket.submit'>>): Plan {
    const { id, gate } = this.ticket;
    return this.#ask(
      {
        ...{ type: 'ticket.submit', ticketId: id, attempt: gate.context.attempt, status: 'success' },
        ...{ filesModified: [], evidence: words, doneCriteriaMet: true },
        ...said,
      },
      somebody,
    );
  }

  review(said: Partial<CommandOf<'ticket.review'>>): Plan {
    const { id, contract, gate } = this.ticket;
    const findings = contract.done.map((_, index) => ({ criterion: index + 1, met: true, evidence: words }));
    return this.#ask(
      {
        ...{ type: 'ticket.review', ticketId: id, verdict: 'APPROVED', confidence: 'HIGH', findings },
        ...{ concerns: [], recommendation: 'commit', feedback: words },
        ...said,
      },
      somebody,
      { filesId: gate.context.lastRun?.filesId ?? '' },
    );
  }

  validate(): Plan {
    return this.#ask({ type: 'ticket.validate', ticketId: this.ticket.id }, somebody, this.#handedOff());
  }

  report(check: Check, passed: boolean): Plan {
    const { id, contract } = this.ticket;
    const required = (contract.requirements ?? []).map((requirement) => requirement.id);
    const subjects = check === 'prd_auditor' ? (required.length > 0 ? required : contract.done) : [words];
    const findings = subjects.map((subject) => ({ subject, met: passed, evidence: words }));
    const command = { type: 'ticket.report', ticketId: id, check, passed, summary: words, findings } as const;
    return this.#ask(command, somebody, this.#handedOff());
  }

  escalate(): Plan {
    return this.#ask({ type: 'ticket.escalate', ticketId: this.ticket.id, tried: words, question: words }, somebody);
  }

  override(how: 'skip' | 'force'): Plan {
    const said = how === 'skip' ? { reason: skipReasons[0] } : { typed: overrideWord };
    return this.#ask({ type: 'ticket.override', ticketId: this.ticket.id, how, note: words, ...said }, person);
  }

  decide(decision: Decision): Plan {
    const { id, gate } = this.ticket;
    const filesId = gate.context.lastRun?.filesId ?? '';
    return this.#ask({ type: 'ticket.decide', ticketId: id, decision, note: words }, person, { filesId });
  }

  /** Another ticket it could wait for. */
  get others(): readonly string[] {
    return this.state.board
      .all()
      .map(({ id }) => id)
      .filter((id) => id !== this.ticket.id);
  }

  #ask(command: LaterCommand, by: Principal, tree: Partial<TreeFacts> = {}): Plan {
    const { updatedAt } = this.state;
    const seen = { dir: this.#dir(), treeId: words, filesId: words, changed: [words], changedCount: 1, ...tree };
    const facts = { at: updatedAt, tree: seen, policy: { hash: words, changed: false } };
    return plan(this.state, command, { facts, by, agentsElsewhere: new Map() });
  }

  #handedOff(): Partial<TreeFacts> {
    return { filesId: this.ticket.handOff?.filesId ?? '', movedCount: 0 };
  }

  /** Where it was started; else where others of this project were. */
  #dir(): string {
    const { projectDir } = this.state.info;
    const dirs = [this.ticket, ...this.state.board.all()].flatMap(({ tree }) => tree?.dir ?? []);
    return this.ticket.tree?.dir ?? dirs.find((dir) => isIn(projectDir, dir)) ?? projectDir;
  }
}

const isIn = (path: string, dir: string): boolean => path === dir || path.startsWith(`${dir}/`);
