/** Keys for the whole page, except while something is typed. */
import { useEffect, useRef } from 'preact/hooks';

export const keyHelp: readonly (readonly [keys: string, does: string])[] = [
  ['j k', 'next and previous node'],
  ['/', 'filter nodes'],
  ['[ ]', 'previous and next record of the journal'],
  ['space', 'play and pause'],
  ['l', 'back to live'],
  ['t', 'light or dark'],
  ['?', 'this list'],
];

export function useKeys(actions: Readonly<Record<string, () => void>>): void {
  const latest = useRef(actions);
  latest.current = actions;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      const isTyping = target.matches('input:not([type=range]), textarea, select');
      const isOwn =
        (event.key === ' ' && target.matches('button, a')) ||
        (event.key.startsWith('Arrow') && target.matches('input'));
      const action = latest.current[event.key];
      if (!action || isTyping || isOwn || event.metaKey || event.ctrlKey || event.altKey) return;
      event.preventDefault();
      action();
    };
    addEventListener('keydown', press);
    return () => {
      removeEventListener('keydown', press);
    };
  }, []);
}
