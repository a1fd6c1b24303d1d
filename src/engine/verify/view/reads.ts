/** What `commands.reads` of a config opens to runs, looked at on this machine. */
import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { secretIn } from '../../../../machines/schema/secret-paths.js';
import { isWithin } from './paths.js';

export interface NamedReads {
  readonly reads: readonly string[];
  /** In words: what is not there, or is never opened. */
  readonly lacks: readonly string[];
}

/** `homes`: real paths, the account's own first. */
export async function namedReads(named: readonly string[], homes: readonly string[]): Promise<NamedReads> {
  const reads: string[] = [];
  const lacks: string[] = [];
  for (const name of named) {
    const found = await look(name, homes);
    if ('path' in found) reads.push(found.path);
    else lacks.push(`commands.reads: ${name} ${found.problem}`);
  }
  return { reads, lacks };
}

async function look(name: string, homes: readonly string[]): Promise<{ path: string } | { problem: string }> {
  const given = name.startsWith('~/') ? join(homes[0] ?? '/', name.slice(2)) : name;
  const path = await realpath(given).catch(() => undefined);
  if (path === undefined) return { problem: 'does not exist' };
  if (path === '/' || homes.some((home) => isWithin(path, home))) return { problem: 'holds the whole home directory' };
  // A link may lead where the name does not say.
  const secret = homes.filter((home) => isWithin(home, path)).map((home) => secretIn(path.slice(home.length + 1)));
  return secret.some(Boolean) ? { problem: 'leads to keys or tokens' } : { path };
}
