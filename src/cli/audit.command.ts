/** `proctor audit`: is the journal whole, unaltered, and does it lead to the state that is shown? Changes nothing. */
import { plural } from '../../machines/measures/text.js';
import type { JournalRecord } from '../../machines/schema/record.js';
import { oldSessionIdFor } from '../engine/ids.js';
import type { Audit } from '../store/audit.js';
import { checklist, type Finding } from './checklist.js';
import { jsonText, text, type CliCommand } from './command.js';
import { pickSession } from './pick-session.js';
import { keptSnapshot, replayOn, soundRecords, type KeptSnapshot, type Replayed } from './replayed.js';
import { repairLine, repairsOf, timesRepaired } from '../views/repairs.js';
import { painter } from './style.js';
import { inWorkspace } from './workspace.js';

export const auditSession: CliCommand = {
  args: '<session>',
  options: {
    head: { type: 'string', value: 'HEAD', about: 'a head some reply carried: is that record still there?' },
  },
  notes: [
    'Every reply to an agent carries the head, <number>:<hash>; a head from its transcript is a witness.',
    'Exit code 1 if anything is wanting.',
  ],
  example: 'proctor audit s-k3v --head 41:9f2c6b0d1e8a7c35',
  async run(args, io) {
    return inWorkspace(args, io, async ({ store }) => {
      const id = await pickSession(store, args.positionals[0] ?? '');
      const head = text(args.values['head']);
      const audit = await store.audit(id, head);
      const snapshot = await keptSnapshot(store, id);
      const { records } = await soundRecords(store, id);
      const replayed = replayOn(id, records.slice(0, audit.records), snapshot?.seq);
      const isSnapshotTrue =
        snapshot === undefined || replayed.hashAt === undefined || replayed.hashAt === snapshot.hash;
      const origin = originOf(id, audit, records[0]?.record);
      const ok = audit.ok && origin?.kind !== 'bad' && replayed.stopped === undefined && isSnapshotTrue;
      if (args.values['json'] === true) {
        const { stopped, records: replayedRecords, moves } = replayed;
        const replay = { ok: stopped === undefined, records: replayedRecords, moves, stopped: stopped ?? null };
        const kept = snapshot && { seq: snapshot.seq, ok: isSnapshotTrue };
        const repairs = repairsIn(replayed);
        io.out(jsonText({ sessionId: id, ...audit, ok, head: headOf(audit), replay, snapshot: kept ?? null, repairs }));
      } else {
        const findings = [
          ...chainFindings(audit),
          ...(origin ? [origin] : []),
          ...repairFindings(replayed),
          ...headFindings(audit, head),
          ...replayFindings(replayed),
          ...snapshotFindings(snapshot, replayed),
          ...harmless(audit),
        ];
        const { bold, green, red, yellow } = painter(io.color);
        const { length: times } = repairsIn(replayed);
        const since = times > 0 ? yellow(`, ${timesRepaired(times)}`) : '';
        io.out(`${bold(id)}  ${ok ? green('sound') : red('found wanting')}${since}`);
        for (const line of checklist(findings, io)) io.out(line);
        if (audit.damage.length > 0) io.say(`proctor repair ${id} shows how to go on with the sound part.`);
      }
      return ok ? 0 : 1;
    });
  },
};

const headOf = ({ head }: Audit): string => `${head.seq}:${head.hash.slice(0, 32)}`;

function chainFindings(audit: Audit): Finding[] {
  const { records, refusals, damage } = audit;
  const count = `${plural(records, 'record')}, ${plural(refusals, 'refusal')}`;
  const chain: Finding[] =
    damage.length === 0 && records > 0
      ? [{ kind: 'ok', subject: 'chain', text: `${count}: whole, and each follows the one before` }]
      : [{ kind: 'note', subject: 'chain', text: damage.length > 0 ? `${count} before the damage` : 'empty' }];
  const flaws = damage.map(({ seq, offset, reason }): Finding => ({
    kind: 'bad',
    subject: 'damage',
    text: `where record ${seq} is due, at byte ${offset}: ${reason}`,
  }));
  return [
    ...chain,
    ...flaws,
    ...(records > 0 ? [{ kind: 'note', subject: 'head', text: headOf(audit) } as const] : []),
  ];
}

/** Journals of before their first record named the session: one that derives from a request can still be told. */
function originOf(id: string, { namesSession }: Audit, first: JournalRecord | undefined): Finding | undefined {
  const subject = 'session';
  if (namesSession !== false || !first) return undefined;
  if (!first.request)
    return {
      kind: 'note',
      subject,
      text: 'an older journal that does not say which session it is of: a copy would not show',
    };
  if (oldSessionIdFor(first.request.id) === id)
    return { kind: 'ok', subject, text: 'its id derives from the request that made it' };
  return {
    kind: 'bad',
    subject,
    text: 'its id is not the one its first request leads to: this journal was copied or renamed',
  };
}

const repairsIn = ({ state }: Replayed) => (state ? repairsOf(state) : []);

/** Sound is what is left: what was cut, nobody vouches for. */
const repairFindings = (replayed: Replayed): Finding[] =>
  repairsIn(replayed).map((repair) => ({ kind: 'bad', subject: 'repair', text: repairLine(repair) }));

function headFindings({ headFound, records }: Audit, head: string | undefined): Finding[] {
  if (head === undefined) return [];
  if (headFound === false)
    return [
      {
        kind: 'bad',
        subject: 'witness',
        text: `no record has the head ${head}: the journal was rewritten or cut since that reply, or it is of another session`,
      },
    ];
  const later = records - (headFound ?? records);
  return [
    {
      kind: 'ok',
      subject: 'witness',
      text: `that head is record ${headFound ?? ''}; ${plural(later, 'record')} since`,
    },
  ];
}

function replayFindings({ records, moves, stopped }: Replayed): Finding[] {
  if (stopped) return [{ kind: 'bad', subject: 'replay', text: `stops at record ${stopped.seq}: ${stopped.reason}` }];
  const told = `on fresh actors, all ${plural(moves, 'move')} are what the charts make`;
  return records === 0
    ? [{ kind: 'note', subject: 'replay', text: 'nothing has been recorded yet' }]
    : [{ kind: 'ok', subject: 'replay', text: told }];
}

/** A snapshot past the sound records is damage and has been told. */
function snapshotFindings(snapshot: KeptSnapshot | undefined, { hashAt }: Replayed): Finding[] {
  if (!snapshot || hashAt === undefined) return [];
  return snapshot.hash === hashAt
    ? [{ kind: 'ok', subject: 'snapshot', text: `equals the replayed state at record ${snapshot.seq}` }]
    : [
        {
          kind: 'bad',
          subject: 'snapshot',
          text: `is not the state at record ${snapshot.seq}, and servers would show it. Delete ${snapshot.file}; the journal has everything`,
        },
      ];
}

function harmless({ torn, losers, badLines, damage }: Audit): Finding[] {
  const spoilt = damage.length > 0 ? 0 : badLines - (torn ? 1 : 0);
  return [
    ...(torn
      ? [`a write of ${torn.bytes} bytes was cut short at byte ${torn.offset}; nobody was told it had succeeded`]
      : []),
    ...(losers > 0 ? [`${plural(losers, 'line')} of writers that came second; they wrote again`] : []),
    ...(spoilt > 0 ? [`${plural(spoilt, 'line')} spoilt before being acknowledged`] : []),
  ].map((told) => ({ kind: 'note', subject: 'harmless', text: told }));
}
