/** Damage as a disk does it: one bit in the middle of a record, in place. */
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { journalName } from '../store/journal-file.js';

export async function flipRecord(dataDir: string, sessionId: string, seq: number): Promise<void> {
  const file = await open(join(dataDir, 'sessions', sessionId, journalName), 'r+');
  try {
    const bytes = await file.readFile();
    // Each record begins with a newline.
    const starts = [...bytes.keys()].filter((at) => bytes[at] === 0x0a);
    const at = (starts[seq - 1]! + (starts[seq] ?? bytes.length)) >> 1;
    await file.write(Uint8Array.of(bytes[at]! ^ 1), 0, 1, at);
  } finally {
    await file.close();
  }
}
