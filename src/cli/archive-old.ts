/** `proctor archive --older-than`: every session in which nothing is left to do and nothing happened for long. */
import { plural } from '../../machines/measures/text.js';
import type { SessionRow } from '../engine/port.js';
import { jsonText, Refused, UsageError, type ExitCode, type Io, type Parsed } from './command.js';
import { brokenOf } from './status-list.js';
import { progressOn } from './progress.js';
import { typed } from './person.js';
import { wrap } from './style.js';
import type { Workspace } from './workspace.js';

const unitMs: Readonly<Record<string, number>> = { h: 3_600_000, d: 86_400_000, w: 604_800_000 };

function ageMs(given: string): number {
  const [, count, unit = ''] = /^([1-9]\d{0,4})([hdw])$/.exec(given) ?? [];
  const ms = unitMs[unit];
  if (count === undefined || ms === undefined)
    throw new UsageError(`--older-than takes a number and h, d or w, such as 90d; not ${JSON.stringify(given)}.`);
  return Number(count) * ms;
}

interface Sorted {
  readonly old: readonly SessionRow[];
  /** Old as well, and left where they are. */
  readonly unfinished: number;
  readonly damaged: number;
  readonly younger: number;
}

/** What holds up somebody, waits for a time or has a ticket at work is unfinished, whatever its age. */
function sorted(rows: readonly SessionRow[], before: number, broken: number): Sorted {
  const aged = rows.filter(({ updatedAt }) => updatedAt < before);
  const sound = aged.filter(({ damaged }) => !damaged);
  const old = sound.filter(({ open, dueAt, trees }) => !open && dueAt === null && trees.length === 0);
  return {
    old,
    unfinished: sound.length - old.length,
    damaged: aged.length - sound.length + broken,
    younger: rows.length - aged.length,
  };
}

export async function archiveOld(workspace: Workspace, age: string, { values }: Parsed, io: Io): Promise<ExitCode> {
  const isJson = values['json'] === true;
  const before = Date.now() - ageMs(age);
  const { rows, unread } = await workspace.engine.sessions({ onProgress: progressOn(io) });
  const broken = await brokenOf(workspace.store, unread);
  const found = sorted(rows, before, broken.length);
  if (!isJson) for (const line of summary(found, age, io.width)) io.say(line);
  if (found.old.length > 0 && values['yes'] !== true) await confirm(found, isJson ? undefined : io.ask);
  const stopped = io.untilStopped();
  const { archived, changed } = await moveAll(workspace, found.old, stopped, io);
  const left = found.old.length - archived.length - changed;
  const { unfinished, damaged, younger } = found;
  if (isJson) io.out(jsonText({ archived, left: { interrupted: left, changed, unfinished, damaged, younger } }));
  else io.out(`Archived ${plural(archived.length, 'session')}.`);
  if (left > 0) io.say(`Stopped: ${plural(left, 'session')} left. Run the same command again to go on.`);
  return left > 0 ? 1 : 0;
}

function summary({ old, unfinished, damaged, younger }: Sorted, age: string, width: number): string[] {
  const left = [
    ...(unfinished > 0 ? [`${unfinished} with unfinished work`] : []),
    ...(damaged > 0 ? [`${damaged} with a damaged journal`] : []),
    ...(younger > 0 ? [`${younger} that changed since`] : []),
  ];
  const found = `${plural(old.length, 'session')} ended and did not change for ${age}.`;
  return wrap(left.length > 0 ? `${found} Left alone: ${left.join(', ')}.` : found, width);
}

async function confirm({ old }: Sorted, ask: Io['ask']): Promise<void> {
  if (ask) return typed(ask, 'archive', `archive ${plural(old.length, 'session')}`);
  throw new Refused('NOT_CONFIRMED', `${plural(old.length, 'session')} would be archived; none was.`, 'Add --yes.');
}

/** Each is moved at once or not at all, so that stopping between two leaves nothing half done. */
async function moveAll({ store }: Workspace, old: readonly SessionRow[], stopped: AbortSignal, io: Io) {
  const archived: string[] = [];
  let changed = 0;
  const onProgress = progressOn(io, 'Archiving sessions');
  for (const { sessionId, size, mtimeMs } of old) {
    if (stopped.aborted) break;
    // Somebody may have gone on with it since it was listed.
    const journal = await store.journalStat(sessionId).catch(() => undefined);
    if (journal?.size === size && journal.mtimeMs === mtimeMs) {
      await store.archive(sessionId);
      archived.push(sessionId);
    } else changed += 1;
    onProgress?.(archived.length + changed, old.length);
  }
  return { archived, changed };
}
