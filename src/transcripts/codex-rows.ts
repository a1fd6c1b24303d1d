/**
 * Reads a rollout of Codex: rows `{ timestamp, type, payload }`, the first of them `session_meta` with the thread's id, its
 * directory and, for a sub-agent, its parent. Other rows carry no id.
 */
import type { Contents } from './fits.js';
import { fieldsOf, messageText, textOf, timeOf, type Fields, type Rows } from './rows.js';

export interface ThreadMeta {
  readonly id: string | undefined;
  readonly cwd: string | undefined;
  readonly parent: string | undefined;
  /** Such a rollout begins with its parent's rows, tool calls included. */
  readonly isFork: boolean;
}

const payloadOf = (row: Fields): Fields => fieldsOf(row['payload']);

export function threadMeta(row: Fields | undefined): ThreadMeta | undefined {
  if (row?.['type'] !== 'session_meta') return undefined;
  const payload = payloadOf(row);
  const spawn = fieldsOf(fieldsOf(fieldsOf(payload['source'])['subagent'])['thread_spawn']);
  return {
    id: textOf(payload['id']),
    cwd: textOf(payload['cwd']),
    parent: textOf(spawn['parent_thread_id']) ?? textOf(payload['parent_thread_id']),
    isFork: textOf(payload['forked_from_id']) !== undefined,
  };
}

const calls = new Set(['function_call', 'custom_tool_call', 'local_shell_call', 'web_search_call']);

export function codexContents({ rows, bad }: Rows, agentId: string): Contents {
  const meta = threadMeta(rows[0]);
  const items = rows.filter((row) => row['type'] === 'response_item').map(payloadOf);
  const firstCall = items.findIndex(isCall);
  const before = firstCall === -1 ? items : items.slice(0, firstCall);
  const times = rows.flatMap((row) => timeOf(row) ?? []);
  return {
    // What Codex itself tells the agent comes as messages of the user, too.
    prompt: before
      .filter(({ type, role }) => type === 'message' && role === 'user')
      .map(({ content }) => messageText(content))
      .filter((text) => !/^\s*(?:<(?:environment_context|user_instructions)>|# AGENTS\.md)/.test(text))
      .join('\n'),
    tools: items.filter(isCall).map((item) => textOf(item['name']) ?? textOf(item['type']) ?? ''),
    bornAt: times.length === 0 ? undefined : times.reduce((least, time) => Math.min(least, time)),
    faults: [
      ...(bad.length > 0 ? [`line ${bad[0] ?? 0} is no JSON object`] : []),
      ...(meta?.id === agentId ? [] : [`its first row is not of agent ${agentId}`]),
      ...(meta?.parent === undefined ? ['it does not say which thread started the agent'] : []),
      ...(meta?.isFork === true
        ? ['it begins with a copy of its parent’s rows, and which tool calls are the agent’s own cannot be told']
        : []),
    ],
  };
}

const isCall = ({ type }: Fields): boolean => typeof type === 'string' && calls.has(type);
