/** Which staged files belong to tickets whose gate has not let them through. Looks only; opens no session without tickets. */
import { globMatcher } from '../../machines/measures/glob.js';
import { stagedFiles, workTreeAt, type WorkTree } from '../engine/git.js';
import type { SessionRow } from '../engine/port.js';
import { inProject, projectTree } from '../engine/tickets/project-tree.js';
import { inRepositoryOf } from './project-sessions.js';
import type { StartedTicket } from '../views/started-tickets.js';
import { brokenOf } from './status-list.js';
import type { Io } from './command.js';
import type { Workspace } from './workspace.js';

/** A ticket that a commit touches. */
export interface Concerned {
  readonly sessionId: string;
  readonly ticket: StartedTicket;
  readonly files: readonly string[];
}

export interface Inspected {
  readonly concerned: readonly Concerned[];
  /** Sessions that could not be read, so that nothing is known of their tickets. */
  readonly unread: readonly string[];
}

export async function inspectCommit(workspace: Workspace, io: Pick<Io, 'cwd' | 'env'>): Promise<Inspected> {
  const tree = await workTreeAt(io.cwd);
  const { rows, unread: left } = await workspace.engine.sessions({ ofProject: await inRepositoryOf(io.cwd) });
  const unread = (await brokenOf(workspace.store, left)).map(({ sessionId }) => sessionId);
  const own = tree ? rows.filter(({ tickets, open: isOpen }) => tickets > 0 && isOpen) : [];
  if (!tree) return { concerned: [], unread };
  const staged = own.length > 0 ? await stagedFiles(tree.dir, io.env) : [];
  if (staged.length === 0) return { concerned: [], unread };
  const concerned: Concerned[] = [];
  for (const session of own)
    try {
      const { found, isWhole } = await concernedIn(workspace, session, tree, staged);
      concerned.push(...found);
      if (!isWhole) unread.push(session.sessionId);
    } catch {
      unread.push(session.sessionId);
    }
  return { concerned, unread };
}

async function concernedIn(
  { engine }: Workspace,
  { sessionId, projectDir }: SessionRow,
  { dir }: WorkTree,
  staged: readonly string[],
): Promise<{ found: Concerned[]; isWhole: boolean }> {
  const { value: started, damage } = await engine.query(sessionId, { kind: 'started', dir });
  const project = started.length > 0 ? await projectTree(projectDir, dir) : undefined;
  const found = started.flatMap((ticket) => {
    const isOwn = globMatcher(ticket.files);
    const files = project ? staged.filter((path) => isOwn(inProject(project, path))) : [];
    return files.length > 0 ? [{ sessionId, ticket, files }] : [];
  });
  return { found, isWhole: damage === undefined };
}
