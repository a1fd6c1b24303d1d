/** What a bug here would look like: a verdict at the end of a long output is lost, or a flood of output fills the memory. */
import { createHash, randomBytes } from 'node:crypto';
import * as fc from 'fast-check';
import { CappedOutput } from './capped-output.js';

const KiB = 1024;
const cap = 1024 * KiB;

const kept = (all: Buffer, chunkBytes: number) => {
  const output = new CappedOutput();
  for (let at = 0; at < all.length; at += chunkBytes) output.add(all.subarray(at, at + chunkBytes));
  return output.finish();
};

test.each([0, 1, 256 * KiB - 1, 256 * KiB, 256 * KiB + 1, cap - 1, cap])('%i bytes are kept whole', (bytes) => {
  const all = randomBytes(bytes);
  const { output, outputBytes, outputHash } = kept(all, 64 * KiB);
  expect(output.equals(all)).toBe(true);
  expect(outputBytes).toBe(bytes);
  expect(outputHash).toBe(createHash('sha256').update(all).digest('hex'));
});

test.each([cap + 1, cap + 4096, 3 * cap + 17])('of %i bytes the beginning and the end are kept', (bytes) => {
  const all = randomBytes(bytes);
  const { output, outputBytes, outputHash } = kept(all, 64 * KiB);
  expect(output.length).toBeLessThanOrEqual(cap);
  expect(outputBytes).toBe(bytes);
  expect(outputHash).toBe(createHash('sha256').update(all).digest('hex'));
  expect(output.subarray(0, 256 * KiB).equals(all.subarray(0, 256 * KiB))).toBe(true);

  const [marker, leftOut] = /^\n\[proctor: (\d+) bytes left out here\]\n/.exec(
    output.subarray(256 * KiB, 256 * KiB + 80).toString('latin1'),
  )!;
  const end = output.subarray(256 * KiB + marker.length);
  expect(end.equals(all.subarray(-end.length))).toBe(true);
  expect(Number(leftOut) + 256 * KiB + end.length).toBe(bytes);
});

test('how the output was cut into chunks makes no difference', () => {
  const all = randomBytes(2 * cap);
  const whole = kept(all, all.length);
  fc.assert(
    fc.property(fc.integer({ min: 4000, max: 2 * cap }), (chunkBytes) => {
      expect(kept(all, chunkBytes).output.equals(whole.output)).toBe(true);
    }),
    { numRuns: 30 },
  );
});
