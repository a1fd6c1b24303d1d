/** Where everything in a chart's picture goes: sizes are measured here, places come from ELK. Draws nothing. */
import assert from 'node:assert/strict';
import elk, {
  type ElkExtendedEdge,
  type ElkNode,
  type ElkPoint,
  type ElkShape,
  type LayoutOptions,
} from 'elkjs/lib/elk.bundled.js';
import { allStates, type Chart, type ChartEdge, type ChartState } from '../src/views/chart-definition.js';
import { innerRows, rowsOf, stack, type PlacedRow, type Stack } from './chart-rows.js';

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** One way along a line. */
export interface Arrow {
  readonly from: string;
  readonly to: string;
  /** Events that go this way. */
  readonly events: readonly string[];
  readonly points: readonly ElkPoint[];
  readonly rows: readonly PlacedRow[];
}

export interface Line {
  /** One, or one there and one back along the same points. */
  readonly arrows: readonly Arrow[];
  /** Undefined where the picture names no events. */
  readonly label: Box | undefined;
}

export interface StateBox extends Box {
  readonly id: string;
  readonly title: string;
  readonly rows: readonly PlacedRow[];
  /** Undefined for the frame of the chart itself, drawn where it has events of its own. */
  readonly state: ChartState | undefined;
}

/** Where a state is entered first: a dot, and the way from it. */
export interface Start {
  readonly dot: Box;
  readonly points: readonly ElkPoint[];
}

export interface Layout {
  readonly width: number;
  readonly height: number;
  /** Outer boxes first. */
  readonly boxes: readonly StateBox[];
  readonly lines: readonly Line[];
  readonly starts: readonly Start[];
}

export type Direction = 'DOWN' | 'RIGHT';

/** Pixels. A capital of the title's font is at most this wide. */
export const boxMeasures = { title: 32, padding: 15, capital: 8.6 };
const dotSize = 9;
const framePadding = 18;

/** Among the layouts tried, these had the fewest bends and crossings. Order options below the root crash ELK. */
const elkOptions: LayoutOptions = {
  'elk.algorithm': 'layered',
  'elk.edgeRouting': 'ORTHOGONAL',
  'elk.hierarchyHandling': 'INCLUDE_CHILDREN',
  'elk.json.shapeCoords': 'ROOT',
  'elk.json.edgeCoords': 'ROOT',
  'elk.randomSeed': '5',
  'elk.padding': '[top=28,left=28,bottom=28,right=28]',
  'elk.spacing.nodeNode': '36',
  'elk.spacing.edgeNode': '18',
  'elk.spacing.edgeEdge': '14',
  'elk.spacing.edgeLabel': '4',
  'elk.layered.layering.strategy': 'COFFMAN_GRAHAM',
  'elk.layered.nodePlacement.strategy': 'BRANDES_KOEPF',
  'elk.layered.crossingMinimization.greedySwitch.type': 'TWO_SIDED',
  'elk.layered.thoroughness': '30',
  'elk.layered.compaction.postCompaction.strategy': 'EDGE_LENGTH',
  'elk.layered.spacing.nodeNodeBetweenLayers': '30',
  'elk.layered.spacing.edgeNodeBetweenLayers': '16',
  'elk.layered.spacing.edgeEdgeBetweenLayers': '12',
};

/** For a picture that stands small beside other things: no names on its lines, and no room for them. */
const briefOptions: LayoutOptions = {
  'elk.padding': '[top=10,left=10,bottom=10,right=10]',
  'elk.spacing.nodeNode': '22',
  'elk.spacing.edgeNode': '11',
  'elk.spacing.edgeEdge': '9',
  'elk.layered.spacing.nodeNodeBetweenLayers': '24',
  'elk.layered.spacing.edgeNodeBetweenLayers': '10',
  'elk.layered.spacing.edgeEdgeBetweenLayers': '9',
};

/** Of the two ways it could run, the one that is larger in a box of this shape. */
export async function briefLayoutOf(chart: Chart, { width, height }: Pick<Box, 'width' | 'height'>): Promise<Layout> {
  const [down, right] = await Promise.all([layoutOf(chart, 'DOWN', true), layoutOf(chart, 'RIGHT', true)]);
  const scale = (layout: Layout) => Math.min(width / layout.width, height / layout.height);
  return scale(right) > scale(down) ? right : down;
}

export async function layoutOf(chart: Chart, direction: Direction, isBrief = false): Promise<Layout> {
  const links = linksOf(chart).map((link) => ({
    ...link,
    label: isBrief ? undefined : labelOf(chart, link, direction),
  }));
  const graph: ElkNode = {
    id: 'picture',
    layoutOptions: { ...elkOptions, ...(isBrief ? briefOptions : {}), 'elk.direction': direction },
    children: hasFrame(chart) ? [frameNode(chart)] : insideNodes(chart, chart.states),
    edges: [...initialStates(chart).map(({ id }) => startEdge(id)), ...links.map(linkEdge)],
  };
  const placed: ElkNode = await new elk.default().layout(graph);
  const shapes = new Map(withDescendants(placed).map((shape) => [shape.id, shape]));
  const edges = new Map((placed.edges ?? []).map((edge) => [edge.id, edge]));
  const boxAt = (id: string): Box => boxOf(shapes.get(id));
  const box = (id: string, title: string, state?: ChartState): StateBox => ({
    ...boxAt(id),
    id,
    title,
    rows: stack(innerRows(chart, id)).rows,
    state,
  });
  return {
    width: placed.width ?? 0,
    height: placed.height ?? 0,
    boxes: [
      ...(hasFrame(chart) ? [box(chart.id, chart.id)] : []),
      ...allStates(chart.states).map((state) => box(state.id, state.key, state)),
    ],
    lines: links.map((link) => lineOf(link, edges.get(linkId(link)))),
    starts: initialStates(chart).map(({ id }) => ({
      dot: boxAt(`start ${id}`),
      points: pointsOf(edges.get(`enter ${id}`)),
    })),
  };
}

