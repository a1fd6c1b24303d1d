/** Rules for what git ignores that do not lie in the tree: the repository's own, and the person's for all repositories. */
import { stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { dirsOf, tryRepository } from './look-git.js';

/** Those that are there; the later ones count more. */
export async function ignoreFilesOf(dir: string): Promise<string[]> {
  const [{ path }, { commonDir }] = await Promise.all([excludesFile(dir), dirsOf(dir)]);
  const paths = [path, join(commonDir, 'info/exclude')];
  const found = await Promise.all(paths.map(async (each) => stat(each).catch(() => undefined)));
  return paths.filter((_, at) => found[at]?.isFile());
}

/** What the name stands for that somebody gave it, git itself says. */
export async function excludesFile(dir: string): Promise<{ path: string; isNamed: boolean }> {
  const args = ['config', '--type=path', '--get', 'core.excludesfile'];
  const { code, stdout } = await tryRepository(dir, args);
  if (code === 0) return { path: stdout.toString('utf8').replace(/\n$/, ''), isNamed: true };
  const { XDG_CONFIG_HOME: configHome, HOME: home } = process.env;
  const base = configHome !== undefined && isAbsolute(configHome) ? configHome : join(home ?? homedir(), '.config');
  return { path: join(base, 'git', 'ignore'), isNamed: false };
}
