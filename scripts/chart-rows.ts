/** The small print of a chart's picture, row by row: events with what guards them, measured but not yet placed. */
import { callOf, refusalsBefore, type Chart, type ChartEdge } from '../src/views/chart-definition.js';

export interface Row {
  readonly tone: 'event' | 'action' | 'refusal';
  /** A sign before the text, in a column of its own because its width differs from font to font. */
  readonly mark: string;
  readonly text: string;
  readonly edge: ChartEdge;
}

/** Where the row's text stands, from the corner of its stack to its base line. */
export type PlacedRow = Row & { readonly x: number; readonly y: number };

export interface Stack {
  readonly rows: readonly PlacedRow[];
  readonly width: number;
  readonly height: number;
}

/** Pixels; `advance` is the width of a character in common monospaced fonts, rounded up. */
export const rowMeasures = {
  event: { size: 10.5, advance: 6.4, height: 15 },
  action: { size: 9.5, advance: 5.8, height: 13 },
  refusal: { size: 9.5, advance: 5.8, height: 13 },
  mark: 12,
  padding: 6,
  gap: 4,
} as const;

/** An edge as rows: its event, then what it does, then the codes that can refuse it. */
export function rowsOf(chart: Chart, edge: ChartEdge, mark = ''): Row[] {
  const { event, guard, actions, refuses } = edge;
  const condition = refuses || guard === undefined ? '' : ` [${callOf(guard)}]`;
  const codes = refuses && guard !== undefined ? [guard] : refusalsBefore(chart, edge);
  return [
    { tone: 'event', mark, text: `${event}${condition}`, edge },
    ...actions.map((action): Row => ({ tone: 'action', mark: '/', text: callOf(action), edge })),
    ...codes.map(({ type }): Row => ({ tone: 'refusal', mark: '✕', text: type, edge })),
  ];
}

/** Events that leave a state where it is: taken for their actions only, or never taken. */
export function innerRows(chart: Chart, id: string): Row[] {
  const own = chart.edges.filter(({ from }) => from === id);
  const isTaken = (event: string) => own.some((edge) => edge.event === event && !edge.refuses);
  return own
    .filter(({ event, to, refuses }) => to === null && !(refuses && isTaken(event)))
    .flatMap((edge) => rowsOf(chart, edge));
}

/** Rows below each other, a little apart where another event begins. */
export function stack(rows: readonly Row[]): Stack {
  const { padding, gap, mark } = rowMeasures;
  const placed: PlacedRow[] = [];
  let [width, bottom] = [0, padding];
  for (const row of rows) {
    const { advance, height } = rowMeasures[row.tone];
    if (row.tone === 'event' && placed.length > 0) bottom += gap;
    const x = padding + (row.mark === '' ? 0 : mark);
    placed.push({ ...row, x, y: bottom + height - 4 });
    bottom += height;
    width = Math.max(width, Math.ceil(x + [...row.text].length * advance) + padding);
  }
  return { rows: placed, width, height: rows.length === 0 ? 0 : bottom + padding };
}
