/** Waits for the end of a program, and for all it has printed. */
import type { ChildProcessWithoutNullStreams } from 'node:child_process';

/** How long nothing may come after its end: what it left running may keep the pipes, and that is not waited for. */
const lingerMs = 500;

interface Ended {
  /** Null where a signal ended it. */
  readonly code: number | null;
  readonly signal: string | null;
}

export function ended(child: ChildProcessWithoutNullStreams): Promise<Ended> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve({ code, signal }));
    child.once('exit', () => giveUpWhenQuiet(child));
  });
}

/**
 * On a busy machine the time may be up before this process came to read what is in the pipes: so they are given up only
 * once a look into them, after the time was up, has found nothing.
 */
function giveUpWhenQuiet(child: ChildProcessWithoutNullStreams): void {
  let heard = false;
  const hear = () => (heard = true);
  child.stdout.on('data', hear);
  child.stderr.on('data', hear);
  const wait = () =>
    setTimeout(() => {
      heard = false;
      // The pipes are read between a timer and what comes immediately after it.
      setImmediate(() => {
        if (heard) timer = wait();
        else giveUp(child);
      });
    }, lingerMs);
  let timer = wait();
  child.once('close', () => clearTimeout(timer));
}

function giveUp({ stdout, stderr }: ChildProcessWithoutNullStreams): void {
  stdout.destroy();
  stderr.destroy();
}
