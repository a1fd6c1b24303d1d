import { parseStopInput } from './stop-input.js';

const main = {
  session_id: 'abc',
  transcript_path: '/home/p/.claude/projects/x/00893aaf-19fa.jsonl',
  cwd: '/work',
  hook_event_name: 'Stop',
  stop_hook_active: false,
};
const parse = (fields: object) => parseStopInput(JSON.stringify(fields));

test('what Claude Code sends at the end of a turn', () => {
  expect(parse(main)).toEqual({ clientSession: 'abc', cwd: '/work', isContinuing: false, isSubAgent: false });
});

test.each<[unknown, boolean]>([
  [true, true],
  [false, false],
  [undefined, true],
  ['false', true],
])('stop_hook_active %j: continuing is %s', (active, isContinuing) => {
  expect(parse({ ...main, stop_hook_active: active }).isContinuing).toBe(isContinuing);
});

test.each<[object, boolean]>([
  [{}, false],
  [{ hook_event_name: 'SubagentStop' }, true],
  [{ agent_id: 'a1b2' }, true],
  [{ agent_id: '' }, false],
  [{ agent_type: 'Explore' }, false],
  [{ transcript_path: '/p/abc/subagents/agent-1.jsonl' }, true],
  [{ transcript_path: 'C:\\p\\abc\\subagents\\x.jsonl' }, true],
  [{ transcript_path: '/p/agent-77.jsonl' }, true],
  [{ transcript_path: '/p/agent-77.txt' }, false],
  [{ transcript_path: '/p/my-subagents/x.jsonl' }, false],
  [{ transcript_path: '/p/agent-store/x.jsonl' }, false],
])('%j: a sub-agent is %s', (fields, isSubAgent) => {
  expect(parse({ ...main, ...fields }).isSubAgent).toBe(isSubAgent);
});

test('fields that are missing or something else are passed over', () => {
  expect(parse({ session_id: 7, cwd: ['/'] })).toMatchObject({ clientSession: '', cwd: undefined, isSubAgent: false });
});

test.each(['', '{', '[]', 'null', '"Stop"', '7'])('%j is refused', (json) => {
  expect(() => parseStopInput(json)).toThrow('stdin');
});
