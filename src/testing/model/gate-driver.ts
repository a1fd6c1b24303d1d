/** One ticket in a session of its own, taken from step to step; after each, all that can be seen must be as told. */
import assert from 'node:assert';
import { randomUUID } from 'node:crypto';
import { done, GateCalls } from './gate-calls.js';
import type { Ledger } from './gate-ledger.js';
import type { GateStep } from './gate-model.js';
import { requestOf, type Request } from './gate-requests.js';
import { graceMs, limitOf, names, pauseMs, statusOf } from './gate-table.js';
import { until, type TicketBench } from './ticket-bench.js';
import { codesOf, type Reply, type Seen } from './ticket-shapes.js';
import { isCode } from './ticket-table.js';

const verdicts = { 'run passes': 'passes', 'run fails': 'fails', 'run moves the files': 'moves' } as const;

/** A submit that waits for its run. */
interface Waiting {
  readonly reply: Promise<Reply | undefined>;
  readonly stop: AbortController;
}

export class GateDriver {
  readonly #calls: GateCalls;
  #seq = 0;
  #waiting: Waiting | undefined;
  #run = '';
  /** As it was seen last, with nothing done since. */
  #seen: Seen | undefined;

  private constructor(
    readonly bench: TicketBench,
    readonly sessionId: string,
    readonly name: string,
  ) {
    this.#calls = new GateCalls(bench, sessionId);
  }

  /** `T-1` is the ticket looked at, `T-2` one it may wait for. */
  static async open(bench: TicketBench): Promise<GateDriver> {
    const name = randomUUID();
    const contract = { title: 'Write the file', action: 'Write it.', verify: `node check.mjs ${name}`, done };
    const tickets = [
      { ...contract, files: ['src/**'] },
      { ...contract, title: 'Write the other file', files: ['other/**'] },
    ];
    const { sessionId } = await bench.call('ticket_open', { projectDir: bench.repo.dir, tickets });
    const driver = new GateDriver(bench, sessionId ?? assert.fail('no session'), name);
    driver.#seq = (await driver.look()).history.at(-1)?.seq ?? 0;
    return driver;
  }

  async look(): Promise<Seen> {
    return this.bench.look(this.sessionId, 'T-1');
  }

