/** What a bug here would look like: a record altered on disk is shown as if it had always been so. */
import { DamageSweep } from './damage-sweep.js';
import { sixtyRecords } from './sixty-records.js';

/** The whole of it runs with `npm run campaign:damage`; a prime step meets every bit of a byte and every kind of field. */
const step = 97;

test('sixty records, a slice of all flips, every cut, swap and loss: all seen, none misplaced', async () => {
  const sweep = new DamageSweep(await sixtyRecords());
  expect(sweep.records).toHaveLength(60);
  for (let bit = 0; bit < sweep.bytes.length * 8; bit += step) sweep.flip(bit);
  for (let length = 0; length <= sweep.bytes.length; length += 11) sweep.cut(length);
  for (const index of sweep.records.keys()) {
    sweep.swap(index);
    sweep.drop(index);
  }
  const { silent, flips, detected, harmless } = sweep.result;
  expect(silent).toEqual([]);
  expect(detected + harmless).toBe(flips);
  expect(detected).toBeGreaterThan(1000);
});
