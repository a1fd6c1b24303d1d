/** Records and journals for tests of the store: bodies to append, and bytes written by hand, flaws included. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beginning, hashOf, type Position } from '../store/chain.js';
import { encode, headerAt } from '../store/frame.js';
import type { RecordBody } from '../store/journal-options.js';

const by = { role: 'solo', known: 'claimed' } as const;

/** The shortest kind of record. */
export const refusal = (subject: string): RecordBody => ({
  by,
  outcome: 'REJECTED',
  refused: { type: 'round.commit', payload: '', errors: [{ code: 'MISSING_AGENT', subject }], count: 1 },
});

export const acceptance = (findings: string): RecordBody => ({
  by,
  request: { id: 'request-1', hash: 'ab'.repeat(32) },
  outcome: 'OK',
  command: { type: 'round.commit', results: [{ nodeId: 'R1.A', state: 'DEAD', findings }] },
  facts: {},
  moves: [{ actor: 'node R1.A', from: 'PROPOSED', to: 'DEAD', why: 'committed' }],
});

/** A clock that counts, and nonces no two sources share. */
export function sources(name = 'test') {
  let tick = 0;
  return { now: () => 1_000 + tick, nonce: () => `${name}-${String((tick += 1)).padStart(8, '0')}` };
}

/** Builds the bytes of a journal line by line. */
export class JournalBytes {
  #bytes = Buffer.alloc(0);
  #head: Position = beginning;
  #lines = 0;

  get bytes(): Buffer {
    return Buffer.from(this.#bytes);
  }

  /** A record that counts. */
  add(body: RecordBody): this {
    const frame = this.#frame(body, this.#head);
    this.raw(frame);
    const { seq, time } = this.#head;
    const hash = hashOf(frame.subarray(headerAt(frame, 1)?.bodyAt));
    this.#head = { seq: seq + 1, time: time + 1, hash, offset: this.#bytes.length };
    return this;
  }

  /** The first bytes of a record that was to come next; by default half of it. */
  tear(body: RecordBody, bytes?: number): this {
    const frame = this.#frame(body, this.#head);
    return this.raw(frame.subarray(0, bytes ?? frame.length >> 1));
  }

  /** A record that was to come next, with zeros where a page was lost. */
  lose(body: RecordBody, from: number, to: number): this {
    return this.raw(this.#frame(body, this.#head).fill(0, from, to));
  }

  /** Adds a record, then the one that lost to it. */
  race(winner: RecordBody, loser: RecordBody): this {
    const late = this.#frame(loser, this.#head);
    return this.add(winner).raw(late);
  }

  raw(bytes: Uint8Array | string): this {
    this.#bytes = Buffer.concat([this.#bytes, typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes]);
    return this;
  }

  #frame(body: RecordBody, { seq, time, hash }: Position): Buffer {
    const nonce = `nonce-${String((this.#lines += 1)).padStart(4, '0')}`;
    return encode(JSON.stringify({ v: 1, seq: seq + 1, time: time + 1, nonce, ...body, prev: hash }));
  }
}

/** Runs a test in a directory of its own. */
export async function inTempDir<T>(test: (dir: string) => Promise<T>): Promise<T> {
  const dir = await mkdtemp(join(tmpdir(), 'proctor-test-'));
  try {
    return await test(dir);
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}
