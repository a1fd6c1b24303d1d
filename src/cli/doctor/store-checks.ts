/** Where sessions lie, whether they can be read, and what dead processes left behind. Changes nothing. */
import { constants } from 'node:fs';
import { access, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { plural } from '../../../machines/measures/text.js';
import type { SessionId } from '../../../machines/schema/id.js';
import { listProcesses, startedWith } from '../../engine/verify/process-table.js';
import { isLeftBehind, markVariable } from '../../engine/verify/run-mark.js';
import type { DataDir } from '../../store/data-dir.js';
import { journalName } from '../../store/journal-file.js';
import type { Store } from '../../store/store.js';
import type { Finding } from '../checklist.js';
import { weakDataDir } from '../trusted-data-dir.js';
import { messageOf } from './machine-checks.js';

const freeBytesWarn = 500 * 1024 * 1024;
const freeBytesMin = 20 * 1024 * 1024;
/** Reading every journal of years is what audit is for. */
const auditMsMax = 1000;
const namedMax = 5;

const reasons: Readonly<Record<DataDir['from'], string>> = {
  '--data': 'by --data',
  PROCTOR_DATA: 'by PROCTOR_DATA',
  XDG_STATE_HOME: 'by XDG_STATE_HOME',
  default: 'the usual place',
};

export async function dataChecks({ dir, from }: DataDir, home: string): Promise<Finding[]> {
  const subject = 'data';
  const there = await nearest(dir);
  const isThere = there === dir;
  const told = `${dir} (${reasons[from]})${isThere ? '' : ', made when it is needed'}`;
  const fix = 'Give yourself rights on it, or choose another with --data or PROCTOR_DATA.';
  const findings: Finding[] = [
    await canUse(there).then(
      (): Finding => ({ kind: 'ok', subject, text: told }),
      (error: unknown): Finding => ({ kind: 'bad', subject, text: `${told}: ${messageOf(error)}`, fix }),
    ),
    ...weakDataDir(dir, home).map(({ message, fix: mend }): Finding => ({
      kind: 'bad',
      subject,
      text: message,
      fix: mend,
    })),
  ];
  const space = await statfs(there).catch(() => undefined);
  return space ? [...findings, spaceCheck(space.bavail * space.bsize)] : findings;
}

async function canUse(dir: string): Promise<void> {
  if (!(await stat(dir)).isDirectory()) throw new Error('it is no directory');
  await access(dir, constants.R_OK | constants.W_OK | constants.X_OK);
}

async function nearest(dir: string): Promise<string> {
  const isThere = await stat(dir).then(
    () => true,
    () => false,
  );
  return isThere || dirname(dir) === dir ? dir : nearest(dirname(dir));
}

function spaceCheck(bytes: number): Finding {
  const subject = 'space';
  const text = `${(bytes / 2 ** 30).toFixed(1)} GiB free`;
  if (bytes >= freeBytesWarn) return { kind: 'ok', subject, text };
  return {
    kind: bytes < freeBytesMin ? 'bad' : 'warn',
    subject,
    text,
    fix: 'Free some: nothing is accepted that cannot be kept.',
  };
}

interface Damaged {
  readonly id: SessionId;
  readonly why: string;
}

/** Journals, newest first, as many as there is time for. */
export async function sessionCheck(store: Store): Promise<Finding[]> {
  const subject = 'sessions';
  try {
    const ids = await newestFirst(store);
    const { looked, damaged } = await lookAt(store, ids);
    const archived = (await store.archived()).length;
    const counted = `${plural(ids.length, 'session')}${archived > 0 ? `, ${archived} more in the archive` : ''}`;
    const part = looked < ids.length ? `the newest ${looked} of them were read` : 'all of them were read';
    const text =
      ids.length === 0 ? counted : `${counted}; ${part}, ${damaged.length === 0 ? 'none' : damaged.length} damaged`;
    return [{ kind: damaged.length === 0 ? 'ok' : 'bad', subject, text }, ...damageFindings(damaged)];
  } catch (error) {
    return [{ kind: 'bad', subject, text: messageOf(error), fix: 'Check your rights on the data directory.' }];
  }
}

const damageFindings = (damaged: readonly Damaged[]): Finding[] => [
  ...damaged.slice(0, namedMax).map(({ id, why }): Finding => ({
    kind: 'bad',
    subject: 'damage',
    text: `${id}: ${why}`,
    fix: `Run proctor audit ${id}, then proctor repair ${id}.`,
  })),
  ...(damaged.length > namedMax
    ? [{ kind: 'bad', subject: 'damage', text: `and ${damaged.length - namedMax} more` } as const]
    : []),
];

async function newestFirst(store: Store): Promise<SessionId[]> {
  const timed = await Promise.all(
    (await store.sessions()).map(async (id) => ({
      id,
      ms: (await stat(join(store.dirOf(id), journalName)).catch(() => undefined))?.mtimeMs,
    })),
  );
  // One without a journal is just being made, or never was.
  const begun = timed.flatMap(({ id, ms }) => (ms === undefined ? [] : [{ id, ms }]));
  return begun.sort((a, b) => b.ms - a.ms).map(({ id }) => id);
}

async function lookAt(store: Store, ids: readonly SessionId[]): Promise<{ looked: number; damaged: Damaged[] }> {
  const until = performance.now() + auditMsMax;
  const damaged: Damaged[] = [];
  let looked = 0;
  for (const id of ids) {
    if (performance.now() > until) break;
    looked += 1;
    const why = await store.audit(id).then(
      ({ damage: [first] }) => first && `record ${first.seq}: ${first.reason}`,
      (error: unknown) => messageOf(error),
    );
    if (why !== undefined) damaged.push({ id, why });
  }
  return { looked, damaged };
}

/** Runs of a server that was killed where nothing ends them with it. */
export async function leftRunsCheck(): Promise<Finding[]> {
  const marks = new Set(listProcesses().flatMap(({ pid }) => startedWith(pid, markVariable) ?? []));
  const left = await Promise.all([...marks].map(isLeftBehind));
  const runs = left.filter(Boolean).length;
  if (runs === 0)
    return [{ kind: 'ok', subject: 'left over', text: 'nothing of a dead server: no run, and there are no locks' }];
  const text = `${plural(runs, 'run')} of a server that is gone`;
  return [{ kind: 'warn', subject: 'left over', text, fix: 'The next server ends them at its start.' }];
}
