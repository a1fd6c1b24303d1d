import type { Disk } from '../../store/disk.js';
import { Machine, root } from './machine.js';
import { Life, quiet } from './scheduler.js';
import { diskOf } from './simulated-disk.js';

/** Does the work on a disk of its own machine, to its end. */
async function on<T>(machine: Machine, work: (disk: Disk) => Promise<T>): Promise<T> {
  let result: { value: T } | undefined;
  const running = work(diskOf(machine, new Life('test'))).then((value) => (result = { value }));
  while (result === undefined) {
    machine.scheduler.step();
    await quiet();
  }
  await running;
  return result.value;
}

const machineFor = (seed: number) => new Machine(seed, () => undefined);

async function append(disk: Disk, text: string) {
  const file = (await disk.openAppend(`${root}/file`, { create: true }))!;
  await file.append(Buffer.from(text));
  return file;
}

/** What is left of the file after a power cut, for a hundred of them. */
async function leftAfter(work: (disk: Disk) => Promise<unknown>): Promise<Set<string | undefined>> {
  const left = new Set<string | undefined>();
  for (let seed = 0; seed < 100; seed += 1) {
    const machine = machineFor(seed);
    await on(machine, work);
    machine.cutPower();
    left.add((await on(machine, (disk) => disk.readFile(`${root}/file`)))?.toString('latin1'));
  }
  return left;
}

describe('a power cut', () => {
  test('spares what was synced, bytes and name', async () => {
    const left = await leftAfter(async (disk) => {
      await (await append(disk, 'abc')).datasync();
      await disk.syncDir(root);
    });
    expect([...left]).toEqual(['abc']);
  });

  test('takes any part of what was not, or leaves holes in it', async () => {
    const left = await leftAfter(async (disk) => {
      await (await append(disk, 'abc')).datasync();
      await disk.syncDir(root);
      await append(disk, 'defghijkl');
    });
    expect([...left]).toEqual(expect.arrayContaining(['abc', 'abcdefghijkl']));
    expect([...left].some((text) => /^abc[^\0]+$/.test(text!) && text!.length < 12)).toBe(true);
    expect([...left].some((text) => text!.includes('\0'))).toBe(true);
    expect([...left].every((text) => text!.startsWith('abc'))).toBe(true);
  });

  test('may take the name of a file whose bytes are durable', async () => {
    const left = await leftAfter(async (disk) => {
      await (await append(disk, 'abc')).datasync();
    });
    expect(left).toEqual(new Set(['abc', undefined]));
  });

  test('may undo each half of a rename, and never leaves neither name', async () => {
    const names = new Set<string>();
    for (let seed = 0; seed < 100; seed += 1) {
      const machine = machineFor(seed);
      await on(machine, async (disk) => {
        await disk.writeNew(`${root}/from`, Buffer.from('new'));
        await disk.syncDir(root);
        await disk.rename(`${root}/from`, `${root}/to`);
      });
      machine.cutPower();
      names.add((await on(machine, (disk) => disk.list(root))).sort().join(' '));
    }
    expect([...names].sort()).toEqual(['from', 'from to', 'to']);
  });
});

test('the death of a process takes nothing that it wrote', async () => {
  const machine = machineFor(1);
  await on(machine, (disk) => append(disk, 'abc'));
  machine.kill(new Life('another'));
  expect((await on(machine, (disk) => disk.readFile(`${root}/file`)))?.toString()).toBe('abc');
});

test('what a dead process waited for never happens', async () => {
  const machine = machineFor(1);
  const life = new Life('dying');
  void diskOf(machine, life).makeDir(`${root}/never`);
  await quiet();
  machine.kill(life);
  expect(machine.scheduler.isIdle).toBe(true);
  expect(await on(machine, (disk) => disk.list(root))).toEqual([]);
});
