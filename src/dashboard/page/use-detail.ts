/** What `load` gives for a key; what was there before is kept, and said to be old, while the next is on its way. */
import { useEffect, useState } from 'preact/hooks';
import { SourceError } from './source.js';

/** Asked for when the hand rests. */
const restMs = 120;

export interface Detail<T> {
  readonly value?: T;
  readonly problem?: SourceError;
  /** Of another key than the one asked for. */
  readonly isOld: boolean;
}

interface Loaded<T> extends Omit<Detail<T>, 'isOld'> {
  readonly key: string | null;
}

export function useDetail<T>(key: string | null, load: () => Promise<T>): Detail<T> {
  const [loaded, setLoaded] = useState<Loaded<T>>({ key: null });
  useEffect(() => {
    if (key === null) {
      setLoaded({ key });
      return undefined;
    }
    let isWanted = true;
    const take = (answer: Omit<Loaded<T>, 'key'>) => {
      if (isWanted) setLoaded({ ...answer, key });
    };
    const timer = setTimeout(() => {
      load().then(
        (value) => {
          take({ value });
        },
        (error: unknown) => {
          take({ problem: error instanceof SourceError ? error : new SourceError(String(error), '', 0) });
        },
      );
    }, restMs);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [key]);
  return { ...loaded, isOld: loaded.key !== key };
}
