/** `proctor replay`: the session as it was at a record, rebuilt from the journal alone. Changes nothing. */
import { plural } from '../../machines/measures/text.js';
import type { JournalRecord } from '../../machines/schema/record.js';
import { LiveSession } from '../engine/live-session.js';
import type { Store } from '../store/store.js';
import { plain } from '../views/escape.js';
import { overviewOf } from '../views/overview.js';
import { terminalTree, type TerminalOptions } from '../views/terminal-tree.js';
import { checklist, type Finding } from './checklist.js';
import { jsonText, Refused, text, UsageError, type CliCommand, type Io, type Parsed } from './command.js';
import { pickSession } from './pick-session.js';
import { replayOn, soundRecords, stateHash, type Replayed } from './replayed.js';
import { marksFor, painter, wrap } from './style.js';
import { inWorkspace } from './workspace.js';

export const replaySession: CliCommand = {
  args: '<session>',
  options: {
    to: { type: 'string', value: 'N', about: 'stop after record N; without it, at the end' },
    ascii: { type: 'boolean', about: 'no characters beyond ASCII for lines and marks' },
  },
  notes: [
    'Each recorded move is checked against the charts. The hash is of the whole state: the same journal gives the same one on any machine. At the end it is compared with what a server would show.',
  ],
  example: 'proctor replay s-k3v --to 40',
  async run(args, io) {
    const to = wantedRecord(args);
    return inWorkspace(args, io, async ({ store }) => {
      const id = await pickSession(store, args.positionals[0] ?? '');
      const replay = await replayTo(store, id, to);
      if (args.values['json'] === true) io.out(jsonText(reportOf(replay)));
      else for (const line of linesOf(replay, { ...lookOf(io), ascii: args.values['ascii'] === true })) io.out(line);
      return replay.ok ? 0 : 1;
    });
  },
};

interface Replay extends Replayed {
  readonly id: string;
  readonly ok: boolean;
  /** The last record replayed, and how many sound ones there are. */
  readonly last: JournalRecord;
  readonly of: number;
  readonly hash: string | undefined;
  /** Undefined unless replayed to the end: a server shows nothing else. */
  readonly equalsLive: boolean | undefined;
  readonly damage: string | undefined;
}

const lookOf = ({ color, width }: Io) => ({ color, width });

async function replayTo(store: Store, id: string, to: number | undefined): Promise<Replay> {
  const { records, damage } = await soundRecords(store, id);
  const last = records[(to ?? records.length) - 1]?.record;
  if (!last) throw beyond(to ?? 0, records.length);
  const replayed = replayOn(id, records.slice(0, last.seq));
  const hash = replayed.state && stateHash(replayed.state);
  const live = hash !== undefined && last.seq === records.length ? await liveHash(store, id, last.seq) : undefined;
  const equalsLive = live === undefined ? undefined : live === hash;
  return {
    ...replayed,
    id,
    ok: hash !== undefined && equalsLive !== false && damage === undefined,
    last,
    of: records.length,
    hash,
    equalsLive,
    damage: damage && `where record ${damage.seq} is due, at byte ${damage.offset}: ${damage.reason}`,
  };
}

function reportOf({ id, ok, last, of, moves, stopped, damage, hash, equalsLive, state }: Replay) {
  return {
    sessionId: id,
    ok,
    to: last.seq,
    of,
    moves,
    stopped: stopped ?? null,
    damage: damage ?? null,
    hash: hash ?? null,
    equalsLive: equalsLive ?? null,
    overview: state ? overviewOf(state) : null,
  };
}

function linesOf(replay: Replay, look: TerminalOptions): string[] {
  const { state, id, last, of } = replay;
  const { bold, dim } = painter(look.color);
  const { dot, more } = marksFor(look.ascii);
  const checks = checklist(findings(replay), look);
  if (!state) return checks;
  return [
    ...wrap(state.info.query, look.width, 3, more).map(bold),
    dim([id, `record ${last.seq} of ${of}`, ...whatWas(last)].join(dot)),
    '',
    ...terminalTree(state.tree, look),
    '',
    ...checks,
  ];
}

function wantedRecord({ values }: Parsed): number | undefined {
  const to = text(values['to']);
  if (to === undefined) return undefined;
  if (!/^[1-9]\d{0,9}$/.test(to)) throw new UsageError(`--to takes the number of a record, not ${JSON.stringify(to)}.`);
  return Number(to);
}

const beyond = (to: number, records: number): Refused =>
  records === 0
    ? new Refused('NO_RECORDS', 'Nothing has been recorded in this session yet.', 'proctor audit says more.')
    : new Refused('NO_SUCH_RECORD', `The journal ends at record ${records}, before ${to}.`, 'Choose an earlier one.');

/** What a server would show: from the snapshot and what came after it. Undefined if it has gone on since. */
async function liveHash(store: Store, id: string, seq: number): Promise<string | undefined> {
  try {
    const live = await LiveSession.open(store, id, { create: false });
    await live.journal.close();
    return live.state.seq === seq ? stateHash(live.state) : undefined;
  } catch {
    return 'it cannot be opened';
  }
}

function whatWas(record: JournalRecord): string[] {
  const type = record.outcome === 'OK' ? record.command.type : `refused ${plain(record.refused.type)}`;
  const date = new Date(record.time);
  return [type, ...(Number.isNaN(date.getTime()) ? [] : [`${date.toISOString().replace('T', ' ').slice(0, 16)} UTC`])];
}

function findings({ records, moves, stopped, hash, equalsLive, damage }: Replay): Finding[] {
  const told = `${plural(records, 'record')} on fresh actors, all ${plural(moves, 'move')} are what the charts make`;
  return [
    stopped
      ? { kind: 'bad', subject: 'replay', text: `stops at record ${stopped.seq}: ${stopped.reason}` }
      : { kind: 'ok', subject: 'replay', text: told },
    ...(hash === undefined ? [] : [{ kind: 'note', subject: 'sha256', text: hash } as const]),
    ...(equalsLive === undefined ? [] : [liveFinding(equalsLive)]),
    ...(damage === undefined ? [] : [{ kind: 'bad', subject: 'damage', text: damage } as const]),
  ];
}

const liveFinding = (isEqual: boolean): Finding =>
  isEqual
    ? { kind: 'ok', subject: 'live', text: 'equals what a server shows' }
    : { kind: 'bad', subject: 'live', text: 'differs from what a server shows; proctor audit says where' };
