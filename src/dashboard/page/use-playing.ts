/** One record after the other, until the last. */
import { useEffect, useState } from 'preact/hooks';
import { wantsCalm } from './theme.js';

/** Records a second. */
const speeds: readonly number[] = [2, 5, 20, 100];
/** For whoever asked for little motion. */
const calmSpeedMax = 1;
/** Drawn no more often: what is quicker takes several records a step. */
const stepsMax = 20;

export interface Playing {
  readonly isPlaying: boolean;
  readonly speed: number;
  readonly setPlaying: (isPlaying: boolean) => void;
  /** To the next speed, and after the last to the first. */
  readonly changeSpeed: () => void;
}

export function usePlaying(at: number, length: number, go: (to: number) => void): Playing {
  const [isPlaying, setPlaying] = useState(false);
  const [speed, setSpeed] = useState(speeds[0] ?? 1);
  useEffect(() => {
    if (!isPlaying) return undefined;
    if (at >= length) {
      setPlaying(false);
      return undefined;
    }
    const pace = wantsCalm() ? Math.min(speed, calmSpeedMax) : speed;
    const steps = Math.min(pace, stepsMax);
    const timer = setTimeout(() => {
      go(at + pace / steps);
    }, 1000 / steps);
    return () => {
      clearTimeout(timer);
    };
  }, [isPlaying, at, speed]);
  const changeSpeed = () => {
    setSpeed(speeds[(speeds.indexOf(speed) + 1) % speeds.length] ?? speed);
  };
  return { isPlaying, speed, setPlaying, changeSpeed };
}
