/** What the server itself sees of a ticket's work, for those who check it. */
import type { Ticket } from '../../../machines/measures/board-ticket.js';
import { globMatcher } from '../../../machines/measures/glob.js';
import type { SeenWork } from '../../views/briefs.js';
import { changedBetween, filesOfTree } from '../git.js';
import { diffStat } from '../git/diff.js';
import { inProject, projectTree } from './project-tree.js';

const statBytesMax = 600;

export async function seenWork(projectDir: string, ticket: Ticket): Promise<SeenWork> {
  const tree = ticket.tree && (await projectTree(projectDir, ticket.tree.dir));
  const now = ticket.handOff?.treeId;
  if (!tree || !ticket.tree || now === undefined || now === '') return { changed: [], stat: '' };
  const [base, handed] = await Promise.all([filesOfTree(tree.dir, ticket.tree.treeId), filesOfTree(tree.dir, now)]);
  const isOwn = globMatcher(ticket.contract.files);
  const paths = changedBetween(base, handed).filter((path) => isOwn(inProject(tree, path)));
  const stat = paths.length > 0 ? await diffStat(tree.dir, ticket.tree.treeId, now, paths, statBytesMax) : '';
  return { changed: paths.map((path) => inProject(tree, path)), stat };
}
