/** Processes that are at work below a directory, for tests that must leave none behind. */
import { readdir, readlink } from 'node:fs/promises';

/** Of any user whose processes may be looked at; none where there is no `/proc`. */
export async function processesIn(dir: string): Promise<number[]> {
  const names = await readdir('/proc').catch(() => []);
  const pids = names.filter((name) => /^\d+$/.test(name)).map(Number);
  const places = await Promise.all(pids.map(async (pid) => readlink(`/proc/${pid}/cwd`).catch(() => '')));
  return pids.filter((_pid, index) => places[index] === dir || places[index]?.startsWith(`${dir}/`));
}
