/**
 * Variables by which coding agents mark the shells they start. One list, kept here: whoever decides as a person must not
 * be a program one of them started. A tripwire, not a wall: who owns the account can clear them, and the docs say so.
 */

interface Mark {
  readonly agent: string;
  readonly names: RegExp;
}

/** What people put into their own profile, such as `CODEX_HOME` or `CLAUDE_CODE_USE_BEDROCK`, marks no agent. */
const marks: readonly Mark[] = [
  {
    agent: 'Claude Code',
    names: /^CLAUDECODE$|^CLAUDE_CODE$|^CLAUDE_CODE_(?!(USE|MAX|DISABLE|ENABLE|SKIP)_|SSE_PORT$)/,
  },
  { agent: 'Codex', names: /^CODEX_(?!HOME$)/ },
  { agent: 'Cursor', names: /^CURSOR_(AGENT|TRACE_ID)$/ },
  { agent: 'Gemini CLI', names: /^GEMINI_CLI$/ },
  { agent: 'Aider', names: /^AIDER_/ },
  { agent: 'opencode', names: /^OPENCODE($|_)/ },
  { agent: 'Amp', names: /^AMP_CURRENT_THREAD_ID$/ },
  { agent: 'Cline', names: /^CLINE_/ },
  { agent: 'Goose', names: /^GOOSE_TERMINAL$/ },
  { agent: 'Augment', names: /^AUGMENT_AGENT$/ },
  { agent: 'Qwen Code', names: /^QWEN_CODE$/ },
  { agent: 'Copilot', names: /^COPILOT_(AGENT|CLI)($|_)/ },
  // Names that several agents have agreed upon.
  { agent: 'an agent', names: /^(AI_AGENT|AGENT)$/ },
];

export interface AgentMark {
  readonly agent: string;
  readonly variable: string;
}

/** The agent an environment was made by, as far as it says so. An empty variable says nothing. */
export function agentIn(env: Readonly<Record<string, string | undefined>>): AgentMark | undefined {
  const set = Object.keys(env).filter((name) => (env[name] ?? '') !== '');
  for (const { agent, names } of marks) {
    const variable = set.find((name) => names.test(name));
    if (variable !== undefined) return { agent, variable };
  }
  return undefined;
}

export const isAgentVariable = (name: string): boolean => marks.some(({ names }) => names.test(name));
