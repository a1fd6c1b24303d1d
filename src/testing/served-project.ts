/**
 * The project of a ticket team with a server started in it, for each test anew or once for all tests of a file. What it
 * gives stands for whatever repository, data and server there are at the time, so a test file takes them apart once.
 */
import type { Repo } from './git-repo.js';
import { currentServer, type OneServer } from './one-server.js';
import { temporaryDir, type ProctorClient } from './proctor-client.js';
import { addProject, serverIn } from './ticket-team.js';

type Project = Parameters<typeof addProject>[0];

interface ServedProject {
  readonly repo: Repo;
  readonly data: { readonly path: string };
  readonly proctor: OneServer;
}

/** Begins with clean data in every test. */
export const servedProject = (project?: Project): ServedProject =>
  served({ before: beforeEach, after: afterEach }, project);

/** For tests that do not mind what those before them have left. */
export const sharedProject = (project?: Project): ServedProject =>
  served({ before: beforeAll, after: afterAll }, project);

interface Hooks {
  readonly before: typeof beforeEach;
  readonly after: typeof afterEach;
}

function served({ before, after }: Hooks, project?: Project): ServedProject {
  let repo: Repo;
  let data: Awaited<ReturnType<typeof temporaryDir>>;
  let server: ProctorClient;
  before(async () => {
    [repo, data] = await Promise.all([addProject(project), temporaryDir()]);
    server = await serverIn(repo, data.path);
  });
  after(async () => {
    await server.close();
    await Promise.all([repo.rm(), data.remove()]);
  });
  return {
    repo: {
      get dir() {
        return repo.dir;
      },
      write: async (files) => repo.write(files),
      remove: async (...paths) => repo.remove(...paths),
      git: async (...args) => repo.git(...args),
      rm: async () => repo.rm(),
    },
    data: {
      get path() {
        return data.path;
      },
    },
    proctor: currentServer(
      () => server,
      async () => (server = await serverIn(repo, data.path)),
    ),
  };
}
