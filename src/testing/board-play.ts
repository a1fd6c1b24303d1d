/**
 * A board of tickets to play with in tests. Every command goes through the real plan and fold, with facts invented
 * here: what time it is, what the files are. Every reply is followed by the checks that must hold whatever was asked.
 */
import assert from 'node:assert';
import type { Ticket } from '../../machines/measures/board-ticket.js';
import { Command, type CommandOf } from '../../machines/schema/command.js';
import { AcceptedRecord, type Facts, type Move, type Principal, type TreeFacts } from '../../machines/schema/record.js';
import type { Check, Decision, NewTicket, RunResult } from '../../machines/schema/ticket.js';
import { chartsFor } from '../../machines/charts.js';
import { begin } from '../session/fold.js';
import { plan, planFirst, type LaterCommand } from '../session/plan.js';
import type { SessionState } from '../session/state.js';
import { changedFile, findingsFor, hashOf, runResult } from './board-run.js';
import { BoardWitness } from './board-witness.js';
import type { Reply } from './investigation.js';
import { contractOf, limits, now } from './ticket-samples.js';
import { protocolNamed } from './tree-builder.js';

const sessionId = 's-00000000000000000000';
const protocol = protocolNamed('multi-gate');
const holder = { pid: 4711, start: '1', boot: 'boot' };

export const agent = (agentId: string | undefined, role: Principal['role'] = 'solo'): Principal => ({
  role,
  known: 'claimed',
  ...(agentId === undefined ? {} : { agentId }),
});
export const person: Principal = { role: 'person', known: 'person', agentId: 'Ada' };
const server: Principal = { role: 'server', known: 'connection' };

/** What a test may say about a call beside the command itself. */
export interface Said {
  readonly by?: Principal;
  readonly facts?: Facts;
  readonly tree?: Partial<TreeFacts>;
}
type Spoilt<T extends LaterCommand['type']> = Partial<Omit<CommandOf<T>, 'type' | 'ticketId'>> & Said;

export class BoardPlay {
  now = now;
  readonly journal: AcceptedRecord[] = [];
  readonly state: SessionState;
  readonly #witness: BoardWitness;
  readonly #files = new Map<string, string>();
  #edits = 0;

