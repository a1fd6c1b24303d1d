/**
 * Finds out by trying, once for each process, how well commands can be kept apart here, and says it in words. Nothing
 * is taken for granted from a version or a file: containers have the tools and not the rights.
 */
import { spawn } from 'node:child_process';
import { cgroupHomes, type CgroupHome } from './cgroup-home.js';
import { findTool } from './find-program.js';
import type { IsolationKind, LoopbackRaiser, Sandbox, Tools } from './launch-options.js';
import type { LimitsInForce } from './limits.js';
import { RunCgroup } from './run-cgroup.js';
import { markVariable, newMark } from './run-mark.js';
import { launchLine, raisers } from './sandbox.js';

export interface Isolation {
  readonly kind: IsolationKind;
  readonly pidNamespace: boolean;
  readonly network: 'none' | 'open';
  /** `tree`: it writes to its tree only, and sees neither the store nor the home directory. */
  readonly files: 'tree' | 'open';
  readonly diesWithServer: boolean;
  /** What the command is held to: `processes 512 (cgroup)`. */
  readonly limits: readonly string[];
  /** What is not in force, in words: `no memory limit`. */
  readonly absent: readonly string[];
}

export interface Detection {
  readonly sandbox: Sandbox;
  readonly cgroupHomes: readonly CgroupHome[];
  /** The better kinds and why they do not work here. */
  readonly unusable: readonly { readonly kind: IsolationKind; readonly why: string }[];
  /** One line for the log at the server's start. */
  readonly line: string;
}

type Tried = { readonly sandbox: Sandbox } | { readonly why: string };

const kinds = ['bubblewrap', 'unshare', 'process-group'] as const;
const probeTimeoutMs = 5000;

const tried = new Map<IsolationKind, Promise<Tried>>();
let toolsFound: Promise<Tools> | undefined;
let homesFound: Promise<CgroupHome[]> | undefined;
let detected: Promise<Detection> | undefined;

export function detectIsolation(): Promise<Detection> {
  return (detected ??= detect());
}

/** The sandbox of a kind, or why it does not work here. */
export function trySandbox(kind: IsolationKind): Promise<Tried> {
  let trying = tried.get(kind);
  if (!trying) tried.set(kind, (trying = probe(kind)));
  return trying;
}

/** The control groups a process was really seen to enter. */
export function usableCgroupHomes(): Promise<CgroupHome[]> {
  return (homesFound ??= probeCgroups());
}

async function detect(): Promise<Detection> {
  const unusable: { kind: IsolationKind; why: string }[] = [];
  const homes = await usableCgroupHomes();
  for (const kind of kinds) {
    const result = await trySandbox(kind);
    if ('why' in result) {
      unusable.push({ kind, why: result.why });
      continue;
    }
    const { sandbox } = result;
    return { sandbox, cgroupHomes: homes, unusable, line: lineOf(sandbox, homes, unusable) };
  }
  throw new Error(`Verify commands cannot be run here: ${unusable.map(({ why }) => why).join('; ')}`);
}

/** Without a mount namespace. */
const openFiles = ['the store, the home directory and all files of the user are open to it, and every Unix socket'];

/** What is in force for one run. */
export function isolationOf(
  { kind, tools, closesNetwork, hasLoopback }: Sandbox,
  asked: { network: boolean },
  { limits, absent, listsAll }: LimitsInForce,
): Isolation {
  const pidNamespace = kind !== 'process-group';
  const closed = closesNetwork && !asked.network;
  return {
    kind,
    pidNamespace,
    network: closed ? 'none' : 'open',
    diesWithServer: pidNamespace,
    files: pidNamespace ? 'tree' : 'open',
    limits,
    absent: [
      ...(pidNamespace ? [] : openFiles),
      ...(pidNamespace ? [] : ['no PID namespace', 'the server and its environment are in sight']),
      ...(pidNamespace || listsAll
        ? []
        : ['a process that leaves its session and clears its environment outlives the run']),
      ...(pidNamespace ? [] : ['a killed server leaves processes until the next start']),
      ...(closed || asked.network ? [] : ['network not closed']),
      ...(closed && !hasLoopback ? ['loopback is down'] : []),
      ...(kind !== 'process-group' || tools.setpriv !== undefined ? [] : ['new privileges not denied']),
      ...absent,
    ],
  };
}

