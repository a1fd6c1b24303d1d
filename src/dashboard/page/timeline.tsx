/** The journal as a line one can go along: a mark a record, nodes above, tickets below. */
import { useEffect, useRef } from 'preact/hooks';
import type { LogEntry } from '../wire.js';
import { clock } from './words.js';

interface TimelineProps {
  readonly entries: readonly LogEntry[];
  /** How many of them are shown. */
  readonly at: number;
  readonly isPlaying: boolean;
  readonly theme: string;
  readonly onGo: (at: number) => void;
  readonly onPlay: () => void;
}

const margin = 6;
const lanes: Readonly<Record<LogEntry['kind'], number>> = {
  session: 14,
  proposed: 14,
  node: 14,
  refused: 14,
  ticket: 34,
  gate: 34,
};

export function Timeline({ entries, at, isPlaying, theme, onGo, onPlay }: TimelineProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const element = canvas.current;
    if (!element) return undefined;
    const draw = () => {
      drawLine(element, entries, at);
    };
    draw();
    const watch = new ResizeObserver(draw);
    watch.observe(element);
    return () => {
      watch.disconnect();
    };
  }, [entries.length, at, theme]);
  const shown = entries[at - 1];
  return (
    <footer>
      <div class="controls" role="group" aria-label="Replay">
        <button aria-label="First record" onClick={() => onGo(1)}>
          «
        </button>
        <button aria-label="Previous record" onClick={() => onGo(at - 1)}>
          ‹
        </button>
        <button class="play" aria-label={isPlaying ? 'Pause' : 'Play'} onClick={onPlay}>
          {isPlaying ? '❚❚' : '▶'}
        </button>
        <button aria-label="Next record" onClick={() => onGo(at + 1)}>
          ›
        </button>
        <button aria-label="Jump to live" onClick={() => onGo(entries.length)}>
          »
        </button>
      </div>
      <div class="line">
        <canvas ref={canvas} aria-hidden="true" />
        <input
          type="range"
          min={1}
          max={Math.max(1, entries.length)}
          value={at}
          aria-label="Record of the journal"
          aria-valuetext={shown ? `record ${shown.seq}: ${shown.what}` : 'nothing yet'}
          onInput={(event) => onGo(Number(event.currentTarget.value))}
        />
      </div>
      <div class="now">
        #{shown?.seq ?? 0} <span>of {entries.length}</span>
        {shown ? ` · ${clock(shown.time)}` : ''}
        <small title={shown?.what}>{shown?.what}</small>
      </div>
    </footer>
  );
}

function drawLine(element: HTMLCanvasElement, entries: readonly LogEntry[], at: number): void {
  const paint = element.getContext('2d');
  if (!paint) return;
  const { clientWidth: width, clientHeight: height } = element;
  element.width = width * devicePixelRatio;
  element.height = height * devicePixelRatio;
  paint.scale(devicePixelRatio, devicePixelRatio);
  const style = getComputedStyle(element);
  const colour = (name: string) => style.getPropertyValue(`--${name}`);
  const x = (index: number) => margin + (index / Math.max(1, entries.length - 1)) * (width - 2 * margin);
  paint.fillStyle = colour('line');
  paint.fillRect(0, 14, width, 1);
  paint.fillRect(0, 34, width, 1);
  paint.fillRect(0, 47, width, 3);
  paint.fillStyle = colour('accent');
  paint.fillRect(0, 47, x(at - 1), 3);
  // Many records share a pixel: the last of each is drawn.
  let drawn = -1;
  for (const [index, entry] of entries.entries()) {
    const place = Math.round(x(index));
    const next = index + 1 < entries.length ? Math.round(x(index + 1)) : -1;
    if (place === next && place === drawn) continue;
    drawn = place;
    paint.globalAlpha = index < at ? 1 : 0.28;
    drawMark(paint, entry, place, lanes[entry.kind], colour);
  }
  paint.globalAlpha = 1;
  paint.fillStyle = colour('accent');
  paint.fillRect(x(at - 1) - 0.75, 2, 1.5, 46);
  paint.beginPath();
  paint.arc(x(at - 1), 48.5, 6, 0, 7);
  paint.fill();
  paint.strokeStyle = colour('panel');
  paint.lineWidth = 2;
  paint.stroke();
}

function drawMark(
  paint: CanvasRenderingContext2D,
  entry: LogEntry,
  x: number,
  y: number,
  colour: (name: string) => string,
): void {
  paint.beginPath();
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
      paint.fillStyle = colour(
        entry.tickets?.some(({ gate }) => gate.status === 'FAILED' || gate.status === 'ESCALATED') ? 'bad' : 'accent',
      );
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
