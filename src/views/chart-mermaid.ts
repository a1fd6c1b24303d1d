/** A chart as a Mermaid state diagram: guards in brackets, what can be refused in a note beside its state. */
import { allStates, callOf, isWithin, type Chart, type ChartEdge, type ChartState } from './chart-definition.js';

export function chartMermaid(chart: Chart): string {
  const body = [
    ...insideLines(chart.states, false),
    ...chart.edges.flatMap((edge) => edgeLines(chart, edge)),
    ...allStates(chart.states).flatMap((state) => textLines(chart, state)),
    ...allStates(chart.states).flatMap((state) => noteLines(chart, state)),
  ];
  return ['---', `title: ${chart.id}`, '---', 'stateDiagram-v2', ...body.map(indent), ''].join('\n');
}

const indent = (line: string): string => `  ${line}`;

/** Dots would be read as syntax. */
const nameOf = (id: string): string => id.replace(/[^A-Za-z0-9_]/g, '_');

/** Semicolons end a statement, hashes begin a character's number, colons begin a text. */
const textOf = (text: string): string => text.replace(/[#;:]/g, (character) => `#${character.charCodeAt(0)};`);

function insideLines(states: readonly ChartState[], areRegions: boolean): string[] {
  return [
    ...states.filter(({ initial }) => initial).map(({ id }) => `[*] --> ${nameOf(id)}`),
    ...states.flatMap((state, index) => [...(areRegions && index > 0 ? ['--'] : []), ...stateLines(state)]),
  ];
}

/** Always with its title: a description alone would take the title's place. */
function stateLines({ id, key, parallel, children }: ChartState): string[] {
  const named = `state "${textOf(key)}" as ${nameOf(id)}`;
  if (children.length === 0) return [named];
  return [`${named} {`, ...insideLines(children, parallel).map(indent), '}'];
}

/** Mermaid cannot draw a line from a state into itself, so an edge inwards starts at each of the states inside. */
function edgeLines(chart: Chart, edge: ChartEdge): string[] {
  const { from, to } = edge;
  if (to === null) return [];
  const isInwards = from === chart.id || isWithin(to, from);
  const sources = isInwards ? insideOf(chart, from).filter((id) => id !== to) : [from];
  return sources.map((id) => `${nameOf(id)} --> ${nameOf(to)} : ${labelOf(edge)}`);
}

function insideOf({ id: chartId, states }: Chart, id: string): string[] {
  const inside = id === chartId ? states : allStates(states).find((state) => state.id === id)?.children;
  return (inside ?? []).map((state) => state.id);
}

/** Edges that leave a state as it is: its own without target, and those its parent has for all the states inside. */
function keptBy(chart: Chart, { id }: ChartState): ChartEdge[] {
  const isTop = insideOf(chart, chart.id).includes(id);
  return chart.edges.filter(({ from, to, refuses }) => {
    if (refuses) return false;
    if (from === id) return to === null;
    return to === null ? isTop && from === chart.id : to === id && insideOf(chart, from).includes(id);
  });
}

function labelOf({ event, guard, actions }: ChartEdge): string {
  const condition = guard === undefined ? [] : [`[${callOf(guard)}]`];
  const effect = actions.length === 0 ? [] : [`/ ${actions.map(callOf).join(', ')}`];
  return textOf([event, ...condition, ...effect].join(' '));
}

/** Only a state without states inside may have text of its own; the others have it in their note. */
function textLines(chart: Chart, state: ChartState): string[] {
  if (state.children.length > 0) return [];
  return keptBy(chart, state).map((edge) => `${nameOf(state.id)} : ${labelOf(edge)}`);
}

/** What the chart refuses in every state stands beside the first of them. */
function noteLines(chart: Chart, state: ChartState): string[] {
  const isStart = state.initial && insideOf(chart, chart.id).includes(state.id);
  const lines = [
    ...(state.children.length > 0 ? keptBy(chart, state).map(labelOf) : []),
    ...(isStart ? refusalLines(chart, chart.id) : []),
    ...refusalLines(chart, state.id),
  ];
  return lines.length === 0 ? [] : [`note right of ${nameOf(state.id)}`, ...lines.map(indent), 'end note'];
}

/** One line an event, its codes in the order they are judged. */
function refusalLines({ edges }: Chart, id: string): string[] {
  const refusals = edges.filter(({ from, refuses }) => refuses && from === id);
  return [...new Set(refusals.map(({ event }) => event))].map((event) => {
    const codes = refusals.filter((edge) => edge.event === event).flatMap(({ guard }) => guard?.type ?? []);
    return textOf(`${event} ✕ ${codes.join(', ')}`);
  });
}
