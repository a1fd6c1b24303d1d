/** Reads what is piped in, whole: never more than a limit, and never for ever. */
import type { Readable } from 'node:stream';

export interface InputLimits {
  readonly bytesMax: number;
  readonly waitMs: number;
}

export async function readInput(stream: Readable, { bytesMax, waitMs }: InputLimits): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  const limit = { isPassed: false };
  const timer = setTimeout(() => {
    limit.isPassed = true;
    // Also lets the process end: whoever holds the other end of the pipe may never let go.
    stream.destroy();
  }, waitMs);
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes > bytesMax) break;
    }
  } catch (error) {
    if (!limit.isPassed) throw error;
  } finally {
    clearTimeout(timer);
    stream.destroy();
  }
  if (limit.isPassed) throw new Error(`stdin did not end within ${waitMs / 1000} s`);
  if (bytes > bytesMax) throw new Error(`more than ${bytesMax / 1024} KiB came on stdin`);
  return Buffer.concat(chunks).toString('utf8');
}
