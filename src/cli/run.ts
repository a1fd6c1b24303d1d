/** Finds the command, parses its options, and turns whatever goes wrong into one clear message and an exit code. */
import { homedir } from 'node:os';
import { parseArgs } from 'node:util';
import { Fault } from '../store/fault.js';
import { commands } from './commands.js';
import { UsageError, type CliCommand, type ExitCode, type Io } from './command.js';
import { commandHelp, overallHelp } from './help.js';
import { packageVersion } from './package-info.js';

const common = {
  data: { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

export async function run(argv: readonly string[], io: Io = processIo()): Promise<ExitCode> {
  const [first, ...rest] = argv;
  // Clients start servers with piped stdin and no argument; a person at a terminal wants to know what this is.
  if (first === undefined) return process.stdin.isTTY ? explain(io) : start('serve', [], io);
  if (first === '--help' || first === '-h' || first === 'help') return help(rest[0], io);
  if (first === '--version' || first === '-v') {
    io.out(packageVersion());
    return 0;
  }
  return start(first, rest, io);
}

function explain(io: Io): ExitCode {
  io.out(overallHelp(io));
  return 0;
}

async function help(name: string | undefined, io: Io): Promise<ExitCode> {
  if (name === undefined) return explain(io);
  return start(name, ['--help'], io);
}

async function start(name: string, argv: readonly string[], io: Io): Promise<ExitCode> {
  const load = commands[name];
  if (!load || !Object.hasOwn(commands, name)) {
    io.say(`proctor: there is no command ${JSON.stringify(name)}. Run proctor --help for the list.`);
    return 2;
  }
  const command = await load();
  try {
    const args = parse(command, argv);
    if (args.values['help'] === true) {
      io.out(commandHelp(command));
      return 0;
    }
    const { min, max } = command.positionals;
    if (args.positionals.length < min || args.positionals.length > max)
      throw new UsageError(`usage: proctor ${name} ${command.usage}`);
    return await command.run(args, io);
  } catch (error) {
    return failed(name, error, io);
  }
}

function parse({ options }: CliCommand, argv: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({
      args: [...argv],
      options: { ...common, ...options },
      allowPositionals: true,
    });
    return { values: values as Record<string, string | boolean | undefined>, positionals };
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function failed(name: string, error: unknown, io: Io): ExitCode {
  if (error instanceof UsageError) {
    io.say(`proctor ${name}: ${error.message}\nRun proctor ${name} --help.`);
    return 2;
  }
  if (error instanceof Fault) {
    io.say(`proctor ${name}: ${error.message} ${error.fix}`);
    return error.code === 'SESSION_NOT_FOUND' ? 1 : 3;
  }
  io.say(
    `proctor ${name}: this should not happen. ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
  );
  return 3;
}

function processIo(): Io {
  const { stdout, stderr, env } = process;
  return {
    out: (line) => void stdout.write(`${line}\n`),
    say: (line) => void stderr.write(`${line}\n`),
    terminal: stdout.isTTY,
    color: stdout.isTTY && !env['NO_COLOR'] && env['TERM'] !== 'dumb',
    width: stdout.columns || 100,
    env,
    cwd: process.cwd(),
    home: homedir(),
  };
}
