/** Puts the hook into a repository. Never over a hook that is there, and never where other repositories share it. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { workTreeAt, type WorkTree } from '../engine/git.js';
import { askRepository } from '../engine/git/look-git.js';
import { codeOf } from '../store/disk.js';
import { readPlainFile } from '../store/plain-file.js';
import { plain } from '../views/escape.js';
import { jsonText, Refused, type ExitCode, type Io, type Parsed } from './command.js';
import { packageDir } from '../store/package-dir.js';
import { isHere } from './own-dirs.js';
import { trustedDataDir } from './trusted-data-dir.js';

const hookBytesMax = 1024 * 1024;
const mark = '# proctor pre-commit hook';

export async function installHook({ values }: Parsed, io: Io): Promise<ExitCode> {
  const tree = await workTreeAt(io.cwd);
  if (!tree) throw new Refused('NO_GIT', `${plain(io.cwd)} is in no git work tree.`, 'Go to the repository first.');
  const data = trustedDataDir({ values }, io);
  // Where people commit from may not have the setting that decides here.
  const args = data.from === 'default' ? '' : ` --data ${quoted(data.dir)}`;
  const line = `${quoted(process.execPath)} ${quoted(join(packageDir(), 'dist', 'main.js'))} hook pre-commit${args} || exit 1`;
  const path = join(await hooksDir(tree, line), 'pre-commit');
  const script = scriptOf(args);
  const there = await textAt(path);
  if (there !== undefined && !there.includes(mark)) throw taken(path, line);
  if (there !== script) {
    await mkdir(join(path, '..'), { recursive: true });
    await writeFile(path, script, { mode: 0o755 });
  }
  if (values['json'] === true) io.out(jsonText({ path, installed: there !== script }));
  else
    io.out(
      there === script ? `It is there already: ${plain(path)}` : `Wrote ${plain(path)}; delete it to be rid of it.`,
    );
  return 0;
}

/** As git finds it, with core.hooksPath. Only a directory of this repository is ours to write to. */
async function hooksDir({ dir, commonDir }: WorkTree, line: string): Promise<string> {
  const args = ['rev-parse', '--path-format=absolute', '--git-path', 'hooks'];
  const hooks = (await askRepository(dir, args)).toString('utf8').replace(/\n$/, '');
  if (isHere(commonDir, hooks) || isHere(dir, hooks)) return hooks;
  throw new Refused(
    'HOOKS_SHARED',
    `core.hooksPath is ${plain(hooks)}, outside of this repository: other repositories may use it too.`,
    `Add this line to its pre-commit hook: ${line}`,
  );
}

const taken = (path: string, line: string): Refused =>
  new Refused('HOOK_EXISTS', `${plain(path)} is there already and is not Proctor’s.`, `Add this line to it: ${line}`);

/** The very Proctor that wrote it; where that is gone, any on the path; where there is none, the commit is not held up. */
function scriptOf(args: string): string {
  const [node, main] = [process.execPath, join(packageDir(), 'dist', 'main.js')].map(quoted);
  return `#!/bin/sh
${mark}: refuses to commit work of a ticket that its gate has not approved.
if [ -x ${node} ] && [ -f ${main} ]; then
  exec ${node} ${main} hook pre-commit${args}
elif command -v proctor >/dev/null 2>&1; then
  exec proctor hook pre-commit${args}
fi
echo 'proctor: not found, so this commit was not checked (proctor hook --install repairs this)' >&2
`;
}

const quoted = (word: string): string => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`);

async function textAt(path: string): Promise<string | undefined> {
  try {
    return (await readPlainFile(path, { bytesMax: hookBytesMax })).toString('utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    // Something is there that is no script of ours.
    return '';
  }
}
