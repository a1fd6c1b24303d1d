/**
 * What people have approved: commands and configs, each by its hash and for one project. A file that is only ever
 * appended to, framed like a journal. A line that cannot be read approves nothing, and hides no other.
 */
import { createHash } from 'node:crypto';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { commandText, type Steps } from '../../machines/measures/command-line.js';
import type { Disk, DiskFile } from './disk.js';
import { makeDurableDir } from './durable-dir.js';
import { diskFull, orFault } from './fault.js';
import { encode } from './frame.js';
import { segmentsOf } from './segments.js';

const textCharsMax = 2000;

export const Approval = z.object({
  time: z.int().min(0).max(Number.MAX_SAFE_INTEGER),
  kind: z.enum(['command', 'config']),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  /** For people: the command, or the path of the config. The hash decides. */
  text: z.string().max(textCharsMax),
  projectDir: z.string().min(1).max(4096),
  by: z.object({ user: z.string().min(1).max(200), tty: z.string().max(200).optional() }),
  note: z.string().max(textCharsMax).optional(),
});
export type Approval = z.infer<typeof Approval>;

/** Equal for every spelling of the same steps. */
export const commandHash = (steps: Steps): string => createHash('sha256').update(commandText(steps)).digest('hex');

export class Approvals {
  readonly #disk: Disk;
  readonly #root: string;

  /** `root` is the data directory. */
  constructor(disk: Disk, root: string) {
    this.#disk = disk;
    this.#root = root;
  }

  /** Durable when it returns. */
  async add(entry: Approval): Promise<void> {
    const text = entry.text.length > textCharsMax ? `${entry.text.slice(0, textCharsMax - 1)}…` : entry.text;
    // What could not be read again must not be written: the person would have approved in vain.
    const line = encode(JSON.stringify(Approval.parse({ ...entry, text, projectDir: resolve(entry.projectDir) })));
    await orFault('record the approval', async () => {
      await makeDurableDir(this.#disk, this.#root);
      const file = await this.#disk.openAppend(this.#path, { create: true });
      if (file === undefined) throw new Error('a file that may be made was not');
      await closing(file, async () => {
        if ((await file.append(line)) < line.length) throw diskFull('record the approval');
        await file.datasync();
      });
      await this.#disk.syncDir(this.#root);
    });
  }

  async has(kind: Approval['kind'], hash: string, projectDir: string): Promise<boolean> {
    const entries = await this.list(projectDir);
    return entries.some((entry) => entry.kind === kind && entry.hash === hash);
  }

  /** Oldest first. */
  async list(projectDir?: string): Promise<Approval[]> {
    const bytes = await orFault('read the approvals', () => this.#disk.readFile(this.#path));
    const entries = segmentsOf(bytes ?? Buffer.alloc(0), 0).flatMap((segment) =>
      segment.kind === 'record' ? parse(segment.json) : [],
    );
    return projectDir === undefined ? entries : entries.filter((entry) => entry.projectDir === resolve(projectDir));
  }

  get #path(): string {
    return join(this.#root, 'approvals.jsonl');
  }
}

async function closing(file: DiskFile, use: () => Promise<void>): Promise<void> {
  try {
    await use();
  } finally {
    await file.close();
  }
}

function parse(json: Buffer): Approval[] {
  try {
    const { data } = Approval.safeParse(JSON.parse(json.toString('utf8')));
    return data ? [data] : [];
  } catch {
    return [];
  }
}
