/**
 * The words put in front of a command so that it runs apart from the server. Pure: which of them work here is found out
 * by `isolation.ts`. The scripts are constants, and the command reaches them as arguments, never as text.
 */
import { bubblewrap } from './bubblewrap.js';
import type { LaunchOptions, Sandbox } from './launch-options.js';
import { unshare } from './unshare.js';

/**
 * Joins the control groups before anything is started. The parent is compared because the death signal, asked for one
 * step earlier, is never sent by a server that was already dead by then.
 */
const enter = `[ "$PPID" = "$1" ] || exit 125
shift
while [ "$1" != -- ]; do echo 0 > "$1/cgroup.procs" || exit 125; shift; done
shift
exec "$@"`;

/** Tells apart a command that fails from a sandbox that could not be set up. */
const ready = (fd: number) => `echo ready >&${fd}
exec ${fd}>&-
exec "$@"`;

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
  const told = options.readyFd === undefined ? [] : [tools.sh, '-c', ready(options.readyFd), 'sh'];
  return [...diesWithServer, ...entered, ...apart(sandbox, options), ...told, ...limited, ...argv];
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
