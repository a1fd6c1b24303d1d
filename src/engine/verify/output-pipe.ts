/**
 * One pipe for both outputs of a command, so that their lines stay in order. A named one, opened and unlinked at once:
 * the sockets that Node would make instead cannot be opened as `/dev/stderr`, which scripts do.
 */
import { execFile } from 'node:child_process';
import { closeSync, constants, openSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { makeTemporaryDir } from '../temporary-dir.js';
import { findTool } from './find-program.js';

/** Only what already lies in the pipe is waited for; a process that outlived the run must not hold up the answer. */
const drainMsMax = 1000;

export class OutputPipe {
  readonly #reader: Socket;
  readonly #ended: Promise<void>;

  private constructor(
    reader: number,
    /** Given to the command as its standard output and error. */
    readonly writer: number,
    onChunk: (chunk: Buffer) => void,
  ) {
    this.#reader = new Socket({ fd: reader, readable: true, writable: false });
    this.#reader.on('data', onChunk);
    // A pipe that cannot be read any more has ended as far as we are concerned.
    this.#ended = new Promise((resolve) => this.#reader.once('close', () => resolve()).on('error', () => resolve()));
  }

  static async open(onChunk: (chunk: Buffer) => void): Promise<OutputPipe> {
    const dir = await makeTemporaryDir('run');
    try {
      const path = join(dir, 'output');
      await promisify(execFile)((await findTool('mkfifo')) ?? '/usr/bin/mkfifo', ['-m', '600', path]);
      // The reader first and without waiting: opening the writer would wait for it.
      const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
      return new OutputPipe(reader, openSync(path, constants.O_WRONLY), onChunk);
    } finally {
      await rm(dir, { recursive: true, force: true });
    }
  }

  /** Call it when the command and all it started are gone. */
  async drain(): Promise<void> {
    closeSync(this.writer);
    // Only after one more look at the pipe: where the machine stood still, the time is over before anything was read.
    const timer = setTimeout(() => setImmediate(() => this.#reader.destroy()), drainMsMax);
    await this.#ended;
    clearTimeout(timer);
  }
}
