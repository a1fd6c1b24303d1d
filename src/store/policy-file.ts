/**
 * Reads a project's `proctor.config.json`. A broken one stops the call and names every wrong field: half a policy would
 * allow what its author meant to forbid. Never read through a link that leaves the project.
 */
import { createHash } from 'node:crypto';
import { realpath } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { badPattern } from '../../machines/measures/allowed-command.js';
import { badGlob } from '../../machines/measures/glob.js';
import { ProjectConfig } from '../../machines/schema/policy.js';
import { codeOf, type Disk } from './disk.js';
import { Fault, orFault } from './fault.js';
import { listed, schemaProblems } from './schema-problems.js';

export const configName = 'proctor.config.json';
export const configBytesMax = 256 * 1024;

export interface Policy {
  readonly config: ProjectConfig;
  /** SHA-256 of the file's bytes, or `none` where there is no file. */
  readonly hash: string;
  readonly path: string;
}

export async function loadPolicy(disk: Disk, projectDir: string): Promise<Policy> {
  const path = join(projectDir, configName);
  const bytes = await readConfig(disk, projectDir, path);
  const read = bytes === undefined ? { config: ProjectConfig.parse({}), problems: [] } : readProjectConfig(bytes);
  if (read.config === undefined || read.problems.length > 0) throw badConfig(path, read.problems);
  return { config: read.config, hash: hashOf(bytes), path };
}

/** The hash alone, whatever the file says: to notice a change before a run. */
export async function policyHash(disk: Disk, projectDir: string): Promise<string> {
  return hashOf(await readConfig(disk, projectDir, join(projectDir, configName)));
}

const hashOf = (bytes: Buffer | undefined) =>
  bytes === undefined ? 'none' : createHash('sha256').update(bytes).digest('hex');

async function readConfig(disk: Disk, projectDir: string, path: string): Promise<Buffer | undefined> {
  return orFault(`read ${path}`, async () => {
    const found = await disk.stat(path);
    if (found === undefined) return undefined;
    if (found.directory) throw badConfig(path, ['it is a directory']);
    if (found.size > configBytesMax) throw tooLarge(path);
    const bytes = await disk.readFile(path).catch(async (error: unknown) => {
      if (codeOf(error) !== 'ELOOP') throw error;
      const target = await linkedWithin(projectDir, path);
      if (((await disk.stat(target))?.size ?? 0) > configBytesMax) throw tooLarge(path);
      return disk.readFile(target);
    });
    // It may have grown since.
    if (bytes !== undefined && bytes.length > configBytesMax) throw tooLarge(path);
    return bytes;
  });
}

async function linkedWithin(projectDir: string, path: string): Promise<string> {
  const [project, target] = await Promise.all([realpath(projectDir), realpath(path).catch(() => undefined)]);
  if (target?.startsWith(project + sep)) return target;
  throw badConfig(path, [target === undefined ? 'it is a link to nothing' : 'it is a link that leaves the project']);
}

const tooLarge = (path: string) => badConfig(path, [`it has more than ${configBytesMax} bytes`]);

export function badConfig(path: string, problems: readonly string[]): Fault {
  return new Fault('BAD_CONFIG', `${path}: ${listed(problems)}.`, {
    retry: false,
    fix: 'Have a person correct the file; docs/tickets.md lists every field.',
  });
}

interface Read {
  readonly config?: ProjectConfig;
  readonly problems: readonly string[];
}

function readProjectConfig(bytes: Buffer): Read {
  let json: unknown;
  try {
    json = JSON.parse(bytes.toString('utf8').replace(/^\uFEFF/, ''));
  } catch (error) {
    return { problems: [`it is no JSON: ${error instanceof Error ? error.message : 'unreadable'}`] };
  }
  const parsed = ProjectConfig.safeParse(json);
  if (!parsed.success) return { problems: schemaProblems(ProjectConfig, parsed.error) };
  return { config: parsed.data, problems: [...badPatterns(parsed.data), ...badGlobs(parsed.data)] };
}

/** A pattern that can match nothing, or not what it seems to, is an error like any other. */
const badPatterns = ({ commands }: ProjectConfig) =>
  commands.allow.flatMap((pattern, at) => {
    const reason = badPattern(pattern);
    return reason === undefined ? [] : [`commands.allow.${at}: ${reason}; only a * that stands alone is a wildcard`];
  });

const badGlobs = (config: ProjectConfig) =>
  config.protected.flatMap((path, at) => {
    const reason = badGlob(path.replace(/(\.json)#.+$/, '$1'));
    return reason === undefined ? [] : [`protected.${at}: the pattern ${reason}`];
  });
