/**
 * What a bug here would look like: a person's finding that was acknowledged is gone, and nothing says so; or a session
 * that was merely interrupted refuses to go on.
 */
import { acceptance, JournalBytes, refusal } from '../testing/sample-journal.js';
import { beginning, judge, positionAfter } from './chain.js';
import { segmentsOf } from './segments.js';

const read = (bytes: Buffer) => judge(segmentsOf(bytes, 0), beginning);

/** Texts with bytes that one flip turns into a newline, a zero or a header. */
const tricky = 'JSON *bold* a@b ä\u2014\u008a\u0080 Jdeadbeef 999 x *00000000 12 {"v":1} \n\0 end';
const long = acceptance('long '.repeat(200));

const journals: Record<string, JournalBytes> = {
  'twenty records with torn lines, lost races and lost pages among them': twenty(),
  'one record': new JournalBytes().add(refusal('a')),
  'a lost race at the end': new JournalBytes().add(refusal('a')).race(acceptance(tricky), refusal('loser')),
  'two losers at the end': new JournalBytes().race(refusal('a'), refusal('b')).tear(long).raw('\n'),
  'a torn line at the end': new JournalBytes().add(refusal('a')).add(acceptance(tricky)).tear(refusal('c')),
  'a long torn line before the last record': new JournalBytes().add(refusal('a')).tear(long, 60).add(refusal('b')),
  'a torn header before the last record': new JournalBytes().add(refusal('a')).tear(refusal('x'), 5).add(refusal('b')),
  'a torn length before the last record': new JournalBytes().add(refusal('a')).tear(long, 12).add(refusal('b')),
  'a torn newline before the last record': new JournalBytes().add(refusal('a')).tear(long, 1).add(refusal('b')),
  'zeros at the end': new JournalBytes().add(refusal('a')).add(acceptance(tricky)).raw(Buffer.alloc(9)),
  'zeros before the last record': new JournalBytes().add(refusal('a')).raw(Buffer.alloc(9)).add(refusal('b')),
  'a lost page in the last line': new JournalBytes().add(refusal('a')).lose(acceptance(tricky), 40, 90),
  'a lost page before the last record': new JournalBytes().add(refusal('a')).lose(long, 40, 1200).add(refusal('b')),
  'a lost page that held a newline': new JournalBytes().add(refusal('a')).lose(long, 0, 90).add(refusal('b')),
  'a lost page that held only a newline': new JournalBytes().add(refusal('a')).lose(refusal('b'), 0, 1),
  'a lost page that held one byte': new JournalBytes().add(refusal('a')).lose(refusal('b'), 50, 51),
  'a lost page that held one digit': new JournalBytes().add(refusal('a')).lose(refusal('b'), 3, 4),
};

function twenty(): JournalBytes {
  const journal = new JournalBytes();
  for (let index = 1; index <= 20; index += 1) {
    if (index % 7 === 0) journal.tear(refusal('torn'));
    if (index % 8 === 0) journal.race(refusal(`winner ${index}`), refusal('loser'));
    else journal.add(index === 3 ? acceptance(tricky) : refusal(`node ${index}`));
    if (index === 11) journal.lose(refusal('lost'), 30, 60);
    if (index === 16) journal.raw(Buffer.alloc(12));
  }
  return journal;
}

describe.each(Object.entries(journals))('a journal with %s', (_name, { bytes }) => {
  const sound = read(bytes);
  const { head, records } = sound;

  /** Judging goes left to right, so it may start from the last record that ends before the first byte changed. */
  const readFromBefore = (changed: Buffer, at: number) => {
    const before = records.findLast(({ end }) => end <= at);
    const from = before ? positionAfter(before) : beginning;
    return judge(segmentsOf(changed.subarray(from.offset), from.offset), from);
  };

  test('is sound', () => {
    expect(sound.damage).toBeUndefined();
    expect(records.length).toBeGreaterThan(0);
  });

  test('never loses or changes a record to one flipped bit without saying so', () => {
    const silent: string[] = [];
    for (let at = 0; at < bytes.length; at += 1)
      for (let bit = 0; bit < 8; bit += 1) {
        const flipped = Buffer.from(bytes);
        flipped.writeUInt8(flipped.readUInt8(at) ^ (1 << bit), at);
        const verdict = readFromBefore(flipped, at);
        if (!verdict.damage && verdict.head.hash !== head.hash) silent.push(`byte ${at}, bit ${bit}`);
      }
    expect(silent).toEqual([]);
  });

  test('holds its first records, and is not damaged, wherever it is cut', () => {
    const wrong: number[] = [];
    for (let length = 0; length <= bytes.length; length += 1) {
      const verdict = read(bytes.subarray(0, length));
      const whole = records.filter(({ end }) => end <= length);
      if (verdict.damage || verdict.head.hash !== (whole.at(-1)?.hash ?? beginning.hash)) wrong.push(length);
    }
    expect(wrong).toEqual([]);
  });

  test('keeps every record before a stretch of lost pages at its end', () => {
    const wrong: string[] = [];
    const last = records.at(-1)!;
    // A single lost byte can look exactly like a flipped bit, and then counts as one.
    for (let from = last.offset; from < bytes.length; from += 3)
      for (let to = from + 2; to <= bytes.length; to += 29) {
        const { damage, head: found } = readFromBefore(Buffer.from(bytes).fill(0, from, to), last.offset);
        // Where the last record is hit, the one that lost to it may come to count instead.
        const isKept = from < last.end ? found.seq >= last.seq - 1 : found.hash === last.hash;
        if (damage || !isKept) wrong.push(`${from} to ${to}`);
      }
    expect(wrong).toEqual([]);
  });
});