  constructor(first: readonly Partial<NewTicket>[] = [{}]) {
    const tickets = first.map(contractOf);
    const command: CommandOf<'tickets.open'> = {
      type: 'tickets.open',
      session: { projectDir: '/p', protocol },
      tickets,
    };
    const facts = { ...this.#opening(tickets), charts: chartsFor(protocol).names.tickets };
    const planned = planFirst(sessionId, command, { facts, by: agent(undefined), agentsElsewhere: new Map() });
    assert(planned.ok, `refused: ${JSON.stringify(planned)}`);
    const record = this.#recordOf(command, facts, agent(undefined), planned.moves);
    this.journal.push(record);
    this.state = begin(sessionId, record);
    this.#witness = new BoardWitness(this.state, begin(sessionId, record));
  }

  get board() {
    return this.state.board;
  }

  ticket(id: string): Ticket {
    return this.board.at(id);
  }

  /** Status and gate, such as `in_progress EXECUTING`; escalations with their type. */
  where(id: string): string {
    const { status, gate } = this.ticket(id);
    const why = gate.context.escalation?.type;
    return `${status} ${gate.state}${gate.state === 'ESCALATED' ? `(${why})` : ''}`;
  }

  later(ms: number): this {
    this.now += ms;
    return this;
  }

  /** The ticket's files become others, or those they once were. */
  edit(id: string, filesId?: string): string {
    this.#edits += 1;
    const files = filesId ?? `files-${this.#edits}`;
    this.#files.set(id, files);
    return files;
  }

  filesOf(id: string): string {
    return this.#files.get(id) ?? `files of ${id}`;
  }

  open(tickets: readonly Partial<NewTicket>[], { by = agent(undefined), facts = {} }: Said = {}): Reply {
    const opened = tickets.map(contractOf);
    return this.run({ type: 'tickets.open', tickets: opened }, { ...this.#opening(opened), ...facts }, by);
  }

  /** In a tree of its own, unless the test says otherwise. */
  start(
    ticketId: string,
    { by = agent(undefined), facts = {}, tree = {}, ...spoilt }: Spoilt<'ticket.start'> = {},
  ): Reply {
    const seen = { dir: `/trees/${ticketId}`, treeId: 'tree-0', filesId: this.filesOf(ticketId), ...tree };
    return this.run({ type: 'ticket.start', ticketId, ...spoilt }, { tree: seen, ...facts }, by);
  }

  submit(
    ticketId: string,
    { by = agent('e1'), facts = {}, tree = {}, ...spoilt }: Spoilt<'ticket.submit'> = {},
  ): Reply {
    const command: CommandOf<'ticket.submit'> = {
      type: 'ticket.submit',
      ticketId,
      attempt: this.board.get(ticketId)?.gate.context.attempt ?? 1,
      status: 'success',
      filesModified: ['src/login.ts'],
      evidence: 'Ran it and looked.',
      doneCriteriaMet: true,
      ...spoilt,
    };
    const seen = { changedCount: 1, ...this.#tree(ticketId), ...tree };
    return this.run(command, { tree: seen, policy: { hash: 'p', changed: false }, holder, ...facts }, by);
  }

  /** The run that is awaited, unless the test says which. */
  ran(ticketId: string, spoilt: Partial<RunResult> & { cutShort?: string; facts?: Facts } = {}): Reply {
    const { cutShort, facts = {}, ...result } = spoilt;
    const runId = result.id ?? this.board.get(ticketId)?.gate.context.runs ?? 1;
    const owed = { holder, ...facts };
    if (cutShort !== undefined) return this.run({ type: 'gate.ran', ticketId, runId, cutShort }, owed, server);
    return this.run({ type: 'gate.ran', ticketId, runId, result: this.#result(ticketId, runId, result) }, owed, server);
  }

  review(
    ticketId: string,
    { by = agent('a1'), facts = {}, tree = {}, ...spoilt }: Spoilt<'ticket.review'> = {},
  ): Reply {
    const done = this.board.get(ticketId)?.contract.done ?? [];
    const command: CommandOf<'ticket.review'> = {
      type: 'ticket.review',
      ticketId,
      verdict: 'APPROVED',
      confidence: 'HIGH',
      findings: done.map((_, index) => ({ criterion: index + 1, met: true, evidence: 'Seen.' })),
      concerns: [],
      recommendation: spoilt.verdict === 'REJECTED' ? 'retry' : 'commit',
      feedback: '',
      ...spoilt,
    };
    return this.run(command, { tree: { ...this.#tree(ticketId), ...tree }, ...facts }, by);
  }

  validate(ticketId: string, { by = agent('s1'), facts = {}, tree = {} }: Said = {}): Reply {
    return this.run({ type: 'ticket.validate', ticketId }, { ...this.#looked(ticketId, tree), holder, ...facts }, by);
  }

  /** What whoever looked at everything would say; `passed` decides what of it is met. */
  report(
    ticketId: string,
    check: Check,
    { by = agent('s1'), facts = {}, tree = {}, passed = true, ...spoilt }: Spoilt<'ticket.report'> = {},
  ): Reply {
    const findings = findingsFor(check, this.board.get(ticketId), passed);
    const said = { summary: `The ${check} looked at it.`, findings, ...spoilt };
    const command = { type: 'ticket.report', ticketId, check, passed, ...said } as const;
    return this.run(command, { ...this.#looked(ticketId, tree), holder, ...facts }, by);
  }

  /** The run a validation asked for. */
  closingRan(ticketId: string, spoilt: Partial<RunResult> & { cutShort?: string; facts?: Facts } = {}): Reply {
    const { cutShort, facts = {}, ...result } = spoilt;
    const runId = result.id ?? Math.max(1, this.board.get(ticketId)?.closure.runs ?? 1);
    const ended = cutShort === undefined ? { result: this.#result(ticketId, runId, result) } : { cutShort };
    return this.run({ type: 'closure.ran', ticketId, runId, ...ended }, { holder, ...facts }, server);
  }

  expireLease(ticketId: string): Reply {
    return this.run({ type: 'closure.expire', ticketId }, {}, server);
  }

  expire(ticketId: string): Reply {
    return this.run({ type: 'gate.expire', ticketId }, {}, server);
  }

  wake(ticketId: string): Reply {
    return this.run({ type: 'gate.wake', ticketId }, {}, server);
  }

  late(ticketId: string, as: 'executor' | 'architect', by: Principal): Reply {
    return this.run({ type: 'gate.late', ticketId, as }, {}, by);
  }

  escalate(ticketId: string, by: Principal = agent('e1')): Reply {
    return this.run({ type: 'ticket.escalate', ticketId, tried: 'All of it.', question: 'What now?' }, {}, by);
  }

  override(
    ticketId: string,
    how: 'skip' | 'force',
    { by = person, facts, ...spoilt }: Spoilt<'ticket.override'> = {},
  ): Reply {
    const given = { reason: 'time-pressure', note: 'Demo at noon.', typed: 'OVERRIDE', ...spoilt };
    return this.run({ type: 'ticket.override', ticketId, how, ...given }, facts ?? { tree: this.#tree(ticketId) }, by);
  }

  decide(
    ticketId: string,
    decision: Decision,
    { by = person, facts, tree: seen = {}, ...spoilt }: Spoilt<'ticket.decide'> = {},
  ): Reply {
    const looks = decision === 'rereview' || decision === 'accept';
    const tree = looks ? { tree: { ...this.#tree(ticketId), ...seen } } : { holder };
    const command = { type: 'ticket.decide', ticketId, decision, note: 'Looked at it.', ...spoilt } as const;
    return this.run(command, facts ?? tree, by);
  }

  committed(ticketId: string, sha: string | null): Reply {
    return this.run({ type: 'ticket.committed', ticketId, sha }, {}, server);
  }

  resume(by: Principal = person): Reply {
    return this.run({ type: 'session.resume' }, {}, by);
  }

  run(command: LaterCommand, gathered: Facts, by: Principal): Reply {
    const facts = { at: this.now, ...gathered };
    const planned = this.#witness.planned(() => plan(this.state, command, { facts, by, agentsElsewhere: new Map() }), {
      again: (other) => plan(other, command, { facts, by, agentsElsewhere: new Map() }),
    });
    if (!planned.ok)
      return {
        ok: false,
        codes: planned.violations.map(({ code }) => code),
        violations: planned.violations,
        moves: [],
      };
    const record = this.#recordOf(command, facts, by, planned.moves);
    this.journal.push(record);
    this.#witness.folded(record);
    return { ok: true, codes: [], violations: [], moves: planned.moves };
  }

  /** What is gathered for the closure gate. */
  #looked(ticketId: string, tree: Partial<TreeFacts>): Facts {
    return {
      tree: { ...this.#tree(ticketId), changed: [changedFile], changedCount: 1, ...tree },
      policy: { hash: 'p', changed: false },
    };
  }

  #tree(ticketId: string): TreeFacts {
    const filesId = this.filesOf(ticketId);
    const dir = this.board.get(ticketId)?.tree?.dir ?? `/trees/${ticketId}`;
    return { dir, treeId: `tree of ${filesId}`, filesId };
  }

  #result(ticketId: string, id: number, spoilt: Partial<RunResult>): RunResult {
    return runResult({ ticket: this.board.get(ticketId), tree: this.#tree(ticketId), id, at: this.now }, spoilt);
  }

  #opening(tickets: readonly NewTicket[]): Facts {
    const contracts = tickets.map(({ id: _id, ...contract }) => hashOf(JSON.stringify(contract)));
    return { at: this.now, contracts, limits, tree: { dir: '/p', treeId: '', filesId: '' } };
  }

  /** A record as it comes back from a journal: through its schema and through JSON. */
  #recordOf(command: Command, facts: Facts, by: Principal, moves: readonly Move[]): AcceptedRecord {
    const seq = this.journal.length + 1;
    const head = { v: 1, seq, time: this.now, nonce: `nonce-${seq}`.padEnd(12, '-'), by, prev: '0'.repeat(64) };
    const record = { ...head, outcome: 'OK', command: Command.parse(command), facts, moves };
    return AcceptedRecord.parse(JSON.parse(JSON.stringify(record)));
  }
}
