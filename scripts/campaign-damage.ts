/** Flips every bit and cuts at every length of a sixty-record journal, swaps and drops every record. `npm run campaign:damage`. */
import { DamageSweep } from '../src/testing/damage-sweep.js';
import { sixtyRecords } from '../src/testing/sixty-records.js';

const sweep = new DamageSweep(await sixtyRecords());
const bits = sweep.bytes.length * 8;
const began = Date.now();
for (let bit = 0; bit < bits; bit += 1) {
  sweep.flip(bit);
  if (bit % 20_000 === 0) process.stderr.write(`\r${Math.round((bit / bits) * 100)} % of ${bits} bits`);
}
for (let length = 0; length <= sweep.bytes.length; length += 1) sweep.cut(length);
for (const index of sweep.records.keys()) {
  sweep.swap(index);
  sweep.drop(index);
}
const { silent, ...counts } = sweep.result;
process.stderr.write('\n');
process.stdout.write(
  `${JSON.stringify({ records: sweep.records.length, bytes: sweep.bytes.length, ...counts, silent: silent.length, seconds: Math.round((Date.now() - began) / 1000) })}\n`,
);
for (const line of silent.slice(0, 20)) process.stdout.write(`${line}\n`);
process.exitCode = silent.length > 0 ? 1 : 0;
