/** Hands a file to whatever opens files on this machine. Nothing is waited for: the browser lives on. */
import { spawn } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import type { Io } from './command.js';

const openers: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  darwin: ['open'],
  win32: ['explorer.exe'],
};

/** False where there is nothing to open it with. */
export async function openInBrowser(path: string, { env }: Pick<Io, 'env'>): Promise<boolean> {
  const [program = '', ...args] = openers[process.platform] ?? ['xdg-open'];
  const child = spawn(program, [...args, pathToFileURL(path).href], { env, stdio: 'ignore', detached: true });
  child.unref();
  return new Promise((resolve) => {
    child.once('spawn', () => resolve(true)).once('error', () => resolve(false));
  });
}
