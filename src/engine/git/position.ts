/** Where a work tree's head is. Names only: no object is looked at. */
import { formatOf, type ObjectFormat } from './git-environment.js';
import { askRepository, tryRepository } from './look-git.js';
import { gitFailed } from './run-git.js';

export interface Position {
  /** Null before the first commit. */
  readonly head: string | null;
  /** Null where the head is detached. */
  readonly branch: string | null;
  readonly format: ObjectFormat;
}

export async function position(dir: string): Promise<Position> {
  const { code, stdout, stderr } = await tryRepository(dir, ['rev-parse', 'HEAD', '--symbolic-full-name', 'HEAD']);
  if (code === 0) {
    const [head = '', branch = ''] = stdout.toString('utf8').trimEnd().split('\n');
    return { head, branch: shortBranch(branch), format: formatOf(head) };
  }
  // Before the first commit the head is only a name.
  const unborn = await tryRepository(dir, ['symbolic-ref', '-q', 'HEAD']);
  if (unborn.code !== 0) throw gitFailed(['rev-parse'], stderr);
  const format = (await askRepository(dir, ['rev-parse', '--show-object-format'])).toString('utf8').trim();
  return {
    head: null,
    branch: shortBranch(unborn.stdout.toString('utf8').trim()),
    format: format === 'sha256' ? 'sha256' : 'sha1',
  };
}

const shortBranch = (ref: string) => (ref.startsWith('refs/heads/') ? ref.slice('refs/heads/'.length) : null);