function lineOf(sandbox: Sandbox, homes: readonly CgroupHome[], unusable: Detection['unusable']): string {
  const { kind, closesNetwork, hasLoopback } = sandbox;
  const controllers = homes.flatMap((home) => home.controllers);
  const apart = kind === 'process-group' ? 'in a process group only' : `in a PID namespace of their own (${kind})`;
  const network = closesNetwork
    ? `network can be closed${hasLoopback ? '' : ', loopback too is down then'}`
    : 'network stays open';
  const groups = controllers.length > 0 ? `control groups limit ${controllers.join(' and ')}` : 'no control groups';
  const missing = unusable.map((one) => `; ${one.kind} is not used: ${one.why}`).join('');
  return `Verify commands run ${apart}; ${network}; ${groups}${missing}.`;
}

async function probe(kind: IsolationKind): Promise<Tried> {
  const tools = await (toolsFound ??= findTools());
  const base = { kind, tools, isRoot: process.getuid?.() === 0, closesNetwork: false, hasLoopback: true };
  if (kind === 'bubblewrap' && tools.bwrap === undefined) return { why: 'bwrap is not installed' };
  if (kind === 'unshare') {
    if (tools.unshare === undefined) return { why: 'unshare is not installed' };
    if (tools.setpriv === undefined) return { why: 'setpriv is not installed' };
    if (!tools.mount || !tools.umount || !tools.pivotRoot) return { why: 'mount or pivot_root is not installed' };
  }
  if (kind !== 'process-group') {
    const closed = { ...base, closesNetwork: true };
    if (kind === 'unshare') {
      const raiser = await findRaiser(closed);
      if (raiser) return { sandbox: { ...closed, raiser } };
    }
    if ((await failure(closed)) === undefined) {
      return { sandbox: { ...closed, hasLoopback: kind === 'bubblewrap' } };
    }
  }
  const why = await failure(base);
  return why === undefined ? { sandbox: base } : { why };
}

async function findTools(): Promise<Tools> {
  const [sh, setpriv, unshare, bwrap, prlimit, mount, umount, pivotRoot] = await Promise.all(
    ['sh', 'setpriv', 'unshare', 'bwrap', 'prlimit', 'mount', 'umount', 'pivot_root'].map((name) => findTool(name)),
  );
  return { sh: sh ?? '/bin/sh', setpriv, unshare, bwrap, prlimit, mount, umount, pivotRoot };
}

async function findRaiser(sandbox: Sandbox): Promise<LoopbackRaiser | undefined> {
  for (const { tool, script } of raisers) {
    const path = await findTool(tool);
    if (path === undefined) continue;
    const strict = { path, script: `${script} || exit 1` };
    if ((await failure({ ...sandbox, raiser: strict })) === undefined) return { path, script };
  }
  return undefined;
}

/** Drops the homes that will not take a process in. */
async function probeCgroups(): Promise<CgroupHome[]> {
  const tools = await (toolsFound ??= findTools());
  const plain = { kind: 'process-group', tools, isRoot: false, closesNetwork: false, hasLoopback: true } as const;
  const usable: CgroupHome[] = [];
  for (const home of await cgroupHomes()) {
    const mark = await newMark();
    const group = mark && (await RunCgroup.create([home], mark, { processesMax: 16, memoryBytesMax: 2 ** 28 }));
    if (!group) continue;
    if ((await failure(plain, group.dirs)) === undefined) usable.push(home);
    await group.kill();
    await group.remove();
  }
  return usable;
}

/** Why a command that does nothing did not succeed in the sandbox; nothing if it did. */
async function failure(sandbox: Sandbox, cgroupDirs: readonly string[] = []): Promise<string | undefined> {
  const options = { closeNetwork: sandbox.closesNetwork, cwd: '/', cgroupDirs, keepsCapabilities: [] };
  const [file = '', ...args] = launchLine(sandbox, [sandbox.tools.sh, '-c', ':'], options);
  const mark = await newMark();
  return new Promise((resolve) => {
    const child = spawn(file, args, {
      cwd: '/',
      env: mark === undefined ? {} : { [markVariable]: mark },
      stdio: ['ignore', 'ignore', 'pipe'],
      timeout: probeTimeoutMs,
      killSignal: 'SIGKILL',
    });
    let said = '';
    child.stderr.on('data', (chunk: Buffer) => (said = `${said}${chunk.toString()}`.slice(0, 500)));
    child.on('error', (error) => resolve(error.message));
    child.on('close', (code, signal) => {
      const how = signal === null ? `it exits with ${code ?? 'nothing'}` : `it ends by ${signal}`;
      const [firstLine = ''] = said.trim().split('\n');
      resolve(code === 0 ? undefined : firstLine === '' ? how : firstLine);
    });
  });
}
