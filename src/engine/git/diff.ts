/** The difference between two recorded trees, as bounded text for people and agents. Runs no program a repository names. */
import { formatOf } from './git-environment.js';
import { tryPlainGit } from './look-git.js';
import { gitFailed } from './run-git.js';

const plain = ['--no-ext-diff', '--no-textconv', '--no-color', '--no-renames', '--no-relative'];
const prefixes = ['--src-prefix=a/', '--dst-prefix=b/', '--submodule=short', '--ignore-submodules=none'];
/** Well below what a system accepts as arguments. */
const filesAtOnce = 500;

export async function diffText(
  dir: string,
  baseTree: string,
  nowTree: string,
  files: readonly string[] | undefined,
  bytesMax: number,
): Promise<string> {
  return bounded(dir, ['diff', ...plain, ...prefixes, '-p'], [baseTree, nowTree], files, bytesMax);
}

/** One line a file: how many lines were added and removed. */
export async function diffStat(
  dir: string,
  baseTree: string,
  nowTree: string,
  files: readonly string[] | undefined,
  bytesMax: number,
): Promise<string> {
  return bounded(dir, ['diff', ...plain, '--numstat'], [baseTree, nowTree], files, bytesMax);
}

async function bounded(
  dir: string,
  args: readonly string[],
  trees: readonly string[],
  files: readonly string[] | undefined,
  bytesMax: number,
): Promise<string> {
  let text = '';
  let bytes = 0;
  for (const paths of chunksOf(files)) {
    const whole = [...args, '--end-of-options', ...trees, '--', ...paths];
    const options = { outputBytesMax: bytesMax - bytes, cut: true, format: formatOf(trees[0] ?? '') };
    const { code, stdout, stderr, wasCut } = await tryPlainGit(dir, whole, options);
    if (code !== 0 && !wasCut) throw gitFailed(whole, stderr);
    text += wholeCharacters(stdout);
    bytes += stdout.length;
    if (wasCut) return `${text}\n… cut after ${bytesMax} bytes\n`;
  }
  return text;
}

function chunksOf(files: readonly string[] | undefined): string[][] {
  if (files === undefined) return [[]];
  const chunks: string[][] = [];
  for (let at = 0; at < files.length; at += filesAtOnce)
    chunks.push(files.slice(at, at + filesAtOnce).map((path) => `:(top,literal)${path}`));
  return chunks;
}

/** A cut may fall within a character; what is left of it is dropped. */
const wholeCharacters = (bytes: Buffer) => bytes.toString('utf8').replace(/\uFFFD$/, '');
