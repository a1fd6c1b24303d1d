/**
 * What a run sees of the machine, as a list of mounts over a read-only root: its tree, writable; a home and temporary
 * folders of its own; the tool chains, readable; and neither the store nor anybody's keys. Made anew for each step, from
 * what is there; `bubblewrap.ts` and `unshare.ts` carry it out alike.
 */
import { lstat, readdir, realpath } from 'node:fs/promises';
import { homedir, userInfo } from 'node:os';
import { join } from 'node:path';
import { secretsInHome, secretsOfMachine } from '../../../../machines/schema/secret-paths.js';
import { between, depthOf, isWithin } from './paths.js';
import { namedReads } from './reads.js';
import { socketPaths } from './sockets.js';
import { toolChains } from './tool-chains.js';

/** What a run is given, by whoever asks for it. */
export interface Places {
  /** The work tree: all that may be written to. A real path. */
  readonly tree: string;
  /** Never seen, wherever they are: the store. */
  readonly hidden?: readonly string[];
  /** Seen as they are, also inside the tree: git's own files, the evidence, the project a worktree belongs to. */
  readonly readable?: readonly string[];
  /** What the config adds: absolute or from `~/`. */
  readonly reads?: readonly string[];
}

export type Mount =
  /** Empty, writable, gone with the run. */
  | { readonly how: 'private'; readonly path: string; readonly mode: string }
  | { readonly how: 'read' | 'write'; readonly path: string; readonly isDir: boolean }
  | { readonly how: 'hide'; readonly path: string; readonly isDir: boolean };

export interface View {
  /** Outer ones first. */
  readonly mounts: readonly Mount[];
  /** What could not be arranged as asked for, in words. */
  readonly lacks: readonly string[];
}

export interface ViewRequest extends Places {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Whether sockets count as closed. */
  readonly closeNetwork: boolean;
  /** The files the step starts. */
  readonly programs: readonly string[];
}

/** At one path the later kind wins. */
const order = ['private', 'read', 'write', 'hide'] as const;
/** A mount here would take the machine's own programs away. */
const systemDirs = ['/usr', '/bin', '/lib', '/etc', '/nix', '/proc', '/dev', '/sys'];
const temporary = ['/tmp', '/var/tmp'];
/** Root may write to these without any capability, because it owns them. */
const kernelSettings = [
  '/proc/sys',
  '/proc/sysrq-trigger',
  '/proc/irq',
  '/proc/bus',
  '/proc/fs',
  '/proc/scsi',
  '/proc/acpi',
];
/** Parts of /run that programs are started from, or that a name server is found by. */
const ofRun = [
  '/run/current-system',
  '/run/booted-system',
  '/run/wrappers',
  '/run/opengl-driver',
  '/run/systemd/resolve',
];
/** More would be a server for many people, where everybody's home has its own rights. */
const homesMax = 64;

export async function viewOf(request: ViewRequest): Promise<View> {
  const { tree, env, cwd, programs, closeNetwork } = request;
  const hidden = await reals(request.hidden ?? []);
  const { own, others } = await homesOf(env);
  const homes = [...own, ...others].filter((home) => !isSystem(home));
  const { reads, lacks } = await namedReads(request.reads ?? [], own);
  const tools = await toolChains({ homes, env, programs, cwd });
  const temps = await reals([...temporary, ...(env['TMPDIR'] ? [env['TMPDIR']] : [])]);
  const runs = closeNetwork ? await reals(['/run', '/var/run']) : await reals(['/run/user']);
  const wanted: Mount[] = [
    ...homes.map((path) => ({ how: 'private', path, mode: '0700' }) as const),
    ...temps.filter((path) => !isSystem(path)).map((path) => ({ how: 'private', path, mode: '1777' }) as const),
    ...runs.map((path) => ({ how: 'private', path, mode: '0755' }) as const),
    ...(await mountsOf('read', [...(request.readable ?? []), ...kernelSettings])),
    ...(await mountsOf('read', [...tools, ...reads, ...(await linkedDependencies(cwd, tree)), ...ofRun])).filter(
      ({ path }) => !isWithin(tree, path),
    ),
    ...(await mountsOf('write', [tree])),
    ...(await mountsOf('hide', hidden)),
  ];
  const kept = arranged(wanted, tree, hidden);
  const secrets = await mountsOf('hide', await secretPaths(own, kept, tree));
  const sockets = await mountsOf(
    'hide',
    (await socketPaths({ all: closeNetwork })).filter((path) => !isWithin(tree, path)),
  );
  const shown = sockets.filter(({ path }) => isShown(path, kept));
  return {
    mounts: arranged([...kept, ...secrets, ...shown], tree, hidden),
    lacks: [
      ...lacks,
      ...(own.some((home) => isWithin(tree, home))
        ? ['the project holds the home directory, which stays writable']
        : []),
    ],
  };
}

