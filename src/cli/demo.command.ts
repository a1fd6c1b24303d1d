/** `proctor demo`: plays one investigation and two tickets, cheats and all, for a person who meets Proctor for the first time. */
import { mkdirSync, realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { jsonText, text, type CliCommand, type ExitCode, type Io, type Parsed } from './command.js';
import { tellNext, tellOpening, tellProof, tellResult } from './demo/closing.js';
import { Differed, play } from './demo/player.js';
import { prove } from './demo/proof.js';
import { Scratch } from './demo/scratch.js';
import { Stage } from './demo/stage.js';
import { silence, telling } from './demo/telling.js';
import { playTickets } from './demo/ticket-player.js';
import { TicketProject } from './demo/ticket-project.js';
import { quiet, tellBoard, tellingTickets, tellTicketsOpening } from './demo/ticket-telling.js';
import { SessionCopy } from './session-copy.js';
import { inWorkspace, openWorkspace } from './workspace.js';

export const demo: CliCommand = {
  args: '',
  options: {
    keep: { type: 'boolean', about: 'leave the data directory, to look around in it' },
    fast: { type: 'boolean', about: 'no pauses' },
    ascii: { type: 'boolean', about: 'no characters beyond ASCII' },
  },
  notes: [
    'Plays in a temporary directory that is removed at the end, unless --keep or --data DIR is given.',
    'Exit code 3 when Proctor did not do what the demo says it does.',
  ],
  example: 'proctor demo --keep',
  async run(args, io) {
    const scratch = new Scratch();
    const stopped = io.untilStopped();
    try {
      return await perform(args, io, scratch, stopped);
    } catch (error) {
      if (stopped.aborted) return stop(io);
      if (error instanceof Differed) return differed(error, args, io);
      throw error;
    } finally {
      scratch.close();
    }
  },
};

async function perform({ values }: Parsed, io: Io, scratch: Scratch, stopped: AbortSignal): Promise<ExitCode> {
  const given = text(values['data']);
  const data = given === undefined ? scratch.make('proctor-demo') : resolve(io.cwd, given);
  const isKept = given !== undefined || values['keep'] === true;
  if (isKept) scratch.keep(data);
  // A directory no client has transcripts of: these agents are a script.
  mkdirSync(data, { recursive: true });
  return inWorkspace({ values: { data } }, { ...io, cwd: data }, async (workspace) => {
    const { engine, protocols } = workspace;
    const by = { role: 'solo', known: 'claimed', client: 'proctor demo' } as const;
    const dataDir = workspace.data.dir;
    const context = { engine, protocols, projectDir: dataDir, by, signal: stopped };
    const stage = stageFor(values, io, stopped);
    if (stage) await tellOpening(stage, dataDir);
    const played = await play(context, stage ? telling(stage) : silence);
    const proof = await prove(played, dataDir, scratch.make('proctor-forged'), io);
    const { sessionId, head, refused, outcome } = played;
    const { tree } = (await SessionCopy.of(engine, sessionId)).state;
    if (stage) {
      stage.tree('The whole tree', tree);
      await tellResult(stage, played);
      await tellProof(stage, proof);
    }
    const tickets = await performTickets({ values, dataDir, isKept, stage, stopped }, scratch, io);
    const kept = isKept ? { dataDir, sessionId } : undefined;
    if (stage) tellNext(stage, kept);
    else
      io.out(jsonText({ outcome, refused, nodes: tree.size, head, auditOk: proof.sound.code === 0, ...kept, tickets }));
    return 0;
  });
}

interface SecondAct {
  readonly values: Parsed['values'];
  readonly dataDir: string;
  readonly isKept: boolean;
  readonly stage: Stage | undefined;
  readonly stopped: AbortSignal;
}

/** Two tickets in a repository of their own, on a server that carries out what it is asked for. */
async function performTickets({ values, dataDir, isKept, stage, stopped }: SecondAct, scratch: Scratch, io: Io) {
  const dir = realpathSync(scratch.make('proctor-demo-project'));
  const project = await TicketProject.make(dir);
  if (!project) {
    stage?.say('There is no git here, so the two tickets of the demo are left out.');
    return null;
  }
  if (isKept) scratch.keep(dir);
  if (stage) await tellTicketsOpening(stage, dir);
  const workspace = openWorkspace({ values: { data: dataDir } }, { ...io, cwd: dir }, { carriesOut: true });
  const { engine, protocols } = workspace;
  try {
    const by = { role: 'solo', known: 'claimed', client: 'proctor demo' } as const;
    const context = { engine, protocols, projectDir: dir, by, signal: stopped };
    const { sessionId, refused, head } = await playTickets(context, project, stage ? tellingTickets(stage) : quiet);
    const copy = await SessionCopy.of(engine, sessionId);
    if (stage) await tellBoard(stage, copy, dir, io, values['ascii'] === true);
    const ends = Object.fromEntries(copy.state.board.all().map(({ id, status }) => [id, status]));
    return { ...ends, refused, head, ...(isKept ? { sessionId, projectDir: dir } : {}) };
  } finally {
    await engine.close();
  }
}

/** None where a script reads. */
function stageFor({ json, ascii, fast }: Parsed['values'], io: Io, stopped: AbortSignal): Stage | undefined {
  if (json === true) return undefined;
  return new Stage(io, { ascii: ascii === true, isPaced: io.terminal && fast !== true, stopped });
}

function stop(io: Io): ExitCode {
  io.say('proctor demo: stopped before the end.');
  return 3;
}

function differed({ message }: Differed, { values }: Parsed, io: Io): ExitCode {
  io.say(`proctor demo: ${message}`);
  if (values['json'] === true) io.out(jsonText({ error: { code: 'DEMO_DIFFERED', message } }));
  return 3;
}
