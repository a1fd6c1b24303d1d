/**
 * What decides which files git shows and how, outside of the tree itself: rules to ignore, attributes, filters. A ticket
 * notes it at its start, because whoever changes it afterwards can make a file disappear from every comparison.
 */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { plainText } from '../../store/plain-file.js';
import type { WorkTree } from '../git.js';
import { excludesFile } from './ignore-files.js';
import { tryRepository } from './look-git.js';

const watched =
  '^(core\\.(excludesfile|attributesfile|filemode|ignorecase|symlinks|worktree|autocrlf|eol)|filter\\..*|include.*)$';

const textBytesMax = 4 * 1024 * 1024;

/** One short hash; the same as long as nobody has touched any of it. */
export async function gitSettings({ dir, commonDir }: WorkTree): Promise<string> {
  const args = ['config', '--show-scope', '-z', '--get-regexp', watched];
  const settings = (await tryRepository(dir, args)).stdout;
  const { path, isNamed } = await excludesFile(dir);
  const shared = ['info/exclude', 'info/attributes'].map((name) => join(commonDir, name));
  const texts = await Promise.all(shared.map(textOf));
  const own = await textOf(path);
  // The file that counts where none is named is noted only if it says something.
  const rules = isNamed || own !== '' ? [...texts, own] : texts;
  return createHash('sha256')
    .update(JSON.stringify([settings.toString('latin1'), rules]))
    .digest('hex')
    .slice(0, 32);
}

const textOf = async (path: string) => (await plainText(path, textBytesMax, 'latin1')) ?? '';
