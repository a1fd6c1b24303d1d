/** Plays the tickets through the handlers a client's calls reach, on real files and runs, and holds every answer against the story. */
import { setTimeout as delay } from 'node:timers/promises';
import type { ToolContext } from '../../tools/tool.js';
import type { TicketDetail } from '../../views/ticket-detail.js';
import type { DemoClock } from './demo-clock.js';
import { codesOf, Differed, expectOutcome, send, type Answer } from './player.js';
import type { TicketProject } from './ticket-project.js';
import type { TicketCall, TicketScene } from './ticket-calls.js';
import { ticketStory } from './ticket-story.js';

/** How long an agent works before it calls; the second ticket waits for the first within its time. */
const secondsACall = 20;
export const ticketSeconds = ticketStory.flatMap(({ calls }) => calls).length * secondsACall;

/** What replies about tickets hold as far as the demo reads it. */
export type TicketReply = Answer & Partial<Pick<TicketDetail, 'ticket' | 'gate' | 'run' | 'checks'>>;

export interface TicketAudience {
  scene(scene: TicketScene, cheat: number | undefined): Promise<void>;
  /** With what the agent itself gave as evidence. */
  answered(call: TicketCall, reply: TicketReply, evidence: readonly string[]): void;
  sceneOver(): Promise<void>;
}

export interface PlayedTickets {
  readonly refused: readonly string[];
  readonly head: string;
}

export async function playTickets(
  context: ToolContext,
  { project, clock, sessionId }: { project: TicketProject; clock: DemoClock; sessionId: string },
  audience: TicketAudience,
): Promise<PlayedTickets> {
  const refused: string[] = [];
  let head = '';
  let cheats = 0;
  for (const scene of ticketStory) {
    await audience.scene(scene, scene.isCheat ? (cheats += 1) : undefined);
    if (scene.edit !== undefined) await project.edit(scene.edit);
    for (const call of scene.calls) {
      clock.pass(secondsACall);
      const { reply, evidence } = await made(call, sessionId, context, project);
      refused.push(...codesOf(reply));
      head = reply.head ?? head;
      audience.answered(call, reply, evidence);
    }
    await audience.sceneOver();
  }
  return { head, refused };
}

async function made(call: TicketCall, sessionId: string, context: ToolContext, project: TicketProject) {
  const { tool, ticketId, args, refused = [], to = {} } = call;
  const about = { sessionId, ...(ticketId === undefined ? {} : { ticketId }) };
  if (call.afterRun) await untilRan(about, context);
  const given = typeof args === 'function' ? await args(project) : args;
  // Which fields a reply about tickets has is the tools' to say; all that is read here may be missing.
  const reply = (await send(tool, { ...about, ...given }, context)) as TicketReply;
  expectOutcome(tool, reply, refused);
  const came = { gate: reply.gate?.status, status: reply.ticket?.status, passed: reply.run?.passed };
  for (const [what, wanted] of Object.entries(to)) {
    const got = came[what as keyof typeof came];
    if (got !== wanted)
      throw new Differed(`${tool} should have led to ${what} ${wanted}, but led to ${got ?? 'none'}.`);
  }
  return { reply, evidence: evidenceIn(given) };
}

/** Of a report or a review: one for each finding. */
const evidenceIn = ({ findings = [] }: { findings?: readonly { evidence: string }[] }): string[] =>
  findings.map(({ evidence }) => evidence);

const lookMs = 100;
const looksMax = 600;

async function untilRan(about: object, context: ToolContext): Promise<void> {
  for (let looks = 0; looks < looksMax; looks += 1) {
    const seen = (await send('ticket_status', { ...about, detail: 'full' }, context)) as { closure?: { run: string } };
    if (seen.closure?.run !== 'running') return;
    await delay(lookMs, undefined, { signal: context.signal });
  }
  throw new Differed('the run a validation asked for did not end.');
}
