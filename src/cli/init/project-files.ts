/** Reads from a project what a proposal needs: the names of its files, and the text of those that say how it is built. */
import { readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { workTreeAt } from '../../engine/git.js';
import { tryGit } from '../../engine/git/run-git.js';
import { plainText } from '../../store/plain-file.js';
import type { ProjectFiles } from './part.js';

const pathsMax = 50_000;
const textsMax = 300;
const textBytesMax = 512 * 1024;
const depthMax = 4;

const telling = new RegExp(
  '^(package\\.json|pnpm-workspace\\.yaml|pyproject\\.toml|setup\\.(cfg|py)|tox\\.ini|pytest\\.ini|Pipfile|' +
    '[a-z-]*requirements[^/]*\\.(txt|in)|go\\.(mod|work)|Cargo\\.toml|GNUmakefile|[Mm]akefile)$',
);

/** What is installed or built is nobody's own. */
const passedOver = new Set(['node_modules', '.git', 'vendor', 'target', 'dist', '.venv', 'venv', '__pycache__']);

export async function projectFiles(dir: string): Promise<ProjectFiles> {
  const paths = (await pathsKnownToGit(dir)) ?? (await pathsBelow(dir));
  // A lock file may be ignored by git and still say which tool is used.
  const top = (await readdir(dir, { withFileTypes: true })).flatMap((entry) =>
    entry.isDirectory() ? [] : [entry.name],
  );
  const names = [...new Set([...top, ...paths])].slice(0, pathsMax);
  const files = new Map(names.map((path) => [path, '']));
  const read = names.filter((path) => path.split('/').length <= depthMax && telling.test(path.split('/').at(-1) ?? ''));
  for (const path of read.slice(0, textsMax)) files.set(path, await textOf(join(dir, path)));
  return files;
}

/** Tracked or not, without what is ignored; undefined outside of git. */
export async function pathsKnownToGit(dir: string): Promise<string[] | undefined> {
  const tree = await workTreeAt(dir).catch(() => undefined);
  if (!tree) return undefined;
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--deduplicate'];
  const { code, stdout } = await tryGit(dir, args, { view: { as: 'repository' } });
  return code === 0 ? stdout.toString('utf8').split('\0').slice(0, -1) : undefined;
}

async function pathsBelow(dir: string): Promise<string[]> {
  const paths: string[] = [];
  const look = async (at: string, depth: number): Promise<void> => {
    const entries = await readdir(at, { withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      if (passedOver.has(entry.name) || paths.length >= pathsMax) continue;
      if (!entry.isDirectory()) paths.push(relative(dir, join(at, entry.name)).split(sep).join('/'));
      else if (depth < depthMax) await look(join(at, entry.name), depth + 1);
    }
  };
  await look(dir, 1);
  return paths;
}

/** What cannot be read says nothing. */
const textOf = async (path: string): Promise<string> => (await plainText(path, textBytesMax)) ?? '';
