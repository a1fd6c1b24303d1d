import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { acceptance, inTempDir, JournalBytes, refusal } from '../testing/sample-journal.js';
import { audit, type AuditOptions } from './audit.js';
import { beginning, judge, positionAfter } from './chain.js';
import { journalName } from './journal-file.js';
import { realDisk } from './real-disk.js';
import { segmentsOf } from './segments.js';

const auditOf = ({ bytes }: JournalBytes, options?: AuditOptions) =>
  inTempDir(async (dir) => {
    await writeFile(join(dir, journalName), bytes);
    return audit(realDisk, dir, options);
  });

const sound = () => new JournalBytes().add(acceptance('a')).race(refusal('b'), refusal('late')).tear(refusal('c'), 20);
const { records } = judge(segmentsOf(sound().bytes, 0), beginning);
const [first, second] = records.map(({ hash }) => hash) as [string, string];

test('a sound journal is counted through', async () => {
  expect(await auditOf(sound())).toEqual({
    ok: true,
    records: 2,
    refusals: 1,
    head: positionAfter(records[1]!),
    damage: [],
    torn: { offset: sound().bytes.length - 20, bytes: 20 },
    losers: 1,
    badLines: 1,
    namesSession: false,
  });
});

test.each([
  [`1:${first}`, 1],
  [`2:${second.slice(0, 16)}`, 2],
  [first.slice(0, 16), 1],
  [`2:${first}`, false],
  [`9:${first}`, false],
  [`0:${first}`, false],
  ['f'.repeat(64), false],
])('head %s is found at %p', async (head, headFound) => {
  expect(await auditOf(sound(), { head })).toMatchObject({ headFound, ok: headFound !== false });
});

test.each(['', 'abc', '1:', `1:${'a'.repeat(15)}`, `x:${first}`, `${first}0`])('%j is not a head', async (head) => {
  await expect(auditOf(sound(), { head })).rejects.toMatchObject({ code: 'BAD_HEAD' });
});

test('damage is placed by record and byte', async () => {
  const offset = sound().bytes.length;
  const { ok, damage } = await auditOf(sound().raw('\nnot a line'));
  expect({ ok, damage }).toEqual({ ok: false, damage: [{ seq: 3, offset, reason: expect.any(String) }] });
});

test('a record that chains but has a field no record has is damage', async () => {
  const odd = { ...refusal('a'), extra: true };
  const journal = new JournalBytes().add(odd).add(refusal('b'));
  const { ok, damage, records: count } = await auditOf(journal);
  expect({ ok, count, seqs: damage.map(({ seq }) => seq) }).toEqual({ ok: false, count: 2, seqs: [1] });
});

test('a journal that does not reach its snapshot is damage', async () => {
  const snapshot = positionAfter(records[1]!);
  expect(await auditOf(sound(), { snapshot })).toMatchObject({ ok: true });
  const cut = new JournalBytes().add(acceptance('a'));
  expect(await auditOf(cut, { snapshot })).toMatchObject({ ok: false, damage: [{ seq: 2 }] });
});

test('a session without a journal is not found', async () => {
  await inTempDir((dir) => expect(audit(realDisk, dir)).rejects.toMatchObject({ code: 'SESSION_NOT_FOUND' }));
});
