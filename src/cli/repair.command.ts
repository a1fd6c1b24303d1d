/**
 * `proctor repair`: a sound journal again, because a person decided it. Without --yes it only says what it would do; with it
 * a person at a terminal types the session's id, and the journal keeps who that was and what was cut.
 */
import { join } from 'node:path';
import { plural } from '../../machines/measures/text.js';
import type { Principal } from '../../machines/schema/record.js';
import type { AuditDamage } from '../store/audit.js';
import { readOnly } from '../store/journal-file.js';
import type { Repair } from '../store/repair.js';
import type { Store } from '../store/store.js';
import { jsonText, type CliCommand, type ExitCode, type Io } from './command.js';
import { personRequired, sitterAt, typed } from './person.js';
import { pickSession } from './pick-session.js';
import { soundRecords } from './replayed.js';
import { wrap } from './style.js';
import { inWorkspace } from './workspace.js';

export const repairSession: CliCommand = {
  args: '<session>',
  options: { yes: { type: 'boolean', short: 'y', about: 'do it; without it, only say what would be done' } },
  notes: [
    'The records before the damage are kept byte for byte; the damaged file stays beside them.',
    'What is cut is lost to the session, so only a person does it, on a terminal that no agent started: the session id is typed to confirm. The first record after the cut says who did, and every audit and status tells it from then on.',
  ],
  example: 'proctor repair s-k3v --yes',
  async run(args, io) {
    return inWorkspace(args, io, async ({ store }) => {
      const id = await pickSession(store, args.positionals[0] ?? '');
      const { exit, lines, ...told } =
        args.values['yes'] === true ? await decided(store, id, io) : await forecast(store, id);
      if (args.values['json'] === true) io.out(jsonText({ sessionId: id, ...told }));
      else for (const line of lines) for (const folded of wrap(line, io.width)) io.out(folded);
      return exit;
    });
  },
};

interface Told {
  readonly exit: ExitCode;
  readonly lines: readonly string[];
  readonly repaired: boolean;
  readonly [fact: string]: unknown;
}

const sound: Told = {
  exit: 0,
  repaired: false,
  damage: null,
  lines: ['This journal is sound; there is nothing to repair.'],
};

async function forecast(store: Store, id: string): Promise<Told> {
  const { damage: flaws, records } = await store.audit(id);
  const { damage } = await soundRecords(store, id);
  if (damage?.kind === 'newer') throw readOnly(store.dirOf(id), damage);
  const [flaw] = flaws;
  if (!flaw) return sound;
  const isCut = damage === undefined && (await isBehindSnapshot(store, id));
  if (!damage && !isCut) return beyondRepair(flaw);
  return {
    exit: 1,
    repaired: false,
    damage: flaw,
    kept: { records },
    lines: [
      `Damaged ${placeOf(flaw)}.`,
      ...(isCut ? ['The journal is whole as it is; the snapshot that knows of more would be set aside.'] : []),
      ...(damage ? outlook(id, records) : []),
      `Nothing has been done yet. To do it: proctor repair ${id} --yes`,
    ],
  };
}

const placeOf = ({ seq, offset, reason }: AuditDamage): string =>
  `where record ${seq} is due, at byte ${offset}: ${reason}`;

async function isBehindSnapshot(store: Store, id: string): Promise<boolean> {
  const { journal } = await store.journal(id, await store.snapshots.load(id));
  await journal.close();
  return journal.behindSnapshot;
}

/** The chain holds, so whoever wrote this wrote it as it stands. */
const beyondRepair = (flaw: AuditDamage): Told => ({
  exit: 1,
  repaired: false,
  damage: flaw,
  lines: [`Wrong ${placeOf(flaw)}.`, 'The chain is whole, so there is nothing to go back to: this was written so.'],
});

function outlook(id: string, records: number): string[] {
  const kept =
    records === 0
      ? `No record before it is sound, so the session would be empty; proctor delete ${id} removes it.`
      : `The ${plural(records, 'record')} before it would be kept byte for byte, and the session go on from there.`;
  return [kept, 'What follows would be set aside: the old file stays, as journal.damaged-N.jsonl.'];
}

/** What would be done is shown first; where nothing can be, nobody is asked. */
async function decided(store: Store, id: string, io: Io): Promise<Told> {
  const ahead = await forecast(store, id);
  if (ahead['kept'] === undefined) return ahead;
  const sitter = sitterAt(io);
  if (!sitter.isPerson) throw personRequired(sitter.why);
  for (const line of ahead.lines.slice(0, -1)) for (const folded of wrap(line, io.width)) io.say(folded);
  await typed(sitter.ask, id, 'repair it');
  return mended(store, id, sitter.by);
}

async function mended(store: Store, id: string, by: Principal): Promise<Told> {
  const repair = await store.repair(id, by);
  return repair.repaired ? done(repair, store.dirOf(id)) : forecast(store, id);
}

function done({ kept, dropped, originals, damage }: Repair & { repaired: true }, dir: string): Told {
  const lost = dropped.records.length;
  const paths = originals.map((name) => join(dir, name));
  return {
    exit: 0,
    repaired: true,
    damage: damage ?? null,
    kept: { records: kept.records, head: `${kept.head.seq}:${kept.head.hash.slice(0, 32)}` },
    dropped,
    originals: paths,
    lines: [
      `Repaired, and the journal says so: ${plural(kept.records, 'record')} kept, ${plural(dropped.bytes, 'byte')} set aside${lost > 0 ? `, ${plural(lost, 'whole record')} among them` : ''}.`,
      `The original stays: ${paths.join(' ')}`,
    ],
  };
}