/** All edges between two states; `there` leads from the one that stands first in the chart. */
interface Link {
  readonly first: string;
  readonly second: string;
  readonly there: ChartEdge[];
  readonly back: ChartEdge[];
}

/** One line for each pair of states, told to ELK forwards: the chart's order, not a cycle breaker, says what is up. */
function linksOf(chart: Chart): Link[] {
  const order = [chart.id, ...allStates(chart.states).map(({ id }) => id)];
  const links = new Map<string, Link>();
  for (const edge of chart.edges) {
    if (edge.to === null) continue;
    const isBack = order.indexOf(edge.to) < order.indexOf(edge.from);
    const [first, second] = isBack ? [edge.to, edge.from] : [edge.from, edge.to];
    const link = links.get(linkId({ first, second })) ?? { first, second, there: [], back: [] };
    links.set(linkId(link), link);
    (isBack ? link.back : link.there).push(edge);
  }
  return [...links.values()];
}

const linkId = ({ first, second }: Pick<Link, 'first' | 'second'>): string => `${first} ${second}`;

function labelOf(chart: Chart, { there, back }: Link, direction: Direction): Stack {
  const isTwoWay = there.length > 0 && back.length > 0;
  const [onward, backward] = direction === 'DOWN' ? ['↓', '↑'] : ['→', '←'];
  return stack([
    ...there.flatMap((edge) => rowsOf(chart, edge, isTwoWay ? onward : '')),
    ...back.flatMap((edge) => rowsOf(chart, edge, isTwoWay ? backward : '')),
  ]);
}

type Labelled = Link & { readonly label: Stack | undefined };

function linkEdge({ first, second, label }: Labelled): ElkExtendedEdge {
  const id = linkId({ first, second });
  if (!label) return { id, sources: [first], targets: [second] };
  const { width, height } = label;
  const layoutOptions = {
    'elk.edgeLabels.placement': 'CENTER',
    // A loop is too short to carry its label on the line.
    'elk.edgeLabels.inline': String(first !== second),
  };
  return {
    id,
    sources: [first],
    targets: [second],
    // ELK skips labels without text.
    labels: [{ id: `label ${id}`, text: id, width, height, layoutOptions }],
  };
}

const startEdge = (id: string): ElkExtendedEdge => ({ id: `enter ${id}`, sources: [`start ${id}`], targets: [id] });

const initialStates = ({ states }: Chart): ChartState[] => allStates(states).filter(({ initial }) => initial);

const hasFrame = ({ id, edges }: Chart): boolean => edges.some(({ from }) => from === id);

const frameNode = (chart: Chart): ElkNode => ({
  id: chart.id,
  children: insideNodes(chart, chart.states),
  layoutOptions: insideOptions(chart, chart.id),
});

function insideNodes(chart: Chart, states: readonly ChartState[]): ElkNode[] {
  const starts = states.filter(({ initial }) => initial);
  return [
    ...starts.map(({ id }) => ({ id: `start ${id}`, width: dotSize, height: dotSize })),
    ...states.map((state) => stateNode(chart, state)),
  ];
}

function stateNode(chart: Chart, { id, key, children }: ChartState): ElkNode {
  if (children.length > 0)
    return { id, children: insideNodes(chart, children), layoutOptions: insideOptions(chart, id) };
  const inner = stack(innerRows(chart, id));
  const titleWidth = Math.ceil(key.length * boxMeasures.capital) + 2 * boxMeasures.padding;
  return { id, width: Math.max(titleWidth, inner.width + 8), height: boxMeasures.title + inner.height };
}

function insideOptions(chart: Chart, id: string): LayoutOptions {
  const top = boxMeasures.title + stack(innerRows(chart, id)).height + 6;
  return { 'elk.padding': `[top=${top},left=${framePadding},bottom=${framePadding},right=${framePadding}]` };
}

const withDescendants = (node: ElkNode): ElkNode[] => [node, ...(node.children ?? []).flatMap(withDescendants)];

function lineOf({ first, second, there, back, label }: Labelled, edge?: ElkExtendedEdge): Line {
  const points = pointsOf(edge);
  const rowsFor = (edges: ChartEdge[]) => label?.rows.filter((row) => edges.includes(row.edge)) ?? [];
  const eventsOf = (edges: ChartEdge[]) => [...new Set(edges.map(({ event }) => event))];
  const arrows: Arrow[] = [
    { from: first, to: second, events: eventsOf(there), points, rows: rowsFor(there) },
    { from: second, to: first, events: eventsOf(back), points: points.toReversed(), rows: rowsFor(back) },
  ];
  return {
    arrows: arrows.filter(({ events }) => events.length > 0),
    label: label ? boxOf(edge?.labels?.[0]) : undefined,
  };
}

function pointsOf(edge: ElkExtendedEdge | undefined): ElkPoint[] {
  assert(edge?.sections?.length === 1, 'ELK routes every edge it is given in one piece');
  return edge.sections.flatMap(({ startPoint, bendPoints = [], endPoint }) => [startPoint, ...bendPoints, endPoint]);
}

function boxOf(shape: ElkShape | undefined): Box {
  assert(shape, 'ELK places every shape it is given');
  const { x = 0, y = 0, width = 0, height = 0 } = shape;
  return { x, y, width, height };
}
