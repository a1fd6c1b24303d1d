/** Which sessions belong to where a person stands: by directory, or by the git repository they share. */
import { dirname, join } from 'node:path';
import { workTreeAt } from '../engine/git.js';
import type { SessionEngine, SessionInfo } from '../engine/port.js';
import { configName } from '../store/policy-file.js';
import { realDisk } from '../store/real-disk.js';
import { isHere } from './own-dirs.js';
import type { Workspace } from './workspace.js';

/** The one where something happened last comes first. */
export async function everySession(engine: SessionEngine): Promise<SessionInfo[]> {
  const sessions: SessionInfo[] = [];
  for (let cursor: string | undefined = '0'; cursor !== undefined;) {
    const page = await engine.list({ limit: 100, cursor });
    sessions.push(...page.items);
    cursor = page.nextCursor;
  }
  return sessions;
}

/** Those with tickets, of this project or of another work tree of its repository. */
export async function ticketSessions(engine: SessionEngine, cwd: string): Promise<SessionInfo[]> {
  const withTickets = (await everySession(engine)).filter(({ tickets }) => tickets > 0);
  return inRepository(withTickets, await repositoryAt(cwd), cwd);
}

/** One question to git a directory, however many sessions it has. */
export async function inRepository(
  sessions: readonly SessionInfo[],
  repository: string | undefined,
  cwd: string,
): Promise<SessionInfo[]> {
  const dirs = [...new Set(sessions.map(({ projectDir }) => projectDir))];
  const isOwn = async (dir: string) =>
    isHere(dir, cwd) || (repository !== undefined && (await repositoryAt(dir)) === repository);
  const own = new Set<string>();
  for (const dir of dirs) if (await isOwn(dir)) own.add(dir);
  return sessions.filter(({ projectDir }) => own.has(projectDir));
}

/** A directory that is gone, or that git cannot read, is in no repository. */
const repositoryAt = async (dir: string): Promise<string | undefined> =>
  workTreeAt(dir).then(
    (tree) => tree?.commonDir,
    () => undefined,
  );

/** The project a person means who names none: the nearest with sessions or a config, else the work tree, else here. */
export async function projectAt({ engine }: Pick<Workspace, 'engine'>, cwd: string): Promise<string> {
  const known = new Set((await everySession(engine)).map(({ projectDir }) => projectDir));
  for (let dir = cwd; ; dir = dirname(dir)) {
    if (known.has(dir) || (await realDisk.stat(join(dir, configName)))) return dir;
    if (dirname(dir) === dir) break;
  }
  return (await workTreeAt(cwd).catch(() => undefined))?.dir ?? cwd;
}
