/**
 * Draws a laid-out chart. A page highlights by class alone: `is-current` on `.state`, `is-taken`, `is-allowed` or
 * `is-refused` on everything with that `data-edge` and `data-event`. Colours are the variables of chart-style.ts.
 */
import type { ElkPoint } from 'elkjs/lib/elk.bundled.js';
import { allStates, isTerminal, type Chart } from '../src/views/chart-definition.js';
import { xmlText } from '../src/views/escape.js';
import {
  boxMeasures,
  type Arrow,
  type Box,
  type Layout,
  type Line,
  type Start,
  type StateBox,
} from './chart-layout.js';
import type { PlacedRow } from './chart-rows.js';
import { rowMeasures } from './chart-rows.js';
import { styleOf } from './chart-style.js';

const bendRadius = 7;
const head = { length: 8, halfWidth: 3.6 };
const dotPitch = 18;

export function svgOf(chart: Chart, layout: Layout): string {
  const width = Math.ceil(layout.width);
  const height = Math.ceil(layout.height);
  const { name } = chart;
  const keys = allStates(chart.states).map(({ key }) => key);
  const lines = [
    `<svg xmlns="http://www.w3.org/2000/svg" class="proctor-chart" data-chart="${xmlText(chart.id)}" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="${name}-title ${name}-desc">`,
    `<title id="${name}-title">${xmlText(`Chart ${chart.id}`)}</title>`,
    `<desc id="${name}-desc">${xmlText(description(chart))}</desc>`,
    `<style>\n${styleOf(keys)}\n</style>`,
    `<defs><pattern id="${name}-dots" width="${dotPitch}" height="${dotPitch}" patternUnits="userSpaceOnUse"><circle class="grain" cx="${dotPitch / 2}" cy="${dotPitch / 2}" r="1"/></pattern></defs>`,
    `<g class="ground"><rect class="paper" width="${width}" height="${height}"/><rect width="${width}" height="${height}" fill="url(#${name}-dots)"/></g>`,
    ...layout.boxes.filter(isFrame).map((box) => drawFrame(box)),
    ...layout.starts.map(drawStart),
    ...layout.lines.flatMap(drawArrows),
    ...layout.boxes.filter((box) => !isFrame(box)).map((box) => drawState(chart, box)),
    ...layout.lines.map(drawLabel).filter(Boolean),
    '</svg>',
  ];
  return `${lines.join('\n')}\n`;
}

/** What a listener gets instead of the picture. */
function description(chart: Chart): string {
  const notes = allStates(chart.states).map((state) => {
    const marks = [state.initial ? 'initial' : '', isTerminal(chart, state) ? 'terminal' : ''].filter(Boolean);
    const next = [...new Set(chart.edges.filter(({ from }) => from === state.id).flatMap(({ to }) => to ?? []))];
    const title = marks.length > 0 ? `${state.id} (${marks.join(', ')})` : state.id;
    return next.length > 0 ? `${title} leads to ${next.join(', ')}` : title;
  });
  return `${notes.join('; ')}.`;
}

const isFrame = ({ state }: StateBox): boolean => state === undefined || state.children.length > 0;

function drawFrame(box: StateBox): string {
  const attribute = box.state === undefined ? 'class="frame"' : `class="state frame" ${stateData(box)}`;
  return [
    `<g ${attribute}>${rect('shape', box, 0, 10)}`,
    `<text class="title" x="${px(box.x + 12)}" y="${px(box.y + 21)}">${xmlText(box.title)}</text>`,
    ...drawInner(box, box.x + 6),
    '</g>',
  ].join('');
}

function drawState(chart: Chart, box: StateBox): string {
  const terminal = box.state !== undefined && isTerminal(chart, box.state);
  const middle = box.x + box.width / 2;
  const below = box.y + boxMeasures.title;
  return [
    `<g class="state${terminal ? ' terminal' : ''}" ${stateData(box)}>${rect('shape', box, 0, 8)}`,
    terminal ? rect('inner', box, 3, 5.5) : '',
    `<text class="title" x="${px(middle)}" y="${px(box.y + 20.2)}">${xmlText(box.title)}</text>`,
    box.rows.length > 0 ? `<path class="rule" d="M${px(box.x)} ${px(below)}H${px(box.x + box.width)}"/>` : '',
    ...drawInner(box, box.x + 4),
    '</g>',
  ].join('');
}

const stateData = ({ id, state }: StateBox): string =>
  `data-state="${xmlText(id)}" data-key="${xmlText(state?.key ?? id)}"`;

const drawInner = ({ id, y, rows }: StateBox, left: number): string[] =>
  drawRows(rows, { from: id, to: id }, { x: left, y: y + boxMeasures.title });

