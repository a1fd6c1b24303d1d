/** Which clients know Proctor, by the files they keep their servers in. Only Proctor's own entries are looked at. */
import { stat } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { serverRoles } from '../../../machines/schema/record.js';
import { plainText } from '../../store/plain-file.js';
import type { Finding } from '../checklist.js';
import type { Io } from '../command.js';
import { claudeDir, nonEmpty } from './client-dirs.js';
import { jsonAt, objectOf } from './json-file.js';

const configBytesMax = 4 * 1024 * 1024;

interface Entry {
  readonly client: string;
  readonly path: string;
  readonly words: readonly string[];
}

export async function clientChecks(projectDir: string, io: Pick<Io, 'env' | 'home'>): Promise<Finding[]> {
  const subject = 'clients';
  const entries = (await Promise.all([...jsonEntries(projectDir, io), ...codexEntries(projectDir, io)])).flat();
  if (entries.length === 0)
    return [
      {
        kind: 'warn',
        subject,
        text: 'neither Claude Code, nor Codex, nor Cursor has Proctor here',
        fix: 'proctor init shows how to add it. Another client may have it all the same.',
      },
    ];
  return Promise.all(entries.map((entry) => entryCheck(entry, subject)));
}

async function entryCheck({ client, path, words }: Entry, subject: string): Promise<Finding> {
  const role = roleIn(words);
  const isRole = role === undefined || serverRoles.some((each) => each === role);
  const gone = (
    await Promise.all(words.filter(isAbsolute).map(async (word) => ((await isThere(word)) ? [] : [word])))
  ).flat();
  const as = role === undefined ? 'as solo' : `as ${role}`;
  if (!isRole)
    return {
      kind: 'bad',
      subject,
      text: `${client} starts it ${as} (${path})`,
      fix: `There is no such role: choose one of ${serverRoles.join(', ')}.`,
    };
  if (gone.length > 0)
    return {
      kind: 'bad',
      subject,
      text: `${client} starts ${gone.join(', ')}, which is gone (${path})`,
      fix: 'proctor init shows the command for this installation.',
    };
  return { kind: 'ok', subject, text: `${client} has it, ${as} (${path})` };
}

const isThere = async (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

function roleIn(words: readonly string[]): string | undefined {
  const at = words.indexOf('--as');
  return at === -1 ? words.find((word) => word.startsWith('--as='))?.slice('--as='.length) : words[at + 1];
}

/** By its name, or by what it starts. */
const isProctor = (name: string, words: readonly string[]): boolean =>
  /proctor/i.test(name) || words.some((word) => /proctor-mcp|\bproctor$/.test(word));

const entriesIn = (client: string, path: string, servers: unknown): Entry[] =>
  Object.entries(objectOf(servers)).flatMap(([name, server]) => {
    const { command, args } = objectOf(server);
    const words = [command, ...(Array.isArray(args) ? (args as unknown[]) : [])].filter(
      (word): word is string => typeof word === 'string',
    );
    return isProctor(name, words) ? [{ client, path, words }] : [];
  });

function jsonEntries(projectDir: string, io: Pick<Io, 'env' | 'home'>): Promise<Entry[]>[] {
  const files: [client: string, path: string][] = [
    ['Claude Code', join(projectDir, '.mcp.json')],
    ['Claude Code', join(claudeDir(io) ?? io.home, '.claude.json')],
    ['Cursor', join(projectDir, '.cursor', 'mcp.json')],
    ['Cursor', join(io.home, '.cursor', 'mcp.json')],
  ];
  return files.map(async ([client, path]) => {
    const json = await jsonAt(path);
    if (json.kind !== 'read') return [];
    const { mcpServers, projects } = objectOf(json.value);
    // Claude Code keeps what was added for one project under its directory.
    const local = objectOf(objectOf(projects)[projectDir])['mcpServers'];
    return [...entriesIn(client, path, mcpServers), ...entriesIn(client, path, local)];
  });
}

function codexEntries(projectDir: string, { env, home }: Pick<Io, 'env' | 'home'>): Promise<Entry[]>[] {
  const dirs = [join(projectDir, '.codex'), nonEmpty(env['CODEX_HOME']) ?? join(home, '.codex')];
  return dirs.map(async (dir) => {
    const path = join(dir, 'config.toml');
    const text = (await plainText(path, configBytesMax)) ?? '';
    return tomlServers(text)
      .filter(({ name, words }) => isProctor(name, words))
      .map(({ words }) => ({ client: 'Codex', path, words }));
  });
}

/** The strings of each `[mcp_servers.name]` table, which is all that is needed of that file. */
function tomlServers(text: string): { name: string; words: string[] }[] {
  const tables = text.split(/^(?=\[)/m);
  return tables.flatMap((table) => {
    const name = /^\[mcp_servers\.("[^"]*"|[\w-]+)\]/.exec(table)?.[1];
    const strings = /^(?:command|args)\s*=[^[\n]*(?:\[[^\]]*\])?/gm;
    const words = (table.match(strings) ?? []).flatMap((line) =>
      [...line.matchAll(/"((?:[^"\\]|\\.)*)"|'([^']*)'/g)].map(([, basic, literal]) => literal ?? basic ?? ''),
    );
    return name === undefined ? [] : [{ name, words }];
  });
}
