/**
 * How many files this process may have open, and what to say where that is too few. Node opens all modules of an import
 * at once, so the start is what needs the most. Loaded before everything else: imports nothing but Node.
 */
import { closeSync, openSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Enough for every command, if large packages are loaded one after another. A test holds it. */
const needed = 128;
/** From here on nothing need be spared, and nobody asks further. */
const plenty = 512;

/** Asked before anything else is opened. */
const limit = openFilesLimit();

export const mustSpareFiles = needed <= limit && limit < plenty;

/** By trying: what systems report about it differs, and is slow to ask for. */
function openFilesLimit(): number {
  const path = fileURLToPath(import.meta.url);
  const opened: number[] = [];
  // The system gives the lowest free number: the last one says how many there are.
  const count = () => (opened.at(-1) ?? -1) + 1;
  try {
    while (count() < plenty) opened.push(openSync(path, 'r'));
  } catch {
    // That was the last one.
  }
  for (const each of opened) closeSync(each);
  return count();
}

export const isTooFewFiles = (error: unknown): boolean => (error as { code?: unknown } | undefined)?.code === 'EMFILE';

const allowed =
  limit < needed ? `, and this process may open ${limit}` : '. This process may not open as many as it asked for';

export const tooFewFiles = {
  code: 'TOO_FEW_FILES',
  message: `Proctor needs at least ${needed} open files${allowed}.`,
  fix: 'Raise the limit where it is set, such as `ulimit -n 1024` in the shell or LimitNOFILE=1024 in the service, and start it again.',
} as const;
