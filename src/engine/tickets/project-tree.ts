/**
 * A ticket's work tree seen from the project: the project may lie below the top of its repository, and a worktree of it
 * has the project at the same place. Paths are the project's, whatever the tree.
 */
import { join, posix, relative, sep } from 'node:path';
import { realpath } from 'node:fs/promises';
import type { ProjectConfig } from '../../../machines/schema/policy.js';
import { treeState, workTreeAt, type TreeState, type WorkTree } from '../git.js';
import { filesId } from '../git/files-id.js';

/** `dir` is the top of the work tree. */
export interface ProjectTree extends WorkTree {
  /** Where the project lies in it; commands run there. */
  readonly cwd: string;
  readonly prefix: string;
}

/** Undefined where the project is in no git work tree, or `workDir` is none of the same repository. */
export async function projectTree(projectDir: string, workDir?: string): Promise<ProjectTree | undefined> {
  const own = await workTreeAt(projectDir);
  if (!own) return undefined;
  const prefix = relative(own.dir, await realpath(projectDir))
    .split(sep)
    .join('/');
  const tree = workDir === undefined || workDir === own.dir ? own : await workTreeAt(workDir);
  if (tree?.commonDir !== own.commonDir) return undefined;
  return { ...tree, cwd: join(tree.dir, prefix), prefix };
}

/** A path below the top of the tree, as the project names it; `../…` outside of it. */
export const inProject = ({ prefix }: Pick<ProjectTree, 'prefix'>, path: string): string =>
  prefix === '' ? path : posix.relative(prefix, path);

/** A pattern of the project, from the top of its tree. */
export const fromTop = ({ prefix }: Pick<ProjectTree, 'prefix'>, glob: string): string =>
  prefix === '' ? glob : `${prefix}/${glob}`;

export interface SeenTree {
  readonly state: TreeState;
  readonly filesId: string;
}

/** The tree as it is now, and the identity of what a contract and the policy care about. */
export async function seeTree(
  tree: ProjectTree,
  files: readonly string[],
  { config, dataDir }: { config: ProjectConfig; dataDir: string },
): Promise<SeenTree> {
  const exclude = [join(tree.cwd, config.evidenceDir), dataDir];
  const state = await treeState(tree.dir, exclude);
  const globs = files.map((glob) => fromTop(tree, glob));
  const guarded = config.protected.map((path) => fromTop(tree, path));
  return { state, filesId: await filesId(tree.dir, state, globs, guarded) };
}
