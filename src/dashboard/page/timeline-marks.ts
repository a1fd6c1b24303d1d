/** Draws the journal as marks: nodes above, tickets below; what went wrong and what a person did stands out. */
import type { LogEntry } from '../wire.js';
import { clock } from './words.js';

export const lineHeight = 62;
const margin = 8;
const upper = 14;
const lower = 34;
const labelEvery = 150;

const lanes: Readonly<Record<LogEntry['kind'], number>> = {
  session: upper,
  proposed: upper,
  node: upper,
  refused: upper,
  ticket: lower,
  gate: lower,
};

type Paint = CanvasRenderingContext2D;
type Colour = (name: string) => string;

export const placeOf = (index: number, count: number, width: number): number =>
  margin + (index / Math.max(1, count - 1)) * (width - 2 * margin);

const hasFailed = ({ tickets }: LogEntry): boolean =>
  tickets?.some(({ gate }) => gate.status === 'FAILED' || gate.status === 'ESCALATED') ?? false;

const isLoud = (entry: LogEntry): boolean =>
  entry.kind === 'refused' || entry.byPerson === true || (entry.kind === 'gate' && hasFailed(entry));

/** Everything but where one is: drawn once for a journal of a length, and copied as one goes along it. */
export function drawMarks(paint: Paint, entries: readonly LogEntry[], width: number, colour: Colour): void {
  paint.fillStyle = colour('line');
  paint.fillRect(0, upper, width, 1);
  paint.fillRect(0, lower, width, 1);
  // Many records share a pixel: one of each lane is drawn, and what stands out is drawn last.
  for (const loud of [false, true]) {
    const drawn = new Map<number, number>();
    for (const [index, entry] of entries.entries()) {
      const x = Math.round(placeOf(index, entries.length, width));
      const y = lanes[entry.kind];
      if (isLoud(entry) !== loud || drawn.get(y) === x) continue;
      drawn.set(y, x);
      drawMark(paint, entry, x, y, colour);
    }
  }
}

export function drawTimes(paint: Paint, entries: readonly LogEntry[], width: number, colour: Colour): void {
  const count = Math.max(1, Math.floor(width / labelEvery));
  paint.font = '10px ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace';
  paint.textAlign = 'center';
  paint.fillStyle = colour('faint');
  for (let tick = 1; tick < count; tick += 1) {
    const index = Math.round((tick / count) * (entries.length - 1));
    const entry = entries[index];
    if (entry) paint.fillText(clock(entry.time), placeOf(index, entries.length, width), 61);
  }
}

function drawMark(paint: Paint, entry: LogEntry, x: number, y: number, colour: Colour): void {
  paint.beginPath();
  if (entry.byPerson === true) {
    paint.fillStyle = colour('VERIFY');
    paint.moveTo(x, y - 7);
    paint.lineTo(x + 6, y);
    paint.lineTo(x, y + 7);
    paint.lineTo(x - 6, y);
    paint.fill();
    return;
  }
  switch (entry.kind) {
    case 'refused':
      paint.fillStyle = colour('warn');
      paint.moveTo(x, y - 6);
      paint.lineTo(x + 5, y + 3);
      paint.lineTo(x - 5, y + 3);
      paint.fill();
      return;
    case 'proposed':
      paint.strokeStyle = colour('PROPOSED');
      paint.lineWidth = 1.5;
      paint.arc(x, y, 3, 0, 7);
      paint.stroke();
      return;
    case 'gate':
      paint.fillStyle = colour(hasFailed(entry) ? 'bad' : 'accent');
      paint.fillRect(x - 1.5, y - 6, 3, 12);
      return;
    case 'ticket':
      paint.fillStyle = colour('ok');
      paint.fillRect(x - 4, y - 4, 8, 8);
      return;
    default:
      paint.fillStyle = colour(entry.nodes?.[0]?.state ?? 'muted');
      paint.arc(x, y, 5, 0, 7);
      paint.fill();
  }
}
