/**
 * The same as `bubblewrap.ts` with the tools of util-linux: a shell script, which is a constant and is handed the mounts
 * as arguments, builds the view in a mount namespace, moves into it and gives up every capability. Pure.
 */
import { dropCapabilities } from './capabilities.js';
import type { LaunchOptions, Sandbox } from './launch-options.js';
import { markVariable } from './run-mark.js';
import type { Mount } from './view/view.js';

export function unshare(
  { tools, isRoot, raiser }: Sandbox,
  { closeNetwork, cwd, view, keepsCapabilities }: LaunchOptions,
): string[] {
  // The user stays who it is: tests that see themselves as root behave differently.
  const asUser = isRoot ? [] : ['--user', '--map-current-user', '--keep-caps'];
  const raise = closeNetwork && raiser ? raiser : { path: '', script: '' };
  const needed = [raise.path, tools.mount ?? 'mount', tools.umount ?? 'umount', tools.pivotRoot ?? 'pivot_root'];
  return [
    ...[tools.unshare ?? 'unshare', ...asUser, '--mount', '--ipc', '--pid', '--fork', '--kill-child'],
    ...(closeNetwork ? ['--net'] : []),
    ...['--', tools.sh, '-c', setUp(raise.script), 'sh', ...needed, stage, cwd],
    ...(view?.mounts ?? []).flatMap(words),
    ...['--', ...dropCapabilities(tools.setpriv ?? 'setpriv', keepsCapabilities), tools.sh, '-c', firstProcess, 'sh'],
  ];
}

/** Where the new root is put together. Always there, and no place for a project. */
const stage = '/sys/fs';

function words(mount: Mount): string[] {
  if (mount.how === 'private') return ['private', mount.mode, mount.path];
  return [mount.how, mount.isDir ? 'dir' : 'file', mount.path];
}

/**
 * The first process of the namespace: it collects orphans, which a command that is first itself would not, and signals
 * work on the command as they do elsewhere. Its end is the end of all others. It keeps the run's mark to itself: a
 * command should not behave differently because it is being checked.
 */
const firstProcess = `unset ${markVariable}
"$@"
exit $?`;

/** Any step that fails ends it: a run that is kept apart only in part is not what the result will claim. */
const setUp = (raise: string) => `
fail() { echo "proctor: the sandbox could not be set up: $1" >&2; exit 125; }
${raise}
mount=$2 umount=$3 pivot=$4 stage=$5 cwd=$6
shift 6
# Until the rights are given up, no program of the project's may be taken for one of the system's.
theirs=$PATH
PATH=\${mount%/*}:/usr/bin:/bin:/usr/sbin:/sbin
root=$stage/root
# Makes all mounts at and below a place read-only, and keeps their other options, which may be locked.
lock() {
  while read -r id parent device from point options rest; do
    case $point in "$1"|"$1"/*) ;; *) continue ;; esac
    case $options in ro|ro,*) continue ;; esac
    case $point in *\\\\*|*%*) point=$(printf "$(printf %s "$point" | sed 's/%/%%/g')") ;; esac
    "$mount" -c -o "remount,bind,ro\${options#rw}" "$point" || fail "$point stays writable"
  done < /proc/self/mountinfo
}
# A place to mount on, in what was just mounted empty.
place() {
  [ -e "$root$2" ] && return
  if [ "$1" = dir ]; then mkdir -p "$root$2"; else mkdir -p "$root\${2%/*}" && : > "$root$2"; fi || fail "$2 has no place"
}
bind() { "$mount" -c --rbind "$1" "$root$2" || fail "no $2"; }
"$mount" -t tmpfs -o mode=0755,nosuid,nodev tmpfs "$stage" && mkdir "$root" "$stage/ro" "$stage/none" || fail "no room at $stage"
"$mount" -t tmpfs -o mode=0755 tmpfs "$stage/none" && : > "$stage/none/file" && mkdir "$stage/none/dir" || fail "no room at $stage"
chmod 0 "$stage/none/file" && "$mount" -c -o remount,bind,ro,nosuid,nodev "$stage/none" || fail 'nothing to hide with'
# A copy that is locked once: whatever is taken from it is read-only as well.
"$mount" -c --rbind / "$stage/ro" && "$umount" -l "$stage/ro$stage" || fail 'no copy of the root'
lock "$stage/ro"
bind "$stage/ro" ''
"$mount" -t tmpfs -o mode=0755,nosuid tmpfs "$root/dev" || fail 'no devices'
for name in null zero full random urandom tty; do
  : > "$root/dev/$name" && "$mount" -c --bind "/dev/$name" "$root/dev/$name" || fail "no /dev/$name"
done
mkdir "$root/dev/pts" "$root/dev/shm" "$root/dev/old" || fail 'no devices'
"$mount" -t devpts -o newinstance,ptmxmode=0666,mode=0620 devpts "$root/dev/pts" || fail 'no terminals'
"$mount" -t tmpfs -o mode=1777,nosuid,nodev tmpfs "$root/dev/shm" || fail 'no shared memory'
ln -s pts/ptmx "$root/dev/ptmx" && ln -s /proc/self/fd "$root/dev/fd" || fail 'no devices'
ln -s fd/0 "$root/dev/stdin" && ln -s fd/1 "$root/dev/stdout" && ln -s fd/2 "$root/dev/stderr" || fail 'no devices'
"$mount" -t proc -o nosuid,nodev,noexec proc "$root/proc" || fail 'no processes'
while [ "$1" != -- ]; do
  case $1 in
    private) place dir "$3"; "$mount" -t tmpfs -o "mode=$2,nosuid,nodev" tmpfs "$root$3" || fail "no $3" ;;
    read) if [ -e "$3" ]; then place "$2" "$3"; bind "$stage/ro$3" "$3"; fi ;;
    write) place "$2" "$3"; bind "$3" "$3" ;;
    hide) place "$2" "$3"; bind "$stage/none/$2" "$3" ;;
  esac
  shift 3
done
shift
cd "$root" && "$pivot" . dev/old && "$umount" -l /dev/old && rmdir /dev/old || fail 'no way into it'
cd "$cwd" || fail "no $cwd"
PATH=$theirs
exec "$@"`;
