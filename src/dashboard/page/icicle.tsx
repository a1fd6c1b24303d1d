/** The whole tree at a glance: a rectangle a node, as high as what is below it. Drawn on a canvas: 5,000 are no burden. */
import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { SessionModel } from './model.js';

interface Box {
  readonly id: string;
  readonly state: string;
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

const columnsMin = 5;

/** In shares of the whole. */
export function boxesOf({ nodes, children }: SessionModel): Box[] {
  const leaves = new Map<string, number>();
  let depthMax = columnsMin;
  const count = (id: string, depth: number): number => {
    depthMax = Math.max(depthMax, depth);
    const below = (children.get(id) ?? []).reduce((sum, child) => sum + count(child, depth + 1), 0);
    leaves.set(id, Math.max(1, below));
    return Math.max(1, below);
  };
  const roots = children.get(null) ?? [];
  const all = roots.reduce((sum, id) => sum + count(id, 1), 0);
  const boxes: Box[] = [];
  const place = (ids: readonly string[], depth: number, top: number): void => {
    let y = top;
    for (const id of ids) {
      const h = (leaves.get(id) ?? 1) / Math.max(1, all);
      boxes.push({ id, state: nodes.get(id)?.state ?? '', x: depth / depthMax, y, w: 1 / depthMax, h });
      place(children.get(id) ?? [], depth + 1, y);
      y += h;
    }
  };
  place(roots, 0, 0);
  return boxes;
}

interface IcicleProps {
  readonly model: SessionModel;
  readonly selected: string | null;
  readonly theme: string;
  readonly onSelect: (id: string) => void;
}

export function Icicle({ model, selected, theme, onSelect }: IcicleProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const boxes = useMemo(() => boxesOf(model), [model]);
  useEffect(() => {
    const element = canvas.current;
    const paint = element?.getContext('2d');
    if (!element || !paint) return;
    const scale = devicePixelRatio;
    const { clientWidth: width, clientHeight: height } = element;
    element.width = width * scale;
    element.height = height * scale;
    paint.scale(scale, scale);
    const style = getComputedStyle(element);
    const colours = new Map<string, string>();
    const colourOf = (state: string) => {
      const known = colours.get(state) ?? style.getPropertyValue(`--${state}`);
      colours.set(state, known);
      return known;
    };
    for (const { id, state, x, y, w, h } of boxes) {
      const [left, top] = [x * width, y * height];
      const gap = h * height > 3 ? 1 : 0;
      paint.globalAlpha = state === 'DEAD' ? 0.5 : state === 'PROPOSED' ? 0.35 : 0.92;
      paint.fillStyle = colourOf(state);
      paint.fillRect(left, top, w * width - 1, Math.max(0.5, h * height - gap));
      if (id !== selected) continue;
      paint.globalAlpha = 1;
      paint.strokeStyle = style.getPropertyValue('--text');
      paint.lineWidth = 1.6;
      paint.strokeRect(left + 0.8, top + 0.8, w * width - 2.6, Math.max(1, h * height - 2.6));
    }
  }, [boxes, selected, theme]);

  const choose = (event: MouseEvent) => {
    const element = canvas.current;
    if (!element) return;
    const [x, y] = [event.offsetX / element.clientWidth, event.offsetY / element.clientHeight];
    const hit = boxes.find((box) => x >= box.x && x < box.x + box.w && y >= box.y && y < box.y + box.h);
    if (hit) onSelect(hit.id);
  };
  const label = `Map of ${model.nodes.size} nodes; the outline below has them one by one`;
  return <canvas class="map" ref={canvas} onClick={choose} role="img" aria-label={label} />;
}
