/** Hands an address to whatever opens such on this machine. Nothing is waited for: the browser lives on. */
import { spawn } from 'node:child_process';
import { programs } from '../engine/programs.js';
import type { Io } from './command.js';

const openers: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  darwin: ['open'],
  win32: ['explorer.exe'],
};

/** False where there is nothing to open it with. */
export async function openInBrowser(url: string, { env }: Pick<Io, 'env'>): Promise<boolean> {
  const [name = '', ...args] = openers[process.platform] ?? ['xdg-open'];
  const program = await programs.preferred(name);
  if (program === undefined) return false;
  const child = spawn(program, [...args, url], { env, stdio: 'ignore', detached: true });
  child.unref();
  return new Promise((resolve) => {
    child.once('spawn', () => resolve(true)).once('error', () => resolve(false));
  });
}
