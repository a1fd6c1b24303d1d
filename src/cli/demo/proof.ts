/** Audits the demo's journal, and a copy in which somebody rewrote history. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { audit, type Audit } from '../../store/audit.js';
import { encode } from '../../store/frame.js';
import { journalName } from '../../store/journal-file.js';
import { realDisk } from '../../store/real-disk.js';
import type { Store } from '../../store/store.js';
import { Differed, type Played } from './player.js';

export interface Proof {
  readonly audit: Audit;
  /** The audit of the copy. */
  readonly forged: Audit;
}

/** The refutation, as its record has it, and what a forger would rather have there. */
const refutation = { from: '"nodeId":"R4.B2a1","state":"DEAD"', to: '"nodeId":"R4.B2a1","state":"VALID"' };

export async function prove(store: Store, { sessionId, head }: Played, scratchDir: string): Promise<Proof> {
  const sound = await store.audit(sessionId, head);
  if (!sound.ok) throw new Differed(`the audit found damage: ${JSON.stringify(sound.damage)}`);
  const forgedDir = join(scratchDir, sessionId);
  await forge(store.dirOf(sessionId), forgedDir);
  const forged = await audit(realDisk, forgedDir);
  if (forged.ok) throw new Differed('the audit did not notice a rewritten record.');
  return { audit: sound, forged };
}

/** A careful forger: the line's own checksum is put right as well. */
async function forge(dir: string, copyDir: string): Promise<void> {
  const lines = (await readFile(join(dir, journalName), 'utf8')).split('\n');
  const at = lines.findIndex((line) => line.includes(refutation.from));
  const line = lines[at];
  if (line === undefined) throw new Differed('the journal has no record of the refuted claim.');
  const json = line.slice(line.indexOf('{')).replace(refutation.from, refutation.to);
  const forged = lines.with(at, encode(json).toString('utf8').trimStart());
  await mkdir(copyDir, { recursive: true });
  await writeFile(join(copyDir, journalName), forged.join('\n'));
}
