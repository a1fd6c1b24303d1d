/**
 * Opens what a crash has left, on a copy, as a process that knows nothing, and holds it against the ledger. What it
 * does to find out (repeating requests, writing on) happens to the copy alone.
 */
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { EmbeddedEngine } from '../../engine/embedded.js';
import { agentsIn } from '../../engine/gather.js';
import { LiveSession, replay } from '../../engine/live-session.js';
import { storeSession, type SessionState } from '../../session/state.js';
import type { ReadRecord } from '../../store/chain.js';
import type { Disk } from '../../store/disk.js';
import { Fault } from '../../store/fault.js';
import { journalName } from '../../store/journal-file.js';
import { Journal } from '../../store/journal.js';
import { snapshotName } from '../../store/snapshots.js';
import type { Store } from '../../store/store.js';
import { cutAfter } from '../durability/world.js';
import { Breach, type Call, type Ledger } from './ledger.js';
import { root, type Machine } from './machine.js';
import type { PlantedBug } from './planted-bugs.js';
import { calmDisk } from './simulated-disk.js';
import type { SimulatedFiles } from './simulated-files.js';
import { storeOn } from './simulated-process.js';
import { agents, type Workload } from './workload.js';

const by = { role: 'solo', known: 'claimed' } as const;
const person = { role: 'person', known: 'person' } as const;
const nowMs = 1_800_000_000_000;

export class Inspector {
  readonly #machine: Machine;
  readonly #ledger: Ledger;
  readonly #workload: Workload;
  readonly #bug: PlantedBug | undefined;
  readonly #store: Store;
  readonly #files: SimulatedFiles;
  #nonces = 0;

  constructor(machine: Machine, ledger: Ledger, workload: Workload, bug: PlantedBug | undefined) {
    this.#machine = machine;
    this.#ledger = ledger;
    this.#workload = workload;
    this.#bug = bug;
    this.#files = machine.files.copy();
    this.#store = this.#storeOf(this.#files);
  }

