import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { processesOn } from './holder.js';
import { realDisk } from './real-disk.js';

const processes = processesOn(realDisk);

test('this process is alive, and not the one that had its number before', async () => {
  const self = await processes.self();
  expect(self.pid).toBe(process.pid);
  expect(await processes.isAlive(self)).toBe(true);
  expect(await processes.isAlive({ ...self, start: '1' })).toBe(self.start === '');
  expect(await processes.isAlive({ ...self, boot: 'another' })).toBe(false);
});

const statOf = async (pid: number) => (await realDisk.readFile(`/proc/${pid}/stat`))?.toString().split(') ')[1] ?? '';

test('a process that has ended is gone, even before its parent has noticed', async () => {
  // `exec` leaves a parent that never asks after the child.
  const parent = spawn('sh', ['-c', 'sleep 30 & echo $!; exec sleep 30']);
  const pid = Number(String(await once(parent.stdout, 'data')));
  const holder = { pid, boot: (await processes.self()).boot, start: (await statOf(pid)).split(' ')[19] ?? '' };
  expect(await processes.isAlive(holder)).toBe(true);
  process.kill(pid, 'SIGKILL');
  while (!(await statOf(pid)).startsWith('Z')) await setTimeout(20);
  expect(await processes.isAlive(holder)).toBe(false);
  parent.kill();
  await once(parent, 'exit');
});

test('where the system does not tell when a process began, its number decides', async () => {
  const blind = processesOn({ ...realDisk, readFile: async () => undefined });
  expect(await blind.self()).toEqual({ pid: process.pid, start: '', boot: '' });
  expect(await blind.isAlive(await blind.self())).toBe(true);
  expect(await blind.isAlive({ pid: 2 ** 30, start: '', boot: '' })).toBe(false);
});
