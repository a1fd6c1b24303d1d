/**
 * What must hold of every ticket that closed, said by the records alone: three passes in one round, in time, by people who
 * built nothing of it, on the files handed off, resting on a run that passed or on a person's word.
 */
import assert from 'node:assert';
import { principalKey } from '../../machines/measures/principal.js';
import type { AcceptedRecord } from '../../machines/schema/record.js';
import { checks, leaseMs } from '../../machines/schema/ticket.js';
import { brings, ofType } from './board-records.js';

const before = (records: readonly AcceptedRecord[], seq: number) => records.filter((each) => each.seq < seq);
const until = (records: readonly AcceptedRecord[], seq: number) => records.filter((each) => each.seq <= seq);

export function assertClosed(own: readonly AcceptedRecord[], id: string, status: string): void {
  const closings = own.filter(brings(`ticket:${id}`, 'closed'));
  assert.strictEqual(closings.length, status === 'closed' ? 1 : 0, `${id} is ${status}`);
  assertApart(own, id);
  const [closing] = closings;
  if (!closing) return;
  const moves = own.filter(({ seq }) => seq > closing.seq).flatMap((record) => record.moves);
  assert.deepStrictEqual(moves, [], `${id} moves after it was closed`);
  assertEarned(until(own, closing.seq), closing, id);
}

/** Whoever has reported a check neither executes nor reviews afterwards. */
function assertApart(own: readonly AcceptedRecord[], id: string): void {
  for (const { seq, by } of [...ofType(own, 'ticket.submit'), ...ofType(own, 'ticket.review')]) {
    const checkers = ofType(before(own, seq), 'ticket.report').map((report) => principalKey(report.by));
    assert(!checkers.includes(principalKey(by)), `a checker of ${id} built it`);
  }
}

function assertEarned(own: readonly AcceptedRecord[], closing: AcceptedRecord, id: string): void {
  const begun = own.findLast(brings(`ticket:${id}`, 's3_validating')) ?? assert.fail(`${id} was never validated`);
  const round = own.filter(({ seq }) => seq > begun.seq);
  const reports = ofType(round, 'ticket.report');
  assert.deepStrictEqual(reports.map(({ command }) => command.check).sort(), [...checks].sort(), `checks of ${id}`);
  let last = begun.facts.at ?? 0;
  for (const report of reports) {
    assert(report.command.passed, `${id} closed although the ${report.command.check} failed`);
    assert((report.facts.at ?? 0) - last <= leaseMs, `the ${report.command.check} of ${id} came too late`);
    last = report.facts.at ?? 0;
    assertStranger(own, report, id);
  }
  assertStranger(own, begun, id);
  assertSeen(own, round, { begun, closing, id });
}

/** Neither an executor nor an architect of any attempt, nor one who was too late by then. */
function assertStranger(own: readonly AcceptedRecord[], { by, seq }: AcceptedRecord, id: string): void {
  const who = principalKey(by);
  assert(who !== undefined, `nobody checked ${id}`);
  const built = [...ofType(own, 'ticket.submit'), ...ofType(own, 'ticket.review')];
  for (const builder of [...built, ...ofType(before(own, seq), 'gate.late')])
    assert.notStrictEqual(principalKey(builder.by), who, `${id} was checked by its builder`);
}

interface Round {
  readonly begun: AcceptedRecord;
  readonly closing: AcceptedRecord;
  readonly id: string;
}

function assertSeen(own: readonly AcceptedRecord[], round: readonly AcceptedRecord[], given: Round): void {
  const { begun, closing, id } = given;
  const handOff = own.findLast(
    (record) =>
      ['ticket.review', 'ticket.override'].includes(record.command.type) &&
      brings(`ticket:${id}`, 'impl_complete')(record),
  );
  const files = begun.facts.tree?.filesId;
  assert.strictEqual(files, handOff?.facts.tree?.filesId, `${id} was validated on other files than were handed off`);
  assert.strictEqual(closing.facts.tree?.filesId, files, `${id} was closed on other files than were handed off`);
  const accepts = ofType(own, 'ticket.decide').filter(
    ({ command, seq, by }) => command.decision === 'accept' && seq > (handOff?.seq ?? 0) && by.role === 'person',
  );
  const isOverride = handOff?.command.type === 'ticket.override';
  assert.strictEqual(accepts.length > 0, isOverride, `${id} and the person who accepted it`);
  const runs = ofType(round, 'closure.ran').flatMap(({ command: { result } }) => result ?? []);
  const isProven = runs.some((run) => run.passed && run.filesBefore === files && run.filesAfter === files);
  assert(isProven || isOverride, `${id} closed without a run that passed on its files`);
}
