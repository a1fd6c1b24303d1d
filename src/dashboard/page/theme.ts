/** Light or dark: the system's, unless the person chose the other; the choice is kept where the browser lets us. */
import { useEffect, useLayoutEffect, useState } from 'preact/hooks';

export type Theme = 'dark' | 'light';

const themeKey = 'proctor-theme';
const systemDark = matchMedia('(prefers-color-scheme: dark)');
const systems = (): Theme => (systemDark.matches ? 'dark' : 'light');

function kept(): Theme | null {
  try {
    const theme = localStorage.getItem(themeKey);
    return theme === 'dark' || theme === 'light' ? theme : null;
  } catch {
    // Storage may be denied; then the system's it is.
    return null;
  }
}

function keep(theme: Theme | null): void {
  try {
    if (theme === null) localStorage.removeItem(themeKey);
    else localStorage.setItem(themeKey, theme);
  } catch {
    // It holds until the page is closed.
  }
}

/** Where there is no choice the style sheet follows the system by itself. */
function show(theme: Theme | null): void {
  if (theme === null) delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
}

export function useTheme(): [Theme, () => void] {
  const [system, setSystem] = useState(systems);
  const [chosen, setChosen] = useState<Theme | null>(kept);
  useEffect(() => {
    const look = () => {
      setSystem(systems());
    };
    systemDark.addEventListener('change', look);
    return () => {
      systemDark.removeEventListener('change', look);
    };
  }, []);
  useLayoutEffect(() => {
    show(chosen);
  }, [chosen]);
  const theme = chosen ?? system;
  const toggle = () => {
    const other = theme === 'dark' ? 'light' : 'dark';
    const choice = other === system ? null : other;
    keep(choice);
    setChosen(choice);
  };
  return [theme, toggle];
}

const calm = matchMedia('(prefers-reduced-motion: reduce)');

export const wantsCalm = (): boolean => calm.matches;
