/** Finds the command, parses its options, and turns whatever goes wrong into one clear message and an exit code. */
import { parseArgs } from 'node:util';
import { dataDir } from '../store/data-dir.js';
import { Fault, type FaultCode } from '../store/fault.js';
import { plain } from '../views/escape.js';
import { commands } from './commands.js';
import { jsonText, Refused, UsageError, type CliCommand, type ExitCode, type Io, type Parsed } from './command.js';
import { commandHelp, commonOptions, overallHelp } from './help.js';
import { isTooFewFiles, tooFewFiles } from './open-files.js';
import { packageVersion } from './package-info.js';
import { processIo } from './process-io.js';
import { wrap } from './style.js';

export async function run(argv: readonly string[], io: Io = processIo()): Promise<ExitCode> {
  const [first, ...rest] = argv;
  // Clients start servers with piped stdin and no argument; a person at a terminal wants to know what this is.
  if (first === undefined) return process.stdin.isTTY ? explain(io) : start('serve', [], io);
  if (first === '--help' || first === '-h' || first === 'help')
    return rest[0] === undefined ? explain(io) : start(rest[0], ['--help'], io);
  if (first === '--version' || first === '-v' || first === 'version') {
    io.out(packageVersion());
    return 0;
  }
  return first.startsWith('-') && !process.stdin.isTTY ? start('serve', argv, io) : start(first, rest, io);
}

function explain(io: Io): ExitCode {
  io.out(overallHelp(io, dataDir({ env: io.env, home: io.home, cwd: io.cwd }).dir));
  return 0;
}

async function start(name: string, argv: readonly string[], io: Io): Promise<ExitCode> {
  const json = argv.includes('--json');
  const entry = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!entry) return failed('', unknownCommand(name), io, json);
  let command: CliCommand | undefined;
  try {
    command = await entry.load();
    const args = parse(command, argv);
    if (args.values['help'] === true) {
      io.out(commandHelp(name, entry, command, io));
      return 0;
    }
    count(name, command, args);
    return await command.run(args, io);
  } catch (error) {
    const exit = failed(name, error, io, json);
    return error instanceof UsageError ? (command?.usageExit ?? exit) : exit;
  }
}

function parse({ options }: CliCommand, argv: readonly string[]): Parsed {
  try {
    const { values, positionals } = parseArgs({
      args: [...argv],
      options: { ...options, ...commonOptions },
      allowPositionals: true,
    });
    return { values, positionals };
  } catch (error) {
    // Node goes on to explain how to pass arguments that begin with a dash; no command has any.
    const [message = ''] = (error as Error).message.split('. ');
    throw new UsageError(`${message.replace(/\.$/, '')}.`);
  }
}

function count(name: string, { args }: CliCommand, { positionals }: Parsed): void {
  const words = args.split(' ').filter(Boolean);
  const needed = words.filter((word) => word.startsWith('<'));
  if (positionals.length < needed.length) throw new UsageError(`${needed[positionals.length] ?? ''} is missing.`);
  const extra = positionals[words.length];
  if (extra !== undefined) throw new UsageError(`${JSON.stringify(extra)} is one argument too many for ${name}.`);
}

const unknownCommand = (name: string): UsageError =>
  new UsageError(
    name.startsWith('-')
      ? `Options come after a command, such as proctor serve ${name}.`
      : `There is no command ${JSON.stringify(name.slice(0, 60))}.`,
  );

/** What the same call can never do is the caller's to change; the rest is trouble with the machine. */
const exitCodes: Partial<Record<FaultCode, ExitCode>> = {
  SESSION_NOT_FOUND: 1,
  SESSION_EXISTS: 1,
  SESSION_DAMAGED: 1,
  NEWER_FORMAT: 1,
  BAD_HEAD: 2,
};

interface Trouble {
  readonly exit: ExitCode;
  readonly code: string;
  readonly message: string;
  readonly fix: string;
}

function failed(name: string, error: unknown, io: Io, json: boolean): ExitCode {
  const { exit, ...told } = troubleOf(name, error);
  const message = `${['proctor', name].filter(Boolean).join(' ')}: ${told.message}`;
  // A stack is for whoever mends it, and stays as it is.
  const lines = told.code === 'DEFECT' ? message.split('\n').map(plain) : wrap(message, io.width);
  for (const line of [...lines, ...wrap(told.fix, io.width)]) io.say(line);
  if (json) io.out(jsonText({ error: told }));
  return exit;
}

function troubleOf(name: string, error: unknown): Trouble {
  if (error instanceof UsageError) {
    const fix = name === '' ? 'Run proctor --help for the list.' : `Run proctor ${name} --help.`;
    return { exit: 2, code: 'USAGE', message: error.message, fix };
  }
  if (error instanceof Refused) return { exit: 1, code: error.code, message: error.message, fix: error.fix };
  if (error instanceof Fault)
    return { exit: exitCodes[error.code] ?? 3, code: error.code, message: error.message, fix: error.fix };
  if (isTooFewFiles(error)) return { exit: 1, ...tooFewFiles };
  const message = `This should not happen. ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
  return {
    exit: 3,
    code: 'DEFECT',
    message,
    fix: 'If it is about one session, proctor audit says what is wrong with it.',
  };
}
