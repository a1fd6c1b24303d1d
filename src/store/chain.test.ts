import { JournalBytes, refusal } from '../testing/sample-journal.js';
import { beginning, judge, positionAfter } from './chain.js';
import { encode } from './frame.js';
import { segmentsOf } from './segments.js';

const read = ({ bytes }: JournalBytes) => judge(segmentsOf(bytes, 0), beginning);
const start = () => new JournalBytes().add(refusal('a')).add(refusal('b'));
const garbage = '\nnot a line of a journal';

test('records that chain count, and the head is the last of them', () => {
  const journal = start();
  const { records, head, damage } = read(journal);
  expect(records.map(({ seq, offset }) => [seq, offset])).toEqual([
    [1, 0],
    [2, records[0]!.end],
  ]);
  expect(head).toEqual(positionAfter(records[1]!));
  expect(head.offset).toBe(journal.bytes.length);
  expect(damage).toBeUndefined();
});

test('an empty journal is sound', () => {
  expect(read(new JournalBytes())).toEqual({ records: [], head: beginning, losers: 0, badLines: 0 });
});

test('a record that lost a race is passed over', () => {
  const { records, losers, damage } = read(start().race(refusal('winner'), refusal('loser')).add(refusal('d')));
  expect(records.map(({ seq }) => seq)).toEqual([1, 2, 3, 4]);
  expect({ losers, damage }).toEqual({ losers: 1, damage: undefined });
});

test('a torn last line is named, and harmless', () => {
  const journal = start();
  const offset = journal.bytes.length;
  expect(read(journal.tear(refusal('c'), 30))).toMatchObject({ torn: { offset, bytes: 30 }, head: { seq: 2 } });
});

test('a bad line is harmless once two records went past it', () => {
  expect(read(start().raw(garbage).add(refusal('c')).add(refusal('d')))).toMatchObject({
    head: { seq: 4 },
    badLines: 1,
  });
});

test('a record after a bad line is not believed while nothing builds on it', () => {
  const journal = start();
  const offset = journal.bytes.length;
  const verdict = read(journal.raw(garbage).add(refusal('c')));
  expect(verdict).toMatchObject({ head: { seq: 2 }, damage: { offset, seq: 3, kind: 'garbled' } });
  expect(verdict.records).toHaveLength(2);
});

test('JSON that checks but is no record is a bad line', () => {
  expect(read(start().raw(encode('{"v":1}'))).damage).toMatchObject({ seq: 3, kind: 'garbled' });
  expect(read(start().raw(encode('[]'))).damage).toMatchObject({ kind: 'garbled' });
  expect(read(start().raw(encode('x'))).damage).toMatchObject({ kind: 'garbled' });
});

const link = (fields: object) =>
  encode(JSON.stringify({ v: 1, seq: 3, time: 9, nonce: 'nonce-9', prev: read(start()).head.hash, ...fields }));

test.each([
  ['a record is missing', { seq: 4 }, 'record 4 stands where record 3 is due'],
  ['the hash is of another record', { prev: 'f'.repeat(64) }, 'record 3 does not carry the hash'],
  ['time goes back', { time: 1 }, 'record 3 is older'],
])('the chain is broken where %s', (_where, fields, reason) => {
  const journal = start();
  const offset = journal.bytes.length;
  const { damage, head } = read(journal.raw(link(fields)));
  expect(damage).toMatchObject({ kind: 'broken', offset, seq: 3, reason: expect.stringContaining(reason) });
  expect(head.seq).toBe(2);
});

test('the same record with nothing wrong chains', () => {
  expect(read(start().raw(link({})))).toMatchObject({ head: { seq: 3 } });
});

test('a newer format is named, not called damage to be repaired', () => {
  expect(read(start().raw(link({ v: 2 }))).damage).toMatchObject({ kind: 'newer' });
});
