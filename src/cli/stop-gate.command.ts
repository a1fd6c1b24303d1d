/** `proctor stop-gate`: a Stop hook of Claude Code. JSON in, JSON out; whatever goes wrong in it holds up no agent. */
import type { StopRole } from '../../machines/schema/command.js';
import { plain } from '../views/escape.js';
import { Refused, text, UsageError, type CliCommand, type Io, type Parsed } from './command.js';
import type { HookAnswer } from './stop-gate.js';
import { isPlainlyFree } from './stop-peek.js';
import { stopHookSettings } from './stop-hook-setup.js';
import type { InputLimits } from './read-input.js';
import { parseStopInput, placesOf, type StopInput } from './stop-input.js';
import { trustedDataDir } from './trusted-data-dir.js';

/** Those who owe something when they stop, and those whose work another one answers for. */
const holding: ReadonlySet<string> = new Set<StopRole>(['system3', 'orchestrator', 'solo']);
const passing: ReadonlySet<string> = new Set(['planner', 'executor', 'architect', 'worker']);

/**
 * Claude Code waits for its hooks: they answer in so many seconds from the start of the process, whatever they meet. The
 * most part goes to the judging, the rest to the note that it came to nothing and to the end of the process.
 */
const secondsUsual = 5;
const secondsMax = 600;
const judgeShare = 0.74;
const noteShare = 0.16;
const readShare = 0.5;
const startMsMax = 1000;
const bytesMax = 256 * 1024;
const reasonCharsMax = 600;

const settings = JSON.stringify(stopHookSettings('system3'), null, 2)
  .split('\n')
  .map((line) => `  ${line}`);

export const stopGate: CliCommand = {
  args: '',
  options: {
    as: { type: 'string', value: 'ROLE', about: 'whose stops: system3, orchestrator, solo' },
    within: { type: 'string', value: 'SECONDS', about: `answer in so many seconds (${secondsUsual})` },
  },
  notes: [
    'Add it to .claude/settings.json, or to ~/.claude/settings.json for every project:',
    ...settings,
    'system3 may not stop while a ticket is handed off and not closed; orchestrator, while a gate is at work; solo, while either is so, or an investigation is open. What waits for a person holds up nobody. planner, executor, architect and worker always pass, and so do sub-agents.',
    'The reason names the tickets and the next call for each. After 8 stops in a row it lets go and records stopped_unverified; nothing is closed by that. If the hook itself fails, or has no answer in time, the stop goes through, and that is said and recorded.',
    'The hook looks into the same store as the server: where that was started with --data, add it here too. The exit code is never 2, which would hold up the agent: 1 tells of wrong use.',
  ],
  example: 'proctor stop-gate --as system3 < hook-input.json',
  usageExit: 1,
  async run(args, io) {
    const role = roleOf(args);
    if (!io.read) throw new UsageError('Claude Code runs this and gives it JSON on stdin; there is only a terminal.');
    const { answer, isLate } = await answerInTime(role, secondsOf(args), args, io);
    if (answer.systemMessage !== undefined) io.say(answer.systemMessage);
    if (Object.keys(answer).length > 0) io.out(JSON.stringify(answer));
    if (isLate) await io.leave?.();
    return 0;
  },
};

function roleOf({ values }: Parsed): string {
  const role = text(values['as']);
  const known = [...holding, ...passing].join(', ');
  if (role === undefined) throw new UsageError(`--as says whose stops are judged: ${known}.`);
  if (!holding.has(role) && !passing.has(role))
    throw new UsageError(`There is no role ${plain(JSON.stringify(role.slice(0, 60)))} here: ${known}.`);
  return role;
}

function secondsOf({ values }: Parsed): number {
  const given = text(values['within']);
  if (given === undefined) return secondsUsual;
  const seconds = /^\d{1,3}$/.test(given) ? Number(given) : 0;
  if (seconds < 1 || seconds > secondsMax)
    throw new UsageError(`--within takes a whole number of seconds, from 1 to ${secondsMax}.`);
  return seconds;
}

const isHolding = (role: string): role is StopRole => holding.has(role);

/** What was read of the input by the time something went wrong. */
interface Seen {
  input?: StopInput;
}

interface InTime {
  readonly answer: HookAnswer;
  readonly isLate: boolean;
}

async function answerInTime(role: string, seconds: number, args: Parsed, io: Io): Promise<InTime> {
  const seen: Seen = {};
  const judgeMs = seconds * 1000 * judgeShare - Math.min(performance.now(), startMsMax);
  const limits = { bytesMax, waitMs: seconds * 1000 * readShare };
  const answer = await within(judgeMs, answerTo(role, seen, limits, args, io));
  if (answer !== undefined || !isHolding(role)) return { answer: answer ?? {}, isLate: answer === undefined };
  const reason = `it was not done in the ${seconds} s it has. Run proctor doctor`;
  const noted = await within(seconds * 1000 * noteShare, unchecked(role, seen, new Error(reason), args, io));
  const told = `Proctor did not check this stop, it goes through: ${reason}. It could not be recorded either`;
  return { answer: noted ?? { systemMessage: told }, isLate: true };
}

/** Undefined where it takes longer. What is under way is not stopped: the process ends soon. */
async function within<T>(ms: number, work: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => (timer = setTimeout(() => resolve(undefined), ms)));
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** The store is loaded only for those it matters to: every sub-agent's stop comes by here. */
async function answerTo(role: string, seen: Seen, limits: InputLimits, args: Parsed, io: Io): Promise<HookAnswer> {
  if (!isHolding(role)) {
    // Read all the same: whoever writes it need not meet a closed pipe.
    await io.read?.(limits).catch(() => undefined);
    return {};
  }
  try {
    const json = (await io.read?.(limits)) ?? '';
    const input = (seen.input = parseStopInput(json));
    if (input.isSubAgent) return {};
    const { dir: dataDir } = trustedDataDir(args, io);
    const { clientSession } = input;
    if (await isPlainlyFree({ role, clientSession, places: placesOf(input, io), dataDir })) return {};
    const { judgeStop } = await import('./stop-gate.js');
    return await judgeStop(role, input, args, io);
  } catch (error) {
    return unchecked(role, seen, error, args, io);
  }
}

/** A refusal says what mends it. */
function reasonOf(error: unknown): string {
  if (error instanceof Refused) return `${error.message} ${error.fix}`;
  return error instanceof Error ? error.message : String(error);
}

/** Said on stderr, shown to the person, and on record where that is possible. */
async function unchecked(role: StopRole, { input }: Seen, error: unknown, args: Parsed, io: Io): Promise<HookAnswer> {
  const reason = plain(reasonOf(error)).slice(0, reasonCharsMax);
  const told = `Proctor did not check this stop, it goes through: ${reason.replace(/\.+$/, '')}`;
  try {
    const { noteError } = await import('./stop-gate.js');
    const sessionId = await noteError({ role, places: placesOf(input, io), input, reason }, args, io);
    return { systemMessage: sessionId === undefined ? told : `${told}. On record in ${sessionId}` };
  } catch {
    return { systemMessage: `${told}. It could not be recorded either` };
  }
}
