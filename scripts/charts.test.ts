import { chartDocuments, drifted } from './charts.js';

interface Rect {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

const documents = await chartDocuments();
const pictures = [...documents].filter(([path]) => path.endsWith('.svg'));

function rects(svg: string, group: RegExp): Rect[] {
  return svg
    .split('\n')
    .filter((line) => group.test(line))
    .map((line) => {
      const found = /<rect class="\w+" x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)"/.exec(line)!;
      const [left, top, width, height] = found.slice(1).map(Number) as [number, number, number, number];
      return { left, top, right: left + width, bottom: top + height };
    });
}

const overlaps = (a: Rect, b: Rect) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

test('the committed charts are what the code gives; after a change run `npm run charts`', () => {
  expect(drifted(documents)).toEqual([]);
});

test('the documents are the same each time they are made', async () => {
  expect(await chartDocuments()).toEqual(documents);
});

test('drift is told by the name of each file that differs or is missing', () => {
  const changed = new Map(documents).set('docs/charts/node.mmd', 'other').set('docs/charts/none.svg', '<svg/>');
  expect(drifted(changed)).toEqual(['docs/charts/node.mmd', 'docs/charts/none.svg']);
});

test('every chart has its JSON, Mermaid and picture', () => {
  const names = ['session', 'round', 'node', 'ticket', 'gate', 'classic', 'single-root'];
  const paths = names.flatMap((name) =>
    ['json', 'mmd', 'svg', 'brief.svg'].map((kind) => `docs/charts/${name}.${kind}`),
  );
  expect([...documents.keys()]).toEqual(paths);
});

describe.each(pictures)('the picture %s', (_, svg) => {
  const boxes = rects(svg, /^<g class="state(?! frame)/);
  const labels = rects(svg, /^<g class="labels"/);
  const picture = [...boxes, ...labels];

  test('puts no label or state over another', () => {
    expect(picture.length).toBeGreaterThanOrEqual(2);
    const over = picture.flatMap((a, index) =>
      picture
        .slice(index + 1)
        .filter((b) => overlaps(a, b))
        .map((b) => [a, b]),
    );
    expect(over).toEqual([]);
  });

  test('keeps everything on the paper', () => {
    const [width = 0, height = 0] = /viewBox="0 0 (\d+) (\d+)"/.exec(svg)!.slice(1).map(Number);
    expect(picture.filter(({ right, bottom }) => right > width || bottom > height)).toEqual([]);
  });

  test('says what it shows to those who cannot see it', () => {
    expect(svg).toMatch(/role="img" aria-labelledby="([\w-]+)-title \1-desc"/);
    expect(svg).toMatch(/<title id="[\w-]+-title">Chart [\w-]+@\d<\/title>/);
  });
});

test('a page finds states, edges and events by their data', () => {
  const svg = documents.get('docs/charts/node.svg')!;
  expect(svg).toContain('<g class="state terminal" data-state="DEAD"');
  expect(svg).toContain('<g class="edge two-way" data-edge="DRILL→VERIFY" data-event="reclassify.VERIFY">');
  expect(svg).toContain('<g class="edge two-way" data-edge="VERIFY→DRILL" data-event="reclassify.DRILL">');
  expect(svg).toContain('<g class="edge" data-edge="VALID_PENDING→DRILL" data-event="reclassify.DRILL claim.tally">');
  expect(svg).toContain('<g class="label" data-edge="VALID_PENDING→DRILL" data-event="claim.tally">');
});
