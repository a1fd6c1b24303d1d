/** What a bug here would look like: one agent's work counts twice, in two investigations. */
import { appendFile, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FaultyDisk } from '../testing/faulty-disk.js';
import { inTempDir } from '../testing/sample-journal.js';
import { AgentClaims } from './agent-claims.js';
import type { Disk } from './disk.js';
import type { Processes } from './holder.js';
import { realDisk } from './real-disk.js';

/** A store with processes that can be ended, and journals that can be made to show an agent. */
class World {
  readonly #ended = new Set<number>();
  readonly #shown = new Set<string>();
  #nonces = 0;

  constructor(readonly root: string) {}

  process(pid: number, disk: Disk = realDisk) {
    const processes: Processes = {
      self: async () => ({ pid, start: '1', boot: 'b' }),
      isAlive: async (holder) => !this.#ended.has(holder.pid),
    };
    const claims = new AgentClaims(disk, this.root, processes);
    return {
      claims,
      claim: async (session: string, node: string, nonce = this.nonce()) =>
        claims.claim('agent-1', { session, node, nonce }, async (...place) => this.#shown.has(place.join())),
    };
  }

  nonce = () => `nonce-no-${(this.#nonces += 1)}`;
  end = (pid: number) => this.#ended.add(pid);
  journal = (session: string, node: string) => this.#shown.add([session, node, 'agent-1'].join());

  async file(): Promise<string> {
    const dir = join(this.root, 'claims', 'agents');
    return join(dir, (await readdir(dir))[0]!);
  }
}

const inWorld = (test: (world: World) => Promise<void>) => inTempDir((dir) => test(new World(dir)));

const taken = (session: string, node: string) => ({ ok: false, by: { session, node } });

test('the first claim has the agent, and another place does not', () =>
  inWorld(async (world) => {
    const { claim } = world.process(1);
    expect(await claim('s-1', 'R1.A')).toEqual({ ok: true });
    expect(await world.process(2).claim('s-2', 'R1.A')).toEqual(taken('s-1', 'R1.A'));
    expect(await claim('s-1', 'R1.B')).toEqual(taken('s-1', 'R1.A'));
  }));

test('the same node may claim its agent again', () =>
  inWorld(async (world) => {
    expect(await world.process(1).claim('s-1', 'R1.A')).toEqual({ ok: true });
    expect(await world.process(2).claim('s-1', 'R1.A')).toEqual({ ok: true });
    world.journal('s-1', 'R1.A');
    expect(await world.process(3).claim('s-1', 'R1.A')).toEqual({ ok: true });
  }));

test('a claim the journal shows holds for good, whatever became of the process', () =>
  inWorld(async (world) => {
    await world.process(1).claim('s-1', 'R1.A');
    world.journal('s-1', 'R1.A');
    world.end(1);
    expect(await world.process(2).claim('s-2', 'R1.A')).toEqual(taken('s-1', 'R1.A'));
  }));

test('a claim the journal does not show is void once its process has ended', () =>
  inWorld(async (world) => {
    await world.process(1).claim('s-1', 'R1.A');
    world.end(1);
    expect(await world.process(2).claim('s-2', 'R1.A')).toEqual({ ok: true });
    expect(await world.process(3).claim('s-1', 'R1.A')).toEqual(taken('s-2', 'R1.A'));
  }));

test('a released claim is void, and so is one that was not granted', () =>
  inWorld(async (world) => {
    const { claims, claim } = world.process(1);
    await claim('s-1', 'R1.A', 'nonce-first');
    await claim('s-2', 'R1.B');
    await claims.release('agent-1', 'nonce-first');
    expect(await claim('s-3', 'R1.C')).toEqual({ ok: true });
  }));

test('a nonce that was released may be used again', () =>
  inWorld(async (world) => {
    const { claims, claim } = world.process(1);
    await claim('s-1', 'R1.A', 'nonce-same');
    await claims.release('agent-1', 'nonce-same');
    expect(await claim('s-1', 'R1.A', 'nonce-same')).toEqual({ ok: true });
    expect(await claim('s-2', 'R1.A')).toEqual(taken('s-1', 'R1.A'));
  }));

test('a claim of the same node that may still be released does not let a later one past a rival', () =>
  inWorld(async (world) => {
    // The rival's line stands between the two; whether it is refused in the end is not known yet.
    const rival = world.process(
      2,
      slowRead(() => world.process(3).claim('s-1', 'R1.A')),
    );
    await world.process(1).claim('s-1', 'R1.A', 'nonce-first');
    expect(await rival.claim('s-2', 'R1.A')).toEqual(taken('s-1', 'R1.A'));
    expect(rivalsAnswer).toEqual(taken('s-2', 'R1.A'));
  }));

let rivalsAnswer: unknown;
/** A disk on which something else happens between writing a claim and reading it back. */
function slowRead(meanwhile: () => Promise<unknown>): Disk {
  return {
    ...realDisk,
    async openAppend(path, options) {
      const file = (await realDisk.openAppend(path, options))!;
      const read = async (offset: number, length: number) => {
        rivalsAnswer = await meanwhile();
        return file.read(offset, length);
      };
      return {
        id: file.id,
        append: (b) => file.append(b),
        read,
        size: () => file.size(),
        datasync: () => file.datasync(),
        close: () => file.close(),
      };
    },
  };
}

test('of many places that claim an agent at once, at most one has it', () =>
  inWorld(async (world) => {
    for (let round = 0; round < 20; round += 1) {
      const places = Array.from({ length: 8 }, (_, index) => `s-${round}-${index}`);
      const results = await Promise.all(places.map((place, index) => world.process(index + 1).claim(place, 'R1.A')));
      expect(results.filter(({ ok }) => ok).length).toBeLessThanOrEqual(1);
    }
  }));

test('a line torn by a crash is passed over, a damaged one is a fault', () =>
  inWorld(async (world) => {
    const { claim } = world.process(1);
    await claim('s-1', 'R1.A');
    const whole = await readFile(await world.file());
    await appendFile(await world.file(), whole.subarray(0, 40));
    expect(await claim('s-2', 'R1.A')).toEqual(taken('s-1', 'R1.A'));
    await writeFile(await world.file(), whole.fill('x', 30, 31));
    await expect(claim('s-2', 'R1.A')).rejects.toMatchObject({ code: 'CLAIM_DAMAGED', retry: false });
  }));

test('a claim is durable, name and all, before it is granted', () =>
  inWorld(async (world) => {
    const faulty = new FaultyDisk(realDisk);
    const { claim } = world.process(1, faulty.disk);
    await claim('s-1', 'R1.A');
    const calls = faulty.calls.slice(faulty.calls.indexOf('openAppend'));
    expect(calls).toEqual(['openAppend', 'size', 'syncDir', 'append', 'datasync', 'size', 'read', 'close']);
    faulty.fail('datasync', 'EIO');
    await expect(claim('s-1', 'R1.A')).rejects.toMatchObject({ code: 'STORE_FAILED' });
    faulty.shortenAppend(10);
    await expect(claim('s-1', 'R1.A')).rejects.toMatchObject({ code: 'DISK_FULL', retry: true });
  }));

test('an id that is no file name is claimed like any other', () =>
  inWorld(async (world) => {
    const { claims } = world.process(1);
    const place = { session: 's-1', node: 'R1.A', nonce: 'nonce-odd' };
    expect(await claims.claim('../../etc/passwd\0', place, async () => false)).toEqual({ ok: true });
    expect(await world.file()).toMatch(/\/claims\/agents\/[0-9a-f]{64}\.jsonl$/);
  }));
