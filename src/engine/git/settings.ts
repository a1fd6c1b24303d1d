/**
 * What decides which files git shows and how, outside of the tree itself: rules to ignore, attributes, filters. A ticket
 * notes it at its start, because whoever changes it afterwards can make a file disappear from every comparison.
 */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { tryGit } from './run-git.js';

const watched =
  '^(core\\.(excludesfile|attributesfile|filemode|ignorecase|symlinks|worktree|autocrlf|eol)|filter\\..*|include.*)$';

/** One short hash; the same as long as nobody has touched any of it. */
export async function gitSettings(dir: string): Promise<string> {
  const paths = ['rev-parse', '--path-format=absolute', '--git-path', 'info/exclude', '--git-path', 'info/attributes'];
  const [places, settings, excludes] = await Promise.all([
    tryGit(dir, paths),
    tryGit(dir, ['config', '--show-scope', '-z', '--get-regexp', watched], { asUser: true }),
    tryGit(dir, ['config', '--type=path', '--get', 'core.excludesfile'], { asUser: true }),
  ]);
  const files = [...places.stdout.toString('utf8').split('\n'), excludes.stdout.toString('utf8').trim()].filter(
    Boolean,
  );
  const texts = await Promise.all(files.map((path) => readFile(path, 'latin1').catch(() => '')));
  return createHash('sha256')
    .update(JSON.stringify([settings.stdout.toString('latin1'), texts]))
    .digest('hex')
    .slice(0, 32);
}
