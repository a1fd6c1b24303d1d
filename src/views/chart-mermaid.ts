/** A chart as a Mermaid state diagram: guards in brackets, what can be refused in a note beside its state. */
import { allStates, callOf, isWithin, type Chart, type ChartEdge, type ChartState } from './chart-definition.js';

export function chartMermaid(chart: Chart): string {
  const lines = [
    ...['---', `title: ${chart.id}`, '---', 'stateDiagram-v2'],
    ...insideLines(chart.states, false).map(indent),
    ...chart.edges.flatMap((edge) => edgeLines(chart, edge)).map(indent),
    ...allStates(chart.states)
      .flatMap((state) => noteLines(chart, state))
      .map(indent),
  ];
  return `${lines.join('\n')}\n`;
}

const indent = (line: string): string => `  ${line}`;

/** Dots would be read as part of the syntax. */
const nameOf = (id: string): string => id.replace(/[^A-Za-z0-9_]/g, '_');

/** Text after a colon. Semicolons end a statement, hashes begin a character's number. */
const textOf = (text: string): string => text.replace(/[#;:]/g, (character) => `#${character.charCodeAt(0)};`);

function insideLines(states: readonly ChartState[], areRegions: boolean): string[] {
  return [
    ...states.filter(({ initial }) => initial).map(({ id }) => `[*] --> ${nameOf(id)}`),
    ...states.flatMap((state, index) => [...(areRegions && index > 0 ? ['--'] : []), ...stateLines(state)]),
  ];
}

function stateLines({ id, key, parallel, children }: ChartState): string[] {
  const named = `state "${textOf(key)}" as ${nameOf(id)}`;
  if (children.length === 0) return [named];
  return [`${named} {`, ...insideLines(children, parallel).map(indent), '}'];
}

/** Mermaid cannot draw a line from a state into itself, so an edge inwards starts at each of the states inside. */
function edgeLines(chart: Chart, edge: ChartEdge): string[] {
  const { from, to } = edge;
  if (edge.refuses) return [];
  const inside = insideOf(chart, from);
  if (to === null) return (from === chart.id ? inside : [from]).map((id) => `${nameOf(id)} : ${labelOf(edge)}`);
  const sources = from === chart.id || isWithin(to, from) ? inside : [from];
  return sources.map((id) => `${nameOf(id)} --> ${nameOf(to)} : ${labelOf(edge)}`);
}

function insideOf(chart: Chart, id: string): string[] {
  const states =
    id === chart.id ? chart.states : (allStates(chart.states).find((state) => state.id === id)?.children ?? []);
  return states.map((state) => state.id);
}

function labelOf({ event, guard, actions }: ChartEdge): string {
  const parts = [event, ...(guard ? [`[${callOf(guard)}]`] : [])];
  const effects = actions.map(callOf).join(', ');
  return textOf([...parts, ...(effects === '' ? [] : [`/ ${effects}`])].join(' '));
}

/** One line an event, its codes in the order they are judged. What the chart refuses everywhere stands at its start. */
function noteLines(chart: Chart, { id, initial }: ChartState): string[] {
  const isStart = initial && chart.states.some((state) => state.id === id);
  const lines = [...(isStart ? refusalLines(chart, chart.id) : []), ...refusalLines(chart, id)];
  return lines.length === 0 ? [] : [`note right of ${nameOf(id)}`, ...lines.map(indent), 'end note'];
}

function refusalLines({ edges }: Chart, id: string): string[] {
  const refusals = edges.filter(({ from, refuses }) => refuses && from === id);
  return [...new Set(refusals.map(({ event }) => event))].map((event) => {
    const codes = refusals.filter((edge) => edge.event === event).flatMap(({ guard }) => guard?.type ?? []);
    return textOf(`${event} ✕ ${codes.join(', ')}`);
  });
}
