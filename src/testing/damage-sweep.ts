/** Every way one bit, one cut, one swap or one loss can spoil a journal, and what reading it back says. */
import { beginning, judge, positionAfter, type ReadRecord, type Verdict } from '../store/chain.js';
import { segmentsOf } from '../store/segments.js';

export interface Sweep {
  flips: number;
  detected: number;
  harmless: number;
  cuts: number;
  swaps: number;
  drops: number;
  /** What went wrong unseen, or was placed wrongly. Must stay empty. */
  readonly silent: string[];
}

const read = (bytes: Buffer, from = beginning): Verdict =>
  judge(segmentsOf(bytes.subarray(from.offset), from.offset), from);

export class DamageSweep {
  readonly result: Sweep = { flips: 0, detected: 0, harmless: 0, cuts: 0, swaps: 0, drops: 0, silent: [] };
  readonly #sound: Verdict;

  constructor(readonly bytes: Buffer) {
    this.#sound = read(bytes);
    if (this.#sound.damage) throw new Error(`not sound to begin with: ${this.#sound.damage.reason}`);
  }

  get records(): readonly ReadRecord[] {
    return this.#sound.records;
  }

  /** Bit number `bit` of the whole file. */
  flip(bit: number): void {
    const at = bit >> 3;
    const flipped = Buffer.from(this.bytes);
    flipped.writeUInt8(flipped.readUInt8(at) ^ (1 << (bit & 7)), at);
    // Judging goes left to right: what ends before the byte is as it was.
    const before = this.records.findLast(({ end }) => end <= at);
    const verdict = read(flipped, before ? positionAfter(before) : beginning);
    this.result.flips += 1;
    if (verdict.damage) {
      this.result.detected += 1;
      this.#place(verdict.damage.seq, (before?.seq ?? 0) + 1, `bit ${bit}`);
    } else if (verdict.head.hash === this.#sound.head.hash) this.result.harmless += 1;
    else this.result.silent.push(`bit ${bit} changed the outcome unseen`);
  }

  /** `audit` must name the record that was hit, or the one it was glued to. */
  #place(named: number, hit: number, what: string): void {
    if (Math.abs(named - hit) > 1) this.result.silent.push(`${what} hit record ${hit}, but record ${named} is named`);
  }

  cut(length: number): void {
    const verdict = read(this.bytes.subarray(0, length));
    const whole = this.records.filter(({ end }) => end <= length);
    this.result.cuts += 1;
    if (verdict.damage || verdict.head.hash !== (whole.at(-1)?.hash ?? beginning.hash))
      this.result.silent.push(`cut at ${length} is no prefix`);
  }

  /** Exchanges record `index` with the one after it. */
  swap(index: number): void {
    const [a, b] = [this.records[index], this.records[index + 1]];
    if (!a || !b) return;
    const parts = [
      [0, a.offset],
      [b.offset, b.end],
      [a.end, b.offset],
      [a.offset, a.end],
      [b.end, undefined],
    ] as const;
    this.result.swaps += 1;
    this.#mustShow(
      Buffer.concat(parts.map(([from, to]) => this.bytes.subarray(from, to))),
      `swap of ${a.seq} and ${b.seq}`,
    );
  }

  /** Takes a record out of the middle. */
  drop(index: number): void {
    const record = this.records[index];
    if (!record || index === this.records.length - 1) return;
    const rest = [this.bytes.subarray(0, record.offset), this.bytes.subarray(record.end)];
    this.result.drops += 1;
    this.#mustShow(Buffer.concat(rest), `loss of ${record.seq}`);
  }

  #mustShow(bytes: Buffer, what: string): void {
    if (!read(bytes).damage) this.result.silent.push(`${what} does not show`);
  }
}