  /** After every crash. */
  async look(): Promise<void> {
    const users = new Map<string, string>();
    for (const { id } of this.#workload.sessions) {
      const records = await this.#records(id);
      if (records === undefined) continue;
      this.#ledger.check(id, records);
      checkAgents(id, records, users);
      if (this.#ledger.moveOf(id)) await this.#checkMoved(id);
      else await this.#checkState(id, records);
    }
  }

  /** Whoever was told that a session is out of the list does not find it there again. */
  async #checkMoved(id: string): Promise<void> {
    const isListed = (await this.#store.sessions()).includes(id);
    if (this.#ledger.moveOf(id)?.isDone && isListed) throw new Breach(`${id} was moved away, and is back`);
  }

  /** At the end, when every process is gone. */
  async lookCloser(): Promise<void> {
    const sources = { store: this.#store, now: () => nowMs, warn: () => undefined };
    const timers = { soon: () => undefined, later: () => () => undefined };
    const engine = new EmbeddedEngine({ ...sources, timers });
    const { random } = this.#machine;
    for (const { id } of this.#workload.sessions) {
      if (!this.#ledger.isKnown(id) || this.#ledger.moveOf(id)) continue;
      const audit = await this.#store.audit(id);
      if (!audit.ok) throw new Breach(`the audit of ${id} finds ${JSON.stringify(audit.damage)}`);
      const repeatable = this.#ledger.of(id).filter(({ requestId, isReuse }) => requestId !== undefined && !isReuse);
      for (const call of [random.pick(repeatable), repeatable.at(-1)]) if (call) await this.#send(engine, call);
      await this.#send(engine, this.#workload.fresh(id));
    }
    await this.lookAtClaims();
    await this.#checkList(engine);
    await this.look();
  }

  /** One flipped bit is reported, or does no harm. */
  async lookAfterFlip(): Promise<void> {
    const { random } = this.#machine;
    const known = this.#workload.sessions.filter(({ id }) => this.#ledger.isKnown(id) && !this.#ledger.moveOf(id));
    if (known.length === 0) return;
    const { id } = random.pick(known);
    const files = this.#files.copy();
    const file = files.fileAt(`${this.#store.dirOf(id)}/${journalName}`);
    if (!file) return;
    const bits = file.bytes.length * 8;
    const bit = random.chance(0.5) ? random.below(bits) : bits - 1 - random.below(Math.min(bits, 4000));
    file.flip(bit);
    this.#machine.count('bit flipped');
    const { journal, records } = await this.#storeOf(files).journal(id);
    this.#ledger.check(id, records, { isCut: journal.damage !== undefined });
    if (journal.damage) await this.#lookAfterRepair(id, files, records.length);
  }

  /**
   * A repair keeps every record before the damage, and all of the old file beside the new one. Where the power fails in the
   * midst of it, the damage is as it was, or gone: never another.
   */
  async #lookAfterRepair(id: string, files: SimulatedFiles, sound: number): Promise<void> {
    const { random } = this.#machine;
    this.#machine.count('repaired');
    const old = files.fileAt(`${this.#store.dirOf(id)}/${journalName}`)?.bytes ?? Buffer.alloc(0);
    files.sync();
    await new Promise<void>((resolve) => {
      const cut = cutAfter(random.below(10), resolve);
      const repairing = this.#storeOf(files, cut).repair(id, person);
      // One that cannot be done is tried again below, where it must succeed.
      repairing.then(
        () => resolve(),
        () => resolve(),
      );
    });
    files.crash(random);
    const store = this.#storeOf(files);
    const opened = await store.journal(id, await store.snapshots.load(id));
    if (opened.journal.damage?.kind === 'cut')
      throw new Breach(`after half a repair ${id} opens with ${JSON.stringify(opened.journal.damage)}`);
    await store.repair(id, person);
    const { journal, records } = await store.journal(id, undefined);
    if (journal.damage || records.length < sound)
      throw new Breach(`${id} is repaired to ${records.length} of ${sound}`);
    this.#ledger.check(id, records.slice(0, sound), { isCut: true });
    // Where no record was left there is nothing to carry on, and the session is empty.
    const note = records[sound]?.record;
    if (sound > 0 && !(note?.outcome === 'OK' && note.command.type === 'session.repair'))
      throw new Breach(`${id} is repaired, and its record ${sound + 1} does not say so`);
    const names = [...(files.directoryAt(store.dirOf(id))?.names.keys() ?? [])];
    const isKept = names.some((name) => files.fileAt(`${store.dirOf(id)}/${name}`)?.bytes.includes(old));
    if (!isKept) throw new Breach(`the damaged journal of ${id} is not kept beside the repaired one`);
  }

  #storeOf(files: SimulatedFiles, through: (disk: Disk) => Disk = (disk) => disk): Store {
    const processes = {
      self: async () => ({ pid: 99, start: 'inspector', boot: 'inspector' }),
      isAlive: async (holder: Parameters<Machine['isRunning']>[0]) => this.#machine.isRunning(holder),
    };
    const nonce = () => `inspector${String((this.#nonces += 1)).padStart(6, '0')}`;
    return storeOn(through(calmDisk(files, () => nowMs)), processes, { now: () => nowMs, nonce }, this.#bug);
  }

  async #records(id: string): Promise<ReadRecord[] | undefined> {
    try {
      const { journal, records } = await this.#opened(id);
      if (journal.damage) throw new Breach(`${id} opens damaged: ${JSON.stringify(journal.damage)}`);
      return records;
    } catch (error) {
      const mayBeGone = !this.#ledger.isKnown(id) || this.#ledger.moveOf(id)?.kind === 'delete';
      if (error instanceof Fault && error.code === 'SESSION_NOT_FOUND' && mayBeGone) return undefined;
      throw asBreach(error);
    }
  }

  /** Where it is, in the list or in the archive. */
  async #opened(id: string): ReturnType<Store['journal']> {
    const isArchived = this.#ledger.moveOf(id)?.kind === 'archive' && !(await this.#store.sessions()).includes(id);
    if (!isArchived) return this.#store.journal(id);
    const dir = join(root, 'archive', id);
    return Journal.open(
      calmDisk(this.#files, () => nowMs),
      dir,
      { create: false, now: () => nowMs, nonce: () => 'inspector' },
    );
  }

  /** From its snapshot a session is what its whole journal makes it. Without one there is nothing to compare. */
  async #checkState(id: string, records: readonly ReadRecord[]): Promise<void> {
    if (!this.#files.fileAt(`${this.#store.dirOf(id)}/${snapshotName}`)) return;
    const whole = replay(id, records);
    if (whole === undefined) return;
    const session = await LiveSession.open(this.#store, id, { create: false }).catch((error: unknown) => {
      throw asBreach(error);
    });
    if (session.journal.damage) throw new Breach(`${id} is damaged: ${JSON.stringify(session.journal.damage)}`);
    const [opened, replayed] = [plain(session.state), plain(whole)];
    if (!isDeepStrictEqual(opened, replayed))
      throw new Breach(`${id} opens as ${JSON.stringify(opened)}, but its journal says ${JSON.stringify(replayed)}`);
  }

  async #send(engine: EmbeddedEngine, call: Call): Promise<void> {
    this.#ledger.sent(call);
    const { sessionId, command, requestId } = call;
    try {
      this.#ledger.answered(call, await engine.execute(sessionId, command, { by, requestId }));
    } catch (error) {
      throw asBreach(error);
    }
  }

