import { encode } from './frame.js';
import { isTorn } from './torn.js';

const line = encode('{"text":"a J b @ c * d"}').toString('latin1').slice(1);
const change = (from: string, to: string) => line.replace(from, to);
const judge = (text: string) => {
  const bytes = Buffer.from(text, 'latin1');
  const end = bytes.indexOf(0x0a);
  return isTorn(bytes, 0, end === -1 ? bytes.length : end);
};

test.each([
  ['nothing', ''],
  ['part of a checksum', line.slice(0, 5)],
  ['a checksum', line.slice(0, 8)],
  ['part of a length', line.slice(0, 10)],
  ['a header alone', line.slice(0, 12)],
  ['part of the JSON', line.slice(0, 30)],
  ['all but the last byte', line.slice(0, -1)],
  ['zeros alone', '\0\0\0'],
  ['one zero', '\0'],
  ['a part, then zeros', `${line.slice(0, 20)}\0\0\0`],
  ['a part, then zeros, then the rest', `${line.slice(0, 20)}\0\0${line.slice(22)}`],
  ['a newline lost before a whole line', `\0${line}`],
  ['a digit lost', `${line.slice(0, 3)}\0${line.slice(4)}`],
  ['a part, then zeros and somebody else’s line', `${line.slice(0, 20)}\0\0\0${line}`],
  ['a part that quotes something like a line', `${line.slice(0, 9)}99 {"text":"*01234567 2 {}`],
])('%s is a write cut short', (_what, text) => {
  expect(judge(text)).toBe(true);
});

test.each([
  ['text', 'hello'],
  ['a newline gone', `*${line}`],
  ['a changed checksum', `0${line.slice(1)}`],
  ['a checksum that is none', `g${line.slice(1)}`],
  ['a changed byte', change('text', 'tezt')],
  ['a larger length', change(' 24 ', ' 64 ')],
  ['a larger length before zeros', `${change(' 24 ', ' 64 ')}\0\0\0`],
  ['a smaller length', change(' 24 ', ' 20 ')],
  ['a length that is none', change(' 24 ', ' 2x ')],
  ['a space turned into a zero', change('a J', 'a\0J')],
  ['an at sign turned into a zero', change('@', '\0')],
  ['a header space turned into a zero', change(' 24 ', '\x0024 ')],
  ['a byte turned into a newline', change('J', '\n')],
  ['another byte turned into a newline', change('*', '\n')],
  ['a whole record glued to a part', `${line.slice(0, 9)}99 {"te*${line}`],
  ['a whole record glued to zeros', `\0\0\x0b${line}`],
])('%s is damage', (_what, text) => {
  expect(judge(text)).toBe(false);
});
