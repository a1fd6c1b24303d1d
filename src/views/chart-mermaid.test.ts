import { setup } from 'xstate';
import { chartOf } from './chart-definition.js';
import { chartMermaid } from './chart-mermaid.js';

const names = {
  guards: {
    LOCKED: () => false,
    EMPTY: () => false,
    PERSON_REQUIRED: () => false,
    atLeast: (_: unknown, _n: { n: number }) => true,
  },
  actions: { mark: () => {}, tell: () => {} },
};

const linesOf = (machine: Parameters<typeof chartOf>[0]) => chartMermaid(chartOf(machine)).split('\n');

const plain = setup(names).createMachine({
  id: 'plain@2',
  initial: 'open',
  states: {
    open: {
      on: {
        end: [
          { guard: 'LOCKED' },
          { guard: 'EMPTY' },
          { guard: { type: 'atLeast', params: { n: 3 } }, target: 'ended' },
        ],
        note: { actions: ['mark', 'tell'] },
      },
    },
    ended: {},
  },
});

const nested = setup(names).createMachine({
  id: 'nested@1',
  initial: 'open',
  on: { stop: [{ guard: 'PERSON_REQUIRED' }, { target: '.stopped' }], ping: { actions: 'tell' } },
  states: {
    open: { on: { check: 'checking' } },
    checking: {
      type: 'parallel',
      states: {
        left: { initial: 'running', states: { running: { on: { pass: 'passed' } }, passed: {} } },
        right: { initial: 'running', states: { running: {}, passed: {} } },
      },
    },
    stopped: {},
  },
});

test('a chart becomes a state diagram with its name and version as title', () => {
  expect(chartMermaid(chartOf(plain))).toBe(`---
title: plain@2
---
stateDiagram-v2
  [*] --> open
  state "open" as open
  state "ended" as ended
  open --> ended : end [atLeast(3)]
  open : note / mark, tell
  note right of open
    end ✕ LOCKED, EMPTY
  end note
`);
});

test('parallel regions are divided, and states inside are named by their path', () => {
  const lines = linesOf(nested);
  const start = lines.indexOf('  state "checking" as checking {');
  expect(lines.slice(start, start + 13)).toEqual([
    '  state "checking" as checking {',
    '    state "left" as checking_left {',
    '      [*] --> checking_left_running',
    '      state "running" as checking_left_running',
    '      state "passed" as checking_left_passed',
    '    }',
    '    --',
    '    state "right" as checking_right {',
    '      [*] --> checking_right_running',
    '      state "running" as checking_right_running',
    '      state "passed" as checking_right_passed',
    '    }',
    '  }',
  ]);
  expect(lines).toContain('  checking_left_running --> checking_left_passed : pass');
});

test('what holds in every state starts at each of them, because Mermaid fails on a line from a state into itself', () => {
  const stops = linesOf(nested).filter((line) => line.endsWith(': stop'));
  expect(stops).toEqual(['  open --> stopped : stop', '  checking --> stopped : stop', '  stopped : stop']);
});

test('text of a state with states inside goes to its note, because Mermaid allows it only a title', () => {
  const lines = linesOf(nested);
  expect(lines).toContain('  open : ping / tell');
  expect(lines).not.toContain('  checking : ping / tell');
  const note = lines.indexOf('  note right of checking');
  expect(lines.slice(note, note + 3)).toEqual(['  note right of checking', '    ping / tell', '  end note']);
});

test('what is refused in every state is noted at the first', () => {
  const lines = linesOf(nested);
  const note = lines.indexOf('  note right of open');
  expect(lines[note + 1]).toBe('    stop ✕ PERSON_REQUIRED');
});

test('characters with a meaning in Mermaid are written as numbers', () => {
  const odd = setup(names).createMachine({ id: 'odd@1', initial: 'a', states: { a: { on: { 'x:y;#': 'b' } }, b: {} } });
  expect(linesOf(odd)).toContain('  a --> b : x#58;y#59;#35;');
});
