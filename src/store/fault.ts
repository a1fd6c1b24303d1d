/**
 * What the store throws when it cannot do its work: not a refusal (nothing was wrong with the request) and not a defect.
 * The code says what kind of trouble it is, `retry` whether the same call may succeed later, `fix` what helps.
 */
import { codeOf, readOnlyCodes } from './disk.js';

export type FaultCode =
  /** The disk failed under us; what it holds is unknown until the session is opened anew. */
  | 'STORE_FAILED'
  | 'DISK_FULL'
  /** Other processes kept winning; the same call may win next time. */
  | 'STORE_BUSY'
  | 'SHUTTING_DOWN'
  /** The session can be read up to the damage, and not written. */
  | 'SESSION_DAMAGED'
  | 'SESSION_NOT_FOUND'
  | 'SESSION_EXISTS'
  /** Written by a later Proctor: not damaged, and not ours to change. */
  | 'NEWER_FORMAT'
  | 'CLAIM_DAMAGED'
  | 'BAD_HEAD'
  | 'BAD_PROTOCOL'
  | 'BAD_CONFIG'
  /** No git, or one that could not answer. */
  | 'GIT_FAILED';

export class Fault extends Error {
  readonly code: FaultCode;
  readonly retry: boolean;
  readonly fix: string;
  /** This process can never do it, however long it waits; another one may. */
  readonly isLasting: boolean;

  constructor(
    code: FaultCode,
    message: string,
    options: { retry: boolean; fix: string; cause?: unknown; isLasting?: boolean },
  ) {
    super(message, { cause: options.cause });
    this.name = 'Fault';
    this.code = code;
    this.retry = options.retry;
    this.fix = options.fix;
    this.isLasting = options.isLasting ?? false;
  }
}

const fullCodes = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);
const busyCodes = new Set(['EMFILE', 'ENFILE', 'EAGAIN', 'EBUSY', 'ENOMEM']);

export function diskFull(doing: string, cause?: unknown): Fault {
  return new Fault('DISK_FULL', `The disk is full: could not ${doing}.`, {
    retry: true,
    fix: 'Free some space where the data directory lies, then repeat the call.',
    cause,
  });
}

/** `doing` completes "could not …", as in "read the journal". Lasting: whatever the cause, trying again cannot help. */
export function storeFailed(doing: string, cause?: unknown, { isLasting = false } = {}): Fault {
  const code = codeOf(cause);
  return new Fault('STORE_FAILED', `Could not ${doing}${code === undefined ? '' : ` (${code})`}.`, {
    retry: !isLasting && code !== undefined && busyCodes.has(code),
    fix: readOnlyCodes.has(code ?? '')
      ? 'You may read this data directory and not write to it. Give yourself the right to write, or mount it writable, then repeat the call.'
      : 'Check the disk and the rights on the data directory, then restart Proctor and repeat the call.',
    cause,
  });
}

/** Whether something could not be written because nothing can be: no trouble for those who only read. */
export const isReadOnlyStore = (error: unknown): boolean =>
  error instanceof Fault && readOnlyCodes.has(codeOf(error.cause) ?? '');

/** Gives an error of the disk its meaning; a fault keeps the one it has. */
export function faultFrom(error: unknown, doing: string): Fault {
  if (error instanceof Fault) return error;
  return fullCodes.has(codeOf(error) ?? '') ? diskFull(doing, error) : storeFailed(doing, error);
}

/** Runs one step on the disk, so that whatever it throws arrives as a fault. */
export async function orFault<T>(doing: string, step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    throw faultFrom(error, doing);
  }
}
