/** Serves over HTTP until a signal asks to stop; what was acknowledged by then is on disk. */
import { HttpServing, type HttpOptions } from './http-server.js';
import type { Route } from './route.js';

/** Whatever hangs, such as a disk, the process is gone after this: nothing unfinished was acknowledged. */
const exitMsMax = 1900;

export async function serveHttp(
  routes: readonly Route[],
  options: HttpOptions,
  { listening, close }: { listening: (url: string) => void; close: () => Promise<void> },
): Promise<void> {
  const server = new HttpServing(routes, options);
  const url = await server.listen();
  // Only now: a server that cannot listen must end by a signal like any other program.
  const stopped = new Promise<void>((resolve) => {
    process.once('SIGINT', resolve).once('SIGTERM', resolve);
  });
  listening(url);
  await stopped;
  setTimeout(() => {
    options.log.notice('proctor: something did not end in time; exiting all the same, nothing acknowledged is lost');
    process.exit();
  }, exitMsMax).unref();
  await server.stop(close);
}
