/** Tells a person what the agent tries and what the server answers. Every word about the server comes from its reply. */
import { columns } from '../../views/text-fit.js';
import type { Answer, Audience } from './player.js';
import type { Stage } from './stage.js';
import type { Call } from './story.js';

const beforeCallMs = 600;
const afterAnswerMs = 650;
const afterTreeMs = 1000;

/** Up to so many suggestions are shown in full. */
const adviceMax = 2;

/** Why a warning comes up in every demo: beside the server's words, never instead of them. */
const asides: Readonly<Record<string, string>> = {
  SUSPICIOUS: ' (True: this agent is a script.)',
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
      else stage.say(`Cheat ${cheat}. ${says}`, { text: '▲ ', paint: yellow }, yellow);
      await stage.beat(beforeCallMs);
    },
    async answered(call, answer, isLast) {
      if (answer.status === 'OK') {
        stage.say(inShort(call), { text: '  ✓ ', paint: green }, cyan);
        tellAccepted(stage, answer, isLast, warned);
      } else {
        stage.say(inShort(call), { text: '  ✕ ', paint: red }, cyan);
        tellRefused(stage, answer);
      }
      if (isLast) await stage.beat(afterAnswerMs);
    },
    async tree(title, tree) {
      stage.tree(title, tree);
      await stage.beat(afterTreeMs);
    },
  };
}

/** Hears the same, says nothing. */
export const silence: Audience = {
  started: async () => {},
  scene: async () => {},
  answered: async () => {},
  tree: async () => {},
};

/** The call with what matters of its arguments. */
function inShort(call: Call): string {
  switch (call.tool) {
    case 'tot_propose':
      return `${call.tool} ${call.nodes.map(({ id }) => id).join(', ')}`;
    case 'tot_commit':
      return `${call.tool} ${call.results.map(({ nodeId, state }) => `${nodeId} ${state}`).join(', ')}`;
    case 'tot_reclassify':
      return `${call.tool} ${call.nodeId} ${call.newState}`;
    case 'tot_end':
      return call.tool;
  }
}

/** Of several calls in a row, only the last tells what to do next; a warning is told when it first comes. */
function tellAccepted(stage: Stage, answer: Answer, isLast: boolean, warned: Set<string>): void {
  const { changed = [], warnings = [], message = '', outcome, reason } = answer;
  const { green, yellow, dim } = stage.paint;
  if (outcome !== undefined) stage.say(reason ?? '', { text: `    ${outcome}  `, paint: green }, green);
  for (const { nodeId, from, to, why } of changed) {
    if (!why.startsWith('claim')) continue;
    stage.say(`${nodeId} ${from ?? ''} → ${to ?? ''}`, { text: `    ${why}  `, paint: green }, green);
  }
  for (const { warning, message: said } of warnings) {
    if (warned.has(warning)) continue;
    warned.add(warning);
    stage.say(`${said}${asides[warning] ?? ''}`, { text: `    ${warning}  `, paint: yellow });
  }
  if (isLast && message !== '') stage.say(message, { text: '    next  ', paint: dim }, dim);
}

/** Codes stand in a column of their own, one that several nodes share only once. Long advice is cut to its first part. */
function tellRefused(stage: Stage, { errors = [] }: Answer): void {
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
    const more = advice.length > shown.length ? ` (and ${advice.length - 1} suggestions more)` : '';
    stage.say(suggestion + more, { text: index === 0 ? '    instead' : '', columns: room, paint: dim }, dim);
  }
}