const isSystem = (path: string): boolean => systemDirs.some((dir) => isWithin(path, dir) || isWithin(dir, path));

/** One mount for each path, outer ones first; nothing opens what is hidden but the tree itself. */
function arranged(wanted: readonly Mount[], tree: string, hidden: readonly string[]): Mount[] {
  const isOpening = ({ how, path }: Mount) =>
    how === 'read' && !isWithin(tree, path) && hidden.some((dir) => isWithin(dir, path));
  const pins = wanted
    .filter(({ how, path }) => (how === 'hide' || how === 'read') && path !== tree && isWithin(tree, path))
    // A folder that is moved away takes what is hidden in it along, and another could be put in its place.
    .flatMap(({ path }) => between(tree, path).map((dir): Mount => ({ how: 'write', path: dir, isDir: true })));
  const byPath = new Map<string, Mount>();
  for (const mount of [...pins, ...wanted.filter((each) => !isOpening(each))]) {
    const before = byPath.get(mount.path);
    const isPin = mount.how === 'write' && mount.path !== tree;
    if (before && (isPin || order.indexOf(before.how) > order.indexOf(mount.how))) continue;
    byPath.set(mount.path, mount);
  }
  const sorted = [...byPath.values()].sort((a, b) => depthOf(a.path) - depthOf(b.path));
  return sorted.filter(
    (mount, at) => mount.how !== 'read' || innermost(mount.path, sorted.slice(0, at))?.how !== 'read',
  );
}

const innermost = (path: string, mounts: readonly Mount[]): Mount | undefined =>
  mounts.filter((mount) => isWithin(mount.path, path)).at(-1);

/** Whether a path can be seen with these mounts: the innermost one decides. */
function isShown(path: string, mounts: readonly Mount[]): boolean {
  const how = innermost(path, mounts)?.how;
  return how === undefined || how === 'read' || how === 'write';
}

async function secretPaths(homes: readonly string[], mounts: readonly Mount[], tree: string): Promise<string[]> {
  const all = [...homes.flatMap((home) => secretsInHome.map((name) => join(home, name))), ...secretsOfMachine];
  const found = await reals([...all, ...(await hostKeys())]);
  return found.filter((path) => isShown(path, mounts) && !isWithin(path, tree));
}

const hostKeys = async (): Promise<string[]> =>
  (await readdir('/etc/ssh').catch(() => []))
    .filter((name) => name.endsWith('_key'))
    .map((name) => join('/etc/ssh', name));

/** A worktree often borrows what is installed in the main one. */
async function linkedDependencies(cwd: string, tree: string): Promise<string[]> {
  const names = ['node_modules', '.venv', 'venv', 'vendor'];
  const links = await reals([...new Set([cwd, tree])].flatMap((dir) => names.map((name) => join(dir, name))));
  return links.filter((path) => !isWithin(tree, path) && names.some((name) => path.endsWith(`/${name}`)));
}

/** The homes of who runs this, and of everybody else. */
async function homesOf(env: ViewRequest['env']): Promise<{ own: string[]; others: string[] }> {
  const own = await reals([env['HOME'] ?? '', homedir(), accountHome()].filter((path) => path.startsWith('/')));
  const listed = await readdir('/home').catch(() => []);
  const others = await reals(['/root', ...listed.slice(0, homesMax).map((name) => join('/home', name))]);
  return { own, others: others.filter((home) => !own.includes(home)) };
}

function accountHome(): string {
  try {
    return userInfo().homedir;
  } catch {
    // An account that no list knows, as in many containers.
    return '';
  }
}

/** Those that are there, once each and without links on the way. */
async function reals(paths: readonly string[]): Promise<string[]> {
  const found = await Promise.all(paths.map(async (path) => realpath(path).catch(() => undefined)));
  return [...new Set(found.filter((path) => path !== undefined))];
}

async function mountsOf(how: 'read' | 'write' | 'hide', paths: readonly string[]): Promise<Mount[]> {
  const found = await reals(paths);
  const mounts = await Promise.all(
    found.map(async (path): Promise<Mount[]> => {
      const stat = await lstat(path).catch(() => undefined);
      return stat ? [{ how, path, isDir: stat.isDirectory() }] : [];
    }),
  );
  return mounts.flat();
}
