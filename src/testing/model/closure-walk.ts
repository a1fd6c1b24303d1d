/** Walks paths after the hand-off; in every place asks for everything that is refused, and again where that is new. */
import assert from 'node:assert';
import { checks } from '../../../machines/schema/ticket.js';
import { ClosureDriver } from './closure-driver.js';
import { canBeAsked, expected, type ClosureLedger } from './closure-ledger.js';
import type { ClosurePath, ClosureStep } from './closure-model.js';
import { requests, type ClosureRequest } from './closure-requests.js';
import type { ChartCoverage } from './coverage.js';
import type { TicketBench } from './ticket-bench.js';

const events: Readonly<Record<string, string>> = {
  ...{ validate: 'ticket.validate', 'validate changed files': 'ticket.validate', accept: 'ticket.accept' },
  ...{ 'ask for a person': 'ticket.flag', withdraw: 'ticket.withdraw', 'lease runs out': 'closure.expire' },
  ...{ 'run passes': 'closure.ran', 'run fails': 'closure.ran' },
};
const eventOf = ({ verb, check }: ClosureRequest): string => (check ? `report.${check}` : (events[verb] ?? verb));

/** A state of a region, such as `validator.waiting`. */
const regionOf = ({ marks }: ClosureLedger, check: (typeof checks)[number]): string =>
  `${check}.${marks[check] ?? 'waiting'}`;

export class ClosureWalk {
  readonly codes = new Set<string>();
  readonly #asked = new Set<string>();

  constructor(readonly covers: ChartCoverage) {}

  /** In a session of its own: a place depends on nothing but the steps that led to it. */
  async path(bench: TicketBench, { isOverride, steps }: ClosurePath): Promise<void> {
    const driver = await ClosureDriver.open(bench, isOverride);
    try {
      for (const step of steps) {
        await this.#askForEverything(driver, step.before);
        await driver.take(step);
        this.#took(step);
      }
      const last = steps.at(-1);
      if (last && last.after.status !== 'in_progress') await this.#askForEverything(driver, last.after);
      this.covers.paths += 1;
    } finally {
      await driver.finish();
    }
  }

  async #askForEverything(driver: ClosureDriver, ledger: ClosureLedger): Promise<void> {
    this.covers.inState(ledger.status);
    if (ledger.status === 's3_validating') for (const check of checks) this.covers.inState(regionOf(ledger, check));
    for (const request of requests.filter((each) => canBeAsked(each, ledger))) {
      const answer = expected(ledger, request);
      if ('to' in answer) continue;
      const region = request.check && regionOf(ledger, request.check);
      const name = JSON.stringify([ledger.status, region, ledger.isOverride, request.name, answer.codes]);
      if (this.#asked.has(name)) continue;
      this.#asked.add(name);
      const told = await driver.beRefused(request);
      assert.deepStrictEqual(told, answer.codes, `${request.name} in ${JSON.stringify(ledger)}`);
      for (const code of answer.codes) this.codes.add(code);
      const from = ledger.status === 's3_validating' ? (region ?? ledger.status) : ledger.status;
      this.covers.refused(from, eventOf(request), answer.codes);
    }
  }

  /** What led where, as the chart names it: a report moves its region, and all three together the ticket. */
  #took({ request, before, after }: ClosureStep): void {
    const { covers } = this;
    const event = eventOf(request);
    const isSentBack = after.status === 'in_progress';
    const to = isSentBack ? 's3_rejected' : after.status;
    if (isSentBack) covers.took('s3_rejected', 'always', 'in_progress');
    if (request.check) {
      const isPassed = request.verb.includes(' passes');
      covers.took(regionOf(before, request.check), event, `${request.check}.${isPassed ? 'passed' : 'failed'}`);
    }
    const isDecided = before.status === 's3_validating' && (request.check !== undefined || request.verb === 'accept');
    if (isDecided && to !== before.status) {
      covers.took(before.status, 'always', to);
      if (request.verb === 'accept') covers.took(before.status, event, before.status);
    } else if (!request.check) covers.took(before.status, event, to);
  }
}