  /** A claim that came to nothing holds nobody up, once its process is gone or has given it back. */
  async lookAtClaims(): Promise<void> {
    const used = new Set<string>();
    for (const { id } of this.#workload.sessions)
      for (const { record } of (await this.#records(id)) ?? [])
        if (record.outcome === 'OK') for (const { agent } of agentsIn(record.command)) used.add(agent);
    for (const agent of agents) {
      const place = { session: 's-99999999999999999999', node: 'R1.X', nonce: 'inspector-claims' };
      const claim = await this.#store.claims.claim(agent, place, async () => used.has(agent));
      if (claim.ok === used.has(agent))
        throw new Breach(`${agent} is ${used.has(agent) ? 'used, but free' : 'held by nobody'}`);
    }
  }

  async #checkList(engine: EmbeddedEngine): Promise<void> {
    const { items } = await engine.list();
    for (const { id } of this.#workload.sessions) {
      if (!this.#ledger.isKnown(id) || this.#ledger.moveOf(id)) continue;
      const listed = items.find(({ sessionId }) => sessionId === id);
      const { value } = await engine.query(id, { kind: 'overview' });
      const isSame = listed?.updatedAt === value.updatedAt && listed.totalNodes === value.totalNodes;
      if (!isSame) throw new Breach(`${id} is listed as ${JSON.stringify(listed)}, but is ${JSON.stringify(value)}`);
    }
  }
}

/** As a snapshot would bring it back. */
const plain = (state: SessionState): unknown => JSON.parse(JSON.stringify(storeSession(state)));

const asBreach = (error: unknown): Breach =>
  error instanceof Breach
    ? error
    : new Breach(error instanceof Error ? `${error.name}: ${error.stack}` : String(error));

/** `users`: who has each agent, over all sessions. */
function checkAgents(id: string, records: readonly ReadRecord[], users: Map<string, string>): void {
  for (const { record } of records) {
    if (record.outcome !== 'OK') continue;
    for (const { agent, node } of agentsIn(record.command)) {
      const place = `${node} of ${id}`;
      const user = users.get(agent);
      if (user !== undefined && user !== place) throw new Breach(`${agent} is used by ${user} and by ${place}`);
      users.set(agent, place);
    }
  }
}
