/** What `load` gives for a key, kept while the next one is on its way. */
import { useEffect, useState } from 'preact/hooks';

/** Asked for when the hand rests. */
const restMs = 120;

export function useDetail<T>(key: string | null, load: () => Promise<T>): T | undefined {
  const [loaded, setLoaded] = useState<T>();
  useEffect(() => {
    if (key === null) {
      setLoaded(undefined);
      return undefined;
    }
    let isWanted = true;
    const take = (answer: T | undefined) => {
      if (isWanted) setLoaded(answer);
    };
    const timer = setTimeout(() => {
      load().then(take, () => {
        take(undefined);
      });
    }, restMs);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [key]);
  return loaded;
}
