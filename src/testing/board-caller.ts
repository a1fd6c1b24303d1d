/** A crowd around a board, driven by numbers: most of its calls are honest, some are nonsense, some are cheats. */
import * as fc from 'fast-check';
import { isHandedOff, type Ticket } from '../../machines/measures/board-ticket.js';
import { Decision } from '../../machines/schema/ticket.js';
import { cheatClosing, goOnClosing, outwait } from './board-checker.js';
import { agent, person, type BoardPlay } from './board-play.js';
import type { Reply } from './investigation.js';

export interface BoardStep {
  readonly kind: number;
  readonly a: number;
  readonly b: number;
}

/** Enough for a wave that halts the session, few enough that some get far. */
const ticketsMax = 7;

export const boardSteps = (max: number): fc.Arbitrary<BoardStep[]> =>
  fc.array(fc.record({ kind: fc.nat({ max: 34 }), a: fc.nat({ max: 99 }), b: fc.nat({ max: 99 }) }), {
    maxLength: max,
    size: 'max',
  });

const pick = <T>(items: readonly T[], at: number): T | undefined => items[at % Math.max(1, items.length)];

/** Two who build, two who review, and one who tries both. */
const builder = (b: number) => agent(['e1', 'e2', 'x'][b % 3]);
const reviewer = (b: number) => agent(['a1', 'a2', 'x'][b % 3]);

export class BoardCaller {
  constructor(readonly play: BoardPlay) {}

  /** Undefined where the step has nothing to act on. */
  take({ kind, a, b }: BoardStep): Reply | undefined {
    // The first ones more often than the others, so that some get far.
    const ticket = pick(this.play.board.all(), a % 3 === 0 ? a : a % 3);
    if (!ticket) return undefined;
    this.play.later(1000);
    if (kind <= 19) return this.#goOn(ticket, b);
    if (kind === 20) return this.#wait(b);
    if (kind === 21) return this.#open(ticket, b);
    if (kind === 22) return this.#submit(ticket, b);
    if (kind === 23) return this.#review(ticket, b);
    if (kind === 24) return this.play.decide(ticket.id, pick(decisions, b) ?? 'retry');
    if (kind === 25) return this.#edit(ticket, b);
    if (kind === 26) return b % 2 === 0 ? this.play.escalate(ticket.id) : this.play.resume();
    if (kind === 27) return this.#giveUp(ticket, b);
    if (kind === 28) return this.#cheat(ticket, b);
    if (kind === 29) return this.play.start(ticket.id, { tree: { dir: '/shared' } });
    if (kind === 30) return cheatClosing(this.play, ticket, b);
    if (kind === 31) return outwait(this.play, ticket, b);
    return isHandedOff(ticket) ? goOnClosing(this.play, ticket, b) : this.#goOn(ticket, b);
  }

