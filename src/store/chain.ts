/**
 * Decides which records of a journal count: each must follow the one before it by number, hash and time. Pure.
 *
 * A record that came second for its number lost a race and is passed over. A line that does not check is passed over if
 * it can be a write cut short. Any other bad line may have been an acknowledged record, so the record after it is
 * believed only once a further one builds on it: a loser of the same race would fit there too, but nobody builds on one.
 */
import { hash } from 'node:crypto';
import type { JournalRecord } from '../../machines/schema/record.js';
import type { Segment } from './segments.js';

/** A place in the chain: the last record that counts, and where the file goes on after it. */
export interface Position {
  readonly seq: number;
  readonly hash: string;
  readonly time: number;
  readonly offset: number;
}

export const beginning: Position = { seq: 0, hash: '0'.repeat(64), time: 0, offset: 0 };

/** A record that counts. `offset` is its newline. Only the fields of the chain are checked; `audit` checks the rest. */
export interface ReadRecord {
  readonly record: JournalRecord;
  readonly json: string;
  readonly seq: number;
  readonly hash: string;
  readonly offset: number;
  readonly end: number;
}

export interface Damage {
  readonly offset: number;
  /** The number of the record that should stand there. */
  readonly seq: number;
  /** `unsynced` is no damage to the file: nobody knows whether the disk holds what follows. */
  readonly kind: 'garbled' | 'broken' | 'newer' | 'cut' | 'unsynced';
  readonly reason: string;
}

export interface Verdict {
  /** Those that count, up to the damage if there is any. */
  readonly records: ReadRecord[];
  readonly head: Position;
  readonly damage?: Damage;
  /** A last line that was cut short. */
  readonly torn?: { readonly offset: number; readonly bytes: number };
  /** Lines passed over. */
  readonly losers: number;
  readonly badLines: number;
}

export const hashOf = (json: Buffer): string => hash('sha256', json);

export const positionAfter = ({ seq, hash, record, end }: ReadRecord): Position => ({
  seq,
  hash,
  time: record.time,
  offset: end,
});

/** The record in a segment, if its JSON is one; a version we do not know is returned as that number. */
export function readRecord(segment: Segment & { kind: 'record' }): ReadRecord | number | undefined {
  const json = segment.json.toString('utf8');
  const fields = parse(json);
  if (fields === undefined) return undefined;
  if (Number.isSafeInteger(fields['v']) && (fields['v'] as number) > 1) return fields['v'] as number;
  if (!isLink(fields)) return undefined;
  const { start: offset, end } = segment;
  return { record: fields, json, seq: fields.seq, hash: hashOf(segment.json), offset, end };
}

/** With `session`, a journal that says it is of another one is damaged from its first record on. */
export function judge(segments: readonly Segment[], from: Position, session?: string): Verdict {
  return new Judgement(from, session).over(segments);
}

class Judgement {
  readonly #records: ReadRecord[] = [];
  #head: Position;
  #losers = 0;
  #badLines = 0;
  /** Where a bad line stands that is not torn, since the last record that counts. */
  #suspect: number | undefined;
  /** What to go back to if nothing builds on the last record, which follows such a line. */
  #doubt: { offset: number; head: Position } | undefined;

  constructor(
    from: Position,
    private readonly session: string | undefined,
  ) {
    this.#head = from;
  }

  over(segments: readonly Segment[]): Verdict {
    for (const segment of segments) {
      const read = segment.kind === 'record' ? readRecord(segment) : undefined;
      if (read === undefined) this.#passOver(segment);
      const damage = read === undefined ? undefined : this.#meet(read, segment.start);
      if (damage) return this.#verdict(this.#doubted() ?? damage);
    }
    const last = segments.at(-1);
    const isTorn = last?.kind === 'bad' && last.torn;
    return {
      ...this.#verdict(this.#doubted() ?? this.#suspected()),
      ...(isTorn && { torn: { offset: last.start, bytes: last.end - last.start } }),
    };
  }

  #passOver(segment: Segment): void {
    this.#badLines += 1;
    if (segment.kind === 'record' || !segment.torn) this.#suspect ??= segment.start;
  }

  #meet(read: ReadRecord | number, start: number): Damage | undefined {
    if (typeof read === 'number')
      return this.#damage(start, 'newer', `this line was written by a newer Proctor (format ${read})`);
    if (read.seq <= this.#head.seq) {
      this.#losers += 1;
      return undefined;
    }
    const misfit = this.#misfit(read);
    if (misfit !== undefined) return this.#suspected() ?? this.#damage(start, 'broken', misfit);
    this.#doubt = this.#suspect === undefined ? undefined : { offset: this.#suspect, head: this.#head };
    this.#suspect = undefined;
    this.#records.push(read);
    this.#head = positionAfter(read);
    return undefined;
  }

  #misfit({ seq, record }: ReadRecord): string | undefined {
    const { seq: last, hash, time } = this.#head;
    if (seq !== last + 1) return `record ${seq} stands where record ${last + 1} is due`;
    if (record.prev !== hash) return `record ${seq} does not carry the hash of the record before it`;
    if (record.time < time) return `record ${seq} is older than the record before it`;
    const begun = seq === 1 ? sessionBegunBy(record) : undefined;
    if (begun !== undefined && begun !== (this.session ?? begun))
      return `this journal is of session ${begun}, and was copied or renamed`;
    return undefined;
  }

  #doubted(): Damage | undefined {
    if (this.#doubt === undefined) return undefined;
    this.#records.pop();
    this.#head = this.#doubt.head;
    return this.#garbled(this.#doubt.offset);
  }

  #suspected(): Damage | undefined {
    return this.#suspect === undefined ? undefined : this.#garbled(this.#suspect);
  }

  #garbled(offset: number): Damage {
    return this.#damage(offset, 'garbled', 'this line does not match its checksum and is not a write cut short');
  }

  #damage(offset: number, kind: Damage['kind'], reason: string): Damage {
    return { offset, seq: this.#head.seq + 1, kind, reason };
  }

  #verdict(damage: Damage | undefined): Verdict {
    return {
      records: this.#records,
      head: this.#head,
      losers: this.#losers,
      badLines: this.#badLines,
      ...(damage && { damage }),
    };
  }
}

/** The session a first record names; older ones name none. By hand, as it is not parsed yet. */
export function sessionBegunBy(record: JournalRecord): string | undefined {
  const { facts } = record as { readonly facts?: { readonly session?: unknown } | null };
  return typeof facts?.session === 'string' ? facts.session.slice(0, 80) : undefined;
}

function parse(json: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

const isCount = (value: unknown, min: number) => Number.isSafeInteger(value) && (value as number) >= min;

/** By hand, because a full parse of every record would make opening a long session slow. */
function isLink(fields: Record<string, unknown>): fields is Record<string, unknown> & JournalRecord {
  return (
    fields['v'] === 1 &&
    isCount(fields['seq'], 1) &&
    isCount(fields['time'], 0) &&
    typeof fields['nonce'] === 'string' &&
    typeof fields['prev'] === 'string'
  );
}
