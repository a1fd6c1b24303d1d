/**
 * What there is to cover in a chart: its states, the transitions it takes and those it refuses by a code. States are
 * leaves; an edge that a state around them defines counts for each leaf it stands for, unless the leaf has an edge of
 * its own that always comes first. A parallel state counts as one, with its own edges, beside the leaves of its regions
 * with theirs. Transitions that differ only in their guard are told apart by it.
 */
import type { AnyStateMachine, AnyStateNode } from 'xstate';

export interface ChartEdges {
  readonly chart: string;
  readonly states: readonly string[];
  readonly transitions: readonly string[];
  readonly refusals: readonly string[];
}

export const transitionName = (from: string, event: string, to: string): string => `${from} on ${event} to ${to}`;
export const guardedName = (from: string, event: string, to: string, guard = 'nothing else'): string =>
  `${transitionName(from, event, to)} if ${guard}`;
export const refusalName = (from: string, event: string, code: string): string => `${from} on ${event} refuses ${code}`;

interface Edge {
  readonly from: string;
  readonly event: string;
  readonly to: string;
  readonly guard: string | undefined;
  /** An edge without target and action refuses: its guard is the code. */
  readonly isRefusal: boolean;
}

export function edgesOf(machine: AnyStateMachine): ChartEdges {
  const leaves = leavesOf(machine.root);
  const edges = leaves.flatMap(edgesFrom);
  const taken = edges.filter(({ isRefusal }) => !isRefusal);
  const plain = (edge: Edge) => transitionName(edge.from, edge.event, edge.to);
  const named = taken.map((edge) => {
    const isOnly = taken.filter((each) => plain(each) === plain(edge)).length === 1;
    return isOnly ? plain(edge) : guardedName(edge.from, edge.event, edge.to, edge.guard);
  });
  const refused = edges.filter(({ isRefusal }) => isRefusal);
  return {
    chart: machine.id,
    states: leaves.map(nameOf),
    transitions: [...new Set(named)],
    refusals: [...new Set(refused.map(({ from, event, guard = '' }) => refusalName(from, event, guard)))],
  };
}

const leavesOf = (node: AnyStateNode): AnyStateNode[] => {
  // The library's own record of states is of any kind of state.
  const states = Object.values(node.states) as AnyStateNode[];
  const below = states.flatMap(leavesOf);
  return states.length === 0 || node.type === 'parallel' ? [node, ...below] : below;
};

/** Regions have states of the same name: `validator.passed`. */
function nameOf({ key, parent }: AnyStateNode): string {
  return parent?.parent?.type === 'parallel' ? `${parent.key}.${key}` : key;
}

/** From the inside out; what comes after an edge without a guard is never asked. */
function edgesFrom(leaf: AnyStateNode): Edge[] {
  const found: Edge[] = [];
  const settled = new Set<string>();
  for (let node: AnyStateNode | undefined = leaf; node; node = node.parent) {
    if (node.type === 'parallel' && node !== leaf) break;
    const own = definedIn(node).filter(({ event }) => !settled.has(event));
    for (const { event, definition } of own) {
      found.push(edgeOf(leaf, event, definition));
      if (definition.guard === undefined) settled.add(event);
    }
  }
  return found;
}

interface Defined {
  readonly event: string;
  readonly definition: {
    readonly target?: readonly AnyStateNode[] | undefined;
    readonly actions: readonly unknown[];
    readonly guard?: unknown;
  };
}

const definedIn = ({ transitions, always }: AnyStateNode): Defined[] => [
  ...[...transitions].flatMap(([event, edges]) => edges.map((definition) => ({ event, definition }))),
  ...(always ?? []).map((definition) => ({ event: 'always', definition })),
];

function edgeOf(leaf: AnyStateNode, event: string, { target, actions, guard }: Defined['definition']): Edge {
  const [to] = target ?? [];
  const name = guardName(guard);
  const isRefusal = !to && actions.length === 0 && name !== undefined;
  return { from: nameOf(leaf), event, to: nameOf(to ?? leaf), guard: name, isRefusal };
}

function guardName(guard: unknown): string | undefined {
  if (typeof guard === 'string') return guard;
  return typeof guard === 'object' && guard !== null && 'type' in guard ? String(guard.type) : undefined;
}
