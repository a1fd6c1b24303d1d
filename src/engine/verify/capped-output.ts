/** Keeps the beginning and the end of an endless output, and the hash of all of it. Memory never grows past the cap. */
import { createHash } from 'node:crypto';
import {
  headBytesMax,
  leftOutLine,
  leftOutLineBytesMax,
  tailBytesMax,
} from '../../../machines/measures/kept-output.js';

export interface KeptOutput {
  /** At most 1 MiB. */
  readonly output: Buffer;
  readonly outputBytes: number;
  readonly outputHash: string;
}

export class CappedOutput {
  readonly #hash = createHash('sha256');
  readonly #head = Buffer.allocUnsafe(headBytesMax);
  /** A ring, made when the head is full: most outputs are short. */
  #tail: Buffer | undefined;
  #bytes = 0;

  get bytes(): number {
    return this.#bytes;
  }

  add(chunk: Buffer): void {
    this.#hash.update(chunk);
    const toHead = Math.min(chunk.length, Math.max(0, headBytesMax - this.#bytes));
    if (toHead > 0) chunk.copy(this.#head, this.#bytes, 0, toHead);
    if (toHead < chunk.length) this.#addToTail(chunk.subarray(toHead), this.#bytes + toHead - headBytesMax);
    this.#bytes += chunk.length;
  }

  /** Ends it: the hash can be taken once. */
  finish(): KeptOutput {
    return { output: this.#kept(), outputBytes: this.#bytes, outputHash: this.#hash.digest('hex') };
  }

  /** `offset` counts from the end of the head. */
  #addToTail(chunk: Buffer, offset: number): void {
    const ring = (this.#tail ??= Buffer.allocUnsafe(tailBytesMax));
    const dropped = Math.max(0, chunk.length - tailBytesMax);
    const rest = chunk.subarray(dropped);
    const at = (offset + dropped) % tailBytesMax;
    const beforeWrap = Math.min(rest.length, tailBytesMax - at);
    rest.copy(ring, at, 0, beforeWrap);
    rest.copy(ring, 0, beforeWrap);
  }

  #kept(): Buffer {
    if (!this.#tail) return Buffer.from(this.#head.subarray(0, this.#bytes));
    const behindHead = this.#bytes - headBytesMax;
    const leftOut = leftOutLine(this.#bytes);
    if (leftOut === undefined) return Buffer.concat([this.#head, this.#tail.subarray(0, behindHead)]);
    const at = behindHead % tailBytesMax;
    const inOrder = Buffer.concat([this.#tail.subarray(at), this.#tail.subarray(0, at)]);
    return Buffer.concat([this.#head, Buffer.from(`\n${leftOut}\n`), inOrder.subarray(leftOutLineBytesMax)]);
  }
}
