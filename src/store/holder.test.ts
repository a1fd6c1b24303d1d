import { spawn } from 'node:child_process';
import { once } from 'node:events';
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

test('a process that was killed is gone, even before its parent has noticed', async () => {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
  await once(child, 'spawn');
  const self = await processes.self();
  const stat = (await realDisk.readFile(`/proc/${child.pid!}/stat`))?.toString() ?? '';
  const holder = { pid: child.pid!, boot: self.boot, start: stat.split(') ')[1]?.split(' ')[19] ?? '' };
  expect(await processes.isAlive(holder)).toBe(true);
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(await processes.isAlive(holder)).toBe(false);
});

test('where the system does not tell when a process began, its number decides', async () => {
  const blind = processesOn({ ...realDisk, readFile: async () => undefined });
  expect(await blind.self()).toEqual({ pid: process.pid, start: '', boot: '' });
  expect(await blind.isAlive(await blind.self())).toBe(true);
  expect(await blind.isAlive({ pid: 2 ** 30, start: '', boot: '' })).toBe(false);
});
