/** From a file that was found to what is told of the agent; and the words for what was not found. */
import { excerptOf, misfits, type Contents } from './fits.js';
import type { Asked, Rejected, Unverifiable, Verified } from './provider.js';
import { isBlank } from './rows.js';
import type { Found, TranscriptRoot } from './transcript-root.js';

export interface Case {
  readonly root: TranscriptRoot;
  readonly found: Extract<Found, { kind: 'file' }>;
  readonly client: string;
  readonly asked: Asked;
  readonly contents: (bytes: Buffer) => Promise<Contents>;
}

/** Undefined where the file went away meanwhile. */
export async function judged({ root, found, client, asked, contents }: Case): Promise<Verified | Rejected | undefined> {
  const read = await root.read(found);
  if (!read) return undefined;
  if (isBlank(read.bytes)) return empty(client, read.file);
  const seen = await contents(read.bytes);
  const whys = [
    ...(read.isWhole ? [] : ['it is too long: only its first 16 MiB were read and hashed']),
    ...misfits(seen, asked),
  ];
  const { file, hash } = read;
  const verified = { kind: 'verified', client, file, hash, excerpt: excerptOf(seen) } as const;
  return whys.length === 0 ? { ...verified, level: 'H2' } : { ...verified, level: 'H1', why: whys.join('; ') };
}

/** Said of a file with nothing in it, whatever it would have to show; undefined where there is something. */
export async function emptied({
  root,
  found,
  client,
}: Omit<Case, 'asked' | 'contents'>): Promise<Rejected | undefined> {
  const read = await root.read(found);
  return read && isBlank(read.bytes) ? empty(client, read.file) : undefined;
}

const empty = (client: string, file: string): Rejected => ({
  kind: 'rejected',
  cause: 'empty',
  why: `its transcript is empty: an agent of ${client} that worked left rows in ${file}; give the id of an agent that did`,
});

export const linked = (client: string, at: string): Rejected => ({
  kind: 'rejected',
  cause: 'link',
  why: `among the transcripts of ${client}, ${at} is a link, and links are not followed: a client writes plain files and folders`,
});

export const missing = (client: string, root: string, links = 0): Rejected => ({
  kind: 'rejected',
  cause: 'missing',
  why: [
    `${client} has transcripts of this project in ${root}, but none of this agent: give the id of an agent that really ran in this project`,
    ...(links > 0 ? [`links among them are not followed: ${links}`] : []),
  ].join('; '),
});

export const nothingHere = (client: string, root: string): Unverifiable => ({
  kind: 'unverifiable',
  why: `${client} has no transcripts of this project in ${root}`,
});
