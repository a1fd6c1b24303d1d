/** The dashboard as `proctor ui`, `serve --http` and the demo have it: its routes, its key, and the address that opens it. */
import { DashboardApi } from '../dashboard/api.js';
import { deciderAt } from '../dashboard/decisions.js';
import { PersonCode } from '../dashboard/person-code.js';
import { dashboardRoutes } from '../dashboard/routes.js';
import { pageKey } from '../store/page-key.js';
import { realDisk } from '../store/real-disk.js';
import { Tokens } from '../store/tokens.js';
import { HttpServing } from '../transports/http/http-server.js';
import { RequestLog } from '../transports/http/request-log.js';
import type { Route } from '../transports/http/route.js';
import type { Io } from './command.js';
import { dashboardFiles } from './dashboard-files.js';
import { listenTrouble } from './http-options.js';
import { sitterAt } from './person.js';
import type { Workspace } from './workspace.js';

const host = '127.0.0.1';
/** A page asks for what it shows, and now and then for more. */
const limits = { ratePerSecond: 1000, arriveMsMax: 15_000 } as const;

/** What it is made of: whose sessions, and who started it. */
type Host = Pick<Workspace, 'engine' | 'approvals' | 'data'>;

export interface Dashboard {
  readonly routes: readonly Route[];
  readonly pageKey: string;
  /** For a person to open: the key stands behind the hash, which browsers keep to themselves. */
  readonly address: (url: string, sessionId?: string) => string;
  /** To be said on the terminal, and nowhere else; undefined where no person sits at one. */
  readonly code: string | undefined;
  readonly close: () => void;
}

export async function dashboardOn({ engine, approvals, data }: Host, io: Io): Promise<Dashboard> {
  const code = sitterAt(io).isPerson ? new PersonCode() : undefined;
  const decider = code && deciderAt(io.user, code);
  const api = new DashboardApi(engine, { rules: { approvals, data }, decider });
  const key = await pageKey(realDisk, data.dir);
  return {
    routes: dashboardRoutes(api, await dashboardFiles()),
    pageKey: key,
    address: (url, sessionId) => `${url}/#token=${key}${sessionId === undefined ? '' : `&${sessionId}`}`,
    code: code?.shown,
    close: () => {
      api.close();
    },
  };
}

export interface RunningDashboard {
  readonly address: string;
  readonly code: string | undefined;
  readonly stop: () => Promise<void>;
}

/** A server with nothing but the dashboard on it. */
export async function startDashboard(
  workspace: Workspace,
  { port, sessionId }: { port: number; sessionId?: string | undefined },
  io: Io,
): Promise<RunningDashboard> {
  const { data, version } = workspace;
  const { routes, pageKey: key, address, code, close } = await dashboardOn(workspace, io);
  const now = () => Date.now();
  const server = new HttpServing(routes, {
    ...{ host, port, allowHosts: [], isTokenNeeded: true, ...limits, version, pageKey: key },
    ...{ tokens: new Tokens(realDisk, data.dir, now), log: new RequestLog('off', io.say, now) },
  });
  const url = await server.listen().catch((error: unknown) => {
    throw listenTrouble(error, { host, port });
  });
  return { address: address(url, sessionId), code, stop: async () => server.stop(async () => close()) };
}

export const codeLine = (code: string): string => `To decide something in it, type this code there when asked: ${code}`;
