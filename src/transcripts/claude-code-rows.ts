/** Reads the rows Claude Code writes for a sub-agent: `agentId`, `sessionId` (the parent's), `timestamp`, `message`. */
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
  let isDated: boolean | undefined;
  let parent = session;
  const read = await readRows(bytes, (row, line) => {
    const own = textOf(row['sessionId']);
    if (row['agentId'] !== agentId)
      return `line ${line} is not of agent ${agentId}: give the id of the agent that did the work`;
    if (own === undefined) return `line ${line} does not name the session the agent was started from: ${another}`;
    if (own !== (parent ??= own)) return `line ${line} is of another session than ${whose(session)}: ${another}`;
    if (row['isSidechain'] !== true)
      return `line ${line} is not marked as a sub-agent’s (isSidechain): give the id of a sub-agent`;
    const time = timeOf(row);
    // A first row without a time says nothing of when it began.
    isDated ??= time !== undefined;
    if (isDated) tally.time(time);
    const { content } = fieldsOf(row['message']) as { content?: unknown };
    if (isOf('user', row) && !tally.hasPrompt) tally.prompt(messageText(content));
    if (isOf('assistant', row)) tally.tools(toolsIn(content));
    return undefined;
  });
  return tally.contents(read, read.count === 0 && read.fault === undefined ? ['it has no whole row yet'] : []);
}

const whose = (session: string | undefined): string =>
  session === undefined ? 'the rows before it' : 'the folder it lies in';

/** The row and the message in it both say who speaks, or one of them does. */
function isOf(speaker: 'user' | 'assistant', row: Fields): boolean {
  const said = [row['type'], fieldsOf(row['message'])['role']].filter((each) => each !== undefined);
  return said.length > 0 && said.every((each) => each === speaker);
}
