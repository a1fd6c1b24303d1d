/** The charts of a session, built for its protocol: guards close over the protocol's numbers. */
import { classicMachine } from './classic.machine.js';
import { nodeMachine } from './node.machine.js';
import { roundMachine } from './round.machine.js';
import type { Protocol } from './schema/protocol.js';
import type { ChartName, CommittedState, NodeState } from './schema/state.js';
import { singleRootMachine } from './single-root.machine.js';
import { sessionMachine } from './session.machine.js';
import { gateMachine } from './gate.machine.js';
import { ticketMachine } from './ticket.machine.js';

export type NodeMachine = ReturnType<typeof nodeMachine>;

/** Node charts differ in their edges, not in their context and events, so one type stands for all of them. */
const nodeCharts: Record<ChartName, (protocol: Protocol) => NodeMachine> = {
  'node@1': nodeMachine,
  'classic@1': () => classicMachine() as unknown as NodeMachine,
  'single-root@1': (protocol) => singleRootMachine(protocol) as unknown as NodeMachine,
  'single-root@2': (protocol) => singleRootMachine(protocol) as unknown as NodeMachine,
};

/** Building charts costs more than replaying a short journal, and few protocols are in use at once. */
const builtMax = 16;
const built = new Map<string, Charts>();

/** Charts hold no state of their own, so sessions of the same protocol share them. */
export function chartsFor(protocol: Protocol): Charts {
  const key = JSON.stringify(protocol);
  const charts = built.get(key) ?? build(protocol);
  if (built.size >= builtMax) built.clear();
  built.set(key, charts);
  return charts;
}

function build(protocol: Protocol) {
  const node = nodeCharts[protocol.chart](protocol);
  const round = roundMachine(protocol, node);
  const session = sessionMachine(protocol, round);
  const [ticket, gate] = [ticketMachine, gateMachine];
  return {
    ...{ session, round, node, ticket, gate },
    /** What an investigation, and what tickets are made with: named in the record that makes them. */
    names: { investigation: [session.id, round.id, node.id], tickets: [session.id, ticket.id, gate.id] },
  };
}
export type Charts = ReturnType<typeof build>;

/** States a node can be reclassified to, as far as the chart has an edge. Guards may still refuse. */
export function edgesFrom({ node }: Charts, from: NodeState): CommittedState[] {
  const prefix = 'reclassify.';
  return ((node.states[from]?.events ?? []) as string[])
    .filter((type) => type.startsWith(prefix))
    .map((type) => type.slice(prefix.length) as CommittedState);
}
