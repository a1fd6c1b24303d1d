/** `proctor check-protocol`: is a protocol file sound, what does it say, and can what is begun under it be ended? */
import { realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import { plural } from '../../machines/measures/text.js';
import type { Protocol } from '../../machines/schema/protocol.js';
import { explained } from '../explore/explain.js';
import { explore, type Exploration } from '../explore/explore.js';
import { codeOf } from '../store/disk.js';
import { orFault } from '../store/fault.js';
import { protocolBytesMax } from '../store/project-protocols.js';
import { parseProtocol } from '../store/protocol-files.js';
import { realDisk } from '../store/real-disk.js';
import { jsonText, Refused, text, UsageError, type CliCommand, type Io, type Parsed } from './command.js';
import { painter, wrap } from './style.js';

const playsDefault = 100;
const playsMax = 100_000;
/** Only where nobody said how many plays it shall be. */
const msMax = 20_000;
const labelColumns = 15;
const stepsShown = 40;

export const checkProtocol: CliCommand = {
  args: '<FILE>',
  options: {
    plays: {
      type: 'string',
      value: 'N',
      about: `investigations to play; else ${playsDefault}, for at most 20 seconds`,
    },
    seed: { type: 'string', value: 'N', about: 'play others than the usual ones' },
  },
  notes: [
    'Plays are made up, in memory, and the same for the same seed. Each is brought to tot_end from where',
    'it stands; one for which no way is found is shown with what is left in the way. That none was found is',
    'no proof that there is none. Exit 0: sound, and every play ended.',
  ],
  example: 'proctor check-protocol protocols/house.json',
  async run(args, io) {
    const file = args.positionals[0] ?? '';
    const numbers = numbersOf(args);
    const json = args.values['json'] === true;
    const parsed = parseProtocol(await read(resolve(io.cwd, file), file));
    if (!parsed.ok) {
      if (json) io.out(jsonText({ file, valid: false, problems: parsed.problems }));
      else for (const problem of parsed.problems) for (const line of wrap(problem, io.width)) io.out(line);
      const what = parsed.fields > 0 ? plural(parsed.fields, 'field') : 'the file';
      for (const line of wrap(`${file} is no protocol: correct ${what}.`, io.width)) io.say(line);
      return 1;
    }
    const { protocol } = parsed;
    if (!json) tellWords(protocol, io);
    const found = explore(protocol, { ...numbers, onPlay: progress(numbers.plays, io) });
    if (json)
      io.out(jsonText({ file, valid: true, name: protocol.name, explained: explained(protocol), ...live(found) }));
    else tellPlays(found, io);
    return found.deadEnd ? 1 : 0;
  },
};

const live = (found: Exploration) => ({ live: found.deadEnd === undefined, exploration: found });

function numbersOf({ values }: Parsed) {
  const plays = numberOf('plays', text(values['plays']), 1, playsMax);
  const seed = numberOf('seed', text(values['seed']), 0, 2 ** 31) ?? 1;
  if (plays !== undefined) return { plays, seed };
  const begun = performance.now();
  return { plays: playsDefault, seed, isOver: () => performance.now() - begun > msMax };
}

function numberOf(name: string, value: string | undefined, min: number, max: number): number | undefined {
  if (value === undefined) return undefined;
  const number = /^\d{1,10}$/.test(value) ? Number(value) : NaN;
  if (number >= min && number <= max) return number;
  throw new UsageError(`--${name} is a number from ${min} to ${max}, not ${JSON.stringify(value.slice(0, 40))}.`);
}

async function read(path: string, named: string): Promise<Buffer> {
  const unreadable = (why: string) =>
    new Refused('BAD_PROTOCOL', `${named}: ${why}.`, 'Name a JSON file such as data/protocols/multi-gate.json.');
  const target = await realpath(path).catch((error: unknown) => {
    throw unreadable(codeOf(error) === 'ENOENT' ? 'there is no such file' : 'it cannot be reached');
  });
  const found = await orFault(`read ${path}`, async () => realDisk.stat(target));
  if (found?.directory) throw unreadable('it is a directory');
  if (found && found.size > protocolBytesMax) throw unreadable(`it has more than ${protocolBytesMax} bytes`);
  const bytes = await orFault(`read ${path}`, async () => realDisk.readFile(target));
  if (bytes === undefined) throw unreadable('there is no such file');
  return bytes;
}

/** Said now and then: a hundred lines of it would hide the rest. */
function progress(plays: number, io: Io): (played: number) => void {
  const every = Math.max(1, Math.ceil(plays / 4));
  return (played) => {
    if (played % every === 0 && played < plays) io.say(`played ${played} of ${plays}`);
  };
}

function tellWords(protocol: Protocol, io: Io): void {
  const { bold, dim } = painter(io.color);
  io.out(bold(protocol.name));
  for (const line of wrap(protocol.summary, io.width)) io.out(line);
  io.out('');
  for (const { about, text: words } of explained(protocol))
    wrap(words, Math.max(30, io.width - labelColumns - 2)).forEach((line, at) => {
      io.out(`  ${dim((at === 0 ? about : '').padEnd(labelColumns))}${line}`);
    });
  io.out('');
}

/** What "live" was found out about, and what it was not. */
function metLines(met: Exploration['met']): string[] {
  const all = Object.entries(met);
  const never = all.filter(([, plays]) => plays === 0).map(([what]) => what);
  const often = all.filter(([, plays]) => plays > 0).map(([what, plays]) => `${what} ${plays}`);
  return [
    ...(often.length > 0 ? [`Plays that came to each: ${often.join(', ')}.`] : []),
    ...(never.length > 0 ? [`No play came to ${never.join(', ')}: nothing is known of them; try more --plays.`] : []),
  ];
}

function tellPlays({ plays, states, stuck, seed, met, deadEnd }: Exploration, io: Io): void {
  const { green, red } = painter(io.color);
  const tell = (line: string, paint = (each: string) => each) => {
    for (const each of wrap(line, io.width)) io.out(paint(each));
  };
  const counted = `${plural(plays, 'play')} (seed ${seed}) came to ${plural(states, 'state')}`;
  if (!deadEnd) {
    tell(`Live: ${counted}, and each could be brought to its end.`, green);
    for (const line of metLines(met)) tell(line);
    return;
  }
  tell(`Wanting: ${counted}; for ${stuck} no way to the end was found.`, red);
  const { steps, blockers } = deadEnd;
  if (steps.length === 0) tell('No way to the end was found from the very start.');
  else {
    tell(`The shortest of them found, after ${plural(steps.length, 'call')}:`);
    for (const step of steps.slice(-stepsShown)) tell(`- ${step}`);
  }
  tell('What is left in the way, whatever was tried:');
  for (const { code, message } of blockers) tell(`- ${message} (${code})`);
}
