/** Which sessions belong to where a person stands: by directory, or by the git repository they share. */
import { dirname, join } from 'node:path';
import { workTreeAt } from '../engine/git.js';
import { latestFirst } from '../engine/list-sessions.js';
import type { SessionEngine, SessionRow } from '../engine/port.js';
import { configName } from '../store/policy-file.js';
import { realDisk } from '../store/real-disk.js';
import { isHere } from './own-dirs.js';
import type { Workspace } from './workspace.js';

/** Those with tickets, of this project or of another work tree of its repository; the latest change first. */
export async function ticketSessions(engine: SessionEngine, cwd: string): Promise<SessionRow[]> {
  const { rows } = await engine.sessions({ ofProject: await inRepositoryOf(cwd) });
  return rows.filter(({ tickets }) => tickets > 0).sort(latestFirst);
}

/** Whether a directory belongs to where a person stands. */
export async function inRepositoryOf(cwd: string): Promise<(dir: string) => Promise<boolean>> {
  const repository = await repositoryAt(cwd);
  return async (dir) => isHere(dir, cwd) || (repository !== undefined && (await repositoryAt(dir)) === repository);
}

/** A directory that is gone, or that git cannot read, is in no repository. */
const repositoryAt = async (dir: string): Promise<string | undefined> =>
  workTreeAt(dir).then(
    (tree) => tree?.commonDir,
    () => undefined,
  );

/** The project a person means who names none: the nearest with sessions or a config, else the work tree, else here. */
export async function projectAt({ engine }: Pick<Workspace, 'engine'>, cwd: string): Promise<string> {
  const { rows } = await engine.sessions({ ofProject: (dir) => isHere(dir, cwd) });
  const known = new Set(rows.map(({ projectDir }) => projectDir));
  for (let dir = cwd; ; dir = dirname(dir)) {
    if (known.has(dir) || (await realDisk.stat(join(dir, configName)))) return dir;
    if (dirname(dir) === dir) break;
  }
  return (await workTreeAt(cwd).catch(() => undefined))?.dir ?? cwd;
}
