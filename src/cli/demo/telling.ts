/** Tells a person what the agent tries and what the server answers. Every word about the server comes from its reply. */
import type { CommitResult } from '../../../machines/schema/command.js';
import { columns } from '../../views/text-fit.js';
import type { Answer, Audience } from './player.js';
import type { Stage } from './stage.js';
import type { Call } from './story.js';

const beforeCallMs = 550;
const afterAnswerMs = 600;
const afterTreeMs = 1000;

/** Up to so many suggestions are shown in full. */
const adviceMax = 2;

/** Why a warning comes up in every demo: beside the server's words, never instead of them. */
const asides: Readonly<Record<string, string>> = {
  SUSPICIOUS: ' (True: this agent is a script.)',
  UNVERIFIED_AGENT: ' (A script leaves none.)',
};

export function telling(stage: Stage): Audience {
  const warned = new Set<string>();
  const { bold, green, red, yellow, cyan, dim } = stage.paint;
  return {
    async started({ sessionId, protocol, minRoots, query }) {
      stage.say(String(query), { text: '● ', paint: green }, bold);
      stage.say('tot_start', { text: '  ✓ ', paint: green }, cyan);
      const rules = `protocol ${protocol ?? ''}, at least ${minRoots ?? 0} first ideas`;
      stage.say(`${sessionId ?? ''}, ${rules}`, { text: '    session  ', paint: dim }, dim);
      await stage.beat(afterAnswerMs);
    },
    async scene({ says }, cheat) {
      stage.gap();
      if (cheat === undefined) stage.say(says, { text: '● ', paint: green }, bold);
      else stage.say(says, { text: `▲ Cheat ${cheat}: `, paint: yellow }, bold);
      await stage.beat(beforeCallMs);
    },
    answered(call, answer) {
      const isAccepted = answer.status === 'OK';
      stage.say(inShort(call), isAccepted ? { text: '  ✓ ', paint: green } : { text: '  ✕ ', paint: red }, cyan);
      if (call.quoted !== undefined) tellEvidence(stage, call, call.quoted);
      if (isAccepted) tellAccepted(stage, call, answer, warned);
      else tellRefused(stage, answer);
    },
    async sceneOver() {
      await stage.beat(afterAnswerMs);
    },
    async tree(title, tree) {
      stage.tree(title, tree);
      await stage.beat(afterTreeMs);
    },
  };
}

const nothing = async (): Promise<void> => Promise.resolve();

/** Hears the same, says nothing. */
export const silence: Audience = {
  started: nothing,
  scene: nothing,
  answered: () => undefined,
  sceneOver: nothing,
  tree: nothing,
};

/** The call with what matters of its arguments. */
function inShort(call: Call): string {
  switch (call.tool) {
    case 'tot_propose':
      return `${call.tool} ${call.nodes.map(({ id }) => id).join(', ')}`;
    case 'tot_commit':
      return `${call.tool} ${byState(call.results)}`;
    case 'tot_reclassify':
      return `${call.tool} ${call.nodeId} ${call.newState}`;
    case 'tot_end':
      return call.tool;
  }
}

/** `DEAD R1.A, R1.C; DRILL R1.B` */
function byState(results: readonly CommitResult[]): string {
  const states = new Map<string, string[]>();
  for (const { nodeId, state } of results) states.set(state, [...(states.get(state) ?? []), nodeId]);
  return [...states].map(([state, ids]) => `${state} ${ids.join(', ')}`).join('; ');
}

/** The agent's own words. */
function tellEvidence(stage: Stage, call: Call, nodeId: string): void {
  const given = call.tool === 'tot_commit' ? call.results.find((result) => result.nodeId === nodeId) : call;
  const evidence = given && 'evidence' in given ? (given.evidence ?? '') : '';
  stage.say(`“${evidence}”`, { text: `    ${nodeId}  `, paint: stage.paint.dim });
}

/** A warning is told when it first comes. */
function tellAccepted(stage: Stage, call: Call, answer: Answer, warned: Set<string>): void {
  const { changed = [], warnings = [], message = '', outcome, reason } = answer;
  const { green, red, yellow, dim } = stage.paint;
  if (outcome !== undefined) stage.say(reason ?? outcome, { text: '    ' }, green);
  for (const { nodeId, from, to, why } of changed) {
    if (!why.startsWith('claim')) continue;
    const paint = why === 'claim refuted' ? red : green;
    stage.say(`${nodeId} ${from ?? ''} → ${to ?? ''}`, { text: `    ${why}  `, paint }, paint);
  }
  for (const { warning, message: said } of warnings) {
    if (warned.has(warning)) continue;
    warned.add(warning);
    stage.say(`${said}${asides[warning] ?? ''}`, { text: `    ${warning}  `, paint: yellow });
  }
  if (call.next && message !== '') stage.say(message, { text: '    next  ', paint: dim }, dim);
}

/** Codes stand in a column of their own, one that several nodes share only once. Long advice is cut to its first part. */
export function tellRefused(stage: Stage, { errors = [] }: Answer): void {
  const { red, dim } = stage.paint;
  const room = Math.max(...errors.map(({ error }) => columns(error))) + 6;
  let last = '';
  for (const { error, message } of errors) {
    stage.say(message, { text: error === last ? '' : `    ${error}`, columns: room, paint: red });
    last = error;
  }
  const advice = errors.flatMap(({ suggestion }) => (suggestion === undefined ? [] : [suggestion]));
  const shown = advice.length > adviceMax ? advice.slice(0, 1) : advice;
  for (const [index, suggestion] of shown.entries()) {
    const more = advice.length > shown.length ? ` (${advice.length - 1} more suggestions)` : '';
    stage.say(suggestion + more, { text: index === 0 ? '    instead' : '', columns: room, paint: dim }, dim);
  }
}
