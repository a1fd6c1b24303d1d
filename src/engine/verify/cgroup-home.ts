/**
 * Where this server may make control groups of its own. Only below a group that was given to it: one its user owns, or
 * the top of a hierarchy in which nobody placed it. A group that a service manager made is not ours to build in, even
 * where root could.
 */
import { readFile, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

export type Controller = 'pids' | 'memory';

export interface CgroupHome {
  readonly dir: string;
  readonly version: 1 | 2;
  readonly controllers: readonly Controller[];
}

interface Mount {
  readonly root: string;
  readonly point: string;
  readonly version: 1 | 2;
  readonly options: readonly string[];
}

const known = ['pids', 'memory'] as const;

/** At most one home for each controller; none where there are no control groups or none is ours. */
export async function cgroupHomes(): Promise<CgroupHome[]> {
  const [mounts, groups] = await Promise.all([read('/proc/self/mountinfo'), read('/proc/self/cgroup')]);
  return homesIn(mounts, groups);
}

/** From the texts of the two files in which the system tells a process where it is. */
export async function homesIn(mounts: string, groups: string): Promise<CgroupHome[]> {
  const homes: CgroupHome[] = [];
  for (const mount of mountsIn(mounts)) {
    const home = mount.version === 2 ? await unifiedHome(mount, groups) : await legacyHome(mount, groups);
    if (home) homes.push(home);
  }
  return homes;
}

/** `36 25 0:30 / /sys/fs/cgroup/pids rw,relatime - cgroup cgroup rw,pids`; optional fields stand before the dash. */
function mountsIn(mountinfo: string): Mount[] {
  return mountinfo.split('\n').flatMap((line) => {
    const [before = '', after = ''] = line.split(' - ');
    const [, , , root, point] = before.split(' ');
    const [type, , options = ''] = after.split(' ');
    if (root === undefined || point === undefined || (type !== 'cgroup' && type !== 'cgroup2')) return [];
    return [{ root, point, version: type === 'cgroup2' ? 2 : 1, options: options.split(',') }];
  });
}

async function legacyHome(mount: Mount, groups: string): Promise<CgroupHome | undefined> {
  const controllers = known.filter((name) => mount.options.includes(name));
  const path = pathIn(groups, (names) => controllers.some((name) => names.includes(name)));
  if (controllers.length === 0 || path === undefined) return undefined;
  const dir = dirOf(mount, path);
  return dir !== undefined && (await isOurs(dir, path)) ? { dir, version: 1, controllers } : undefined;
}

/** A group that holds processes cannot hand out controllers, but the one above it may be the same user's. */
async function unifiedHome(mount: Mount, groups: string): Promise<CgroupHome | undefined> {
  const own = pathIn(groups, (names) => names.length === 1 && names[0] === '');
  if (own === undefined) return undefined;
  for (const path of own === '/' ? [own] : [own, dirname(own)]) {
    const dir = dirOf(mount, path);
    if (dir === undefined || !(await isOurs(dir, path))) continue;
    const handedOut = (await read(join(dir, 'cgroup.subtree_control'))).trim().split(' ');
    const controllers = known.filter((name) => handedOut.includes(name));
    if (controllers.length > 0) return { dir, version: 2, controllers };
  }
  return undefined;
}

/** Lines are `8:pids:/` and, for the unified hierarchy, `0::/user.slice`. */
function pathIn(groups: string, isWanted: (controllers: string[]) => boolean): string | undefined {
  for (const line of groups.split('\n')) {
    const [, names, path] = /^\d+:([^:]*):(.+)$/.exec(line) ?? [];
    if (names !== undefined && path !== undefined && isWanted(names.split(','))) return path;
  }
  return undefined;
}

/** A container may see only a part of the hierarchy mounted. */
function dirOf({ root, point }: Mount, path: string): string | undefined {
  if (root === '/') return resolve(point, path.slice(1));
  return path === root || path.startsWith(`${root}/`) ? resolve(point, path.slice(root.length + 1)) : undefined;
}

async function isOurs(dir: string, path: string): Promise<boolean> {
  const uid = process.getuid?.() ?? -1;
  if (uid === 0) return path === '/';
  try {
    return (await stat(dir)).uid === uid;
  } catch {
    return false;
  }
}

async function read(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => '');
}
