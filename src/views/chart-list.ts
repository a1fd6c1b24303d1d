/** Every chart there is, once: what the docs draw, the CLI writes and resources serve. */
import type { AnyStateMachine } from 'xstate';
import { chartsFor } from '../../machines/charts.js';
import type { Protocol } from '../../machines/schema/protocol.js';
import { chartOf, studioConfig, type Chart } from './chart-definition.js';
import { chartMermaid } from './chart-mermaid.js';

/** From the whole to its parts. Protocols that share a chart differ in its numbers only, and the first one's are shown. */
function chartList(protocols: Iterable<Protocol>): AnyStateMachine[] {
  const charts = new Map<string, AnyStateMachine>();
  for (const protocol of protocols) {
    const { session, round, node, ticket, gate } = chartsFor(protocol);
    for (const machine of [session, round, node, ticket, gate])
      if (!charts.has(machine.id)) charts.set(machine.id, machine);
  }
  return [...charts.values()];
}

/** Each as data, as JSON for Stately Studio and as Mermaid. */
export function chartTexts(protocols: Iterable<Protocol>): { chart: Chart; json: string; mmd: string }[] {
  return chartList(protocols).map((machine) => {
    const chart = chartOf(machine);
    return { chart, json: `${JSON.stringify(studioConfig(machine), null, 2)}\n`, mmd: chartMermaid(chart) };
  });
}
