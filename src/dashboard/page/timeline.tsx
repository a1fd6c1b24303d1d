/** The journal as a line one can go along, to look at the session as it was after any record. */
import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { LogEntry } from '../wire.js';
import { cleared, coloursOf } from './colours.js';
import type { Theme } from './theme.js';
import { drawMarks, drawTimes, lineHeight, placeOf } from './timeline-marks.js';
import type { Looking } from './use-session.js';
import { useSize } from './use-size.js';
import { clock, day } from './words.js';

export function Timeline({ looking, theme }: { looking: Looking; theme: Theme }) {
  const { entries, at, go } = looking;
  const shown = entries[at - 1];
  return (
    <footer aria-label="Time-line">
      <Controls looking={looking} />
      <div class="line">
        <Line entries={entries} at={at} theme={theme} />
        <input
          type="range"
          min={1}
          max={Math.max(1, entries.length)}
          value={at}
          aria-label="Record of the journal"
          aria-valuetext={
            shown ? `record ${shown.seq} of ${entries.length}, ${clock(shown.time)}: ${shown.what}` : 'nothing yet'
          }
          onInput={(event) => {
            go(Number(event.currentTarget.value));
          }}
        />
      </div>
      <div class="now">
        {shown ? (
          <a href={looking.hrefOf({ seq: shown.seq })} title="Permalink to this record">
            #{shown.seq}
          </a>
        ) : (
          '#0'
        )}{' '}
        <span>of {entries.length}</span>
        {shown ? <time title={day(shown.time)}> · {clock(shown.time)}</time> : null}
        <small title={shown ? `${shown.what}, by ${shown.by}` : undefined}>{shown?.what}</small>
      </div>
    </footer>
  );
}

function Controls({ looking }: { looking: Looking }) {
  const { entries, at, isPlaying, speed, go, goNow, play, changeSpeed } = looking;
  const [isFirst, isLast] = [at <= 1, at >= entries.length];
  return (
    <div class="controls" role="group" aria-label="Replay">
      <button aria-label="First record" disabled={isFirst} onClick={() => go(1)}>
        «
      </button>
      <button aria-label="Previous record" title="Previous record: [" disabled={isFirst} onClick={() => go(at - 1)}>
        ‹
      </button>
      <button class="play" aria-label={isPlaying ? 'Pause' : 'Play'} title="Play and pause: space" onClick={play}>
        {isPlaying ? '❚❚' : '▶'}
      </button>
      <button aria-label="Next record" title="Next record: ]" disabled={isLast} onClick={() => go(at + 1)}>
        ›
      </button>
      <button aria-label="Jump to live" title="Back to live: l" disabled={looking.isNow} onClick={goNow}>
        »
      </button>
      <button class="speed" aria-label={`Speed ${speed}/s`} title="Records a second" onClick={changeSpeed}>
        {speed}/s
      </button>
    </div>
  );
}

interface LineProps {
  readonly entries: readonly LogEntry[];
  readonly at: number;
  readonly theme: Theme;
}

function Line({ entries, at, theme }: LineProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const { width } = useSize(canvas);
  const count = entries.length;
  const marks = useMemo(() => {
    const image = document.createElement('canvas');
    const paint = canvas.current && width > 0 ? cleared(image, width, lineHeight) : null;
    if (canvas.current && paint) drawMarks(paint, entries, width, coloursOf(canvas.current, theme));
    return image;
  }, [count, width, theme]);
  useEffect(() => {
    if (!canvas.current || width === 0) return;
    const paint = cleared(canvas.current, width, lineHeight);
    if (!paint) return;
    const colour = coloursOf(canvas.current, theme);
    const x = placeOf(at - 1, count, width);
    copy(paint, marks, [0, x + 5], 1);
    copy(paint, marks, [x + 5, width], 0.28);
    drawTimes(paint, entries, width, colour);
    drawPlace(paint, x, width, colour);
  }, [marks, at]);
  return <canvas ref={canvas} aria-hidden="true" />;
}

function copy(paint: CanvasRenderingContext2D, marks: HTMLCanvasElement, [from, to]: [number, number], alpha: number) {
  if (to <= from || marks.width === 0) return;
  const scale = devicePixelRatio;
  paint.globalAlpha = alpha;
  paint.drawImage(marks, from * scale, 0, (to - from) * scale, marks.height, from, 0, to - from, marks.height / scale);
  paint.globalAlpha = 1;
}

function drawPlace(paint: CanvasRenderingContext2D, x: number, width: number, colour: (name: string) => string): void {
  paint.fillStyle = colour('line');
  paint.fillRect(0, 46, width, 3);
  paint.fillStyle = colour('accent');
  paint.fillRect(0, 46, x, 3);
  paint.fillRect(x - 0.75, 2, 1.5, 46);
  paint.beginPath();
  paint.arc(x, 47.5, 6, 0, 7);
  paint.fill();
  paint.strokeStyle = colour('panel');
  paint.lineWidth = 2;
  paint.stroke();
}
