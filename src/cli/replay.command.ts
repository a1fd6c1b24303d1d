/** `proctor replay`: the session as it was at a record, rebuilt from the journal alone. Changes nothing. */
import { plural } from '../../machines/measures/text.js';
import { LiveSession } from '../engine/live-session.js';
import type { ReadRecord } from '../store/chain.js';
import type { Store } from '../store/store.js';
import { overviewOf } from '../views/overview.js';
import { terminalTree } from '../views/terminal-tree.js';
import { checklist, type Finding } from './checklist.js';
import { jsonText, Refused, text, UsageError, type CliCommand, type Parsed } from './command.js';
import { pickSession } from './pick-session.js';
import { replayOn, soundRecords, stateHash, type Replayed } from './replayed.js';
import { painter, wrap } from './style.js';
import { inWorkspace } from './workspace.js';

export const replaySession: CliCommand = {
  args: '<session>',
  options: {
    to: { type: 'string', value: 'N', about: 'stop after record N; without it, at the end' },
    ascii: { type: 'boolean', about: 'no characters beyond ASCII for lines and marks' },
  },
  notes: [
    'Each recorded move is checked against the charts. The hash is of the whole state: the same journal',
    'gives the same hash on any machine. At the end it is compared with the state a server would show.',
  ],
  example: 'proctor replay s-k3v --to 40',
  async run(args, io) {
    const to = wantedRecord(args);
    return inWorkspace(args, io, async ({ store }) => {
      const id = await pickSession(store, args.positionals[0] ?? '');
      const { records, damage } = await soundRecords(store, id);
      if (records.length === 0 || to > records.length) throw beyond(to, records.length);
      const end = Math.min(to, records.length);
      const replayed = replayOn(id, records.slice(0, end));
      const { state, stopped } = replayed;
      const hash = state && stateHash(state);
      const live = hash !== undefined && end === records.length ? await liveHash(store, id, end) : undefined;
      const ok = hash !== undefined && (live === undefined || live === hash) && damage === undefined;
      const place = damage && `where record ${damage.seq} is due, at byte ${damage.offset}: ${damage.reason}`;
      if (args.values['json'] === true) {
        const overview = state ? overviewOf(state) : null;
        const checked = { moves: replayed.moves, stopped: stopped ?? null, damage: place ?? null };
        const equalsLive = live === undefined ? null : live === hash;
        io.out(
          jsonText({
            sessionId: id,
            ok,
            to: end,
            of: records.length,
            ...checked,
            hash: hash ?? null,
            equalsLive,
            overview,
          }),
        );
        return ok ? 0 : 1;
      }
      const { bold, dim } = painter(io.color);
      if (state) {
        for (const line of wrap(state.info.query, io.width, 3)) io.out(bold(line));
        io.out(dim(`${id}, after record ${end} of ${records.length}${whatWas(records[end - 1])}`));
        io.out('');
        for (const line of terminalTree(state.tree, { ...look(io), ascii: args.values['ascii'] === true }))
          io.out(line);
        io.out('');
      }
      for (const line of checklist(findings(replayed, hash, live, place), io)) io.out(line);
      return ok ? 0 : 1;
    });
  },
};

const look = ({ color, width }: { color: boolean; width: number }) => ({ color, width });

function wantedRecord({ values }: Parsed): number {
  const to = text(values['to']);
  if (to === undefined) return 0;
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
  } catch (error) {
    return `cannot be opened: ${String(error)}`;
  }
}

function whatWas(read: ReadRecord | undefined): string {
  if (!read) return '';
  const { record } = read;
  const at = new Date(record.time).toISOString().replace('T', ' ').slice(0, 19);
  return record.outcome === 'OK'
    ? `: ${record.command.type}, ${at} UTC`
    : `: a refused ${record.refused.type}, ${at} UTC`;
}

function findings(
  { records, moves, stopped }: Replayed,
  hash: string | undefined,
  live: string | undefined,
  damage: string | undefined,
): Finding[] {
  const told = `${plural(records, 'record')} on fresh actors; all ${plural(moves, 'move')} are what the charts make`;
  return [
    stopped
      ? { kind: 'bad', subject: 'replay', text: `stops at record ${stopped.seq}: ${stopped.reason}` }
      : { kind: 'ok', subject: 'replay', text: told },
    ...(hash === undefined ? [] : [{ kind: 'note', subject: 'state', text: `sha256 ${hash}` } as const]),
    ...(live === undefined ? [] : [liveFinding(live, hash)]),
    ...(damage === undefined ? [] : [{ kind: 'bad', subject: 'damage', text: damage } as const]),
  ];
}

const liveFinding = (live: string, hash: string | undefined): Finding =>
  live === hash
    ? { kind: 'ok', subject: 'live', text: 'equals what a server shows' }
    : { kind: 'bad', subject: 'live', text: 'differs from what a server shows; proctor audit says where' };
