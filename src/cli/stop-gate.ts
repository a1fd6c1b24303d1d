/**
 * Decides about one stop of an agent: held up, let go, or let go after too many. Whatever could not be looked at lets go
 * and leaves a mark. Nothing is ever closed from here.
 */
import { plural } from '../../machines/measures/text.js';
import type { CommandOf, StopRole } from '../../machines/schema/command.js';
import type { Principal } from '../../machines/schema/record.js';
import { newNonce } from '../engine/ids.js';
import { latestFirst } from '../engine/list-sessions.js';
import { realDisk } from '../store/real-disk.js';
import { StopBlocks } from '../store/stop-blocks.js';
import { plain } from '../views/escape.js';
import type { Io, Parsed } from './command.js';
import { ownDirs } from './own-dirs.js';
import { stopReason, type Held } from './stop-reason.js';
import { messageOf, standingAt, type Unread } from './stop-sessions.js';
import { placesOf, type StopInput } from './stop-input.js';
import { inWorkspace, type Workspace } from './workspace.js';

const blocksMax = 8;
const ticketsNoted = 20;

/** As Claude Code reads it; without a decision the stop goes through, and `systemMessage` is shown to the person. */
export interface HookAnswer {
  readonly decision?: 'block';
  readonly reason?: string;
  readonly systemMessage?: string;
}

/** Proctor itself writes it down: neither the agent that stops nor the person whose settings run the hook does. */
const hook: Principal = { role: 'server', known: 'connection', client: 'stop-gate' };

export async function judgeStop(role: StopRole, input: StopInput, args: Parsed, io: Io): Promise<HookAnswer> {
  return inWorkspace(args, io, async (workspace) => {
    const places = placesOf(input, io);
    const blocks = new StopBlocks({ disk: realDisk, root: workspace.data.dir, now: Date.now, nonce: newNonce });
    const row = { clientSession: input.clientSession, role };
    const before = input.isContinuing ? await blocks.inARow(row) : 0;
    const isLast = before >= blocksMax;
    const { held, unread } = await standingAt(workspace, places, role, { wantsAll: isLast });
    const doubt = unread.length > 0 ? unreadText(unread) : undefined;
    if (held.length === 0 || isLast) await blocks.end(row);
    if (held.length === 0) {
      if (doubt === undefined) return {};
      await noteUnchecked(workspace, { role, places, input, reason: doubt });
      return { systemMessage: doubt };
    }
    if (isLast) return letGo(workspace, { role, input, held, before, doubt }, io);
    await blocks.set(row, before + 1);
    const reason = stopReason(role, held, { block: before + 1, blocksMax });
    return { decision: 'block', reason, ...(doubt === undefined ? {} : { systemMessage: doubt }) };
  });
}

interface LettingGo {
  readonly role: StopRole;
  readonly input: StopInput;
  readonly held: readonly Held[];
  readonly before: number;
  readonly doubt: string | undefined;
}

/** On record in every session concerned; one that cannot be written keeps no other from it. */
async function letGo({ engine }: Workspace, { role, input, held, before, doubt }: LettingGo, io: Io) {
  for (const { sessionId, holds, count } of held) {
    const tickets = holds.flatMap(({ ticketId }) => ticketId ?? []).slice(0, ticketsNoted);
    const noted = { outcome: 'stopped_unverified', tickets, count, blocks: before } as const;
    try {
      await engine.execute(sessionId, command(role, input, noted), { by: hook });
    } catch (error) {
      io.say(`proctor: that the agent stopped is not on record in ${sessionId}: ${plain(messageOf(error))}`);
    }
  }
  const count = held.reduce((sum, each) => sum + each.count, 0);
  const sessions = held.slice(0, 3).map(({ sessionId }) => sessionId);
  const told = `Proctor let this stop go after holding up ${plural(before, 'stop')}: ${plural(count, 'piece')} of work unverified, recorded as stopped_unverified. See proctor status ${sessions.join(', ')}`;
  return { systemMessage: doubt === undefined ? told : `${told}. ${doubt}` };
}

const unreadText = (unread: readonly Unread[]): string => {
  const [first] = unread;
  const reason = plain(first?.reason ?? '').slice(0, 160);
  const others = unread.length > 1 ? `, and ${unread.length - 1} more` : '';
  return `Proctor could not check this stop against session ${first?.sessionId ?? ''} (${reason})${others}. Run proctor audit ${first?.sessionId ?? ''}`;
};

interface Unchecked {
  readonly role: StopRole;
  readonly places: readonly string[];
  readonly input: StopInput | undefined;
  readonly reason: string;
}

/** After an error: on record where a session of this project can still be written. Tells where. */
export async function noteError(unchecked: Unchecked, args: Parsed, io: Io): Promise<string | undefined> {
  return inWorkspace(args, io, async (workspace) => noteUnchecked(workspace, unchecked));
}

/** In the session where something happened last; not twice when nothing has happened there since. */
async function noteUnchecked(
  { engine }: Workspace,
  { role, places, input, reason }: Unchecked,
): Promise<string | undefined> {
  const { rows } = await engine.sessions({ ofProject: await ownDirs(places) });
  const own = rows.filter(({ damaged }) => !damaged).sort(latestFirst);
  const session = own.find(({ open }) => open) ?? own[0];
  if (!session) return undefined;
  const { sessionId } = session;
  const { value, head } = await engine.query(sessionId, { kind: 'overview' });
  const last = value.stops?.find(({ outcome }) => outcome === 'unchecked')?.lastSeq;
  if (last !== undefined && head.startsWith(`${last}:`)) return sessionId;
  const noted = { outcome: 'unchecked', tickets: [], count: 0, blocks: 0, reason: reason.slice(0, 400) } as const;
  await engine.execute(sessionId, command(role, input, noted), { by: hook });
  return sessionId;
}

type Stop = CommandOf<'session.stop'>;

function command(
  role: StopRole,
  input: StopInput | undefined,
  noted: Omit<Stop, 'type' | 'as' | 'clientSession' | 'tickets'> & { readonly tickets: readonly string[] },
): Stop {
  const clientSession = plain(input?.clientSession ?? '').slice(0, 100);
  return {
    type: 'session.stop',
    as: role,
    ...noted,
    tickets: [...noted.tickets],
    ...(clientSession === '' ? {} : { clientSession }),
  };
}
