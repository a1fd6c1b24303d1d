/** Refuses a step of a ticket whose work tree cannot be read. */
import type { Rule } from '../rule.js';

const hasNoTree = (tree: unknown): boolean => tree === undefined;

export const treeGone: Rule<{
  readonly ticketId: string;
  readonly tree: unknown;
  readonly workDir: string | undefined;
}> = {
  code: 'NO_GIT',
  why: 'Which files were changed is read from git, never from what somebody says.',
  check({ ticketId, tree, workDir }) {
    if (!hasNoTree(tree)) return [];
    const what = workDir === undefined ? 'The ticket’s directory' : JSON.stringify(workDir.slice(0, 120));
    return [
      {
        subject: ticketId,
        message: `${what} is not a work tree of the project’s git repository.`,
        fix:
          workDir === undefined
            ? 'Bring the worktree back where it was (git worktree add …), or let a person withdraw the ticket.'
            : 'Name a worktree of the same repository in workDir (git worktree add …), or leave workDir out.',
      },
    ];
  },
};
