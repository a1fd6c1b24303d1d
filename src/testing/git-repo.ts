/** A real git repository in a temporary directory, untouched by the settings of whoever runs the tests. */
import { execFile } from 'node:child_process';
import { appendFile, mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

export interface Repo {
  readonly dir: string;
  /** Files by path; missing directories are made. */
  write(files: Readonly<Record<string, string>>): Promise<void>;
  remove(...paths: string[]): Promise<void>;
  /** Standard output, without the last newline. */
  git(...args: string[]): Promise<string>;
  /** Removes the whole repository. */
  rm(): Promise<void>;
}

const env = () => {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_'));
  return { ...Object.fromEntries(inherited), GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1', LC_ALL: 'C' };
};

/** With `files` in a first commit; without any, there is no commit yet. */
export async function makeRepo(files: Readonly<Record<string, string>> = {}): Promise<Repo> {
  const dir = await realpath(await mkdtemp(join(tmpdir(), 'proctor-repo-')));
  const repo = repoAt(dir);
  await repo.git('init', '-q', '-b', 'main');
  await appendFile(join(dir, '.git/config'), '[user]\n\tname = Test\n\temail = test@example.org\n');
  await repo.write(files);
  if (Object.keys(files).length > 0) {
    await repo.git('add', '-A', '-f');
    // Nothing to tidy up yet, and git would start two more processes to find that out.
    await repo.git('-c', 'maintenance.auto=false', 'commit', '-q', '-m', 'first');
  }
  return repo;
}

/** For a clone or a linked work tree made by the test itself. */
export function repoAt(dir: string): Repo {
  return {
    dir,
    async write(files) {
      for (const [path, text] of Object.entries(files)) {
        await mkdir(dirname(join(dir, path)), { recursive: true });
        await writeFile(join(dir, path), text);
      }
    },
    async remove(...paths) {
      for (const path of paths) await rm(join(dir, path), { recursive: true });
    },
    async git(...args) {
      const { stdout } = await run('git', args, { cwd: dir, env: env(), maxBuffer: 64 * 1024 * 1024 });
      return stdout.replace(/\n$/, '');
    },
    async rm() {
      await rm(dir, { recursive: true, force: true });
    },
  };
}

export async function withRepo(
  files: Readonly<Record<string, string>>,
  use: (repo: Repo) => Promise<void>,
): Promise<void> {
  const repo = await makeRepo(files);
  try {
    await use(repo);
  } finally {
    await repo.rm();
  }
}

/** What git itself makes of the same bytes, in a repository of their own that knows nothing of what came before. */
export async function treeOfCopy({ dir }: Repo, leaveOut: readonly string[] = []): Promise<string> {
  const copy = repoAt(await mkdtemp(join(tmpdir(), 'proctor-copy-')));
  try {
    // Not node's own copy: it loses names that are no text.
    await run('cp', ['-a', `${dir}/.`, copy.dir]);
    for (const path of ['.git', ...leaveOut]) await rm(join(copy.dir, path), { recursive: true, force: true });
    await copy.git('init', '-q');
    await copy.write({ '.git/info/attributes': '* -text !eol !ident !filter !working-tree-encoding\n' });
    await copy.git('add', '-A');
    return await copy.git('write-tree');
  } finally {
    await copy.rm();
  }
}
