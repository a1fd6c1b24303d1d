/**
 * A chart as data: the JSON that Stately Studio takes, and a flat list of states and edges for pictures.
 * Only what has a name can be shown, so behaviour written inline is an error here, not a gap in the picture.
 */
import type { AnyStateMachine, AnyStateNode } from 'xstate';

/** A guard or an action as the chart names it. */
export interface Named {
  readonly type: string;
  readonly params?: Readonly<Record<string, unknown>>;
}

export interface ChartState {
  /** Path below the root, `s3_validating.investigator`: what a snapshot's value names. */
  readonly id: string;
  readonly key: string;
  readonly tags: readonly string[];
  /** Entered when its parent is; every region of a parallel state is, without being marked. */
  readonly initial: boolean;
  readonly final: boolean;
  readonly parallel: boolean;
  readonly children: readonly ChartState[];
}

export interface ChartEdge {
  /** A state's id, or the chart's own for what holds in every state. */
  readonly from: string;
  /** Null: the state is kept, or the event refused. */
  readonly to: string | null;
  /** `always` where the edge waits for no event. */
  readonly event: string;
  readonly guard?: Named;
  readonly actions: readonly Named[];
  /** A guard with neither target nor actions: its name is the code of the refusal. */
  readonly refuses: boolean;
}

export interface Chart {
  /** With its version, `node@1`. */
  readonly id: string;
  readonly name: string;
  readonly version: string;
  readonly states: readonly ChartState[];
  /** In document order; among edges of one state and event the first whose guard holds is taken. */
  readonly edges: readonly ChartEdge[];
}

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

interface Transition {
  readonly guard?: unknown;
  readonly actions: readonly unknown[];
  readonly target: readonly AnyStateNode[] | undefined;
}

export function chartOf(machine: AnyStateMachine): Chart {
  const { root } = machine;
  return {
    id: machine.id,
    ...nameAndVersion(machine),
    states: childrenOf(root).map(stateOf),
    edges: withDescendants(root).flatMap(edgesOf),
  };
}

/** Machine configuration of XState 5 without any function; pasted into Stately Studio it is the same chart. */
export function studioConfig(machine: AnyStateMachine): Readonly<Record<string, Json>> {
  const { id, ...config } = plain(machine.config, machine.id) as Record<string, Json>;
  return { id: id ?? machine.id, version: nameAndVersion(machine).version, ...config };
}

/** Refusals that are judged before an edge is taken, in order. */
export function refusalsBefore({ edges }: Chart, edge: ChartEdge): Named[] {
  return edges
    .slice(0, edges.indexOf(edge))
    .filter(({ from, event, refuses }) => refuses && from === edge.from && event === edge.event)
    .flatMap(({ guard }) => guard ?? []);
}

/** As it is called: `STATE_LOCKED(SPEC)`. */
export function callOf({ type, params }: Named): string {
  return params === undefined ? type : `${type}(${Object.values(params).map(String).join(', ')})`;
}

/** Every state with those inside it, parents first. */
export function allStates(states: readonly ChartState[]): ChartState[] {
  return states.flatMap((state) => [state, ...allStates(state.children)]);
}

/** Whether nothing is left to do there: tagged so, final, or without a way out. */
export function isTerminal({ edges }: Chart, { id, tags, final }: ChartState): boolean {
  return (
    tags.includes('terminal') ||
    final ||
    !edges.some(({ from }) => from === id || isWithin(from, id) || isWithin(id, from))
  );
}

/** Whether a state lies inside another; everything lies inside the chart itself, which no dot-path can tell. */
export const isWithin = (id: string, ancestor: string): boolean => id.startsWith(`${ancestor}.`);

function nameAndVersion({ id, config }: AnyStateMachine): { name: string; version: string } {
  const [name = id, version = '1'] = id.split('@');
  return { name, version: (config as { version?: string }).version ?? version };
}

const childrenOf = (node: AnyStateNode): AnyStateNode[] => Object.values(node.states);

const withDescendants = (node: AnyStateNode): AnyStateNode[] => [node, ...childrenOf(node).flatMap(withDescendants)];

const idOf = (node: AnyStateNode): string => (node.path.length === 0 ? node.id : node.path.join('.'));

function stateOf(node: AnyStateNode): ChartState {
  const entered = node.parent?.type === 'compound' ? node.parent.initial.target : [];
  return {
    id: idOf(node),
    key: node.key,
    tags: [...node.tags],
    initial: entered.some((target) => withDescendants(node).includes(target)),
    final: node.type === 'final',
    parallel: node.type === 'parallel',
    children: childrenOf(node).map(stateOf),
  };
}

function edgesOf(node: AnyStateNode): ChartEdge[] {
  const byEvent: [string, readonly Transition[]][] = [...node.transitions, ['always', node.always ?? []]];
  return byEvent.flatMap(([event, transitions]) =>
    transitions.flatMap(({ guard, actions, target }) => {
      const where = `${idOf(node)} on ${event}`;
      const edge = {
        from: idOf(node),
        event,
        ...(guard === undefined ? {} : { guard: named(guard, where) }),
        actions: actions.map((action) => named(action, where)),
      };
      const refuses = guard !== undefined && target === undefined && actions.length === 0;
      return (target?.map(idOf) ?? [null]).map((to) => ({ ...edge, to, refuses }));
    }),
  );
}

function named(reference: unknown, where: string): Named {
  if (typeof reference === 'string') return { type: reference };
  if (typeof reference !== 'object' || reference === null) throw inlineError(where);
  // A guard or action that is an object has a type: the machine would not have been made without one.
  return plain(reference, where) as unknown as Named;
}

/** Functions under these keys compute data and are left out; any other is behaviour. */
const computed = new Set(['context', 'params', 'input', 'output']);

function plain(value: unknown, where: string): Json {
  if (typeof value === 'function') throw inlineError(where);
  if (Array.isArray(value)) return value.map((item, index) => plain(item, `${where}[${index}]`));
  if (typeof value !== 'object' || value === null) return value as Json;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, item]) => item !== undefined && !(typeof item === 'function' && computed.has(key)))
      .map(([key, item]) => [key, plain(item, `${where}.${key}`)]),
  );
}

const inlineError = (where: string): Error =>
  new Error(
    `${where}: a function written inline has no name to show. Name it in setup() and refer to it by that name.`,
  );
