/**
 * The protocols a server has: those that ship and the project allows, and the project's own files, read once at the
 * start. What the project demands of roots is put into each, so that it is frozen with it.
 */
import { realpath } from 'node:fs/promises';
import { join, sep } from 'node:path';
import type { ProjectConfig } from '../../machines/schema/policy.js';
import type { Protocol } from '../../machines/schema/protocol.js';
import { codeOf, type Disk } from './disk.js';
import { orFault } from './fault.js';
import { badConfig, configName } from './policy-file.js';
import { badProtocol, protocolIn } from './protocol-files.js';

/** A protocol of every field at its longest is a few kilobytes. */
export const protocolBytesMax = 64 * 1024;

export interface ProjectPlace {
  readonly disk: Disk;
  readonly projectDir: string;
  readonly config: Pick<ProjectConfig, 'protocol' | 'protocols'>;
}

/** The project's default first: it is used where none is named. */
export async function projectProtocols(
  shipped: ReadonlyMap<string, Protocol>,
  { disk, projectDir, config }: ProjectPlace,
): Promise<Map<string, Protocol>> {
  const { allow, files, rootsMin } = config.protocols;
  const own = new Map<string, Protocol>();
  const paths = files.map((file) => join(projectDir, file));
  const twice = files.filter((_, at) => paths.indexOf(paths[at] ?? '') < at);
  if (twice.length > 0)
    throw badConfig(
      join(projectDir, configName),
      [...new Set(twice)].map((file) => `protocols.files: ${file} is listed twice; name it once`),
    );
  for (const path of paths) {
    const protocol = protocolIn(path, await readInside(disk, projectDir, path));
    const { name } = protocol;
    if (shipped.has(name)) throw badProtocol(path, [`name: ${name} ships with Proctor; choose another name`]);
    if (own.has(name)) throw badProtocol(path, [`name: another of the project's files is ${name} too`]);
    own.set(name, protocol);
  }
  const known = new Map([...shipped, ...own]);
  const problems = (allow ?? [])
    .filter((name) => !known.has(name))
    .map((name) => `protocols.allow: there is no protocol ${name}; there are ${names(known)}`);
  // Who adds a file means it to be chosen; `allow` is about those that ship.
  const chosen = new Map([...known].filter(([name]) => own.has(name) || (allow?.includes(name) ?? true)));
  const first = chosen.get(config.protocol);
  // Where none of the names allowed is known, correcting those comes first.
  if (!first && chosen.size > 0)
    problems.push(`protocol: the default ${config.protocol} is not among those allowed (${names(chosen)}); name one`);
  if (problems.length > 0 || !first) throw badConfig(join(projectDir, configName), problems);
  const ordered = [first, ...[...chosen.values()].filter((each) => each !== first)];
  return new Map(ordered.map((protocol) => [protocol.name, withRootsMin(protocol, rootsMin)]));
}

const names = (protocols: ReadonlyMap<string, unknown>): string => [...protocols.keys()].join(', ');

/** A floor, where there may be more than one root at all. */
function withRootsMin(protocol: Protocol, floor: number | undefined): Protocol {
  if (floor === undefined || protocol.onlyRoot !== undefined) return protocol;
  const { default: usual, min, max } = protocol.rootsMin;
  const rootsMin = { default: Math.max(usual, floor), min: Math.max(min, floor), max: Math.max(max, floor) };
  return { ...protocol, rootsMin };
}

/** A link may stay inside the project, and no part of the path may lead out of it. */
async function readInside(disk: Disk, projectDir: string, path: string): Promise<Buffer> {
  return orFault(`read ${path}`, async () => {
    const project = await realpath(projectDir);
    const target = await realpath(path).catch((error: unknown) => {
      throw badProtocol(path, [codeOf(error) === 'ENOENT' ? 'there is no such file' : 'it cannot be reached']);
    });
    if (!target.startsWith(project.endsWith(sep) ? project : project + sep))
      throw badProtocol(path, ['it is reached by a link that leaves the project']);
    const found = await disk.stat(target);
    if (found?.directory) throw badProtocol(path, ['it is a directory']);
    if (found && found.size > protocolBytesMax) throw badProtocol(path, [`it has more than ${protocolBytesMax} bytes`]);
    const bytes = await disk.readFile(target);
    if (bytes === undefined) throw badProtocol(path, ['there is no such file']);
    return bytes;
  });
}
