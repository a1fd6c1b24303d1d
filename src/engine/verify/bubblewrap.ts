/** The words for bubblewrap. Pure: what the run sees is decided in `view/`. */
import { dropCapabilities } from './capabilities.js';
import type { LaunchOptions, Sandbox } from './launch-options.js';
import { markVariable } from './run-mark.js';
import type { Mount } from './view/view.js';

export function bubblewrap(
  { tools, isRoot }: Sandbox,
  { closeNetwork, cwd, view, infoFd, keepsCapabilities }: LaunchOptions,
): string[] {
  // Bubblewrap leaves the set that bounds what root can regain; only somebody who may change it can empty it.
  const drops = isRoot && tools.setpriv !== undefined ? dropCapabilities(tools.setpriv, keepsCapabilities) : [];
  const kept = drops.length > 0 ? [...keepsCapabilities, 'CAP_SETPCAP'] : keepsCapabilities;
  return [
    ...[tools.bwrap ?? 'bwrap', '--die-with-parent', '--new-session', '--unshare-pid', '--unshare-ipc'],
    ...(closeNetwork ? ['--unshare-net'] : []),
    ...['--cap-drop', 'ALL', ...kept.flatMap((name) => ['--cap-add', name])],
    // The devices before the rest: a tree may be in /dev/shm.
    ...['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc'],
    ...(view?.mounts ?? []).flatMap(words),
    ...['--chdir', cwd, '--unsetenv', markVariable],
    ...(infoFd === undefined ? [] : ['--info-fd', String(infoFd)]),
    '--',
    ...drops,
  ];
}

function words(mount: Mount): string[] {
  const { path } = mount;
  switch (mount.how) {
    case 'private':
      return ['--perms', mount.mode, '--tmpfs', path];
    case 'read':
      return ['--ro-bind-try', path, path];
    case 'write':
      return ['--bind', path, path];
    case 'hide':
      return mount.isDir
        ? ['--perms', '0555', '--tmpfs', path, '--remount-ro', path]
        : ['--ro-bind', '/dev/null', path];
  }
}
