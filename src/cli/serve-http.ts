/** `proctor serve --http`: opens the door, says where it is and how to come in. */
import type { Role } from '../../machines/schema/record.js';
import { newNonce } from '../engine/ids.js';
import { realDisk } from '../store/real-disk.js';
import { Tokens } from '../store/tokens.js';
import { tryWriting } from '../store/writable.js';
import { mcpRoutes, probeRoutes } from '../transports/http/mcp-routes.js';
import { serveHttp } from '../transports/http/serve-http.js';
import type { RequestLog } from '../transports/http/request-log.js';
import type { ServerContext } from '../transports/mcp-server.js';
import { Refused, type Io } from './command.js';
import { codeLine, dashboardOn } from './dashboard.js';
import { listenTrouble, type HttpSettings } from './http-options.js';
import type { Workspace } from './workspace.js';

/** Whoever asks more often gets the answer of a moment ago: each look is a write. */
const writableMs = 1000;

export async function runHttp(
  workspace: Workspace,
  context: ServerContext,
  settings: HttpSettings,
  log: RequestLog,
  io: Io,
): Promise<void> {
  const { engine, data, version } = workspace;
  const tokens = new Tokens(realDisk, data.dir, () => Date.now());
  const isTokenNeeded = settings.isTokenNeeded || (await tokens.any());
  const dashboard = await dashboardOn(workspace, io);
  const routes = [
    ...mcpRoutes(context, { openSessions: () => engine.openSessions }),
    ...probeRoutes(nowAndThen(async () => tryWriting(realDisk, data.dir, newNonce()))),
    ...dashboard.routes,
  ];
  try {
    if (settings.isPublic) await someToken(tokens, settings);
    const listening = (url: string) => {
      const who = isTokenNeeded ? 'for anyone who has a token' : `as ${context.role}, without a token`;
      log.notice(`proctor ${version}: serving MCP on ${url}/mcp ${who}, sessions in ${data.dir}`);
      for (const line of welcome(url, settings, { isTokenNeeded, role: context.role })) log.notice(`proctor: ${line}`);
      log.notice(`proctor: the dashboard is at ${dashboard.address(url)}`);
      if (dashboard.code !== undefined) log.notice(`proctor: ${codeLine(dashboard.code)}`);
    };
    const close = async () => {
      dashboard.close();
      await engine.close();
    };
    await serveHttp(routes, { ...settings, tokens, log, version, pageKey: dashboard.pageKey }, { listening, close });
  } catch (error) {
    await engine.close();
    throw listenTrouble(error, settings);
  }
}

async function someToken(tokens: Tokens, { host }: HttpSettings): Promise<void> {
  const all = await tokens.list();
  if (all.some(({ state }) => state === 'live')) return;
  throw new Refused(
    'TOKEN_REQUIRED',
    `Other machines could reach ${host}, and there is no token yet that keeps them out.`,
    'Make one first: proctor token create --as ROLE.',
  );
}

function welcome(
  url: string,
  { isPublic, allowHosts }: HttpSettings,
  { isTokenNeeded, role }: { isTokenNeeded: boolean; role: Role },
): string[] {
  const name = role === 'solo' ? 'proctor' : `proctor-${role}`;
  const header = isTokenNeeded ? ` --header 'Authorization: Bearer TOKEN'` : '';
  return [
    `claude mcp add --transport http ${name} ${url}/mcp${header}`,
    ...(isTokenNeeded
      ? ['proctor token create --as ROLE makes a token']
      : ['any program on this machine may call it; the first proctor token create closes it to those without one']),
    ...(isPublic
      ? [
          `tokens travel unencrypted unless something in front of it speaks TLS; it goes by ${allowHosts.join(', ') || 'its address'}`,
        ]
      : []),
  ];
}

function nowAndThen(look: () => Promise<void>): () => Promise<void> {
  let looked: { at: number; answer: Promise<void> } | undefined;
  return async () => {
    const now = performance.now();
    if (!looked || now - looked.at > writableMs) looked = { at: now, answer: look() };
    return looked.answer;
  };
}
