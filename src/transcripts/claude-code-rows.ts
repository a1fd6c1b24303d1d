/** Reads the rows Claude Code writes for a sub-agent: `agentId`, `sessionId` (the parent's), `timestamp`, `message`. */
import type { Contents } from './fits.js';
import { fieldsOf, listOf, messageText, textOf, timeOf, type Fields, type Rows } from './rows.js';

export function claudeCodeContents({ rows, bad }: Rows, agentId: string): Contents {
  const first = rows[0];
  const prompt = rows.find(isPrompt);
  const times = rows.flatMap((row) => timeOf(row) ?? []);
  return {
    prompt: prompt ? messageText(fieldsOf(prompt['message'])['content']) : '',
    tools: rows.flatMap(toolsIn),
    // A first row without a time says nothing of when it began.
    bornAt: first && timeOf(first) !== undefined ? times.reduce((least, time) => Math.min(least, time)) : undefined,
    faults: [...badLines(bad), ...strangers(rows, agentId), ...parents(rows)],
  };
}

const badLines = (bad: readonly number[]): string[] =>
  bad.length === 0 ? [] : [`line ${bad.slice(0, 3).join(', ')}${bad.length > 3 ? ', …' : ''} is no JSON object`];

function strangers(rows: readonly Fields[], agentId: string): string[] {
  if (rows.length === 0) return ['it has no rows yet'];
  const other = rows.filter((row) => row['agentId'] !== agentId).length;
  return other === 0 ? [] : [`${other} of its ${rows.length} rows are not of agent ${agentId}`];
}

function parents(rows: readonly Fields[]): string[] {
  const sessions = new Set(rows.map((row) => textOf(row['sessionId'])));
  if (sessions.has(undefined)) return ['not every row names the session the agent was started from'];
  return sessions.size > 1 ? [`its rows are of ${sessions.size} sessions, where an agent has one parent`] : [];
}

const isPrompt = (row: Fields): boolean => row['type'] === 'user' || fieldsOf(row['message'])['role'] === 'user';

const toolsIn = (row: Fields): string[] =>
  listOf(fieldsOf(row['message'])['content']).flatMap((block) => {
    const { type, name } = fieldsOf(block) as { type?: unknown; name?: unknown };
    return type === 'tool_use' ? [textOf(name) ?? 'a tool without a name'] : [];
  });