/** A line used both ways is drawn once; its ways lie unseen above it until a page highlights one of them. */
function drawArrows({ arrows }: Line): string[] {
  const isTwoWay = arrows.length > 1;
  const edges = arrows.map((arrow) => {
    const data = `data-edge="${edgeName(arrow)}" data-event="${xmlText(arrow.events.join(' '))}"`;
    return `<g class="edge${isTwoWay ? ' two-way' : ''}" ${data}>${drawWay(arrow.points, isTwoWay)}</g>`;
  });
  return isTwoWay ? [drawWay(arrows[0]?.points ?? [], true), ...edges] : edges;
}

function drawStart({ dot, points }: Start): string {
  const radius = dot.width / 2;
  const circle = `<circle cx="${px(dot.x + radius)}" cy="${px(dot.y + radius)}" r="${px(radius)}"/>`;
  return `<g class="start">${circle}${drawWay(points, false)}</g>`;
}

/** The line ends where a head begins, or its width would show at the tip. */
function drawWay(points: readonly ElkPoint[], isTwoWay: boolean): string {
  const [first, last] = [points[0], points.at(-1)];
  const [second, beforeLast] = [points[1], points.at(-2)];
  if (!first || !last || !second || !beforeLast) return '';
  const begin = isTwoWay ? towards(first, second, head.length - 1) : first;
  const end = towards(last, beforeLast, head.length - 1);
  return `<path class="way" d="${roundedPath([begin, ...points.slice(1, -1), end])}"/>${drawHead(last, beforeLast)}`;
}

function drawHead(tip: ElkPoint, before: ElkPoint): string {
  const base = towards(tip, before, head.length);
  const [across, along] = [tip.y - base.y, base.x - tip.x].map((side) => (side / head.length) * head.halfWidth);
  const corner = (sign: number) => at({ x: base.x + sign * (across ?? 0), y: base.y + sign * (along ?? 0) });
  return `<path class="head" d="M${at(tip)}L${corner(1)}L${corner(-1)}Z"/>`;
}

function roundedPath(points: readonly ElkPoint[]): string {
  return points
    .map((point, index) => {
      const [before, after] = [points[index - 1], points[index + 1]];
      if (!before) return `M${at(point)}`;
      if (!after) return `L${at(point)}`;
      const radius = Math.min(bendRadius, distance(before, point) / 2, distance(point, after) / 2);
      return `L${at(towards(point, before, radius))}Q${at(point)} ${at(towards(point, after, radius))}`;
    })
    .join('');
}

/** The ground under a label hides its own line; no other line runs there. */
function drawLabel({ arrows, label }: Line): string {
  if (!label) return '';
  return [
    `<g class="labels">${rect('paper', label, 0, 4)}`,
    ...arrows.flatMap((arrow) => drawRows(arrow.rows, arrow, label)),
    '</g>',
  ].join('');
}

/** One group an edge of the chart, so that each event can be highlighted apart. */
function drawRows(rows: readonly PlacedRow[], way: Pick<Arrow, 'from' | 'to'>, corner: ElkPoint): string[] {
  const edges = [...new Set(rows.map(({ edge }) => edge))];
  return edges.map((edge) => {
    const texts = rows.filter((row) => row.edge === edge).map((row) => drawRow(row, corner));
    return `<g class="label" data-edge="${edgeName(way)}" data-event="${xmlText(edge.event)}">${texts.join('')}</g>`;
  });
}

function drawRow({ tone, mark, text, x, y }: PlacedRow, corner: ElkPoint): string {
  const left = corner.x + x;
  const sign = mark === '' ? '' : `<tspan class="mark" x="${px(left - rowMeasures.mark)}">${mark}</tspan> `;
  return `<text class="${tone}" y="${px(corner.y + y)}">${sign}<tspan x="${px(left)}">${xmlText(text)}</tspan></text>`;
}

const edgeName = ({ from, to }: Pick<Arrow, 'from' | 'to'>): string => xmlText(`${from}→${to}`);

function rect(className: string, { x, y, width, height }: Box, inset: number, radius: number): string {
  const [left, top, wide, high] = [x + inset, y + inset, width - 2 * inset, height - 2 * inset].map(px);
  return `<rect class="${className}" x="${left ?? ''}" y="${top ?? ''}" width="${wide ?? ''}" height="${high ?? ''}" rx="${radius}"/>`;
}

const distance = (a: ElkPoint, b: ElkPoint): number => Math.hypot(b.x - a.x, b.y - a.y);

/** The point a given way from one point to another. */
function towards(from: ElkPoint, to: ElkPoint, length: number): ElkPoint {
  const share = length / (distance(from, to) || 1);
  return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
}

const at = ({ x, y }: ElkPoint): string => `${px(x)} ${px(y)}`;

/** A tenth of a pixel is finer than any screen and keeps the files short and equal on every machine. */
const px = (length: number): string => String(Math.round(length * 10) / 10);
