/** What must hold of every journal of tickets, whoever called: said by the records alone, not by what the gate remembers. */
import assert from 'node:assert';
import { principalKey } from '../../machines/measures/principal.js';
import type { CommandOf } from '../../machines/schema/command.js';
import type { AcceptedRecord } from '../../machines/schema/record.js';
import { gateNumbers } from '../../machines/schema/ticket.js';
import type { BoardPlay } from './board-play.js';

type RecordOf<T extends AcceptedRecord['command']['type']> = AcceptedRecord & { command: CommandOf<T> };

const about = (journal: readonly AcceptedRecord[], id: string) =>
  journal.filter(({ command }) => 'ticketId' in command && command.ticketId === id);
const ofType = <T extends AcceptedRecord['command']['type']>(records: readonly AcceptedRecord[], type: T) =>
  records.filter((record): record is RecordOf<T> => record.command.type === type);
const reaches = (state: string) => (record: AcceptedRecord) => record.moves.some(({ to }) => to === state);

export function assertLaws({ journal, board }: BoardPlay): void {
  for (const { id, status, gate } of board.all()) {
    const own = about(journal, id);
    assertAttempts(own, gate.context, id);
    const isPassed = ['APPROVED', 'SKIPPED', 'FORCED'].includes(gate.state);
    if (status !== 'withdrawn') assert.strictEqual(status === 'impl_complete', isPassed, `${id} is ${status}`);
    const isOverridden = gate.context.labels.some((label) => label !== 'flaky');
    assert.strictEqual(isOverridden, gate.state === 'SKIPPED' || gate.state === 'FORCED', `labels of ${id}`);
    for (const record of ofType(own, 'ticket.review').filter(reaches('APPROVED'))) assertProven(own, record);
  }
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
