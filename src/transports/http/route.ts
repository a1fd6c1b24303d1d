/** What the HTTP server has at which path, for whom. */
import type { Exchange } from './exchange.js';
import type { Access, Gatekeeper } from './gatekeeper.js';
import type { Metrics } from './metrics.js';
import type { HttpRefusal } from './refusal.js';

/** What a route sees of the server it is on. */
export interface Serving {
  /** Aborted when nothing new is taken. */
  readonly closing: AbortSignal;
  /** Aborted when what was begun has had its time. */
  readonly over: AbortSignal;
  readonly gate: Gatekeeper;
  readonly metrics: Metrics;
  readonly underWay: () => number;
}

export interface Route {
  /** `/api/sessions/{session}`; a name in braces stands for one part of a path. */
  readonly path: string;
  readonly method: 'GET' | 'POST';
  readonly access: Access;
  /** What comes back is answered for it. */
  readonly run: (exchange: Exchange, params: Params, serving: Serving) => Promise<HttpRefusal | undefined>;
}

export type Params = Readonly<Record<string, string>>;

interface Found {
  readonly route: Route;
  readonly params: Params;
}

export class Routes {
  readonly #exact: ReadonlyMap<string, Route>;
  readonly #patterns: readonly { readonly route: Route; readonly parts: readonly string[] }[];

  constructor(routes: readonly Route[]) {
    const isExact = ({ path }: Route) => !path.includes('{');
    this.#exact = new Map(routes.filter(isExact).map((route) => [route.path, route]));
    this.#patterns = routes
      .filter((route) => !isExact(route))
      .map((route) => ({ route, parts: route.path.split('/') }));
  }

  find(path: string): Found | undefined {
    const exact = this.#exact.get(path);
    if (exact) return { route: exact, params: {} };
    const given = path.split('/');
    for (const { route, parts } of this.#patterns) {
      const params = fitting(parts, given);
      if (params) return { route, params };
    }
    return undefined;
  }
}

function fitting(parts: readonly string[], given: readonly string[]): Params | undefined {
  if (parts.length !== given.length) return undefined;
  const params: Record<string, string> = {};
  for (const [at, part] of parts.entries()) {
    const name = /^\{(\w+)\}$/.exec(part)?.[1];
    const value = decoded(given[at] ?? '');
    if (name === undefined ? part !== given[at] : !value) return undefined;
    if (name !== undefined && value !== undefined) params[name] = value;
  }
  return params;
}

function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}