  /** What whoever is next would do, well or badly. */
  #goOn(ticket: Ticket, b: number): Reply | undefined {
    const { id, gate } = ticket;
    switch (gate.state) {
      case 'PENDING':
        return this.#start(ticket, b);
      case 'EXECUTING':
        return this.#submit(ticket, b);
      case 'VERIFYING':
        return this.#run(ticket, b);
      case 'REVIEWING':
        return this.#review(ticket, b);
      case 'FAILED':
        this.play.later(30_000);
        return this.play.wake(id);
      case 'BLOCKED':
        return this.play.decide(id, 'unblock');
      case 'ESCALATED':
        return this.play.decide(id, pick(['retry', 'acknowledge', 'rereview', 'extend', 'investigate'] as const, b)!);
      default:
        return goOnClosing(this.play, ticket, b);
    }
  }

  #start({ id, contract }: Ticket, b: number): Reply {
    const first = contract.dependsOn?.[0];
    if (first !== undefined && b % 2 === 0) return this.play.decide(id, 'drop', { dependency: first });
    return this.play.start(id, b % 4 === 0 ? { tree: { dir: '/shared' } } : {});
  }

  #submit({ id, gate }: Ticket, b: number): Reply {
    if (b % 2 === 0) this.play.edit(id);
    const attempt = b % 13 === 12 ? Math.max(1, gate.context.attempt - 1) : Math.max(1, gate.context.attempt);
    const other = pick(this.play.board.all(), b)?.id;
    const stories: Parameters<BoardPlay['submit']>[1][] = [
      ...[{}, {}, {}],
      { status: 'failure' },
      { status: 'blocked', blockedBy: other },
      { evidence: '' },
      { tree: { untouched: ['src/none.ts'], untouchedCount: 1 } },
    ];
    const claim = b % 4 === 0 ? { verification: { command: 'npm test', exitCode: 0, outputSummary: '' } } : {};
    return this.#answer(id, 'executor', b, (by) =>
      this.play.submit(id, { by, attempt, ...claim, ...pick(stories, b) }),
    );
  }

  #run({ id }: Ticket, b: number): Reply {
    const files = this.play.filesOf(id);
    const results = [{}, {}, {}, { passed: false }, { passed: false }, { filesAfter: `${files} moved` }];
    return b % 9 === 8 ? this.play.ran(id, { cutShort: 'killed' }) : this.play.ran(id, pick(results, b));
  }

  #review({ id, gate }: Ticket, b: number): Reply {
    if (b % 7 === 6) return this.#submit({ ...this.play.ticket(id) }, b * 5);
    // An honest reviewer looks at what was run.
    if (b % 7 > 1 && gate.context.lastRun) this.play.edit(id, gate.context.lastRun.filesId);
    const views: Parameters<BoardPlay['review']>[1][] = [
      ...[{}, {}],
      { verdict: 'REJECTED' },
      { confidence: 'LOW' },
      { findings: [] },
    ];
    return this.#answer(id, 'architect', b, (by) => this.play.review(id, { by, ...pick(views, b) }));
  }

  /** Whoever answers too late is noted, as the engine does. */
  #answer(id: string, as: 'executor' | 'architect', b: number, ask: (by: ReturnType<typeof agent>) => Reply): Reply {
    const by = b % 17 === 16 ? agent(undefined) : as === 'executor' ? builder(b) : reviewer(b);
    const reply = ask(by);
    if (reply.codes.includes('DEADLINE_PASSED') && by.agentId !== undefined) this.play.late(id, as, by);
    return reply;
  }

  /** Time passes, and the timekeeper may have noticed. */
  #wait(b: number): Reply | undefined {
    this.play.later([1000, 30_000, 130_000, 310_000, 1_000_000][b % 5] ?? 0);
    if (b % 3 === 0) return undefined;
    const replies = this.play.board.active().map(({ id, gate: { context } }) => {
      if (context.deadline !== null && this.play.now > context.deadline) return this.play.expire(id);
      return context.wakeAt !== null && this.play.now >= context.wakeAt ? this.play.wake(id) : undefined;
    });
    return replies.find((reply) => reply !== undefined);
  }

  #open({ id }: Ticket, b: number): Reply | undefined {
    const number = this.play.board.size + 1;
    if (number > ticketsMax) return undefined;
    const files = [b % 3 === 0 ? 'src/login.ts' : `src/f${number}.ts`];
    const dependsOn = b % 4 === 0 ? { dependsOn: [id] } : {};
    return this.play.open([{ verify: `npm test -- ${b % 10}`, files, wave: 1 + (b % 2), ...dependsOn }]);
  }

  #edit({ id, gate }: Ticket, b: number): Reply | undefined {
    const known = Object.keys(gate.context.tallies);
    this.play.edit(id, b % 2 === 0 ? pick(known, b) : undefined);
    return undefined;
  }

  #giveUp({ id }: Ticket, b: number): Reply {
    if (b % 4 === 0) return this.play.decide(id, 'withdraw', b % 8 === 0 ? { note: ' ' } : {});
    return this.play.override(id, b % 4 === 1 ? 'skip' : 'force', b % 4 === 3 ? { note: '' } : {});
  }

  #cheat({ id, gate }: Ticket, b: number): Reply {
    const tricks = [
      () => this.play.ran(id, { id: gate.context.runs + 1 }),
      () => this.play.ran(id, { id: Math.max(1, gate.context.runs - 1) }),
      () => this.play.decide(id, 'retry', { by: agent('e1') }),
      () => this.play.override(id, 'force', { by: { ...person, known: 'claimed' } }),
      () => this.play.resume(agent('e1')),
      () => this.play.wake(id),
      () => this.play.expire(id),
      () => this.play.review(id, { by: agent('e1') }),
      () => this.play.submit('T-99'),
    ];
    return tricks[b % tricks.length]!();
  }
}

const decisions = Decision.options;
