/** Walks paths; in every state it comes to, asks for everything that is refused, and again where the answer is another. */
import assert from 'node:assert';
import type { ChartCoverage } from './coverage.js';
import { GateDriver } from './gate-driver.js';
import type { Ledger } from './gate-ledger.js';
import type { GatePath } from './gate-model.js';
import { canBeAsked, flawCodes, isTelling, requests, type Request } from './gate-requests.js';
import { comesLate, expected, isInPlace } from './gate-table.js';
import type { TicketBench } from './ticket-bench.js';

const eventTypes: Readonly<Record<string, string>> = {
  ...{ start: 'gate.begin', submit: 'gate.report', review: 'gate.review', escalate: 'gate.escalate', run: 'gate.ran' },
};
const eventOf = ({ group, verb }: Request): string => eventTypes[group] ?? `gate.${verb}`;

interface Refused {
  readonly request: Request;
  readonly codes: readonly string[];
}

export class GateWalk {
  readonly codes = new Set<string>();
  readonly #asked = new Set<string>();

  constructor(readonly covers: ChartCoverage) {}

  /** In a session of its own: a place depends on nothing but the steps that led to it. */
  async path(bench: TicketBench, path: GatePath): Promise<void> {
    const driver = await GateDriver.open(bench);
    try {
      for (const step of path) {
        await this.#askForEverything(driver, step.before);
        await driver.take(step);
        this.covers.rows.add(`${step.before.state}: ${step.request.verb}`);
        for (const { from, event, to, guard } of step.edges) this.covers.took(from, event, to, guard);
      }
      const last = path.at(-1);
      if (last) await this.#askForEverything(driver, last.after);
      this.covers.paths += 1;
    } finally {
      await driver.finish();
    }
  }

  async #askForEverything(driver: GateDriver, ledger: Ledger): Promise<void> {
    this.covers.inState(ledger.state);
    for (const { request, codes } of refusedIn(ledger)) {
      const name = JSON.stringify([ledger.state, ledger.escalation, request.name, codes]);
      if (this.#asked.has(name)) continue;
      this.#asked.add(name);
      const told = await driver.beRefused(request, ledger);
      assert.deepStrictEqual(told.codes, codes, `${request.name} in ${JSON.stringify(ledger)}`);
      for (const code of codes) this.codes.add(code);
      this.covers.refused(ledger.state, eventOf(request), codes);
      if (told.isNoted) this.covers.took(ledger.state, 'gate.late', ledger.state);
    }
  }
}

/** Everything the table refuses in a place, as far as there is a way to ask it. */
function refusedIn(ledger: Ledger): Refused[] {
  return requests
    .filter((request) => canBeAsked(request, ledger) && (isInPlace(ledger, request) || isTelling(request)))
    .flatMap((request) => {
      const answer = expected(ledger, request);
      // To be too late makes an architect of an executor, who could then do neither.
      const isMixed = comesLate(ledger, request) && request.flaws.some((flaw) => flawCodes[flaw] === 'SELF_REVIEW');
      return 'codes' in answer && !isMixed ? [{ request, codes: answer.codes }] : [];
    });
}
