/** What a transcript must show before it counts as consistent with the claim. Pure; every miss is said in words. */
import { redact } from '../../machines/measures/redact.js';

/** What a client's rows were read as. */
export interface Contents {
  /** The task the agent was given; undefined where no row gives one. */
  readonly prompt: string | undefined;
  /** How often each tool was called, in the order of their first calls. */
  readonly tools: ReadonlyMap<string, number>;
  /** Of the earliest row. */
  readonly bornAt: number | undefined;
  readonly lastAt: number | undefined;
  /** Rows were left unread after one that does not fit: what was not seen may still be there. */
  readonly isPart: boolean;
  /** What is wrong with the rows themselves. */
  readonly faults: readonly string[];
}

export interface Claim {
  readonly nodeId: string;
  readonly proposedAt: number;
  readonly now: number;
}

/** Clocks of clients and of the journal are cut to different units: this much earlier is still the same moment. */
const granularityMs = 2000;

/** Clients may run on another machine, whose clock is a little ahead. */
const aheadMaxMs = 5 * 60_000;

export function misfits(seen: Contents, { nodeId, proposedAt, now }: Claim): string[] {
  const { prompt, tools, bornAt, lastAt, isPart, faults } = seen;
  const missed = (what: string): string[] => (isPart ? [] : [what]);
  return [
    ...faults,
    ...(bornAt === undefined ? missed('its rows do not say when they were written') : []),
    ...(bornAt !== undefined && bornAt < proposedAt - granularityMs
      ? [
          `it began at ${isoTime(bornAt)}, before the node was proposed at ${isoTime(proposedAt)}: start an agent for this node after proposing it`,
        ]
      : []),
    ...(lastAt !== undefined && lastAt > now + aheadMaxMs
      ? [
          `it has a row of ${isoTime(lastAt)}, and it is only ${isoTime(now)}: set the clocks right, then start another agent for this node`,
        ]
      : []),
    ...(tools.size === 0 ? missed('it shows no tool call: the agent looked at nothing') : []),
    ...(prompt === undefined && isPart
      ? []
      : names(prompt ?? '', nodeId)
        ? []
        : [`its prompt does not name the node ${nodeId}: say the id when starting the agent`]),
  ];
}

/** The times come from a file, and some numbers are no dates. */
const isoTime = (time: number): string => {
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? String(time) : date.toISOString();
};

const wordBefore = /(?:[\p{L}\p{M}\p{N}_-]|[\p{L}\p{M}\p{N}_]\.)$/u;
const wordAfter = /^(?:[\p{L}\p{M}\p{N}_-]|\.[\p{L}\p{M}\p{N}_])/u;

/** As a word of its own, in any script: `R1.A` is named neither by `R1.AB` or `R1.Aé` nor by `R1.A.2`. */
function names(prompt: string, nodeId: string): boolean {
  for (let at = prompt.indexOf(nodeId); at !== -1; at = prompt.indexOf(nodeId, at + 1)) {
    // A dot and a letter, which may take two places.
    const before = prompt.slice(Math.max(0, at - 3), at);
    const after = prompt.slice(at + nodeId.length, at + nodeId.length + 3);
    if (!wordBefore.test(before) && !wordAfter.test(after)) return true;
  }
  return false;
}

const promptMax = 300;
const excerptMax = 600;
const toolsMax = 12;

export function excerptOf({ prompt, tools }: Pick<Contents, 'prompt' | 'tools'>): string {
  // Long enough that no secret is cut before it is recognised.
  const told = redact((prompt ?? '').slice(0, 20_000))
    .replace(/\s+/g, ' ')
    .trim();
  const named = [...tools]
    .slice(0, toolsMax)
    .map(([tool, count]) => `${redact(tool.slice(0, 40))}${count > 1 ? ` ×${count}` : ''}`);
  const more = tools.size > toolsMax ? `, and ${tools.size - toolsMax} more` : '';
  const calls = tools.size === 0 ? 'no tool calls' : `tool calls: ${named.join(', ')}${more}`;
  return cut(`${cut(told, promptMax)} | ${calls}`, excerptMax);
}

/** Never through the middle of a character. */
const cut = (text: string, max: number): string => {
  const characters = [...text];
  return characters.length <= max ? text : `${characters.slice(0, max - 1).join('')}…`;
};
