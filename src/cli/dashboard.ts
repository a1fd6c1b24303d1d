/** The dashboard as `proctor ui` and `serve --http` have it: its routes, its key, and the address that opens it. */
import { randomBytes } from 'node:crypto';
import { DashboardApi } from '../dashboard/api.js';
import { dashboardRoutes } from '../dashboard/routes.js';
import type { SessionEngine } from '../engine/port.js';
import type { Route } from '../transports/http/route.js';
import { dashboardFiles } from './dashboard-files.js';

const keyBytes = 24;

export interface Dashboard {
  readonly routes: readonly Route[];
  readonly pageKey: string;
  /** For a person to open: the key stands behind the hash, which browsers keep to themselves. */
  readonly address: (url: string, sessionId?: string) => string;
  readonly close: () => void;
}

export async function dashboardOn(engine: SessionEngine): Promise<Dashboard> {
  const api = new DashboardApi(engine);
  // Another one each time: what was opened yesterday shows nothing today.
  const pageKey = randomBytes(keyBytes).toString('base64url');
  return {
    routes: dashboardRoutes(api, await dashboardFiles()),
    pageKey,
    address: (url, sessionId) => `${url}/#token=${pageKey}${sessionId === undefined ? '' : `&${sessionId}`}`,
    close: () => {
      api.close();
    },
  };
}
