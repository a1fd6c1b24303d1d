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
  useEffect(() => {
    if (!canvas.current || size.width === 0) return;
    const path = new Set(selected === null ? [] : aroundOf(model, selected));
    draw(canvas.current, { boxes, size, wanted, selected, path, hovered, theme });
  }, [boxes, size, wanted, selected, hovered, theme]);

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

interface Drawn {
  readonly boxes: readonly Box[];
  readonly size: Size;
  readonly wanted: Wanted | null;
  readonly selected: string | null;
  readonly path: ReadonlySet<string>;
  readonly hovered: string | null;
  readonly theme: Theme;
}

const alphas: Readonly<Record<string, number>> = { DEAD: 0.5, PROPOSED: 0.35 };

function draw(element: HTMLCanvasElement, { boxes, size, wanted, selected, path, hovered, theme }: Drawn): void {
  const { width, height } = size;
  const paint = cleared(element, width, height);
  if (!paint) return;
  const colour = coloursOf(element, theme);
  const outlined: Box[] = [];
  /** How far down each column is drawn: what would fall on the same line of pixels is left out. */
  const drawn = new Map<number, number>();
  for (const box of boxes) {
    const { id, state, x, y, w, h } = box;
    if (id === selected || id === hovered || path.has(id)) outlined.push(box);
    const [top, tall] = [y * height, h * height];
    if (top + tall < (drawn.get(x) ?? 0)) continue;
    drawn.set(x, Math.floor(top + tall) + 0.5);
    paint.globalAlpha = wanted && wanted.get(id) !== 'match' ? 0.12 : (alphas[state] ?? 0.92);
    paint.fillStyle = colour(state);
    paint.beginPath();
    paint.roundRect(x * width, top, w * width - 1, Math.max(0.5, tall - (tall > 3 ? 1 : 0)), tall > 6 ? 2 : 0);
    paint.fill();
  }
  paint.globalAlpha = 1;
  for (const { id, x, y, w, h } of outlined) {
    const isSelected = id === selected;
    paint.strokeStyle = colour(isSelected || id === hovered ? 'text' : 'accent');
    paint.lineWidth = isSelected ? 1.8 : 1.2;
    paint.strokeRect(x * width + 0.8, y * height + 0.8, w * width - 2.6, Math.max(1, h * height - 2.6));
  }
}
