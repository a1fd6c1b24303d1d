/**
 * Plays the story through the handlers a client's calls reach, and holds every answer against what the story expects.
 * Shows nothing itself: an audience is told, which may be a terminal or nobody.
 */
import assert from 'node:assert';
import type { Tree } from '../../../machines/measures/tree.js';
import { callTool } from '../../tools/call.js';
import { tools } from '../../tools/index.js';
import type { Reply, ToolContext } from '../../tools/tool.js';
import { SessionCopy } from '../session-copy.js';
import { query } from './ideas.js';
import type { DemoClock } from './demo-clock.js';
import { secondsOf, story, type Call, type Scene } from './story.js';

/** What replies hold as far as the demo reads it; which fields there are depends on the call. */
export type Answer = Reply & {
  readonly sessionId?: string;
  readonly query?: string;
  readonly protocol?: string;
  readonly minRoots?: number;
  readonly message?: string;
  readonly head?: string;
  readonly errors?: readonly { nodeId: string; error: string; message: string; suggestion?: string }[];
  readonly warnings?: readonly { warning: string; message: string }[];
  readonly outcome?: string;
  readonly reason?: string | null;
  readonly changed?: readonly { nodeId: string; from: string | null; to: string | null; why: string }[];
};

export interface Audience {
  started(answer: Answer): Promise<void>;
  scene(scene: Scene, cheat: number | undefined): Promise<void>;
  answered(call: Call, answer: Answer): void;
  sceneOver(): Promise<void>;
  tree(title: string, tree: Tree): Promise<void>;
}

export interface Played {
  readonly sessionId: string;
  /** Codes of all refusals, each once a call, in order. */
  readonly refused: readonly string[];
  readonly outcome: string;
  /** What tot_end answered. */
  readonly ending: Answer;
  readonly head: string;
}

/** The server did not do what the story says: then the demo would be telling tales, and stops. */
export class Differed extends Error {}

export async function play(context: ToolContext, clock: DemoClock, audience: Audience): Promise<Played> {
  const started = await send('tot_start', { query }, context);
  expectOutcome('tot_start', started, []);
  const { sessionId } = started;
  assert(sessionId !== undefined);
  await audience.started(started);
  const refused: string[] = [];
  let cheats = 0;
  let ending = started;
  for (const scene of story) {
    await audience.scene(scene, scene.isCheat ? (cheats += 1) : undefined);
    for (const call of scene.calls) {
      clock.pass(secondsOf(call));
      const answer = await send(call.tool, argumentsOf(call, sessionId), context);
      expectOutcome(call.tool, answer, call.refused ?? []);
      expectMoves(call, answer);
      refused.push(...codesOf(answer));
      audience.answered(call, answer);
      ending = answer;
    }
    await audience.sceneOver();
    if (scene.tree !== undefined)
      await audience.tree(scene.tree, (await SessionCopy.of(context.engine, sessionId)).state.tree);
  }
  const { outcome = 'no outcome', head = '' } = ending;
  if (outcome !== 'solved')
    throw new Differed(`the investigation should have ended solved, but ended with ${outcome}.`);
  return { sessionId, refused, outcome, ending, head };
}

/** In the order of the errors; several nodes may share one. */
export const codesOf = ({ errors }: Answer): string[] => [...new Set((errors ?? []).map(({ error }) => error))];

export async function send(name: string, args: object, context: ToolContext): Promise<Answer> {
  const tool = tools.find((each) => each.name === name);
  assert(tool, `there is a tool ${name}`);
  return callTool(tool, args, context);
}

/** The call without what the story says about it. */
function argumentsOf(call: Call, sessionId: string): object {
  const { tool, refused: _refused, moved: _moved, quoted: _quoted, next: _next, hasty: _hasty, ...args } = call;
  if (tool !== 'tot_commit') return { sessionId, ...args };
  const { results } = args as Call & { tool: 'tot_commit' };
  return { sessionId, results: results.map((each) => ({ ...each, ...agentOf(each.agentId, sessionId) })) };
}

/** An agent works on one node of one session only, and a data directory may hold an earlier demo. */
const agentOf = (name: string | undefined, sessionId: string): { agentId?: string } =>
  name === undefined ? {} : { agentId: `${name}-${sessionId.slice(2, 6)}` };

export function expectOutcome(tool: string, answer: Answer, codes: readonly string[]): void {
  const came = codesOf(answer).join(', ');
  const isSame = codesOf(answer).toSorted().join() === codes.toSorted().join();
  if (isSame && answer.status === (codes.length === 0 ? 'OK' : 'REJECTED')) return;
  const wanted = codes.length === 0 ? 'should have been accepted' : `should have been refused with ${codes.join(', ')}`;
  const got = answer.status === 'OK' ? 'it was accepted' : `it got ${answer.status} ${came}`;
  throw new Differed(`${tool} ${wanted}, but ${got}. ${answer.errors?.[0]?.message ?? ''}`.trimEnd());
}

function expectMoves({ tool, moved = {} }: Call, { changed = [] }: Answer): void {
  for (const [id, state] of Object.entries(moved)) {
    const to = changed.findLast(({ nodeId }) => nodeId === id)?.to ?? 'nothing';
    if (to !== state) throw new Differed(`${tool} should have moved ${id} to ${state}, but moved it to ${to}.`);
  }
}
