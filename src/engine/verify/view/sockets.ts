/**
 * Unix sockets that have a path on this machine. A read-only mount does not keep anybody from connecting to one, so each
 * is covered by itself.
 */
import { readFile } from 'node:fs/promises';

/** Whoever reaches one of these has the rights of who listens there, which is more than a network. */
const controls =
  /docker|containerd|crio|podman|buildkit|libvirt|lxd|incus|snapd|dbus|systemd|ssh|agent|gnupg|keyring|polkit|udev|cups|pulse|pipewire|wayland|X11|nscd/i;

/** As the system lists them; those of other network namespaces it does not. */
export async function socketPaths({ all }: { all: boolean }): Promise<string[]> {
  const table = await readFile('/proc/net/unix', 'latin1').catch(() => '');
  return socketsIn(table).filter((path) => all || controls.test(path));
}

/** `0000…: 00000002 00000000 00010000 0001 01 12345 /run/x.sock`; an abstract one starts with an @ and has no file. */
export function socketsIn(table: string): string[] {
  const paths = table.split('\n').flatMap((line) => /^\S+: (?:\S+ ){5} *\d+ (\/.*)$/.exec(line)?.[1] ?? []);
  return [...new Set(paths.map((path) => Buffer.from(path, 'latin1').toString('utf8')))];
}
