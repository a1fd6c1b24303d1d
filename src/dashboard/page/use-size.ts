/** How large an element is, in pixels, as it changes; 0 before it is there. */
import type { RefObject } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';

export interface Size {
  readonly width: number;
  readonly height: number;
}

export function useSize(element: RefObject<HTMLElement | null>): Size {
  const [size, setSize] = useState<Size>({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const box = element.current;
    if (!box) return undefined;
    const look = () => {
      setSize({ width: box.clientWidth, height: box.clientHeight });
    };
    look();
    const watch = new ResizeObserver(look);
    watch.observe(box);
    return () => {
      watch.disconnect();
    };
  }, []);
  return size;
}
