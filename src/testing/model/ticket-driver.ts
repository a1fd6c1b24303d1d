/**
 * Carries out the steps of a ticket: paths over its chart, and every request in every status. What the chart is told by
 * its gate comes about through calls; time has run out once, so that somebody can be too late.
 */
import assert from 'node:assert';
import { getShortestPaths } from '@xstate/graph';
import { createActor } from 'xstate';
import { ticketMachine, type TicketEvent } from '../../../machines/ticket.machine.js';
import { gateOf } from '../ticket-samples.js';
import { overseer, reportOf } from './closure-driver.js';
import type { ChartCoverage } from './coverage.js';
import type { TicketBench } from './ticket-bench.js';
import { solo, TicketScene } from './ticket-scene.js';
import { codesOf } from './ticket-shapes.js';
import { isCode, ticketTable } from './ticket-table.js';

/** Which request brings about what the chart is sent, from each status. */
const requestFor: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'verdict.works': { open: 'start', blocked: 'retry' },
  'verdict.waits': { in_progress: 'ask for a person' },
  'verdict.passed': { in_progress: 'force', blocked: 'force' },
  'ticket.flag': { impl_complete: 'ask for a person' },
  'ticket.withdraw': {
    ...{ open: 'withdraw', in_progress: 'withdraw', blocked: 'withdraw' },
    ...{ impl_complete: 'withdraw', 'impl_complete, flagged': 'withdraw' },
  },
};

// Only events the chart names: whatever else its gate is sent is passed on.
const events = Object.keys(requestFor).map((type) => ({ type }) as TicketEvent);

interface TicketStep {
  readonly event: string;
  readonly request: string;
  readonly from: string;
  readonly to: string;
}
export type TicketPath = readonly TicketStep[];

const placeOf = ({ value, context }: { value: unknown; context: { isFlagged: boolean } }): string =>
  `${String(value)}${context.isFlagged ? ', flagged' : ''}`;

export function ticketPaths(): TicketPath[] {
  const input = { ticketId: 'A', limits: gateOf().limits };
  const paths = getShortestPaths(ticketMachine, {
    fromState: createActor(ticketMachine, { input }).getSnapshot(),
    input,
    events: (state) => events.filter((event) => state.can(event)),
    serializeState: (state, event, before) =>
      `${placeOf(state)} by ${event?.type} from ${before === undefined ? '' : placeOf(before)}`,
  });
  return paths.map(({ steps }) =>
    steps.slice(1).map(({ event, state }, at) => {
      const from = placeOf(steps[at]?.state ?? assert.fail('a step begins somewhere'));
      const request = requestFor[event.type]?.[from] ?? assert.fail(`nothing brings about ${event.type} in ${from}`);
      return { event: event.type, request, from, to: placeOf(state) };
    }),
  );
}

export class TicketWalk {
  readonly codes = new Set<string>();

  constructor(readonly covers: ChartCoverage) {}

  async path(bench: TicketBench, path: TicketPath): Promise<void> {
    const ticket = await TicketDriver.open(bench);
    await this.#askForEverything(ticket, 'open');
    for (const { event, request, from, to } of path) {
      assert.strictEqual(ticketTable[from]?.[request], to, `the chart takes ${request} elsewhere than the table`);
      assert.deepStrictEqual(await ticket.ask(request), [], `${request} in ${from}`);
      assert.strictEqual(await ticket.status(), to, `after ${request} in ${from}`);
      // Asked by its gate's events but for the ticket's own.
      if (event.startsWith('verdict.')) this.covers.took(plain(from), 'gate.*', plain(from));
      this.covers.took(plain(from), event, plain(to));
      this.covers.rows.add(`${from}: ${request}`);
      await this.#askForEverything(ticket, to);
    }
    this.covers.paths += 1;
  }

  /** What is refused in a status changes nothing there; somebody who is too late is noted, wherever the ticket is. */
  async #askForEverything(ticket: TicketDriver, status: string): Promise<void> {
    this.covers.inState(plain(status));
    for (const [request, answer] of Object.entries(ticketTable[status] ?? {})) {
      const row = `${status}: ${request}`;
      const isImpossible = request === 'answer too late' && !ticket.isStarted;
      // What leads elsewhere is a step of some path.
      const leads = !isCode(answer) && answer !== status;
      if (leads || isImpossible || this.covers.rows.has(row)) continue;
      this.covers.rows.add(row);
      await this.#ask(ticket, status, request, answer);
    }
  }

  async #ask(ticket: TicketDriver, status: string, request: string, answer: string): Promise<void> {
    const before = await ticket.records();
    const codes = isCode(answer) ? [answer] : [];
    assert.deepStrictEqual(await ticket.ask(request), codes, `${request} in ${status}`);
    assert.strictEqual(await ticket.status(), status, `after ${request} in ${status}`);
    const booked = isCode(answer) ? (request === 'answer too late' ? ['gate.late'] : []) : ['ticket.submit'];
    assert.deepStrictEqual((await ticket.records()).slice(before.length), booked, `${request} in ${status}`);
    if (booked.length > 0) this.covers.took(plain(status), 'gate.*', plain(status));
    if (request === 'ask for a person') this.covers.refused(plain(status), 'ticket.flag', codes);
    for (const code of codes) this.codes.add(code);
  }
}

const plain = (status: string): string => status.replace(', flagged', '');

class TicketDriver {
  #late = 0;
  isStarted = false;

  private constructor(readonly scene: TicketScene) {}

  static async open(bench: TicketBench): Promise<TicketDriver> {
    return new TicketDriver(await TicketScene.open(bench, { A: {} }));
  }

  async status(): Promise<string> {
    const { ticket } = await this.scene.look('A');
    return `${ticket.status}${ticket.flagged === true ? ', flagged' : ''}`;
  }

  async records(): Promise<string[]> {
    return (await this.scene.look('A')).history.map(({ what }) => what);
  }

  async ask(request: string): Promise<string[]> {
    const { scene } = this;
    switch (request) {
      case 'start':
        return this.#start();
      case 'submit':
        return scene.fail('A');
      case 'review':
        return scene.review('A', 'REJECTED');
      case 'ask for a person':
        return scene.escalate('A');
      case 'retry':
        return scene.decide('A', 'retry');
      case 'force':
        return scene.force('A');
      case 'answer too late': {
        const by = { role: 'executor', agentId: `e-late-${(this.#late += 1)}` };
        return codesOf(await scene.submit('A', { status: 'failure', attempt: 1, by }));
      }
      case 'validate':
        return scene.call('ticket_validate', 'A', { by: overseer });
      case 'report a check':
        return scene.call('ticket_report', 'A', { ...reportOf('investigator', false), by: overseer });
      case 'accept':
        return scene.decide('A', 'accept');
      case 'withdraw':
        return scene.decide('A', 'withdraw', { note: 'Nobody needs it.' });
      case 'withdraw without a reason':
        return scene.decide('A', 'withdraw', { note: ' ' });
      case 'withdraw as an agent':
        return scene.decide('A', 'withdraw', { note: 'Nobody needs it.', by: solo });
      case 'drop a dependency it has not':
        return scene.decide('A', 'drop', { dependency: 'B' });
      default:
        return assert.fail(`nobody asks ${request}`);
    }
  }

  /** The first attempt times out, so that an answer to it comes too late from then on. */
  async #start(): Promise<string[]> {
    const codes = await this.scene.start('A');
    if (codes.length > 0) return codes;
    assert.strictEqual(await this.scene.pass('A'), 'FAILED');
    assert.strictEqual(await this.scene.pass('A'), 'EXECUTING');
    this.isStarted = true;
    return [];
  }
}
