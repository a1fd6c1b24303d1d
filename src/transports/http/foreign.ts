/**
 * Who may speak to the server by the names they use. A page of another site can make a browser send requests here, also
 * under a name of its own that it lets point to this machine; its Host or its Origin gives it away.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import { plain } from '../../views/escape.js';
import type { HttpRefusal } from './refusal.js';

const loopbackNames = ['localhost', '127.0.0.1', '[::1]'];
const shownCharsMax = 100;

/** Only this machine can reach it. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));

/** Names a request may give in Host. The port is not asked for: a tunnel has its own. */
export function hostNames(host: string, allowed: readonly string[]): ReadonlySet<string> {
  const own = isIP(host) === 6 ? `[${host}]` : host;
  const wildcards = ['0.0.0.0', '[::]'];
  return new Set([...loopbackNames, own, ...allowed].map((each) => each.toLowerCase()).filter(isNot(wildcards)));
}

const isNot = (names: readonly string[]) => (name: string) => !names.includes(name);

/** A missing Origin is fine: that is no page. One that is there must be of this very server. */
export function foreignTo(names: ReadonlySet<string>, { host, origin }: IncomingHttpHeaders): HttpRefusal | undefined {
  const asked = authority(`http://${host ?? ''}`);
  if (asked === undefined || asked.text !== host?.toLowerCase() || !names.has(asked.name))
    return {
      status: 403,
      code: 'FOREIGN_HOST',
      message: `This server does not go by the name ${shown(host)}.`,
      fix: `Use ${[...names].join(', ')}; proctor serve --http --allow-host NAME adds a name.`,
    };
  if (origin === undefined || authority(origin)?.text === asked.text) return undefined;
  return {
    status: 403,
    code: 'FOREIGN_ORIGIN',
    message: `Pages of ${shown(origin)} may not use this server.`,
    fix: 'Call it from a program that is no browser page, or from a page that this server itself gave out.',
  };
}

const shown = (text: string | undefined): string => JSON.stringify(plain((text ?? '').slice(0, shownCharsMax)));

/** Name and port as they were written, if that is all there is. */
function authority(url: string): { name: string; text: string } | undefined {
  const [, text, name] = /^https?:\/\/((\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::\d{1,5})?)$/.exec(url.toLowerCase()) ?? [];
  return text === undefined || name === undefined ? undefined : { name, text };
}
