/** What there is to cover in a chart: its states, the transitions it takes and those it refuses by a code. */
import type { AnyStateMachine, AnyStateNode } from 'xstate';

export interface ChartEdges {
  readonly chart: string;
  readonly states: readonly string[];
  readonly transitions: readonly string[];
  readonly refusals: readonly string[];
}

export const transitionName = (from: string, event: string, to: string): string => `${from} on ${event} to ${to}`;
export const refusalName = (from: string, event: string, code: string): string => `${from} on ${event} refuses ${code}`;

/** An edge without target and action refuses: its guard is the code. */
export function edgesOf(machine: AnyStateMachine): ChartEdges {
  const states = Object.values(machine.root.states) as AnyStateNode[];
  const transitions = new Set<string>();
  const refusals = new Set<string>();
  for (const state of states) {
    for (const { event, edge } of [...definedIn(state), ...definedIn(machine.root)]) {
      const [target] = edge.target ?? [];
      const code = guardName(edge.guard);
      if (!target && edge.actions.length === 0 && code !== undefined) refusals.add(refusalName(state.key, event, code));
      else transitions.add(transitionName(state.key, event, target?.key ?? state.key));
    }
  }
  return {
    chart: machine.id,
    states: states.map(({ key }) => key),
    transitions: [...transitions],
    refusals: [...refusals],
  };
}

const definedIn = ({ transitions }: AnyStateNode) =>
  [...transitions].flatMap(([event, edges]) => edges.map((edge) => ({ event, edge })));

function guardName(guard: unknown): string | undefined {
  if (typeof guard === 'string') return guard;
  return typeof guard === 'object' && guard !== null && 'type' in guard ? String(guard.type) : undefined;
}
