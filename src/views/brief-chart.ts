/** A chart for looking at from afar: where one can go from each state, and by what, without refusals and actions. */
import type { Chart, ChartEdge } from './chart-definition.js';

export function briefChart(chart: Chart): Chart {
  const edges = new Map<string, ChartEdge>();
  for (const edge of chart.edges) {
    const { from, to } = edge;
    if (to === null || from === to) continue;
    const brief = { from, to, event: nameOf(edge), actions: [], refuses: false };
    edges.set(`${from}→${to} ${brief.event}`, brief);
  }
  return { ...chart, edges: [...edges.values()] };
}

/** What is named after where it leads needs no second name; what decides by itself is called by what it finds. */
function nameOf({ event, to, guard }: ChartEdge): string {
  if (to !== null && event.endsWith(`.${to}`)) return event.slice(0, -to.length - 1);
  return guard?.type ?? event.split('.').at(-1) ?? event;
}
