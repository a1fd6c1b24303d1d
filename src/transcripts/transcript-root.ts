/** One client's folder: finds files below it, part by part, so that no link ever leads out of it. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Files, FileStat } from './files.js';

/** Much more than an agent writes; a file without an end must not fill the memory. */
const bytesMax = 16 * 1024 * 1024;

export type Found =
  | { readonly kind: 'file'; readonly parts: readonly string[]; readonly stat: FileStat }
  | { readonly kind: 'link'; readonly at: string }
  | { readonly kind: 'absent' };

export interface ReadTranscript {
  /** Below the root. */
  readonly file: string;
  readonly hash: string;
  readonly bytes: Buffer;
  /** Whether all of it was read. */
  readonly isWhole: boolean;
}

/** One name in a folder, and no way out of it. */
export const isName = (part: string): boolean => part !== '' && part !== '.' && part !== '..' && !/[/\\\0]/.test(part);

export class TranscriptRoot {
  readonly files: Files;
  readonly path: string;

  constructor(files: Files, path: string) {
    this.files = files;
    this.path = path;
  }

  at(parts: readonly string[]): string {
    if (!parts.every(isName)) throw new Error('a part of a path below the transcripts is no name');
    return join(this.path, ...parts);
  }

  /** The root itself may be a link, which is its owner's choice; nothing below it. */
  async find(parts: readonly string[]): Promise<Found> {
    for (let depth = 1; depth <= parts.length; depth += 1) {
      const here = parts.slice(0, depth);
      const stat = await this.files.stat(this.at(here));
      if (stat?.kind === 'link') return { kind: 'link', at: here.join('/') };
      if (stat?.kind === 'file' && depth === parts.length) return { kind: 'file', parts, stat };
      if (stat?.kind !== 'folder') return { kind: 'absent' };
    }
    return { kind: 'absent' };
  }

  /** Nothing where the file went away, or came to lie elsewhere, since it was found. */
  async read({ parts, stat }: Extract<Found, { kind: 'file' }>, most = bytesMax): Promise<ReadTranscript | undefined> {
    const path = this.at(parts);
    const root = await this.files.realPath(this.path);
    if (root === undefined || (await this.files.realPath(path)) !== join(root, ...parts)) return undefined;
    const head = await this.files.head(path, stat, most);
    if (!head) return undefined;
    const hash = createHash('sha256').update(head.bytes).digest('hex');
    return { file: parts.join('/'), hash, bytes: head.bytes, isWhole: head.isWhole };
  }
}
