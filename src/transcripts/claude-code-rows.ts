/**
 * Reads the rows Claude Code writes for a sub-agent: `type`, `agentId`, `sessionId` (the parent's), `timestamp`, `message`.
 * The conversation is the rows of `user` and `assistant`; only they are judged in full. Between them the client keeps
 * rows of other kinds, more with each version: they prove nothing, but none may be of another agent, session or time.
 */
import type { Contents } from './fits.js';
import { another, fieldsOf, messageText, readRows, textOf, timeOf, toolsIn, type Fields } from './rows.js';
import { Tally } from './tally.js';

export interface Whose {
  readonly agentId: string;
  /** The session in whose folder the transcript lies; older versions had none. */
  readonly session: string | undefined;
}

export async function claudeCodeContents(bytes: Buffer, { agentId, session }: Whose): Promise<Contents> {
  const tally = new Tally();
  /** Of the first row of the conversation: one without a time says nothing of when it began. */
  let isDated: boolean | undefined;
  let parent = session;
  const read = await readRows(bytes, (row, line) => {
    const isSpoken = isConversation(row);
    const needs = (field: string): boolean => isSpoken || field in row;
    const own = textOf(row['sessionId']);
    if (needs('agentId') && row['agentId'] !== agentId)
      return `line ${line} is not of agent ${agentId}: give the id of the agent that did the work`;
    if (needs('sessionId') && own === undefined)
      return `line ${line} does not name the session the agent was started from: ${another}`;
    if (own !== undefined && own !== (parent ??= own))
      return `line ${line} is of another session than ${whose(session)}: ${another}`;
    if (needs('isSidechain') && row['isSidechain'] !== true)
      return `line ${line} is not marked as a sub-agent’s (isSidechain): give the id of a sub-agent`;
    const time = timeOf(row);
    tally.time(time);
    if (!isSpoken) return undefined;
    isDated ??= time !== undefined;
    const { content } = fieldsOf(row['message']) as { content?: unknown };
    if (isOf('user', row) && !tally.hasPrompt) tally.prompt(messageText(content));
    if (isOf('assistant', row)) tally.tools(toolsIn(content));
    return undefined;
  });
  const contents = tally.contents(read, read.fault === undefined ? silence(read.count, isDated !== undefined) : []);
  return isDated === true ? contents : { ...contents, bornAt: undefined, lastAt: undefined };
}

const whose = (session: string | undefined): string =>
  session === undefined ? 'the rows before it' : 'the folder it lies in';

function silence(rows: number, isAnythingSaid: boolean): string[] {
  if (rows === 0) return ['it has no whole row yet'];
  return isAnythingSaid ? [] : [`it has no words of the agent, only other rows: ${another}`];
}

/** A row that does not say its kind is held to everything: only a kind of its own is tolerated. */
const isConversation = ({ type }: Fields): boolean =>
  textOf(type) === undefined || type === 'user' || type === 'assistant';

/** The row and the message in it both say who speaks, or one of them does. */
function isOf(speaker: 'user' | 'assistant', row: Fields): boolean {
  const said = [row['type'], fieldsOf(row['message'])['role']].filter((each) => each !== undefined);
  return said.length > 0 && said.every((each) => each === speaker);
}
