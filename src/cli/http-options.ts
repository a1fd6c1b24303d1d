/** What `proctor serve --http` takes: options read, checked, and refused where they would open more than was meant. */
import { isIP } from 'node:net';
import { codeOf } from '../store/disk.js';
import { isLoopback } from '../transports/http/foreign.js';
import { logFormats, type LogFormat } from '../transports/http/request-log.js';
import { Refused, text, UsageError, type Option, type Parsed } from './command.js';

const usual = { host: '127.0.0.1', port: 7717, rate: 1000, arriveSeconds: 15 } as const;

export const httpOptions: Readonly<Record<string, Option>> = {
  http: { type: 'boolean', about: 'Streamable HTTP instead of stdio, on this machine only' },
  port: { type: 'string', value: 'N', about: `HTTP: port, 0 for any that is free; else ${usual.port}` },
  host: { type: 'string', value: 'ADDRESS', about: `HTTP: where to listen; else ${usual.host}` },
  public: { type: 'boolean', about: 'HTTP: other machines may reach it; needs a token to be there' },
  'allow-host': {
    type: 'string',
    value: 'NAMES',
    about: 'HTTP: names it goes by, with commas; every call needs a token',
  },
  'require-token': { type: 'boolean', about: 'HTTP: every call needs a token, also before the first is made' },
  rate: { type: 'string', value: 'N', about: `HTTP: requests a second from one caller; else ${usual.rate}` },
  timeout: {
    type: 'string',
    value: 'S',
    about: `HTTP: seconds a request has to arrive in; else ${usual.arriveSeconds}`,
  },
  log: { type: 'string', value: 'FORMAT', about: 'HTTP: text, json or off; else text on a terminal, json elsewhere' },
};

export interface HttpSettings {
  readonly host: string;
  readonly port: number;
  readonly isPublic: boolean;
  readonly allowHosts: readonly string[];
  readonly isTokenNeeded: boolean;
  readonly ratePerSecond: number;
  readonly arriveMsMax: number;
  readonly log: LogFormat;
}

/** Undefined: over stdio. */
export function httpSettings({ values }: Pick<Parsed, 'values'>, isTerminal: boolean): HttpSettings | undefined {
  if (values['http'] !== true) {
    const alone = Object.keys(httpOptions).find((name) => values[name] !== undefined);
    if (alone !== undefined) throw new UsageError(`--${alone} is for HTTP: add --http.`);
    return undefined;
  }
  const host = text(values['host']) ?? usual.host;
  const isOut = !isLoopback(host);
  if (isOut && isIP(host) === 0) throw new UsageError(`--host takes an address, such as ${usual.host}, not a name.`);
  if (isOut && values['public'] !== true)
    throw new UsageError(`Other machines could reach ${host}: add --public if that is meant, or leave --host out.`);
  const allowHosts = namesIn(text(values['allow-host']));
  return {
    host,
    port: whole('port', text(values['port']) ?? `${usual.port}`, 0, 65_535),
    isPublic: isOut,
    allowHosts,
    // A name of its own means a proxy: whoever comes through it comes from elsewhere.
    isTokenNeeded: isOut || allowHosts.length > 0 || values['require-token'] === true,
    ratePerSecond: whole('rate', text(values['rate']) ?? `${usual.rate}`, 1, 1_000_000),
    arriveMsMax: whole('timeout', text(values['timeout']) ?? `${usual.arriveSeconds}`, 1, 3600) * 1000,
    log: logFormat(text(values['log']) ?? (isTerminal ? 'text' : 'json')),
  };
}

function whole(name: string, given: string, min: number, max: number): number {
  const number = /^\d{1,7}$/.test(given) ? Number(given) : -1;
  if (number < min || number > max)
    throw new UsageError(`--${name} takes a number from ${min} to ${max}, not ${JSON.stringify(given)}.`);
  return number;
}

function namesIn(given: string | undefined): string[] {
  if (given === undefined) return [];
  const names = given.split(',').flatMap((name) => name.trim() || []);
  if (names.length === 0) throw new UsageError('--allow-host takes at least one name, such as proctor.example.org.');
  const wrong = names.find((name) => !/^([A-Za-z0-9._-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])$/.test(name));
  if (wrong !== undefined)
    throw new UsageError(
      `--allow-host takes names without a port, such as proctor.example.org; not ${JSON.stringify(wrong)}.`,
    );
  return names;
}

function logFormat(given: string): LogFormat {
  const format = logFormats.find((each) => each === given);
  if (!format) throw new UsageError(`--log takes ${logFormats.join(', ')}; not ${JSON.stringify(given)}.`);
  return format;
}

export function listenTrouble(error: unknown, { host, port }: Pick<HttpSettings, 'host' | 'port'>): unknown {
  const code = codeOf(error);
  if (code === 'EADDRINUSE')
    return new Refused('PORT_TAKEN', `Something else listens on ${host}:${port}.`, 'Choose another: --port N.');
  if (code === 'EACCES' || code === 'EADDRNOTAVAIL')
    return new Refused(
      'CANNOT_LISTEN',
      `Cannot listen on ${host}:${port} (${code}).`,
      'Choose other --host or --port.',
    );
  return error;
}
