/** What is said on stderr about each request: who, what, how it ended. Never a token, never what an agent wrote. */
import { plain } from '../../views/escape.js';

export const logFormats = ['text', 'json', 'off'] as const;
export type LogFormat = (typeof logFormats)[number];

export interface RequestEntry {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly ms: number;
  readonly remote: string;
  readonly role?: string | undefined;
  /** Its id, which is no secret. */
  readonly token?: string | undefined;
  /** Tools called and how that ended. */
  readonly calls: readonly string[];
  /** Code of a refusal. */
  readonly refused?: string | undefined;
}

const pathCharsMax = 120;

export class RequestLog {
  constructor(
    readonly format: LogFormat,
    private readonly write: (line: string) => void,
    private readonly now: () => number,
  ) {}

  request(entry: RequestEntry): void {
    if (this.format === 'off') return;
    // The path is the caller's: one harmless line of bounded length.
    const shown = { ...entry, path: plain(entry.path.slice(0, pathCharsMax)), ms: Math.round(entry.ms * 10) / 10 };
    this.write(this.format === 'json' ? this.#json({ event: 'request', ...shown }) : textOf(shown));
  }

  /** About the server itself; said in every format. */
  notice(message: string): void {
    this.write(this.format === 'json' ? this.#json({ event: 'notice', message: plain(message) }) : message);
  }

  #json(fields: object): string {
    return JSON.stringify({ time: new Date(this.now()).toISOString(), ...fields });
  }
}

const textOf = ({ method, path, status, ms, remote, role, token, calls, refused }: RequestEntry): string =>
  [
    ...[method, path, status, `${ms} ms`, remote],
    ...(role === undefined ? [] : [token === undefined ? role : `${role} (${token})`]),
    ...calls,
    ...(refused === undefined ? [] : [refused]),
  ].join('  ');
