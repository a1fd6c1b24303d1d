/** Commits approved work where the project wants the server to: the contract's files, as they were approved, and no others. */
import type { Ticket } from '../../../machines/measures/board-ticket.js';
import { globMatcher } from '../../../machines/measures/glob.js';
import type { CommandOf } from '../../../machines/schema/command.js';
import { messageOf, trailers } from '../../views/commit-command.js';
import { changedBetween, filesOfTree } from '../git.js';
import { commitFiles, findCommit } from '../git/commit-files.js';
import { isStoredAs } from '../git/stored-as.js';
import type { Policies } from './policies.js';
import { inProject, projectTree, seeTree } from './project-tree.js';

export interface CommitJob {
  readonly projectDir: string;
  readonly ticket: Ticket;
  /** Of the record that approved it: names the commit for ever. */
  readonly head: string;
}

/** Safe to do again: a commit that was made before a crash is found by its trailer. */
export async function commitWork(
  { projectDir, ticket, head }: CommitJob,
  { policies, dataDir }: { policies: Policies; dataDir: string },
): Promise<CommandOf<'ticket.committed'>> {
  const booked = (sha: string | null, error?: string) =>
    ({
      type: 'ticket.committed',
      ticketId: ticket.id,
      sha,
      ...(error === undefined ? {} : { error: error.slice(0, 400) }),
    }) as const;
  const tree = ticket.tree && (await projectTree(projectDir, ticket.tree.dir));
  if (!tree || !ticket.tree) return booked(null, 'the ticket’s work tree is gone');
  const made = await findCommit(tree.dir, 'Proctor-Head', head);
  if (made !== undefined) return booked(made);
  const policy = await policies.of(projectDir);
  const { state, filesId } = await seeTree(tree, ticket.contract.files, { ...policy, dataDir });
  if (filesId !== ticket.gate.context.lastRun?.filesId)
    return booked(null, 'its files have changed since they were approved');
  const isOwn = globMatcher(ticket.contract.files);
  const base = await filesOfTree(tree.dir, ticket.tree.treeId);
  const files = changedBetween(base, state.files).filter((path) => isOwn(inProject(tree, path)));
  const message = messageOf({ ticketId: ticket.id, title: ticket.contract.title });
  const committed = await commitFiles(
    tree.dir,
    files,
    message,
    trailers({ ticketId: ticket.id, attempt: ticket.gate.context.attempt }, head),
  );
  if (!committed.ok) return booked(null, committed.error);
  const isAsApproved = await holdsOnly(tree.dir, committed.sha, files, state.files);
  return isAsApproved
    ? booked(committed.sha)
    : booked(committed.sha, 'a hook of the repository made it another commit than was approved');
}

/** The commit changes the approved files, to what was approved, and nothing else. */
async function holdsOnly(
  dir: string,
  sha: string,
  files: readonly string[],
  approved: ReadonlyMap<string, string>,
): Promise<boolean> {
  const [before, after] = await Promise.all([
    filesOfTree(dir, `${sha}^`).catch(() => new Map<string, string>()),
    filesOfTree(dir, sha),
  ]);
  const changed = changedBetween(before, after);
  return changed.every((path) => files.includes(path)) && isStoredAs(dir, files, { approved, committed: after });
}
