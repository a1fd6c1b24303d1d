/** What a process holds open: a socket it has let go of is no longer among them, whatever the other side does. */
import { once } from 'node:events';
import { readdirSync, readlinkSync } from 'node:fs';
import { connect } from 'node:net';
import { setTimeout as after } from 'node:timers/promises';

const socketsHeld = (pid: number): number =>
  readdirSync(`/proc/${pid}/fd`).filter((fd) => linkOf(`/proc/${pid}/fd/${fd}`).startsWith('socket:')).length;

function linkOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
}

/** Callers that say this much, hear the server out and never close their side: how many of them it goes on holding. */
export async function heldAfter({ pid, port, says }: { pid: number; port: number; says: string }): Promise<number> {
  const before = socketsHeld(pid);
  const callers = Array.from({ length: 10 }, () => {
    const caller = connect({ port, host: '127.0.0.1', allowHalfOpen: true }).resume();
    caller.write(says);
    return caller;
  });
  await Promise.all(callers.map(async (caller) => once(caller, 'end')));
  for (let tries = 0; tries < 100 && socketsHeld(pid) > before; tries += 1) await after(50);
  const held = socketsHeld(pid) - before;
  for (const caller of callers) caller.destroy();
  return held;
}
