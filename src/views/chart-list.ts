/** Every chart there is, once: what the docs draw, the CLI writes and resources serve. */
import type { AnyStateMachine } from 'xstate';
import { chartsFor } from '../../machines/charts.js';
import type { Protocol } from '../../machines/schema/protocol.js';

/** From the whole to its parts. Protocols that share a chart differ in its numbers only, and the first one's are shown. */
export function chartList(protocols: Iterable<Protocol>): AnyStateMachine[] {
  const charts = new Map<string, AnyStateMachine>();
  for (const protocol of protocols) {
    const { session, round, node, ticket, gate } = chartsFor(protocol);
    for (const machine of [session, round, node, ticket, gate])
      if (!charts.has(machine.id)) charts.set(machine.id, machine);
  }
  return [...charts.values()];
}
