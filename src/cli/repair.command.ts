/** `proctor repair`: a sound journal again, because a person asked for it. Without --yes it only says what it would do. */
import { join } from 'node:path';
import { plural } from '../../machines/measures/text.js';
import { readOnly } from '../store/journal-file.js';
import type { Repair } from '../store/repair.js';
import { jsonText, type CliCommand, type ExitCode } from './command.js';
import { pickSession } from './pick-session.js';
import { soundRecords } from './replayed.js';
import { painter } from './style.js';
import { inWorkspace, type Workspace } from './workspace.js';

export const repairSession: CliCommand = {
  args: '<session>',
  options: { yes: { type: 'boolean', short: 'y', about: 'do it; without it, only say what would be done' } },
  notes: [
    'The records before the damage are kept byte for byte, the damaged file beside them. Servers that have',
    'the session open stop writing to the old file and go on with the new one.',
  ],
  example: 'proctor repair s-k3v --yes',
  async run(args, io) {
    return inWorkspace(args, io, async ({ store }) => {
      const id = await pickSession(store, args.positionals[0] ?? '');
      const isJson = args.values['json'] === true;
      const tell = ({ exit, text, ...told }: Told): ExitCode => {
        if (isJson) io.out(jsonText({ sessionId: id, ...told }));
        else for (const line of text) io.out(line);
        return exit;
      };
      const { dim } = painter(io.color);
      if (args.values['yes'] === true) return tell(done(await store.repair(id), store.dirOf(id)));
      return tell(await forecast(store, id, dim));
    });
  },
};

interface Told {
  readonly exit: ExitCode;
  readonly text: readonly string[];
  readonly repaired: boolean;
  readonly [fact: string]: unknown;
}

const sound: Told = {
  exit: 0,
  repaired: false,
  damage: null,
  text: ['This journal is sound; there is nothing to repair.'],
};

async function forecast(store: Workspace['store'], id: string, dim: (text: string) => string): Promise<Told> {
  const { damage: flaws, records } = await store.audit(id);
  const { damage } = await soundRecords(store, id);
  if (damage?.kind === 'newer') throw readOnly(store.dirOf(id), damage);
  const [flaw] = flaws;
  if (!flaw) return sound;
  const what = damage
    ? [
        `The ${plural(records, 'record')} before it are kept byte for byte; the session goes on from record ${records}.`,
        'Everything after it is set aside: the old file stays beside the new one as journal.damaged-N.jsonl.',
      ]
    : ['The chain is sound; a snapshot that knows more than the journal is set aside beside it, if that is the flaw.'];
  return {
    exit: 1,
    repaired: false,
    damage: flaw,
    kept: { records },
    text: [
      `Damaged where record ${flaw.seq} is due, at byte ${flaw.offset}: ${flaw.reason}.`,
      '',
      ...what,
      dim(`Nothing has been done yet. To do it: proctor repair ${id} --yes`),
    ],
  };
}

function done(repair: Repair, dir: string): Told {
  if (!repair.repaired) return sound;
  const { kept, dropped, originals, damage } = repair;
  const lost = dropped.records.length > 0 ? `, records ${dropped.records.join(', ')} among them` : '';
  return {
    exit: 0,
    repaired: true,
    damage: damage ?? null,
    kept: { records: kept.records, head: `${kept.head.seq}:${kept.head.hash.slice(0, 32)}` },
    dropped,
    originals: originals.map((name) => join(dir, name)),
    text: [
      `Repaired: ${plural(kept.records, 'record')} kept, ${plural(dropped.bytes, 'byte')} set aside${lost}.`,
      ...originals.map((name) => `The original is ${join(dir, name)}`),
    ],
  };
}
