/**
 * Whether anybody else can write to the data directory: forge an approval there, a token or a journal. Held as ssh holds
 * the files it trusts. Looks only; who refuses and who reports is decided elsewhere.
 */
import { accessSync, constants, readdirSync, realpathSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** What is known of one directory or file. */
export interface Rights {
  readonly mode: number;
  readonly uid: number;
  readonly gid: number;
}

/** Who asks. `owners` may own what is trusted: the user, root, and whoever root works for. */
export interface Asker {
  readonly uid: number;
  readonly gid: number;
  readonly owners: ReadonlySet<number>;
}

/** `part`: the data directory, or something in it. `parent`: what lies above, where names can be exchanged. */
export type Place = 'part' | 'parent';
export type Weakness = 'foreign' | 'writable';

export interface Weak {
  readonly path: string;
  readonly place: Place;
  readonly weakness: Weakness;
}

const groupMayWrite = 0o020;
const othersMayWrite = 0o002;
const othersMayPass = 0o011;
const sticky = 0o1000;

export function weaknessOf({ mode, uid, gid }: Rights, place: Place, asker: Asker): Weakness | undefined {
  if (!asker.owners.has(uid)) return 'foreign';
  if (place === 'part') return (mode & (groupMayWrite | othersMayWrite)) === 0 ? undefined : 'writable';
  // In a directory like /tmp others can add names, and cannot take away those that are there.
  if ((mode & sticky) !== 0) return undefined;
  if ((mode & othersMayWrite) !== 0) return 'writable';
  // Many systems give each user a group of the same number, and let it write; that of root is as trusted as root.
  const isPrivate = gid === 0 || (gid === asker.gid && gid === asker.uid);
  return (mode & groupMayWrite) === 0 || isPrivate ? undefined : 'writable';
}

/**
 * All that is weak about a data directory, which need not be there yet; parents are looked at up to the home directory.
 * A store that this process cannot write to is another's, or a backup: anyone may look at that.
 */
export function weakPlaces(dir: string, home: string, asker: Asker | undefined = thisProcess()): Weak[] {
  if (!asker) return [];
  const own = rightsOf(dir);
  if (own && !isWritable(dir)) return [];
  const weak: Weak[] = [];
  const look = (path: string, place: Place, rights: Rights | undefined = rightsOf(path)) => {
    const weakness = rights && weaknessOf(rights, place, asker);
    if (weakness) weak.push({ path, place, weakness });
  };
  if (own) look(dir, 'part', own);
  if (own && (own.mode & othersMayPass) !== 0) for (const name of namesIn(dir)) look(join(dir, name), 'part');
  for (const parent of parentsOf(dir, home)) look(parent, 'parent');
  return weak;
}

/** Both as it is written and as it really is: either way can be exchanged. */
function parentsOf(dir: string, home: string): Set<string> {
  const real = realOf(dir);
  return new Set([...above(dir, [home]), ...above(real, [home, realOf(home)])]);
}

function above(dir: string, homes: readonly string[]): string[] {
  const parents: string[] = [];
  for (let at = dir; at !== dirname(at) && !homes.includes(at); at = dirname(at)) parents.push(dirname(at));
  return parents;
}

function realOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return dirname(path) === path ? path : join(realOf(dirname(path)), path.slice(dirname(path).length));
  }
}

function rightsOf(path: string): Rights | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    // What cannot be looked at is met again, and told, by whoever uses it.
    return undefined;
  }
}

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function namesIn(dir: string): string[] {
  try {
    return readdirSync(dir);
  } catch {
    return [];
  }
}

/** Undefined on systems without such rights. */
function thisProcess(): Asker | undefined {
  const [uid, gid] = [process.getuid?.(), process.getgid?.()];
  if (uid === undefined || gid === undefined) return undefined;
  // In a user namespace root has another number: that of whoever owns the root directory.
  const owners = new Set([uid, 0, rightsOf('/')?.uid ?? 0]);
  const { SUDO_UID: caller = '' } = process.env;
  if (uid === 0 && /^\d{1,10}$/.test(caller)) owners.add(Number(caller));
  return { uid, gid, owners };
}
