/** Refusals the engine itself makes, and refusals told again. */
import type { Violation } from '../../machines/schema/violation.js';

export const requestIdReused = (): Violation => ({
  code: 'REQUEST_ID_REUSED',
  subject: 'SESSION',
  message: 'This requestId was used before, with other content.',
  fix: 'Use a new requestId for a new request; repeat the same one only with the same content.',
});

export const noDirectory = (path: string): Violation => ({
  code: 'INVALID_INPUT',
  subject: 'SESSION',
  message: `projectDir: there is no directory ${JSON.stringify(path.slice(0, 200))}.`,
  fix: 'Name the directory of the project, or leave it out.',
});

/** The journal keeps a refusal's codes and subjects, not the text that was refused. */
export const rememberedRefusal = (errors: readonly { code: string; subject: string }[]): Violation[] =>
  errors.map(({ code, subject }) => ({
    code,
    subject,
    message: 'This requestId was refused before, with this code.',
    fix: 'Once that is put right, send the call again with a new requestId.',
  }));

/** Refusals that come before any rule is asked, and when. */
export const engineCodes = {
  SESSION_NOT_FOUND: 'unknown session id, or an id that is none',
  REQUEST_ID_REUSED: 'a requestId used before with other content',
  INVALID_INPUT: 'arguments that do not fit: wrong type, unknown field, empty list, text too long, no such directory',
  REQUEST_TOO_LARGE: 'arguments over 256 KiB, or nested too deeply',
  UNKNOWN_PROTOCOL: 'a protocol this server does not have; the suggestion lists those it has',
} as const;
