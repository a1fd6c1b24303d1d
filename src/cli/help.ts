/** What `--help` prints. */
import type { CliCommand, Io } from './command.js';
import { commands } from './commands.js';

/** One line a command, in the order people meet them. Kept here so that help loads nothing else. */
const summaries: Readonly<Record<string, string>> = {
  serve: 'talk MCP over stdio (what a client starts)',
};

export function overallHelp({ color }: Pick<Io, 'color'>): string {
  const bold = (line: string) => (color ? `\u001b[1m${line}\u001b[0m` : line);
  const width = Math.max(...Object.keys(summaries).map((name) => name.length)) + 2;
  return [
    `${bold('proctor')} makes AI coding agents prove their work.`,
    '',
    bold('Commands'),
    ...Object.keys(commands).map((name) => `  ${name.padEnd(width)}${summaries[name] ?? ''}`),
    '',
    'All take --data DIR (where sessions are kept; default PROCTOR_DATA, then ~/.local/state/proctor), --json and --help.',
  ].join('\n');
}

export function commandHelp({ name, usage, summary, help }: CliCommand): string {
  return [`proctor ${name} ${usage}`.trim(), '', `${summary}.`, ...(help.length > 0 ? ['', ...help] : [])].join('\n');
}
