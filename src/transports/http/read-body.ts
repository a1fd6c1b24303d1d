/** Reads the body of a request as JSON, up to a limit and no further. */
import type { IncomingMessage } from 'node:http';
import { requestBytesMax } from '../../tools/call.js';
import { shuttingDown, type HttpRefusal } from './refusal.js';

export type Body =
  | { readonly ok: true; readonly json: unknown }
  /** Without a refusal there is nobody left to be told. */
  | { readonly ok: false; readonly refusal: HttpRefusal | undefined };

const tooLarge: HttpRefusal = {
  status: 413,
  code: 'REQUEST_TOO_LARGE',
  message: `A request has at most ${requestBytesMax} bytes.`,
  fix: 'Split the batch, shorten findings and evidence.',
};

const wrongType: HttpRefusal = {
  status: 415,
  code: 'WRONG_CONTENT_TYPE',
  message: 'The body has to be JSON, as it is.',
  fix: 'Send Content-Type: application/json and no Content-Encoding.',
};

const notJson: HttpRefusal = {
  status: 400,
  code: 'NOT_JSON',
  message: 'The body is not JSON.',
  fix: 'Send one JSON-RPC message, in UTF-8.',
};

/** Bytes that are no UTF-8 are not quietly others. */
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Reading ends when `signal` says so: what has not arrived by then is not waited for. */
export async function readBody(req: IncomingMessage, signal: AbortSignal): Promise<Body> {
  const { 'content-type': type = '', 'content-encoding': encoding = 'identity' } = req.headers;
  const isJson = /^application\/json\s*(;|$)/i.test(type);
  if (!isJson || encoding.toLowerCase() !== 'identity') return { ok: false, refusal: wrongType };
  if (Number(req.headers['content-length'] ?? 0) > requestBytesMax) return { ok: false, refusal: tooLarge };
  const bytes = await upTo(req, requestBytesMax, signal);
  if (typeof bytes === 'string') return { ok: false, refusal: ends[bytes] };
  try {
    return { ok: true, json: JSON.parse(utf8.decode(bytes)) as unknown };
  } catch {
    return { ok: false, refusal: notJson };
  }
}

const ends = { 'too large': tooLarge, stopped: shuttingDown, gone: undefined } as const;

/** `gone` where the sender hung up or took too long. */
async function upTo(req: IncomingMessage, bytesMax: number, signal: AbortSignal): Promise<Buffer | keyof typeof ends> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  let off: () => void = () => undefined;
  try {
    return await new Promise((resolve) => {
      const onData = (chunk: Buffer) => {
        chunks.push(chunk);
        bytes += chunk.length;
        if (bytes > bytesMax) resolve('too large');
      };
      const onStop = () => resolve('stopped');
      off = () => {
        req.off('data', onData);
        signal.removeEventListener('abort', onStop);
      };
      req.on('data', onData).once('end', () => resolve(Buffer.concat(chunks)));
      req.once('error', () => resolve('gone')).once('close', () => resolve('gone'));
      signal.addEventListener('abort', onStop);
      if (signal.aborted) onStop();
    });
  } finally {
    // What still comes is thrown away by whoever answers.
    off();
  }
}
