/** The whole tree as rectangles: a column a level, each as high as what is below it. In shares of the whole. */
import type { SessionModel } from './model.js';

export interface Box {
  readonly id: string;
  readonly state: string;
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

const columnsMin = 5;

export function boxesOf({ nodes, children }: SessionModel): Box[] {
  const leaves = new Map<string, number>();
  let depthMax = columnsMin;
  const count = (id: string, depth: number): number => {
    depthMax = Math.max(depthMax, depth);
    let below = 0;
    for (const child of children.get(id) ?? []) below += count(child, depth + 1);
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

export const boxAt = (boxes: readonly Box[], x: number, y: number): Box | undefined =>
  boxes.find((box) => x >= box.x && x < box.x + box.w && y >= box.y && y < box.y + box.h);
