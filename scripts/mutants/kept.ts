/** What earlier runs found, so that a campaign can be cut short and go on, and only what changed is asked again. */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export class Kept<T> {
  readonly #path: string;
  readonly #values: Record<string, T>;

  constructor(root: string, name: string) {
    const dir = join(root, 'node_modules/.cache/proctor-mutants');
    mkdirSync(dir, { recursive: true });
    this.#path = join(dir, `${name.replaceAll(/[^a-z]+/g, '-')}.json`);
    this.#values = this.#read();
  }

  get(key: string): T | undefined {
    return this.#values[key];
  }

  set(key: string, value: T): void {
    this.#values[key] = value;
  }

  save(): void {
    writeFileSync(`${this.#path}.new`, JSON.stringify(this.#values));
    renameSync(`${this.#path}.new`, this.#path);
  }

  #read(): Record<string, T> {
    try {
      return JSON.parse(readFileSync(this.#path, 'utf8')) as Record<string, T>;
    } catch {
      return {};
    }
  }
}

export const digest = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 24);
