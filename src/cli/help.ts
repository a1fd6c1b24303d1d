/** What `--help` prints. Loads no command but the one it is about. */
import type { CliCommand, Io, Option } from './command.js';
import { clientSetups } from './client-setup.js';
import { commands, groups, type Entry } from './commands.js';
import { painter, wrap } from './style.js';

/** Every command takes them. */
export const commonOptions = {
  data: { type: 'string', value: 'DIR', about: 'where sessions lie' },
  json: { type: 'boolean', about: 'one JSON document on stdout' },
  help: { type: 'boolean', short: 'h', about: 'this text' },
} as const satisfies Record<string, Option>;

export function overallHelp({ color }: Pick<Io, 'color'>, dataDir: string): string {
  const { bold, dim } = painter(color);
  const setups = clientSetups();
  return [
    `${bold('proctor')} makes AI coding agents prove their work: a protocol held by statecharts`,
    'decides what counts as done; a journal that shows tampering keeps every step.',
    '',
    bold('Add it to your agent'),
    ...columns(setups),
    '',
    ...groups.flatMap((group) => [
      bold(group),
      ...columns(
        Object.entries(commands)
          .filter(([, entry]) => entry.group === group)
          .map(([name, { summary }]) => [name, summary]),
        nameWidth,
      ),
    ]),
    '',
    `Sessions are stored in ${dataDir}; ${dim('--data DIR or PROCTOR_DATA moves them.')}`,
    'proctor <command> --help says more. Every command takes --json.',
  ].join('\n');
}

const nameWidth = Math.max(...Object.keys(commands).map((name) => name.length));

const columns = (rows: readonly (readonly [string, string])[], min = 0): string[] => {
  const width = Math.max(min, ...rows.map(([name]) => name.length));
  return rows.map(([name, about]) => `  ${name.padEnd(width)}  ${about}`);
};

/** Lines that begin with a space stay as they are. */
const folded = (notes: readonly string[], width: number): string[] =>
  notes.flatMap((note) => (note.startsWith(' ') ? [note] : wrap(note, Math.min(width, 100))));

export function commandHelp(
  name: string,
  { summary }: Entry,
  command: CliCommand,
  { color, width }: Pick<Io, 'color' | 'width'>,
) {
  const { bold } = painter(color);
  const { args, options, notes = [], example } = command;
  const shown: Readonly<Record<string, Option>> = { ...options, ...commonOptions };
  return [
    [bold(`proctor ${name}`), ...(args === '' ? [] : [args]), '[options]'].join(' '),
    `${summary}.`,
    '',
    bold('Options'),
    ...columns(Object.entries(shown).map(([name, option]) => [flag(name, option), option.about])),
    ...(notes.length > 0 ? ['', ...folded(notes, width)] : []),
    '',
    bold('Example'),
    `  ${example}`,
  ].join('\n');
}

const flag = (name: string, { short, value }: Option): string =>
  `${short === undefined ? '   ' : `-${short},`} --${name}${value === undefined ? '' : ` ${value}`}`;
