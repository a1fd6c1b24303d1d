/** Walks the paths of a node in one situation; in every place it comes to, asks for everything else too. */
import assert from 'node:assert';
import type { NodeMachine } from '../../../machines/charts.js';
import type { ScriptedAgent } from '../scripted-agent.js';
import type { ChartCoverage } from './coverage.js';
import { NodeDriver } from './node-driver.js';
import {
  chartEvent,
  leafOf,
  pathsOf,
  placeName,
  stepsFrom,
  type Path,
  type Place,
  type Situation,
} from './node-model.js';
import { requestsOf, type NodeTable } from './node-table.js';

export interface WalkOptions {
  readonly table: NodeTable;
  readonly chart: NodeMachine;
  readonly situation: Situation;
  readonly covers: ChartCoverage;
}

export class NodeWalk {
  readonly codes = new Set<string>();
  readonly #options: WalkOptions;
  /** Places where everything has been asked already. */
  readonly #asked = new Set<string>();

  constructor(options: WalkOptions) {
    this.#options = options;
  }

  /** Every path in a session of its own: a place depends on nothing but the steps that led to it. */
  async all(start: () => Promise<ScriptedAgent>): Promise<void> {
    const { chart, table, situation, covers } = this.#options;
    for (const path of pathsOf(chart, table.states, situation)) {
      await this.#walk(path, await NodeDriver.create(await start(), table, situation));
      covers.paths += 1;
    }
  }

  async #walk({ steps }: Path, driver: NodeDriver): Promise<void> {
    const { covers } = this.#options;
    let place: Place | undefined;
    for (const { request, place: next } of steps) {
      const from = driver.circumstances.state;
      if (place) {
        const to = await driver.take(request);
        assert.strictEqual(to, leafOf(next.node), `the chart goes elsewhere on ${request} from ${from}`);
        const event = chartEvent(request, place);
        // A claim is made by entering FOUND, whose first half is where it waits.
        if (event) covers.took(from, event.type, event.type.endsWith('.FOUND') ? 'FOUND' : to);
        covers.rows.add(`${from}: ${request}`);
      }
      covers.inState(driver.circumstances.state);
      place = next;
      await this.#askForEverything(driver, place);
    }
  }

  async #askForEverything(driver: NodeDriver, place: Place): Promise<void> {
    const { table, covers } = this.#options;
    const name = placeName(place);
    if (this.#asked.has(name)) return;
    this.#asked.add(name);
    const before = await driver.everything();
    const accepted: string[] = [];
    for (const request of requestsOf(table)) {
      const answer = driver.expects(request);
      if ('to' in answer) {
        accepted.push(request);
        continue;
      }
      const codes = await driver.beRefused(request, answer.codes);
      assert.deepStrictEqual(await driver.everything(), before, `${request} was refused and changed something`);
      for (const code of codes) this.codes.add(code);
      const event = /with|propose/.test(request) ? undefined : chartEvent(request, place);
      if (event) covers.refused(driver.circumstances.state, event.type, codes);
    }
    this.#compareWithChart(accepted, place);
  }

  /** What the table allows is what the chart takes: an edge too few would never be walked. */
  #compareWithChart(accepted: readonly string[], place: Place): void {
    const isMove = (request: string) => /^(commit|reclassify) \w+$/.test(request);
    const taken = stepsFrom(place, this.#options.table.states).map(({ type }) => type);
    assert.deepStrictEqual(taken.filter(isMove).toSorted(), accepted.filter(isMove).toSorted(), placeName(place));
  }
}
