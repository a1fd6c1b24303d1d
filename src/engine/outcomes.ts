/** What callers are told besides an answer: refusals, and what was told before, from the journal. */
import assert from 'node:assert';
import type { Violation } from '../../machines/schema/violation.js';
import { foremost } from '../session/foremost.js';
import { answerTo } from '../views/answer.js';
import { headOf } from './answer-query.js';
import { replay, type LiveSession } from './live-session.js';
import type { Outcome } from './port.js';
import { rememberedRefusal, requestIdReused } from './refusals.js';

/** What was answered then, from the journal, replayed to that record. */
export async function repeat({ id: sessionId, journal }: LiveSession, seq: number): Promise<Outcome> {
  const records = await journal.readRange(0, seq);
  const last = records.at(-1);
  assert(last, `record ${seq} is in the journal`);
  const { record } = last;
  const head = `${seq}:${last.hash.slice(0, 32)}`;
  if (record.outcome !== 'OK') {
    const { errors, count } = record.refused;
    return { ...refusal(sessionId, rememberedRefusal(errors), head, count), repeated: true };
  }
  const state = replay(sessionId, records);
  assert(state);
  return { status: 'OK', sessionId, answer: answerTo(state, record), head, repeated: true };
}

export const reused = (session: LiveSession): Outcome => ({
  ...refusal(session.id, [requestIdReused()], headOf(session)),
  repeated: false,
});

export function refusal(sessionId: string, violations: readonly Violation[], head: string, count = violations.length) {
  return { status: 'REJECTED', sessionId, violations: foremost(violations), count, head } as const;
}
