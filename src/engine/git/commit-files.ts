/**
 * Commits exactly the files it is given, as the user would: with the repository's hooks, on the branch that is checked
 * out. What the user has staged or changed besides stays as it is, also when the commit fails.
 */
import { strict as assert } from 'node:assert';
import { lstat } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { Fault } from '../../store/fault.js';
import { filesOfTree } from '../git.js';
import { askRepository, dirsOf, tryPlainGit } from './look-git.js';
import { position } from './position.js';
import { firstLines, git, tryGit } from './run-git.js';

export type Committed = { readonly ok: true; readonly sha: string } | { readonly ok: false; readonly error: string };

const commitMsMax = 60_000;
const commitsSearched = 200;

/** What git leaves behind while something larger is under way. */
const underWay: readonly (readonly [string, string])[] = [
  ['MERGE_HEAD', 'a merge'],
  ['CHERRY_PICK_HEAD', 'a cherry-pick'],
  ['REVERT_HEAD', 'a revert'],
  ['rebase-merge', 'a rebase'],
  ['rebase-apply', 'a rebase'],
];

/** `files` are relative to `dir`, the top of the work tree: added, changed or deleted. */
export async function commitFiles(
  dir: string,
  files: readonly string[],
  message: string,
  trailers: Readonly<Record<string, string>>,
): Promise<Committed> {
  const unusable = files.find((path) => path === '' || isAbsolute(path) || path.split('/').includes('..'));
  if (unusable !== undefined) return { ok: false, error: `"${unusable}" is no path inside the work tree.` };
  const busy = await whatIsUnderWay(dir);
  if (busy !== undefined)
    return { ok: false, error: `${busy} is under way in this work tree: finish or abort it, then commit.` };
  const { known, unknown } = await sorted(dir, files);
  if (known.length + unknown.length === 0) return { ok: false, error: 'None of these files exists or ever existed.' };
  const text = withTrailers(message, trailers);
  const committed = await addAndCommit(dir, known, unknown, text).catch(failure);
  if (!committed.ok) await forget(dir, unknown);
  return committed;
}

async function addAndCommit(
  dir: string,
  known: readonly string[],
  unknown: readonly string[],
  text: string,
): Promise<Committed> {
  // Git commits by name only what its index knows.
  await intendToAdd(dir, unknown);
  return commit(dir, [...known, ...unknown], text);
}

async function whatIsUnderWay(dir: string): Promise<string | undefined> {
  const { gitDir } = await dirsOf(dir);
  const present = await Promise.all(underWay.map(async ([name]) => isPresent(join(gitDir, name))));
  return underWay[present.indexOf(true)]?.[1];
}

const isPresent = (path: string) =>
  lstat(path).then(
    () => true,
    () => false,
  );

/** Known to the index or to the last commit; unknown but there; the rest is nothing that could be committed. */
async function sorted(dir: string, files: readonly string[]): Promise<{ known: string[]; unknown: string[] }> {
  const wanted = [...new Set(files)];
  const inIndex = (await askRepository(dir, ['ls-files', '-z'])).toString('utf8').split('\0');
  const inHead = await filesOfTree(dir, 'HEAD').catch(() => new Map<string, string>());
  const tracked = new Set([...inIndex, ...inHead.keys()]);
  const untracked = wanted.filter((path) => !tracked.has(path));
  const present = await Promise.all(untracked.map((path) => isPresent(join(dir, path))));
  return { known: wanted.filter((path) => tracked.has(path)), unknown: untracked.filter((_, at) => present[at]) };
}

const pathspecs = (paths: readonly string[]) =>
  Buffer.from(paths.map((path) => `:(top,literal)${path}\0`).join(''), 'utf8');

async function intendToAdd(dir: string, paths: readonly string[]): Promise<void> {
  if (paths.length === 0) return;
  const args = ['add', '--intent-to-add', '--pathspec-from-file=-', '--pathspec-file-nul'];
  await git(dir, args, { input: pathspecs(paths), view: { as: 'user' } });
}

async function forget(dir: string, paths: readonly string[]): Promise<void> {
  if (paths.length === 0) return;
  const input = Buffer.from(paths.map((path) => `${path}\0`).join(''), 'utf8');
  await git(dir, ['update-index', '--force-remove', '-z', '--stdin'], { input, view: { as: 'user' } });
}

async function commit(dir: string, files: readonly string[], text: string): Promise<Committed> {
  const args = [
    ...['commit', '--only', `--message=${text}`, '--cleanup=whitespace', '--no-status'],
    ...['--pathspec-from-file=-', '--pathspec-file-nul'],
  ];
  // The whole id in the one line git prints: asking for the head afterwards could find somebody else's commit.
  const config = [
    ['core.abbrev', 'no'] as const,
    ['commit.verbose', 'false'] as const,
    ['core.editor', 'true'] as const,
  ];
  const options = { input: pathspecs(files), timeoutMs: commitMsMax, config };
  const { code, stdout, stderr } = await tryGit(dir, args, { ...options, view: { as: 'user' } });
  const printed = stdout.toString('utf8');
  const sha = /^\[[^\]]*?([0-9a-f]{40,64})\]/m.exec(printed)?.[1];
  if (code === 0 && sha !== undefined) return { ok: true, sha };
  return { ok: false, error: firstLines(stderr || printed) || `git commit ended with code ${code}.` };
}

function failure(error: unknown): Committed {
  if (error instanceof Fault) return { ok: false, error: error.message };
  throw error;
}

/** The last paragraph, and nothing else in it: what the message says before cannot pass for a trailer. */
function withTrailers(message: string, trailers: Readonly<Record<string, string>>): string {
  const lines = Object.entries(trailers).map(([name, value]) => {
    assert(/^[A-Za-z][A-Za-z0-9-]*$/.test(name), `${name} is no name of a trailer`);
    return `${name}: ${value.replace(/\s+/g, ' ').trim()}`;
  });
  return [message.replaceAll('\0', '').trim(), lines.join('\n')].filter((part) => part !== '').join('\n\n');
}

/** The newest of the last commits of the branch checked out that carries this trailer. */
export async function findCommit(
  dir: string,
  trailer: string,
  value: string,
  commitsMax = commitsSearched,
): Promise<string | undefined> {
  const format = `--format=%H%x00%(trailers:key=${trailer},valueonly,unfold,separator=%x1f)%x00`;
  const { head, format: objects } = await position(dir);
  // Without a first commit there is nothing to find.
  if (head === null) return undefined;
  const args = ['log', `--max-count=${commitsMax}`, format, head, '--'];
  const { code, stdout } = await tryPlainGit(dir, args, { format: objects });
  if (code !== 0) return undefined;
  const words = stdout.toString('utf8').split('\0');
  for (let at = 0; at + 1 < words.length; at += 2) {
    const values = words[at + 1]?.split('\u001f') ?? [];
    // A commit without the trailer prints one empty value.
    if (value !== '' && values.includes(value)) return words[at]?.trim();
  }
  return undefined;
}
