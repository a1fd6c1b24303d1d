/**
 * Reads a rollout of Codex: rows `{ timestamp, type, payload }`, the first of them `session_meta` with the thread's id, its
 * directory and, for a sub-agent, its parent. Other rows carry no id.
 */
import type { Contents } from './fits.js';
import { another, fieldsOf, messageText, readRows, textOf, timeOf, type Fields } from './rows.js';
import { Tally } from './tally.js';

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

export async function codexContents(bytes: Buffer, agentId: string): Promise<Contents> {
  const tally = new Tally();
  let isFirst = true;
  const read = await readRows(bytes, (row) => {
    const misfit = isFirst ? misfitOf(threadMeta(row), agentId) : undefined;
    if (misfit !== undefined) return misfit;
    isFirst = false;
    tally.time(timeOf(row));
    const item = row['type'] === 'response_item' ? payloadOf(row) : {};
    const { type, role, content } = item as { type?: unknown; role?: unknown; content?: unknown };
    if (isCall(type)) tally.tools([textOf(item['name']) ?? type]);
    if (type !== 'message' || role !== 'user' || tally.hasTools) return undefined;
    const text = messageText(content, 'input_text');
    // What Codex itself tells the agent comes as messages of the user, too.
    if (!/^\s*(?:<(?:environment_context|user_instructions)>|# AGENTS\.md)/.test(text)) tally.prompt(text);
    return undefined;
  });
  return tally.contents(read);
}

/** Only the first row says whose the rollout is. */
function misfitOf(meta: ThreadMeta | undefined, agentId: string): string | undefined {
  if (meta?.id !== agentId)
    return `its first row is not of agent ${agentId}: give the id of the agent that did the work`;
  if (meta.parent === undefined)
    return 'it does not say which thread started the agent: give the id of a sub-agent, not of a session';
  return meta.isFork
    ? `it begins with a copy of its parent’s rows, and which tool calls are the agent’s own cannot be told: ${another}, without a copy`
    : undefined;
}

const isCall = (type: unknown): type is string => typeof type === 'string' && calls.has(type);
