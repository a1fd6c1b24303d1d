/**
 * What tickets need beyond the charts: facts before a command, deadlines booked before anything else is judged, and the
 * effects a record asks for after it: runs, commits, a word to the person who is waited for.
 */
import type { Ticket } from '../../../machines/measures/board-ticket.js';
import { waitsForAccept } from '../../../machines/measures/closure.js';
import { principalKey } from '../../../machines/measures/principal.js';
import type { Command } from '../../../machines/schema/command.js';
import type { AcceptedRecord, Facts, Principal } from '../../../machines/schema/record.js';
import type { SessionState } from '../../session/state.js';
import { Approvals } from '../../store/approvals.js';
import type { Disk } from '../../store/disk.js';
import type { Holder, Processes } from '../../store/holder.js';
import type { Store } from '../../store/store.js';
import type { LiveSession } from '../live-session.js';
import { writeEvidence } from '../../store/evidence-folder.js';
import { evidenceNames } from '../../views/evidence/index.js';
import { evidenceNow } from '../answer-query.js';
import { commitWork } from './commit-work.js';
import { dueOf, processGone, runGraceMs, type DueOptions } from './due.js';
import { Neighbours, type Beside, type NeighbourOptions } from './neighbours.js';
import { lateAs } from './late-as.js';
import { notify } from './notify.js';
import { Policies } from './policies.js';
import { projectTree } from './project-tree.js';
import { TicketFacts } from './ticket-facts.js';
import { VerifyRuns } from './verify-runs.js';

export interface DeskOptions {
  readonly disk: Disk;
  readonly processes: Processes;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** A server carries out what records ask for; a command of the CLI leaves that to the next server. */
  readonly carriesOut: boolean;
  /** Directories whose config whoever started this process vouches for. */
  readonly vouchesFor: (projectDir: string) => boolean;
}

export interface DeskEngine extends Pick<NeighbourOptions, 'sessions' | 'beside'> {
  readonly store: Store;
  readonly now: () => number;
  readonly warn: (message: string) => void;
  /** A command of the server itself, in the session's turn. */
  readonly book: (sessionId: string, command: Command) => Promise<unknown>;
  readonly look: (sessionId: string, ticketId: string) => Promise<Ticket | undefined>;
  /** Where a session and one of its tickets are at work; nothing of what is not there. */
  readonly place: (sessionId: string, ticketId: string) => Promise<{ projectDir?: string; tree?: string | undefined }>;
}

/** Settles a command within the session's turn. */
export type SettleNow = (command: Command, by: Principal) => Promise<unknown>;

export const server: Principal = { role: 'server', known: 'connection' };

/** One thing due leads to at most a few others. */
const dueMax = 10;
/** More names than this come from somebody who makes them up. */
const lateMax = 20;

export class TicketDesk {
  readonly policies: Policies;
  readonly #facts: TicketFacts;
  readonly #runs: VerifyRuns;
  readonly #neighbours: Neighbours;
  readonly #committing = new Set<string>();
  readonly #effects = new Set<Promise<unknown>>();
  readonly #writing = new Set<Promise<unknown>>();
  #self: Promise<Holder> | undefined;

