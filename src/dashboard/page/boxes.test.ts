import { entry, row } from '../../testing/log-entries.js';
import { boxAt, boxesOf } from './boxes.js';
import { Replay } from './model.js';

const replay = new Replay();
replay.add([
  entry(1, { nodes: [row('R1.A', null), row('R1.B', null), ...[1, 2, 3].map((n) => row(`R2.A${n}`, 'R1.A'))] }),
]);
const boxes = boxesOf(replay.at(1));
const of = (id: string) => boxes.find((box) => box.id === id)!;

test('a box is as high as its leaves, and lies beside what it is part of', () => {
  expect(of('R1.A')).toMatchObject({ x: 0, y: 0, h: 0.75 });
  expect(of('R1.B')).toMatchObject({ x: 0, y: 0.75, h: 0.25 });
  expect(of('R2.A2')).toMatchObject({ x: of('R1.A').w, y: 0.25, h: 0.25 });
});

test('a few levels leave room for more; many share the width', () => {
  expect(of('R1.A').w).toBe(1 / 5);
  const deep = new Replay();
  deep.add([entry(1, { nodes: Array.from({ length: 8 }, (_, n) => row(`R${n + 1}`, n === 0 ? null : `R${n}`)) })]);
  expect(boxesOf(deep.at(1)).at(-1)).toMatchObject({ id: 'R8', x: 7 / 8, w: 1 / 8 });
});

test.each([
  [0.05, 0.1, 'R1.A'],
  [0.05, 0.8, 'R1.B'],
  [0.25, 0.6, 'R2.A3'],
  [0.25, 0.8, undefined],
])('at %s, %s lies %s', (x, y, id) => {
  expect(boxAt(boxes, x, y)?.id).toBe(id);
});

test('a session without nodes has no boxes', () => {
  expect(boxesOf(new Replay().at(0))).toEqual([]);
});
