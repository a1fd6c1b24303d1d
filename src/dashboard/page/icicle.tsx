/** The whole tree at a glance, on a canvas: 5,000 rectangles are no burden there. */
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { StateLook } from '../wire.js';
import { boxAt, boxesOf, type Box } from './boxes.js';
import { cleared, coloursOf } from './colours.js';
import type { SessionModel } from './model.js';
import type { Wanted } from './rows.js';
import type { Theme } from './theme.js';
import { aroundOf } from './use-outline.js';
import { useSize, type Size } from './use-size.js';

interface IcicleProps {
  readonly model: SessionModel;
  readonly looks: ReadonlyMap<string, StateLook>;
  readonly wanted: Wanted | null;
  readonly selected: string | null;
  readonly theme: Theme;
  readonly onSelect: (id: string) => void;
}

export function Icicle({ model, looks, wanted, selected, theme, onSelect }: IcicleProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const size = useSize(canvas);
  const [hovered, setHovered] = useState<string | null>(null);
  const boxes = useMemo(() => boxesOf(model), [model]);
  const map = useMemo(() => {
    const image = document.createElement('canvas');
    const paint = canvas.current && size.width > 0 ? cleared(image, size.width, size.height) : null;
    if (canvas.current && paint) drawBoxes(paint, boxes, size, wanted, coloursOf(canvas.current, theme));
    return image;
  }, [boxes, size, wanted, theme]);
  useEffect(() => {
    const paint = canvas.current && map.width > 0 ? cleared(canvas.current, size.width, size.height) : null;
    if (!canvas.current || !paint) return;
    paint.drawImage(map, 0, 0, size.width, size.height);
    const path = new Set(selected === null ? [] : [selected, ...aroundOf(model, selected)]);
    const outlined = boxes.filter(({ id }) => id === hovered || path.has(id));
    drawOutlines(paint, outlined, size, coloursOf(canvas.current, theme), (id) => id === selected || !path.has(id));
  }, [map, selected, hovered]);

  const under = ({ offsetX, offsetY }: MouseEvent) => boxAt(boxes, offsetX / size.width, offsetY / size.height);
  const row = hovered === null ? undefined : model.nodes.get(hovered);
  return (
    <div class="map">
      <canvas
        ref={canvas}
        role="img"
        aria-label={`Map of ${model.nodes.size} nodes; the outline below has them one by one`}
        onMouseMove={(event) => {
          setHovered(under(event)?.id ?? null);
        }}
        onMouseLeave={() => {
          setHovered(null);
        }}
        onClick={(event) => {
          const box = under(event);
          if (box) onSelect(box.id);
        }}
      />
      {row ? (
        <div class="tip" aria-hidden="true">
          <b>{row.id}</b> {looks.get(row.state)?.word ?? row.state} <span>{row.title}</span>
        </div>
      ) : null}
    </div>
  );
}

type Paint = CanvasRenderingContext2D;
type Colour = (name: string) => string;

const alphas: Readonly<Record<string, number>> = { DEAD: 0.5, PROPOSED: 0.35 };
/** From this height on, in pixels, corners are seen. */
const roundFrom = 6;

/** Drawn once for a tree, and copied as the choice moves in it. */
function drawBoxes(paint: Paint, boxes: readonly Box[], size: Size, wanted: Wanted | null, colour: Colour): void {
  const { width, height } = size;
  /** How far down each column is drawn: what would fall on the same line of pixels is left out. */
  const drawn = new Map<number, number>();
  for (const { id, state, x, y, w, h } of boxes) {
    const [top, tall] = [y * height, h * height];
    if (top + tall < (drawn.get(x) ?? 0)) continue;
    drawn.set(x, Math.floor(top + tall) + 0.5);
    paint.globalAlpha = wanted && wanted.get(id) !== 'match' ? 0.12 : (alphas[state] ?? 0.92);
    paint.fillStyle = colour(state);
    if (tall <= roundFrom) {
      paint.fillRect(x * width, top, w * width - 1, Math.max(0.5, tall - (tall > 3 ? 1 : 0)));
      continue;
    }
    paint.beginPath();
    paint.roundRect(x * width, top, w * width - 1, tall - 1, 2);
    paint.fill();
  }
}

function drawOutlines(
  paint: Paint,
  boxes: readonly Box[],
  { width, height }: Size,
  colour: Colour,
  isMain: (id: string) => boolean,
): void {
  for (const { id, x, y, w, h } of boxes) {
    paint.strokeStyle = colour(isMain(id) ? 'text' : 'accent');
    paint.lineWidth = isMain(id) ? 1.8 : 1.2;
    paint.strokeRect(x * width + 0.8, y * height + 0.8, w * width - 2.6, Math.max(1, h * height - 2.6));
  }
}