  constructor(
    private readonly options: DeskOptions,
    private readonly engine: DeskEngine,
  ) {
    const { disk, env } = options;
    const { store, now, warn, book, look } = engine;
    const approvals = new Approvals(disk, store.root);
    this.policies = new Policies(disk, approvals, options.vouchesFor);
    const shared = { policies: this.policies, approvals, dataDir: store.root, now };
    this.#neighbours = new Neighbours({ ...engine, claims: store.claims });
    this.#facts = new TicketFacts({
      ...shared,
      holder: async () => (options.carriesOut ? this.#me() : undefined),
    });
    const keepOutput = store.output.save.bind(store.output);
    this.#runs = new VerifyRuns({ ...shared, env, keepOutput, book, look, warn });
  }

  async isDirectory(path: string): Promise<boolean> {
    const found = await this.options.disk.stat(path).catch(() => undefined);
    return found?.directory ?? false;
  }

  factsOf(state: SessionState | undefined, command: Command, beside?: Beside): Promise<Facts> {
    return this.#facts.of(state, command, beside);
  }

  /**
   * Does the work of a command with the other sessions of its tree at hand; a start has the tree to itself until it is in
   * the journal. Before the session's turn: the list of sessions may wait for the turn of each.
   */
  async besides<T>(sessionId: string, command: Command, work: (beside?: Beside) => Promise<T>): Promise<T> {
    if (!looksBeside.has(command.type) || !('ticketId' in command)) return work();
    const { ticketId } = command;
    const { projectDir, tree: own } = await this.engine.place(sessionId, ticketId);
    if (projectDir === undefined) return work();
    const workDir = command.type === 'ticket.start' ? command.workDir : undefined;
    const tree = await projectTree(projectDir, workDir ?? own);
    if (!tree) return work();
    const place = { sessionId, ticketId, projectDir, dir: tree.dir };
    return command.type === 'ticket.start'
      ? this.#neighbours.inTurn(place, work)
      : work(await this.#neighbours.of(place, { isExact: false }));
  }

  /** Books what is overdue of the tickets a command is about, and who answered too late. */
  async before(session: LiveSession, command: Command, by: Principal, settle: SettleNow): Promise<void> {
    // An expiry is what would be booked: it brings along what was seen of the run.
    if (session.isEmpty || !('ticketId' in command) || command.type === 'gate.expire') return;
    const grace = command.type === 'gate.ran' ? 0 : runGraceMs;
    await this.bookDue(session, [command.ticketId], settle, { isAsked: true, runGraceMs: grace });
    const ticket = session.state.board.get(command.ticketId);
    const as = ticket && lateAs(ticket, command, this.engine.now());
    const who = principalKey(by);
    if (!ticket || as === undefined || who === undefined) return;
    const known = ticket.gate.context[as === 'executor' ? 'executors' : 'architects'];
    if (known.includes(who) || known.length >= lateMax) return;
    await settle({ type: 'gate.late', ticketId: ticket.id, as }, by);
  }

  /** Deadlines, pauses and runs whose process is gone, one after the other until nothing is due. */
  async bookDue(
    session: LiveSession,
    ids: readonly string[],
    settle: SettleNow,
    how: Pick<DueOptions, 'isAsked' | 'runGraceMs'>,
  ): Promise<void> {
    for (const id of ids) {
      for (let count = 0; count < dueMax; count += 1) {
        const ticket = session.state.board.get(id);
        const whyNotRunning = async (asked: Ticket) => this.#whyNotRunning(session, asked);
        const now = (ticket && this.#runs.endedAt(session.id, ticket)) ?? this.engine.now();
        const due = ticket && (await dueOf(ticket, { now, whyNotRunning, ...how }));
        if (!due) break;
        await settle(due, server);
      }
      const ticket = session.state.board.get(id);
      if (ticket) await this.#takeUp(session, ticket);
    }
  }

  /** Who only writes commands down, or may not run this project's, leaves that to others and calls nothing cut short. */
  async #whyNotRunning({ id: sessionId, state }: LiveSession, ticket: Ticket): Promise<string | undefined> {
    const holder = ticket.status === 's3_validating' ? ticket.closingHolder : ticket.holder;
    if (!this.options.carriesOut || !(await this.policies.trusts(state.info.projectDir))) return undefined;
    if (!holder) return processGone;
    const me = await this.#me();
    const isMine = holder.pid === me.pid && holder.start === me.start && holder.boot === me.boot;
    if (!isMine) return (await this.options.processes.isAlive(holder)) ? undefined : processGone;
    return this.#runs.has(sessionId, ticket) ? undefined : 'its result was never written';
  }

  /** Starts what an accepted record asks for. A caller that goes away takes its run along. */
  after(session: LiveSession, record: AcceptedRecord, signal?: AbortSignal): void {
    if (!('ticketId' in record.command)) return;
    const ticket = session.state.board.get(record.command.ticketId);
    if (!ticket) return;
    if (tellsOfWork(record)) this.#startWriting(session, ticket);
    if (!this.options.carriesOut) return;
    if (ticket.gate.state === 'VERIFYING' && record.facts.holder) this.#startRun(session, ticket, signal);
    if (ticket.gate.state !== 'VERIFYING' || ticket.status === 'withdrawn')
      this.#runs.stop('gate', session.id, ticket.id);
    if (ticket.closure.run === 'running' && record.facts.holder) this.#startClosingRun(session, ticket);
    if (ticket.status !== 's3_validating') this.#runs.stop('closing', session.id, ticket.id);
    if (ticket.commit === 'wanted' && record.facts.holder) this.#startCommit(session, ticket);
    const asks = record.moves.filter(({ to }) => to === 'ESCALATED').map(({ actor }) => actor.slice('gate:'.length));
    const flagged = ticket.isFlagged && record.command.type === 'ticket.escalate' ? [ticket.id] : [];
    const accepts = record.command.type === 'ticket.report' && waitsForAccept(ticket.closure) ? [ticket.id] : [];
    for (const id of [...asks, ...flagged, ...accepts]) this.#tellPerson(session, id);
  }

  /** Whoever is told that a ticket moved finds its evidence on disk. */
  async written(): Promise<void> {
    await Promise.all(this.#writing);
  }

  async close(): Promise<void> {
    await this.#runs.close();
    await Promise.all(this.#effects);
  }

  /** A commit that was owed by a process that is gone. */
  async #takeUp(session: LiveSession, ticket: Ticket): Promise<void> {
    if (!this.options.carriesOut || ticket.commit !== 'wanted') return;
    const isOwed = ticket.holder !== null && (await this.options.processes.isAlive(ticket.holder));
    if (!isOwed) this.#startCommit(session, ticket);
  }

  #startRun(session: LiveSession, ticket: Ticket, signal?: AbortSignal): void {
    const { id: sessionId, state } = session;
    const { runs: runId, deadline } = ticket.gate.context;
    if (deadline === null) return;
    // The ticket changes in place; the run is about what it was asked for.
    const { projectDir } = state.info;
    this.#runs.start({ kind: 'gate', sessionId, projectDir, ticket: { ...ticket }, runId, deadline });
    signal?.addEventListener('abort', () => {
      this.#runs.cancel(sessionId, ticket.id, runId);
    });
  }

  /** Nobody waits for it with a deadline of theirs: it may take as long as a verify command ever may. */
  #startClosingRun({ id: sessionId, state }: LiveSession, ticket: Ticket): void {
    const deadline = this.engine.now() + ticket.gate.context.limits.verify.maxMs;
    const { projectDir } = state.info;
    this.#runs.start({
      kind: 'closing',
      sessionId,
      projectDir,
      ticket: { ...ticket },
      runId: ticket.closure.runs,
      deadline,
    });
  }

  /** Copies for people: where they cannot be written, the journal still has it all. */
  #startWriting(session: LiveSession, ticket: Ticket): void {
    const { projectDir } = session.state.info;
    const write = async () => {
      const { config } = await this.policies.of(projectDir);
      const place = { projectDir, evidenceDir: config.evidenceDir, sessionId: session.id, ticketId: ticket.id };
      const files = await evidenceNow(session, ticket);
      await writeEvidence(this.options.disk, place, { files, names: evidenceNames });
    };
    const writing = this.#effect(write).finally(() => this.#writing.delete(writing));
    this.#writing.add(writing);
  }

  #startCommit(session: LiveSession, ticket: Ticket): void {
    const key = `${session.id}/${ticket.id}`;
    if (this.#committing.has(key)) return;
    this.#committing.add(key);
    void this.#effect(async () => {
      const head = await headAt(session, ticket.approvedSeq ?? 0);
      const { projectDir } = session.state.info;
      const command = await commitWork(
        { projectDir, ticket: { ...ticket }, head },
        { policies: this.policies, dataDir: this.engine.store.root },
      );
      await this.engine.book(session.id, command);
    }).finally(() => this.#committing.delete(key));
  }

  #tellPerson(session: LiveSession, ticketId: string): void {
    const ticket = session.state.board.get(ticketId);
    if (!ticket) return;
    const { projectDir } = session.state.info;
    const reason = ticket.gate.context.escalation?.type ?? (waitsForAccept(ticket.closure) ? 'ACCEPT' : 'ASKED');
    const notice = { sessionId: session.id, ticketId, title: ticket.contract.title, reason, projectDir };
    void this.#effect(async () => notify((await this.policies.of(projectDir)).config, notice, this.engine.warn));
  }

  #effect(work: () => Promise<unknown>): Promise<unknown> {
    const effect = work().catch((error: unknown) => {
      this.engine.warn(String(error));
    });
    this.#effects.add(effect);
    return effect.finally(() => this.#effects.delete(effect));
  }

  #me(): Promise<Holder> {
    return (this.#self ??= this.options.processes.self());
  }
}

/** Commands that are judged by what other sessions do in the same tree. */
const looksBeside: ReadonlySet<Command['type']> = new Set([
  'ticket.start',
  'ticket.submit',
  'ticket.review',
  'ticket.validate',
  'ticket.report',
]);

const results = new Set(['APPROVED', 'SKIPPED', 'FORCED', 'ESCALATED', 'closed', 'withdrawn', 's3_rejected']);

/** The gates have come to a result, or something was added to one. */
const tellsOfWork = ({ command, moves }: AcceptedRecord): boolean =>
  ['ticket.validate', 'ticket.report', 'closure.ran', 'closure.expire', 'ticket.committed'].includes(command.type) ||
  moves.some(({ to }) => to !== null && results.has(to));

async function headAt({ journal }: LiveSession, seq: number): Promise<string> {
  const [record] = await journal.readRange(seq - 1, 1);
  return `${seq}:${record?.hash.slice(0, 32) ?? ''}`;
}
