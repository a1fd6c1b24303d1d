/**
 * The words put in front of a command so that it runs apart from the server. Pure: which of them work here is found out
 * by `isolation.ts`. The two scripts are constants, and the command reaches them as arguments, never as text.
 */
import { markVariable } from './run-mark.js';

export type IsolationKind = 'bubblewrap' | 'unshare' | 'process-group';

export interface Tools {
  readonly sh: string;
  readonly setpriv?: string | undefined;
  readonly unshare?: string | undefined;
  readonly bwrap?: string | undefined;
  readonly prlimit?: string | undefined;
}

/** A program that can raise the loopback interface of a new network namespace, and the words for it. */
export interface LoopbackRaiser {
  readonly path: string;
  readonly script: string;
}

export interface Sandbox {
  readonly kind: IsolationKind;
  readonly tools: Tools;
  readonly isRoot: boolean;
  readonly closesNetwork: boolean;
  /** Whether tests can talk to themselves over 127.0.0.1 while the network is closed. */
  readonly hasLoopback: boolean;
  readonly raiser?: LoopbackRaiser | undefined;
}

export interface LaunchOptions {
  readonly closeNetwork: boolean;
  readonly cwd: string;
  /** With it, everything but these directories is read-only. Only bubblewrap can. */
  readonly writable?: readonly string[] | undefined;
  readonly cgroupDirs: readonly string[];
  readonly processesMax?: number | undefined;
  /** Where bubblewrap reports the process whose end is the end of all. */
  readonly infoFd?: number | undefined;
}

/**
 * Joins the control groups before anything is started. The parent is compared because the death signal, asked for one
 * step earlier, is never sent by a server that was already dead by then.
 */
const enter = `[ "$PPID" = "$1" ] || exit 125
shift
while [ "$1" != -- ]; do echo 0 > "$1/cgroup.procs" || exit 125; shift; done
shift
exec "$@"`;

/**
 * The first process of the namespace: it collects orphans, which a command that is first itself would not, and signals
 * work on the command as they do elsewhere. Its end is the end of all others. It keeps the run's mark to itself: a
 * command should not behave differently because it is being checked.
 */
const firstProcess = (raise: string) => `${raise}
shift
unset ${markVariable}
"$@"
exit $?`;

/** Tried in this order. Perl is there on systems so small that they have neither of the others. */
export const raisers: readonly { readonly tool: string; readonly script: string }[] = [
  { tool: 'ip', script: '"$1" link set lo up >/dev/null 2>&1' },
  { tool: 'ifconfig', script: '"$1" lo up >/dev/null 2>&1' },
  {
    tool: 'perl',
    // SIOCSIFFLAGS with IFF_UP | IFF_LOOPBACK | IFF_RUNNING
    script: `"$1" -e 'socket(my $s, 2, 2, 0) or exit 1; my $r = pack("a16s", "lo", 0x49); ioctl($s, 0x8914, $r) or exit 1' >/dev/null 2>&1`,
  },
];

/** The whole command line: `argv[0]` must hold a slash, or the shell could take it for a word of its own. */
export function launchLine(sandbox: Sandbox, argv: readonly string[], options: LaunchOptions): string[] {
  const { tools, kind } = sandbox;
  // A set-user-id bubblewrap needs the very privileges this flag denies; it denies them to the command itself.
  const denied = kind === 'bubblewrap' ? [] : ['--no-new-privs'];
  const diesWithServer = tools.setpriv === undefined ? [] : [tools.setpriv, ...denied, '--pdeathsig', 'KILL', '--'];
  const entered = [tools.sh, '-c', enter, 'sh', String(process.pid), ...options.cgroupDirs, '--'];
  const limited =
    options.processesMax === undefined || tools.prlimit === undefined
      ? []
      : [tools.prlimit, `--nproc=${options.processesMax}`, '--'];
  return [...diesWithServer, ...entered, ...apart(sandbox, options), ...limited, ...argv];
}

function apart(sandbox: Sandbox, options: LaunchOptions): string[] {
  switch (sandbox.kind) {
    case 'bubblewrap':
      return bubblewrap(sandbox, options);
    case 'unshare':
      return unshare(sandbox, options);
    case 'process-group':
      return [];
  }
}

function bubblewrap({ tools, isRoot }: Sandbox, { closeNetwork, cwd, writable, infoFd }: LaunchOptions): string[] {
  const files =
    writable === undefined
      ? ['--dev-bind', '/', '/']
      : ['--ro-bind', '/', '/', '--dev-bind', '/dev', '/dev', ...writable.flatMap((dir) => ['--bind', dir, dir])];
  return [
    ...[tools.bwrap ?? 'bwrap', '--die-with-parent', '--new-session', '--unshare-pid'],
    ...(closeNetwork ? ['--unshare-net'] : []),
    ...files,
    ...['--proc', '/proc', '--chdir', cwd, '--unsetenv', markVariable],
    // Root in a container works on files of other users; without its capabilities it could not even read them.
    ...(isRoot ? ['--cap-add', 'ALL'] : []),
    ...(infoFd === undefined ? [] : ['--info-fd', String(infoFd)]),
    '--',
  ];
}

function unshare({ tools, isRoot, raiser }: Sandbox, { closeNetwork }: LaunchOptions): string[] {
  // The user stays who it is: tests that see themselves as root behave differently.
  const asUser = isRoot ? [] : ['--user', '--map-current-user', '--keep-caps'];
  const dropped = isRoot ? [] : [tools.setpriv ?? 'setpriv', '--inh-caps=-all', '--ambient-caps=-all', '--'];
  const raise = closeNetwork && raiser ? raiser : { path: '', script: '' };
  return [
    ...[tools.unshare ?? 'unshare', ...asUser, '--pid', '--fork', '--kill-child', '--mount-proc'],
    ...(closeNetwork ? ['--net'] : []),
    ...['--', tools.sh, '-c', firstProcess(raise.script), 'sh', raise.path],
    ...dropped,
  ];
}
