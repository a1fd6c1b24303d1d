/** `proctor demo`: plays one investigation and two tickets, cheats and all, for a person who meets Proctor for the first time. */
import { mkdirSync, realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { jsonText, text, type CliCommand, type ExitCode, type Io, type Parsed } from './command.js';
import { DemoClock } from './demo/demo-clock.js';
import { showDashboard } from './demo/show-dashboard.js';
import { storySeconds } from './demo/story.js';
import { tellNext, tellOpening, tellProof, tellResult } from './demo/closing.js';
import { Differed, play } from './demo/player.js';
import { prove } from './demo/proof.js';
import { Scratch } from './demo/scratch.js';
import { Stage } from './demo/stage.js';
import { silence, telling } from './demo/telling.js';
import { playTickets, ticketSeconds } from './demo/ticket-player.js';
import { TicketProject } from './demo/ticket-project.js';
import { quiet, tellBoard, tellingTickets, tellTicketsOpening } from './demo/ticket-telling.js';
import { SessionCopy } from './session-copy.js';
import { inWorkspace, type Workspace } from './workspace.js';

export const demo: CliCommand = {
  args: '',
  options: {
    keep: { type: 'boolean', about: 'leave the data directory, to look around in it' },
    fast: { type: 'boolean', about: 'no pauses' },
    ascii: { type: 'boolean', about: 'no characters beyond ASCII' },
  },
  notes: [
    'On a terminal it ends with the dashboard, where all of it can be looked at, until Ctrl-C.',
    'Plays in temporary directories that are removed at the end, unless --keep or --data DIR is given.',
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
  // A directory no client has transcripts of: these agents are a script.
  const home = realpathSync(scratch.make('proctor-demo-project'));
  if (isKept) for (const dir of [data, home]) scratch.keep(dir);
  const projectDir = join(home, 'checkout');
  for (const dir of [data, projectDir]) mkdirSync(dir, { recursive: true });
  const clock = new DemoClock(storySeconds + ticketSeconds);
  const stage = stageFor(values, io, stopped);
  const act = { dataDir: data, projectDir, clock, stage, stopped, values };
  const first = await playInvestigation(act, scratch, io);
  const { sessionId } = first;
  const tickets = await performTickets(act, sessionId, io);
  if (!stage) {
    const { outcome, refused, nodes, head, auditOk } = first;
    const kept = isKept ? { dataDir: data, sessionId, projectDir } : {};
    io.out(jsonText({ outcome, refused, nodes, head, auditOk, ...kept, tickets }));
    return 0;
  }
  tellNext(stage);
  return inWorkspace({ values: { data } }, { ...io, cwd: projectDir }, async (workspace) =>
    showDashboard(workspace, stage, { sessionId, isKept, stopped }, io),
  );
}

interface Act {
  readonly dataDir: string;
  readonly projectDir: string;
  readonly clock: DemoClock;
  readonly stage: Stage | undefined;
  readonly stopped: AbortSignal;
  readonly values: Parsed['values'];
}

const by = { role: 'solo', known: 'claimed', client: 'proctor demo' } as const;

/** The first act, and what the journal proves of it. */
async function playInvestigation({ dataDir, projectDir, clock, stage, stopped }: Act, scratch: Scratch, io: Io) {
  const work = async ({ engine, protocols }: Workspace) => {
    const context = { engine, protocols, projectDir, by, signal: stopped };
    if (stage) await tellOpening(stage, dataDir);
    const played = await play(context, clock, stage ? telling(stage) : silence);
    const proof = await prove(played, dataDir, scratch.make('proctor-forged'), io);
    const { tree } = (await SessionCopy.of(engine, played.sessionId)).state;
    if (stage) {
      stage.tree('The whole tree', tree);
      await tellResult(stage, played);
      await tellProof(stage, proof);
    }
    return { ...played, nodes: tree.size, auditOk: proof.sound.code === 0 };
  };
  return inWorkspace({ values: { data: dataDir } }, { ...io, cwd: projectDir }, work, { now: clock.now });
}

/** The second: two tickets of the same session, on a server that carries out what it is asked for. */
async function performTickets({ dataDir, projectDir, clock, stage, stopped, values }: Act, sessionId: string, io: Io) {
  const project = await TicketProject.make(projectDir);
  if (!project) {
    stage?.say('There is no git here, so the two tickets of the demo are left out.');
    return null;
  }
  if (stage) await tellTicketsOpening(stage, projectDir);
  const work = async ({ engine, protocols }: Workspace) => {
    const context = { engine, protocols, projectDir, by, signal: stopped };
    const about = { project, clock, sessionId };
    const { refused, head } = await playTickets(context, about, stage ? tellingTickets(stage) : quiet);
    const copy = await SessionCopy.of(engine, sessionId);
    if (stage) await tellBoard(stage, copy, projectDir, io, values['ascii'] === true);
    const ends = Object.fromEntries(copy.state.board.all().map(({ id, status }) => [id, status]));
    return { ...ends, refused, head };
  };
  const server = { carriesOut: true, now: clock.now };
  return inWorkspace({ values: { data: dataDir } }, { ...io, cwd: projectDir }, work, server);
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
