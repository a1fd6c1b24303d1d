/** Keys for the whole page, except while something is typed or a dialog is open. */
import { useEffect, useRef } from 'preact/hooks';

export const keyHelp: readonly (readonly [keys: string, does: string])[] = [
  ['j k', 'next and previous node'],
  ['← →', 'fold and unfold, or out and in'],
  ['Home End', 'first and last node'],
  ['/', 'filter nodes; Esc leaves'],
  ['[ ]', 'previous and next record of the journal'],
  ['space', 'play and pause'],
  ['l', 'back to live'],
  ['t', 'light or dark'],
  ['?', 'this list'],
];

/** Keys that move in whatever has the focus: the outline's only where that is nothing else. */
const movers: ReadonlySet<string> = new Set(['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Home', 'End']);

function isFree(key: string, target: HTMLElement): boolean {
  if (target.closest('dialog, input:not([type=range]), textarea, select')) return false;
  if (movers.has(key)) return target === document.body || target.closest('[role=tree]') !== null;
  return key !== ' ' || !target.matches('button, a, summary');
}

export function useKeys(actions: Readonly<Record<string, () => void>>): void {
  const latest = useRef(actions);
  latest.current = actions;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const action = latest.current[event.key];
      if (!action || event.metaKey || event.ctrlKey || event.altKey) return;
      if (!(event.target instanceof HTMLElement) || !isFree(event.key, event.target)) return;
      event.preventDefault();
      action();
    };
    addEventListener('keydown', press);
    return () => {
      removeEventListener('keydown', press);
    };
  }, []);
}