  async take({ request, before, after }: GateStep): Promise<void> {
    this.bench.later(1000);
    this.#seen = undefined;
    const reply = await this.#make(request, before, after);
    assert.deepStrictEqual(
      reply ? codesOf(reply) : [],
      request.verb === 'answer too late' ? ['DEADLINE_PASSED'] : [],
      `${request.name} in ${JSON.stringify(before)}`,
    );
    const seen = await this.look();
    assert.deepStrictEqual(this.#view(seen), expectedView(after), `after ${request.name} in ${JSON.stringify(before)}`);
    assert.deepStrictEqual(this.#booked(seen), expectedRecords(request, before, after), `booked by ${request.name}`);
    this.#seq = seen.history.at(-1)?.seq ?? this.#seq;
    if (after.state === 'VERIFYING') this.#run = await this.bench.nextRun(this.name);
    else this.#waiting = undefined;
  }

  /** Gives the codes, and whether somebody was noted as too late. Nothing else may have changed. */
  async beRefused(request: Request, ledger: Ledger): Promise<{ codes: string[]; isNoted: boolean }> {
    const before = this.#seen ?? (await this.look());
    const reply = await this.#calls.refused(request, ledger);
    const after = await this.look();
    this.#seen = after;
    const where = `${request.name} in ${JSON.stringify(ledger)}`;
    assert.deepStrictEqual(everything(after), everything(before), `${where} was refused and changed something`);
    this.#seq = after.history.at(-1)?.seq ?? this.#seq;
    return { codes: codesOf(reply), isNoted: after.history.length > before.history.length };
  }

  /** Given up, so that nothing of it runs or is waited for any more. */
  async finish(): Promise<void> {
    this.#waiting?.stop.abort();
    const command = { type: 'ticket.decide', ticketId: 'T-1', decision: 'withdraw', note: 'The path ends.' } as const;
    await this.bench.command(this.sessionId, command);
  }

  /** Undefined where nobody is answered. */
  async #make(request: Request, before: Ledger, after: Ledger): Promise<Reply | undefined> {
    const { bench } = this;
    switch (request.verb) {
      case 'submit':
      case 'submit malformed':
        await bench.edit();
        return this.#submit(request, before, after);
      case 'submit unchanged':
        return this.#submit(request, before, after);
      case 'run passes':
      case 'run fails':
      case 'run moves the files':
        await bench.endRun(this.#run, verdicts[request.verb]);
        return this.#ended(after);
      case 'run is cut short':
        this.#waiting?.stop.abort();
        await this.#booking('gate.ran');
        return undefined;
      case 'time runs out':
        await this.#pass((await this.look()).gate.deadline, before, graceMs(before) + 1);
        return undefined;
      case 'run ends too late':
        bench.clock.set(timeOf((await this.look()).gate.deadline) + 1);
        await bench.endRun(this.#run, 'passes');
        await this.#booking('gate.expire');
        return undefined;
      case 'pause ends':
        await this.#pass((await this.look()).gate.retryAt, before, 0);
        return undefined;
      case 'answer too late':
        bench.clock.set(timeOf((await this.look()).gate.deadline) + graceMs(before) + 1);
        return this.#calls.late(before);
      default:
        return this.#calls.send(request, before);
    }
  }

  /** Does not wait for the run: how it ends is a step of its own. */
  async #submit(request: Request, before: Ledger, after: Ledger): Promise<Reply | undefined> {
    if (after.state !== 'VERIFYING') return this.#calls.send(request, before);
    const stop = new AbortController();
    // Called off in the end, or for good; either way there is no answer then.
    const reply = this.#calls.send(request, before, stop.signal).catch(() => undefined);
    this.#waiting = { reply, stop };
    return Promise.race([reply, this.#booking('ticket.submit').then(() => undefined)]);
  }

  /** The submit that waits for the run is answered with what came of it. */
  async #ended(after: Ledger): Promise<undefined> {
    await this.#booking('gate.ran');
    if (after.state === 'VERIFYING' || !this.#waiting || this.#waiting.stop.signal.aborted) return;
    const reply = await this.#waiting.reply;
    assert.strictEqual(reply?.gate?.status, after.state, 'the submit is answered with something else than came of it');
  }

  async #booking(what: string): Promise<void> {
    await until(`${what} to be booked`, async () => {
      const { history } = await this.look();
      return history.find((line) => line.seq > this.#seq && line.what === what);
    });
  }

  /** To the last moment in which nothing happens yet, whoever says that it is time, and past it. */
  async #pass(moment: string | undefined, before: Ledger, ms: number): Promise<void> {
    const { clock } = this.bench;
    const early = requestOf(before.state === 'FAILED' ? 'wake early' : 'expire early');
    clock.set(timeOf(moment) - (before.state === 'FAILED' ? 1 : 0));
    assert.deepStrictEqual(codesOf(await this.#calls.send(early, before)), ['WRONG_STATUS'], 'at the last moment');
    clock.set(timeOf(moment) + ms - 1);
    assert.strictEqual((await this.look()).gate.status, before.state, 'a moment too early');
    clock.set(timeOf(moment) + ms);
  }

  #view({ ticket, gate }: Seen) {
    const { now } = this.bench;
    const left = (moment: string | undefined) => (moment === undefined ? null : Date.parse(moment) - now);
    return {
      ticket: ticket.status,
      gate: gate.status,
      escalation: gate.escalation?.type ?? null,
      attempt: gate.attempt,
      max: gate.maxAttempts,
      labels: ticket.labels,
      limit: left(gate.deadline),
      pause: left(gate.retryAt),
      blockedBy: gate.blockedBy ?? null,
      isFlagged: ticket.flagged ?? false,
    };
  }

  #booked({ history }: Seen): string[] {
    return history
      .filter(({ seq }) => seq > this.#seq)
      .map(({ what, to }) => [what, gateStates(to)].filter((each) => each !== '').join(': '));
  }
}

/** Gate states are written in capitals; what the ticket did besides is seen by its status. */
const gateStates = (to = ''): string =>
  to
    .split(' → ')
    .filter((state) => isCode(state))
    .join(' → ');

const timeOf = (moment: string | undefined): number => Date.parse(moment ?? assert.fail('no time runs'));

function expectedView(ledger: Ledger) {
  return {
    ticket: statusOf(ledger),
    gate: ledger.state,
    escalation: ledger.escalation,
    attempt: ledger.attempt,
    // As a person counts them: what does not count towards the maximum makes it longer.
    max: ledger.max + ledger.attempt - ledger.counted,
    labels: [...ledger.labels],
    limit: limitOf(ledger),
    pause: ledger.state === 'FAILED' ? pauseMs : null,
    blockedBy: ledger.isBlockedByOther ? 'T-2' : null,
    isFlagged: ledger.isFlagged,
  };
}

const commands: Readonly<Record<Request['group'], string>> = {
  ...{ start: 'ticket.start', submit: 'ticket.submit', review: 'ticket.review', escalate: 'ticket.escalate' },
  ...{ run: 'gate.ran', time: 'gate.expire', override: 'ticket.override', decide: 'ticket.decide' },
};

const failuresIn = ({ failures }: Ledger): number => Object.values(failures).reduce((sum, count) => sum + count, 0);

/** Whoever was too late once is known from then on. */
const isKnown = ({ state, executors, architects }: Ledger): boolean =>
  state === 'REVIEWING' ? architects.includes(names.slowArchitect) : executors.includes(names.slowExecutor);

/** Failures are passed through, and shown. */
function expectedRecords({ verb, group }: Request, before: Ledger, after: Ledger): string[] {
  const isPassed = failuresIn(after) > failuresIn(before) && after.state !== 'FAILED';
  const to = isPassed ? `FAILED → ${after.state}` : after.state;
  const first = `${verb === 'pause ends' ? 'gate.wake' : commands[group]}: ${to}`;
  if (verb === 'answer too late') return isKnown(before) ? [first] : [first, 'gate.late'];
  // Nobody has begun a run that a person asked for, or that was called off: whoever looks next does.
  const isTakenUp = verb === 'run is cut short' || (verb === 'extend' && after.state === 'VERIFYING');
  return isTakenUp ? [first, 'gate.ran: VERIFYING'] : [first];
}

/**
 * All the server tells of the ticket, but for the head, which a refusal's own record moves, who was too late, and how well
 * such a one is known.
 */
function everything({ head: _head, history, ticket: { independence: _known, ...ticket }, ...rest }: Seen): unknown {
  return { ...rest, ticket, history: history.filter(({ what }) => what !== 'gate.late') };
}
