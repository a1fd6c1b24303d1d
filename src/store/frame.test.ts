import { encode, frameAt, headerAt, jsonBytesMax } from './frame.js';

test('a line is a newline, a checksum, a length in bytes and the JSON', () => {
  expect(encode('{"a":"ä"}').toString()).toBe('\n282893f6 10 {"a":"ä"}');
});

test('what was encoded is found again, whatever follows it', () => {
  const bytes = Buffer.concat([Buffer.from('before'), encode('{"a":1}'), Buffer.from('after')]);
  const frame = frameAt(bytes, 'before\n'.length)!;
  expect(frame.json.toString()).toBe('{"a":1}');
  expect(bytes.subarray(frame.end).toString()).toBe('after');
});

test('a line that is not all there, or does not check, is no frame', () => {
  const bytes = encode('{"a":1}');
  expect(frameAt(bytes.subarray(0, -1), 1)).toBeUndefined();
  bytes.writeUInt8(0x32, bytes.length - 2);
  expect(frameAt(bytes, 1)).toBeUndefined();
});

test.each(['', '0123456', '01234567', '01234567 ', '01234567 1', '0123456g 1 ', '01234567 01 ', '01234567 999999999 '])(
  '%j is no header',
  (text) => {
    expect(headerAt(Buffer.from(text), 0)).toBeUndefined();
  },
);

test('a length above the limit is no header', () => {
  expect(headerAt(Buffer.from(`01234567 ${jsonBytesMax} `), 0)).toMatchObject({ jsonBytes: jsonBytesMax });
  expect(headerAt(Buffer.from(`01234567 ${jsonBytesMax + 1} `), 0)).toBeUndefined();
});
