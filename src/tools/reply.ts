/** Turns outcomes, bad arguments and faults into replies of bounded size. */
import type { z } from 'zod';
import type { Violation } from '../../machines/schema/violation.js';
import type { Outcome } from '../engine/port.js';
import { foremost } from '../session/foremost.js';
import { Fault } from '../store/fault.js';
import { clip } from './fit.js';
import type { Reply } from './tool.js';

interface WireError {
  nodeId: string;
  error: string;
  message: string;
  suggestion: string;
}

const subjectMax = 48;
const messageMax = 240;

export function wireErrors(violations: readonly Violation[]): WireError[] {
  return foremost(violations).map(({ code, subject, message, fix }) => ({
    nodeId: clip(subject, subjectMax),
    error: code,
    message: clip(message, messageMax),
    suggestion: clip(fix, messageMax),
  }));
}

export function rejected(
  violations: readonly Violation[],
  more: Record<string, unknown> = {},
  count = violations.length,
): Reply {
  const errors = wireErrors(violations);
  return { status: 'REJECTED', errors, ...(count > errors.length ? { errorCount: count } : {}), ...more };
}

export function outcomeReply(outcome: Outcome): Reply {
  const repeated = outcome.repeated ? { repeated: true } : {};
  if (outcome.status === 'REJECTED')
    return rejected(outcome.violations, { head: outcome.head, ...repeated }, outcome.count);
  const { kind: _kind, ...answer } = outcome.answer;
  // What the tools make a command of is not for the wire.
  const { approved: _approved, ...rest } = answer as { approved?: unknown };
  return { status: 'OK', ...rest, head: outcome.head, ...repeated };
}

/** Of the record a head names. */
export const seqOf = (head: string): number => Number(head.split(':')[0]);

/** A session nobody knows is the caller's affair, everything else is ours. */
export function faultReply(error: unknown): Reply {
  if (error instanceof Fault) {
    const wire = { nodeId: 'SESSION', error: error.code, message: error.message, suggestion: error.fix };
    if (error.code === 'SESSION_NOT_FOUND') return { status: 'REJECTED', errors: [wire] };
    return { status: 'FAULT', errors: [wire], retry: error.retry };
  }
  const message = `Proctor failed: ${clip(String(error), 200)}`;
  const suggestion = 'Nothing was changed by this call. Repeat it once; if it fails again, report it with the journal.';
  return { status: 'FAULT', errors: [{ nodeId: 'SESSION', error: 'DEFECT', message, suggestion }], retry: false };
}

export function badArguments(error: z.ZodError, args: unknown): Reply {
  return rejected(
    error.issues.map((issue) => ({
      code: 'INVALID_INPUT',
      subject: subjectOf(issue.path, args),
      message: `${issue.path.map(String).join('.') || 'arguments'}: ${issue.message}`,
      fix: 'Send the arguments as the tool’s input schema says.',
    })),
  );
}

/** Which node an argument belongs to, where it is an element of a list of nodes. */
function subjectOf([list, index]: readonly PropertyKey[], args: unknown): string {
  const element = (args as Record<PropertyKey, unknown[] | undefined> | null)?.[list ?? '']?.[index as number];
  const { id, nodeId, ticketId } = (typeof element === 'object' && element !== null ? element : {}) as Record<
    string,
    unknown
  >;
  const name = nodeId ?? ticketId ?? id;
  return typeof name === 'string' ? name : 'BATCH';
}
