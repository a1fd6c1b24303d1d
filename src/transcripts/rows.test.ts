/**
 * Reading files anybody can lay down. The bug to fear: a small one of junk keeps the whole server busy, or fills its memory.
 * What is counted are rows, never time.
 */
import { isBlank, lineBytesMax, linesOf, messageText, readRows, rowsMax, type Fields } from './rows.js';

const row = '{"a":1}\n';

async function read(text: string, misfit: (row: Fields, line: number) => string | undefined = () => undefined) {
  const seen: number[] = [];
  const read = await readRows(Buffer.from(text), (fields, line) => {
    seen.push(line);
    return misfit(fields, line);
  });
  return { ...read, seen };
}

test.each<[string, string, number[]]>([
  ['every row', row.repeat(3), [1, 2, 3]],
  ['a last row without its newline', `${row}{}`, [1, 2]],
  ['no last line that is still being written', `${row}{"a":`, [1]],
  ['no blank lines, which count as lines', `\n\n${row}\r\n \t\n${row}\n`, [3, 6]],
  ['letters of any script', '{"ü":"𝒳"}\n', [1]],
  ['nothing', '', []],
])('reads %s', async (_what, text, seen) => {
  expect(await read(text)).toEqual({ count: seen.length, seen });
});

describe('ends at', () => {
  test.each(['x', '[]', '7', 'null', '{"a":'])('the line %s', async (line) => {
    const { count, fault, seen } = await read(`${row}\n${`${line}\n`.repeat(1000)}${row.repeat(1000)}`);
    expect({ count, seen }).toEqual({ count: 1, seen: [1] });
    expect(fault).toMatch(/^line 3 is not a JSON object, .*: start another agent for this node$/);
  });

  test('the first row that does not fit', async () => {
    const { count, fault, seen } = await read(row.repeat(1000), (_row, line) => (line === 3 ? 'why' : undefined));
    expect({ count, fault, seen }).toEqual({ count: 2, fault: 'why', seen: [1, 2, 3] });
  });

  test('so many rows, and takes that many', async () => {
    const most = await read('{}\n'.repeat(rowsMax));
    expect(most).toMatchObject({ count: rowsMax });
    expect(most).not.toHaveProperty('fault');
    const { count, fault, seen } = await read('{}\n'.repeat(rowsMax + 5000));
    expect([count, seen.length]).toEqual([rowsMax, rowsMax]);
    expect(fault).toMatch(/^only its first 100000 rows were looked at: start another agent/);
  });

  test('a row of more than is parsed at one go, and takes one of that much', async () => {
    const long = (bytes: number) => `${row}{"a":"${'x'.repeat(bytes - 8)}"}\n${row}`;
    expect(await read(long(lineBytesMax))).toEqual({ count: 3, seen: [1, 2, 3] });
    const { fault, seen } = await read(long(lineBytesMax + 1));
    expect(seen).toEqual([1]);
    expect(fault).toMatch(/^line 2 is longer than 4 MiB: start another agent/);
  });
});

test.each([
  ['many rows', row.repeat(20_000), 15],
  ['large rows', `{"a":"${'x'.repeat(300 * 1024)}"}\n`.repeat(10), 8],
])('others have their turn between %s', async (_what, text, least) => {
  let turns = 0;
  let isRead = false;
  const turn = () => {
    turns += 1;
    if (!isRead) setImmediate(turn);
  };
  setImmediate(turn);
  await read(text);
  isRead = true;
  expect(turns).toBeGreaterThanOrEqual(least);
});

test('lines are found one at a time: whoever stops has paid for no more', () => {
  const bytes = Buffer.from('x\n'.repeat(1000));
  const lines = linesOf(bytes);
  expect(lines.next().value).toEqual({ line: 1, begin: 0, end: 1, isCut: false });
  bytes.fill('\n', 2);
  expect(lines.next().done).toBe(true);
});

test.each([
  ['', true],
  ['\n\r\n\t \n', true],
  ['\nx', false],
  ['\0', false],
])('%j has nothing in it: %s', (text, is) => {
  expect(isBlank(Buffer.from(text))).toBe(is);
});

test('the text of a message is in its blocks of text', () => {
  const result = { type: 'tool_result', text: 'b', content: [{ type: 'text', text: 'c' }] };
  expect(messageText([{ type: 'text', text: 'a' }, result, { text: 'd' }, { type: 'text', text: 7 }, null, 'e'])).toBe(
    'a',
  );
  expect(messageText('plain')).toBe('plain');
  expect(messageText([{ type: 'input_text', text: 'a' }, result], 'input_text')).toBe('a');
});
