/** Runs `proctor audit` on the demo's journal, and on a copy in which somebody rewrote history. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { encode } from '../../store/frame.js';
import { journalName } from '../../store/journal-file.js';
import { auditSession } from '../audit.command.js';
import type { ExitCode, Io } from '../command.js';
import { Differed, type Played } from './player.js';
import { textColumnsMax } from './stage.js';

const indentColumns = 2;

/** What the command printed, without the name of the session it begins with. */
interface Audited {
  readonly code: ExitCode;
  readonly lines: readonly string[];
}

export interface Proof {
  readonly sound: Audited;
  readonly forged: Audited;
}

/** The refutation, as its record has it, and what a forger would rather have there. */
const refutation = { from: '"nodeId":"R4.B2a1","state":"DEAD"', to: '"nodeId":"R4.B2a1","state":"VALID"' };

export async function prove(played: Played, dataDir: string, forgedDir: string, io: Io): Promise<Proof> {
  const sound = await audited(played, dataDir, io);
  if (sound.code !== 0) throw new Differed(`proctor audit found the journal wanting: ${sound.lines.join(' ')}`);
  const journal = join('sessions', played.sessionId, journalName);
  await forge(join(dataDir, journal), join(forgedDir, journal));
  const forged = await audited(played, forgedDir, io);
  if (forged.code !== 1) throw new Differed('proctor audit did not notice a rewritten record.');
  return { sound, forged: { ...forged, lines: forged.lines.filter(isWanting()) } };
}

/** Keeps what was found wanting, each with the lines it goes on in. */
function isWanting(): (line: string) => boolean {
  let isKept = false;
  return (line) => {
    if (!line.startsWith(' ')) isKept = line.includes('✕');
    return isKept;
  };
}

async function audited({ sessionId, head }: Played, data: string, io: Io): Promise<Audited> {
  const lines: string[] = [];
  const width = Math.min(io.width, textColumnsMax) - indentColumns;
  const listening = { ...io, width, out: (line: string) => void lines.push(line), say: () => undefined };
  const code = await auditSession.run({ values: { data, head }, positionals: [sessionId] }, listening);
  return { code, lines: lines.slice(1) };
}

/** A careful forger: the line's own checksum is put right as well. */
async function forge(from: string, to: string): Promise<void> {
  const lines = (await readFile(from, 'utf8')).split('\n');
  const at = lines.findIndex((line) => line.includes(refutation.from));
  const line = lines[at];
  if (line === undefined) throw new Differed('the journal has no record of the refuted claim.');
  const json = line.slice(line.indexOf('{')).replace(refutation.from, refutation.to);
  const forged = lines.with(at, encode(json).toString('utf8').trimStart());
  await mkdir(dirname(to), { recursive: true });
  await writeFile(to, forged.join('\n'));
}
