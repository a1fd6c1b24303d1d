/** Colours of the style sheet for canvases, which know no variables. */
import type { Theme } from './theme.js';

const known = new Map<string, string>();

export function coloursOf(element: HTMLElement, theme: Theme): (name: string) => string {
  return (name) => {
    const key = `${theme} ${name}`;
    const found = known.get(key);
    if (found !== undefined) return found;
    // Read from the element's own colour: there the browser has made one of light and dark out of two.
    element.style.color = `var(--${name})`;
    const colour = getComputedStyle(element).color;
    known.set(key, colour);
    return colour;
  };
}

/** Sharp on every screen; what was drawn before is gone. */
export function cleared(element: HTMLCanvasElement, width: number, height: number): CanvasRenderingContext2D | null {
  const paint = element.getContext('2d');
  element.width = Math.round(width * devicePixelRatio);
  element.height = Math.round(height * devicePixelRatio);
  paint?.scale(devicePixelRatio, devicePixelRatio);
  return paint;
}
