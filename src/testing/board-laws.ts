/** What must hold of every journal of tickets, whoever called: said by the records alone, not by what the gate remembers. */
import assert from 'node:assert';
import { isHandedOff } from '../../machines/measures/board-ticket.js';
import { principalKey } from '../../machines/measures/principal.js';
import type { AcceptedRecord } from '../../machines/schema/record.js';
import { gateNumbers } from '../../machines/schema/ticket.js';
import { assertClosed } from './board-closing-laws.js';
import { about, ofType, reaches, type RecordOf } from './board-records.js';
import type { BoardPlay } from './board-play.js';

export function assertLaws({ journal, board }: BoardPlay): void {
  for (const { id, status, gate } of board.all()) {
    const own = about(journal, id);
    assertAttempts(own, gate.context, id);
    const isPassed = ['APPROVED', 'SKIPPED', 'FORCED'].includes(gate.state);
    if (status !== 'withdrawn') assert.strictEqual(isHandedOff({ status }), isPassed, `${id} is ${status}`);
    assert.deepStrictEqual([...gate.context.labels].sort(), labelsOf(own), `labels of ${id}`);
    assertClosed(own, id, status);
    for (const record of ofType(own, 'ticket.review').filter(reaches('APPROVED'))) assertProven(own, record);
  }
}

/** What a person once did shows for ever. */
function labelsOf(own: readonly AcceptedRecord[]): string[] {
  const overrides = ofType(own, 'ticket.override').map(({ command }) =>
    command.how === 'skip' ? 'unverified' : 'forced',
  );
  const isFlaky = ofType(own, 'ticket.decide').some(({ command }) => command.decision === 'acknowledge');
  return [...new Set([...overrides, ...(isFlaky ? ['flaky'] : [])])].sort();
}

/** Never more than three attempts that count without a person's retry. */
function assertAttempts(
  own: readonly AcceptedRecord[],
  { counted, attemptsMax, attempt }: { counted: number; attemptsMax: number; attempt: number },
  id: string,
): void {
  const retries = ofType(own, 'ticket.decide').filter(({ command }) => command.decision === 'retry').length;
  assert.strictEqual(attemptsMax, gateNumbers.attemptsMax + retries, `attempts ${id} may have`);
  assert(counted <= attemptsMax && attempt >= counted, `${id} has had ${counted} attempts of ${attemptsMax}`);
}

/** Approved are files that a run passed on as they are, by somebody who never worked on the ticket. */
function assertProven(own: readonly AcceptedRecord[], approval: RecordOf<'ticket.review'>): void {
  const { ticketId } = approval.command;
  const before = own.filter(({ seq }) => seq < approval.seq);
  const files = approval.facts.tree?.filesId;
  const lastRetry = before.findLastIndex(
    ({ command }) => command.type === 'ticket.decide' && command.decision === 'retry',
  );
  const runs = ofType(before.slice(lastRetry + 1), 'gate.ran').flatMap(({ command: { result } }) =>
    result && result.filesBefore === files && result.filesAfter === files ? [result] : [],
  );
  assert(
    runs.some(({ passed }) => passed),
    `${ticketId} was approved without a run that passed`,
  );
  const isMixed = runs.some(({ passed }) => !passed);
  const isKnown = before.some(({ command }) => command.type === 'ticket.decide' && command.decision === 'acknowledge');
  assert(!isMixed || isKnown, `${ticketId} was approved although a run on the same files failed`);
  const approver = principalKey(approval.by);
  assert(approver !== undefined, `nobody approved ${ticketId}`);
  const executors = [
    ...ofType(before, 'ticket.submit'),
    ...ofType(before, 'gate.late').filter(({ command }) => command.as === 'executor'),
  ];
  for (const { by } of executors) assert.notStrictEqual(principalKey(by), approver, `${ticketId} graded itself`);
}
