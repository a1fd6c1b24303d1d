/**
 * What decides which files git shows and how, outside of the tree itself: rules to ignore, attributes, filters. A ticket
 * notes it at its start, because whoever changes it afterwards can make a file disappear from every comparison.
 */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { WorkTree } from '../git.js';
import { tryGit } from './run-git.js';

const watched =
  '^(core\\.(excludesfile|attributesfile|filemode|ignorecase|symlinks|worktree|autocrlf|eol)|filter\\..*|include.*)$';

/** One short hash; the same as long as nobody has touched any of it. */
export async function gitSettings({ dir, commonDir }: WorkTree): Promise<string> {
  const args = ['config', '--show-scope', '-z', '--get-regexp', watched];
  const settings = (await tryGit(dir, args, { asUser: true })).stdout;
  const shared = ['info/exclude', 'info/attributes'].map((name) => join(commonDir, name));
  const files = [...shared, ...(await excludesFile(dir, settings))];
  const texts = await Promise.all(files.map((path) => readFile(path, 'latin1').catch(() => '')));
  return createHash('sha256')
    .update(JSON.stringify([settings.toString('latin1'), texts]))
    .digest('hex')
    .slice(0, 32);
}

/** Where somebody has named one; what the name stands for, git itself says. */
async function excludesFile(dir: string, settings: Buffer): Promise<string[]> {
  if (!settings.includes('\0core.excludesfile')) return [];
  const args = ['config', '--type=path', '--get', 'core.excludesfile'];
  const path = (await tryGit(dir, args, { asUser: true })).stdout.toString('utf8').trim();
  return path === '' ? [] : [path];
}
