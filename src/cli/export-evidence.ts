/** Writes the evidence of a ticket anew: the same journal gives the same files. */
import { dirname, basename, resolve } from 'node:path';
import { realDisk } from '../store/real-disk.js';
import { writeEvidence, type What } from '../store/evidence-folder.js';
import { plain } from '../views/escape.js';
import { evidenceNames } from '../views/evidence/index.js';
import { jsonText, Refused, text, UsageError, type ExitCode, type Io, type Parsed } from './command.js';
import type { Workspace } from './workspace.js';

export async function exportEvidence(
  { engine }: Workspace,
  sessionId: string,
  { values }: Parsed,
  io: Io,
): Promise<ExitCode> {
  const ticketId = text(values['ticket']);
  if (ticketId === undefined) throw new UsageError('Say whose evidence: --ticket T-1.');
  const { value: files, head, damage } = await engine.query(sessionId, { kind: 'evidence', ticketId });
  if (!files) throw noSuchTicket(ticketId, sessionId);
  if (damage !== undefined) io.say(`The journal is damaged (${damage}); this is its sound part.`);
  if (files.length === 0) throw notStarted(ticketId);
  const out = text(values['out']);
  const place = await placeOf(engine, { sessionId, ticketId, out }, io);
  const done = await writeEvidence(realDisk, place, { files, names: evidenceNames }).catch((error: unknown) => {
    throw notWritten(error);
  });
  const { dir, beside, written } = done;
  if (beside !== undefined)
    io.say(`${plain(beside)} is said to be of another session’s ${plain(ticketId)}, and is left alone.`);
  for (const { name, what } of written) io.say(lineOf[what](plain(resolve(dir, name))));
  if (values['json'] === true)
    io.out(jsonText({ sessionId, ticketId, head, dir, files: files.map(({ name }) => name), written }));
  return 0;
}

const lineOf: Readonly<Record<What, (path: string) => string>> = {
  written: (path) => `Wrote ${path}`,
  rewritten: (path) => `Rewrote ${path}: it was not what the journal says.`,
  unchanged: (path) => `Unchanged: ${path}`,
  removed: (path) => `Removed ${path}: the journal has no such report.`,
};

async function placeOf(
  engine: Workspace['engine'],
  { sessionId, ticketId, out }: { sessionId: string; ticketId: string; out: string | undefined },
  { cwd }: Io,
) {
  if (out !== undefined) {
    const path = resolve(cwd, out);
    return { projectDir: dirname(path), evidenceDir: basename(path), sessionId, ticketId };
  }
  const { value: board } = await engine.query(sessionId, { kind: 'board' });
  const { config } = await engine.policyOf(board.projectDir);
  return { projectDir: board.projectDir, evidenceDir: config.evidenceDir, sessionId, ticketId };
}

const noSuchTicket = (ticketId: string, sessionId: string) =>
  new Refused(
    'TICKET_NOT_FOUND',
    `There is no ticket ${plain(ticketId)} in ${sessionId}.`,
    'See proctor status and the session.',
  );

const notWritten = (error: unknown) =>
  new Refused(
    'EVIDENCE_NOT_WRITTEN',
    `The evidence was not written: ${plain(error instanceof Error ? error.message : String(error))}.`,
    'Move what is in the way, or choose another directory with --out DIR.',
  );

const notStarted = (ticketId: string) =>
  new Refused(
    'NO_EVIDENCE',
    `${plain(ticketId)} was never started: there is nothing to show.`,
    'Export it once it was worked on.',
  );
