/** The config a project has already, and writing one so that no reader ever sees half of it. */
import { open, realpath, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ProjectConfig } from '../../../machines/schema/policy.js';
import { codeOf } from '../../store/disk.js';
import { Fault } from '../../store/fault.js';
import { plainText } from '../../store/plain-file.js';
import { configBytesMax, configName, loadPolicy } from '../../store/policy-file.js';
import { realDisk } from '../../store/real-disk.js';
import { plain } from '../../views/escape.js';

export type ConfigThere =
  | { readonly kind: 'none' }
  | { readonly kind: 'bad'; readonly problem: string }
  /** `written` holds the fields that stand in the file, `config` also the defaults. */
  | { readonly kind: 'sound'; readonly config: ProjectConfig; readonly written: Readonly<Record<string, unknown>> };

export async function configThere(dir: string): Promise<ConfigThere> {
  try {
    const { config, hash, path } = await loadPolicy(realDisk, dir);
    if (hash === 'none') return { kind: 'none' };
    // It has just been read as an object with these fields.
    const written = JSON.parse(((await plainText(path, configBytesMax)) ?? '').replace(/^\uFEFF/, '')) as Record<
      string,
      unknown
    >;
    return { kind: 'sound', config, written };
  } catch (error) {
    if (error instanceof Fault && error.code === 'BAD_CONFIG') return { kind: 'bad', problem: error.message };
    throw error;
  }
}

/** A link that is there stays one. */
export async function writeConfig(dir: string, text: string): Promise<void> {
  const path = join(dir, configName);
  const target = await realpath(path).catch(() => path);
  const temporary = `${target}.${process.pid}.new`;
  try {
    const file = await open(temporary, 'wx');
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, target);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw new Fault('STORE_FAILED', `Could not write ${plain(path)} (${codeOf(error) ?? String(error)}).`, {
      retry: false,
      fix: 'Check the disk and your rights on the directory.',
      cause: error,
    });
  }
}
