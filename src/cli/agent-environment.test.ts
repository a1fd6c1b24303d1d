/** An agent that passes for a person opens every gate; a person who is taken for an agent is locked out. */
import { agentIn } from './agent-environment.js';

test.each([
  ...['CLAUDECODE', 'CLAUDE_CODE', 'CLAUDE_CODE_ENTRYPOINT', 'CODEX_SANDBOX', 'CODEX_THREAD_ID', 'CURSOR_AGENT'],
  ...[
    'CURSOR_TRACE_ID',
    'GEMINI_CLI',
    'AIDER_MODEL',
    'OPENCODE',
    'OPENCODE_CLIENT',
    'AI_AGENT',
    'AGENT',
    'CLINE_ACTIVE',
  ],
])('%s marks an agent', (variable) => {
  expect(agentIn({ HOME: '/home/a', [variable]: '1' })).toMatchObject({ variable });
});

test.each([
  ...['CODEX_HOME', 'CLAUDE_CODE_USE_BEDROCK', 'CLAUDE_CODE_MAX_OUTPUT_TOKENS', 'CLAUDE_CODE_SSE_PORT'],
  ...['SSH_AGENT_PID', 'USER_AGENT', 'CLAUDE_CONFIG_DIR', 'ANTHROPIC_API_KEY', 'EDITOR'],
])('%s is a setting of the person', (variable) => {
  expect(agentIn({ [variable]: '1' })).toBeUndefined();
});

test('an empty variable says nothing', () => {
  expect(agentIn({ CLAUDECODE: '', CODEX_SANDBOX: undefined })).toBeUndefined();
});
