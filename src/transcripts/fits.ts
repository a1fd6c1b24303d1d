/** What a transcript must show before it counts as consistent with the claim. Pure; every miss is said in words. */
import { redact } from '../../machines/measures/redact.js';

/** What a client's rows were read as. */
export interface Contents {
  /** The task the agent was given. */
  readonly prompt: string;
  /** Tools by name, in the order of their calls. */
  readonly tools: readonly string[];
  /** Of the earliest row. */
  readonly bornAt: number | undefined;
  /** What is wrong with the rows themselves. */
  readonly faults: readonly string[];
}

export interface Claim {
  readonly nodeId: string;
  readonly proposedAt: number;
}

/** Clocks of clients and of the journal are cut to different units: this much earlier is still the same moment. */
const granularityMs = 2000;

export function misfits({ prompt, tools, bornAt, faults }: Contents, { nodeId, proposedAt }: Claim): string[] {
  return [
    ...faults,
    ...(bornAt === undefined ? ['its rows do not say when they were written'] : []),
    ...(bornAt !== undefined && bornAt < proposedAt - granularityMs
      ? [
          `it began at ${isoTime(bornAt)}, before the node was proposed at ${isoTime(proposedAt)}: start an agent for this node after proposing it`,
        ]
      : []),
    ...(tools.length === 0 ? ['it shows no tool call: the agent looked at nothing'] : []),
    ...(names(prompt, nodeId)
      ? []
      : [`its prompt does not name the node ${nodeId}: say the id when starting the agent`]),
  ];
}

/** The times come from a file, and some numbers are no dates. */
const isoTime = (time: number): string => {
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? String(time) : date.toISOString();
};

/** As a word of its own: `R1.A` is named neither by `R1.AB` nor by `R1.A.2`. */
function names(prompt: string, nodeId: string): boolean {
  for (let at = prompt.indexOf(nodeId); at !== -1; at = prompt.indexOf(nodeId, at + 1)) {
    const before = prompt.slice(Math.max(0, at - 2), at);
    const after = prompt.slice(at + nodeId.length, at + nodeId.length + 2);
    if (!/(?:[\w-]|\w\.)$/.test(before) && !/^(?:[\w-]|\.\w)/.test(after)) return true;
  }
  return false;
}

const promptMax = 300;
const excerptMax = 600;
const toolsMax = 12;

export function excerptOf({ prompt, tools }: Pick<Contents, 'prompt' | 'tools'>): string {
  // Long enough that no secret is cut before it is recognised.
  const told = redact(prompt.slice(0, 20_000)).replace(/\s+/g, ' ').trim();
  const counts = new Map<string, number>();
  for (const tool of tools) counts.set(tool, (counts.get(tool) ?? 0) + 1);
  const named = [...counts]
    .slice(0, toolsMax)
    .map(([tool, count]) => `${redact(tool.slice(0, 40))}${count > 1 ? ` ×${count}` : ''}`);
  const more = counts.size > toolsMax ? `, and ${counts.size - toolsMax} more` : '';
  const calls = tools.length === 0 ? 'no tool calls' : `tool calls: ${named.join(', ')}${more}`;
  return cut(`${cut(told, promptMax)} | ${calls}`, excerptMax);
}

/** Never through the middle of a character. */
const cut = (text: string, max: number): string => {
  const characters = [...text];
  return characters.length <= max ? text : `${characters.slice(0, max - 1).join('')}…`;
};
