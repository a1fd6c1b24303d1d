/** A chart as it was laid out when Proctor was built; what is current, taken and possible is told by classes. */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { PossibleMove } from '../wire.js';
import { adoptStyle } from './adopt-style.js';
import type { Source } from './source.js';
import { useSize } from './use-size.js';

export interface Highlight {
  readonly current: readonly string[];
  /** `PROPOSED→DRILL`, as the picture names its edges; with an event behind it, that one alone. */
  readonly taken: readonly string[];
  readonly possible: readonly string[];
}

export const edgesOf = (from: string, moves: readonly PossibleMove[]): string[] =>
  moves.filter(({ allowed }) => allowed).map(({ to }) => `${from}→${to}`);

/** Below this share of its size its words cannot be read: then it is scrolled. */
const readable = 0.67;
/** Above this one it shouts. */
const loud = 1.3;
const sizeIn = (svg: string) => {
  const [, width = 0, height = 0] = (/viewBox="0 0 (\d+) (\d+)"/.exec(svg) ?? []).map(Number);
  return { width, height };
};

export function Chart({ source, name, highlight }: { source: Source; name: string; highlight: Highlight }) {
  const box = useRef<HTMLDivElement>(null);
  const [svg, setSvg] = useState('');
  const [isWhole, setWhole] = useState(false);
  useEffect(() => {
    let isWanted = true;
    void source.chart(name).then((text) => {
      if (isWanted) setSvg(text);
    });
    return () => {
      isWanted = false;
    };
  }, [name]);

  useEffect(() => {
    const element = box.current;
    if (!element || svg === '') return;
    // The picture is a file of Proctor's own; it is parsed as XML, which runs nothing.
    const parsed = new DOMParser().parseFromString(adoptStyle(svg), 'image/svg+xml').documentElement;
    parsed.removeAttribute('width');
    parsed.removeAttribute('height');
    element.replaceChildren(parsed);
  }, [svg]);

  const own = sizeIn(svg);
  const size = useSize(box);
  const isTight = size.width < own.width * readable || size.height < own.height * readable;
  useEffect(() => {
    const picture = box.current?.querySelector('svg');
    if (!picture) return;
    const least = isWhole ? 0 : readable;
    Object.assign(picture.style, {
      minWidth: `${own.width * least}px`,
      minHeight: `${own.height * least}px`,
      maxHeight: `${own.height * loud}px`,
    });
  }, [svg, isWhole]);

  const { current } = highlight;
  useEffect(() => {
    if (box.current) mark(box.current, highlight);
  }, [svg, highlight]);

  // Where it is comes into sight when it goes there, not when something else changes.
  useEffect(() => {
    const marked = box.current?.querySelectorAll('.is-current:not(.frame)') ?? [];
    if (box.current && marked.length > 0) centre(box.current, [...marked]);
  }, [svg, isWhole, current.join(' ')]);

  return (
    <div class="canvas-box">
      <div
        class="canvas"
        ref={box}
        role="img"
        tabIndex={0}
        aria-label={`Chart, now in ${current.join(', ') || 'no state'}`}
      />
      {isTight ? (
        <button class="fit" aria-pressed={isWhole} onClick={() => setWhole(!isWhole)}>
          Whole chart
        </button>
      ) : null}
    </div>
  );
}

function mark(picture: HTMLElement, { current, taken, possible }: Highlight): void {
  for (const each of picture.querySelectorAll('[data-state]'))
    each.classList.toggle('is-current', current.includes(each.getAttribute('data-state') ?? ''));
  for (const each of picture.querySelectorAll('[data-edge]')) {
    const names = namesOf(each);
    const isIn = (edges: readonly string[]) => edges.some((edge) => names.includes(edge));
    each.classList.toggle('is-taken', isIn(taken));
    each.classList.toggle('is-allowed', isIn(possible));
  }
}

/** An edge by its ends, and by its ends with each of its events. */
function namesOf(element: Element): string[] {
  const edge = element.getAttribute('data-edge') ?? '';
  const events = (element.getAttribute('data-event') ?? '').split(' ');
  return [edge, ...events.map((event) => `${edge} ${event}`)];
}

function centre(box: HTMLElement, marked: readonly Element[]): void {
  const around = box.getBoundingClientRect();
  const sides = marked.map((each) => each.getBoundingClientRect());
  const middle = (low: number, high: number) => (low + high) / 2;
  const x = middle(Math.min(...sides.map(({ left }) => left)), Math.max(...sides.map(({ right }) => right)));
  const y = middle(Math.min(...sides.map(({ top }) => top)), Math.max(...sides.map(({ bottom }) => bottom)));
  box.scrollLeft += x - middle(around.left, around.right);
  box.scrollTop += y - middle(around.top, around.bottom);
}
