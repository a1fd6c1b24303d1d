/** Tells a person at a terminal how far a long look at the store is; nobody else, and nothing of a short one. */
import type { Io } from './command.js';

const manyAtOnce = 500;
const steps = 10;

export function progressOn(
  io: Pick<Io, 'terminal' | 'say'>,
  doing = 'Reading sessions that changed',
): ((done: number, total: number) => void) | undefined {
  if (!io.terminal) return undefined;
  let told = 0;
  return (done, total) => {
    const step = Math.floor((done * steps) / total);
    if (total < manyAtOnce || step === told) return;
    told = step;
    io.say(`${doing}: ${done} of ${total}`);
  };
}
