/** A chart as it was laid out when Proctor was built; what is current, taken and possible is told by classes. */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { PossibleMove } from '../wire.js';
import { adoptStyle } from './adopt-style.js';
import type { Source } from './source.js';

export interface Highlight {
  readonly current: readonly string[];
  /** `PROPOSED→DRILL`, as the picture names its edges. */
  readonly taken: readonly string[];
  readonly possible: readonly string[];
}

export const edgesOf = (from: string, moves: readonly PossibleMove[]): string[] =>
  moves.filter(({ allowed }) => allowed).map(({ to }) => `${from}→${to}`);

export function Chart({ source, name, highlight }: { source: Source; name: string; highlight: Highlight }) {
  const box = useRef<HTMLDivElement>(null);
  const [svg, setSvg] = useState('');
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
    const parsed = new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement;
    parsed.removeAttribute('width');
    parsed.removeAttribute('height');
    adoptStyle(parsed);
    element.replaceChildren(parsed);
  }, [svg]);

  useEffect(() => {
    const mark = (attribute: string, names: readonly string[], kind: string) => {
      for (const each of box.current?.querySelectorAll(`[${attribute}]`) ?? [])
        each.classList.toggle(kind, names.includes(each.getAttribute(attribute) ?? ''));
    };
    mark('data-state', highlight.current, 'is-current');
    mark('data-edge', highlight.taken, 'is-taken');
    mark('data-edge', highlight.possible, 'is-possible');
  }, [svg, highlight]);

  return <div class="canvas" ref={box} />;
}
