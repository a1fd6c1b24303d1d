/** STATE.md is read by people and by agents: everything of the board is in it, and no title can change what it says. */
import { BoardPlay } from '../testing/board-play.js';
import { hostileTexts } from '../testing/hostile-text.js';
import { sampleBoard, sampleTickets } from '../testing/sample-board.js';
import { stateMd } from './state-md.js';

const text = stateMd(sampleBoard('Reject').state);
const section = (heading: string, of = text) => of.split(`\n${heading}\n\n`)[1]?.split(/\n\n#/)[0];

test('the gate now running has its line', () => {
  expect(text.split('\n')).toContain('Gate Progress: [#####---] Step 2/3');
  expect(text).toContain('`T-9` is VERIFYING, attempt 2 of 3.');
  expect(stateMd(new BoardPlay().state)).toContain('No gate is at work.');
});

test('each ticket tells its gate, its steps, its attempt, its times and its failures', () => {
  expect(section('### `T-9` Reject 9')).toBe(
    [
      '- Status: in_progress, gate VERIFYING [#####---] Step 2/3',
      '- Steps: executor passed, verify running, architect pending',
      '- Attempt: 2 of 3',
      '- Started: 2023-11-14T22:13:20.000Z; last step: 2023-11-14T22:14:20.000Z',
      '- Previous failures: attempt 1 EXECUTION_FAILURE',
    ].join('\n'),
  );
  expect(section('### `T-6` Reject 6')).toContain('- Depends on: `T-2`, `T-7`');
  expect(section('### `T-8` Reject 8')).toContain('- Labels: unverified');
  expect(section('### `T-3` Reject 3')).toContain('- Wave: 1');
  expect(text.match(/^### /gm)).toHaveLength(10);
});

test('who waits for a person, and what is halted, come with the command to run', () => {
  expect(section('## Waiting for a person')?.split('\n')).toEqual([
    ...['T-3', 'T-4', 'T-5'].map((id) =>
      expect.stringMatching(
        `^- \`${id}\` Reject \\d: its retries are used up \\(EXECUTION_FAILURE\\), since 2023-\\S+\\. Run \`proctor decide ${id}\`\\.$`,
      ),
    ),
    expect.stringContaining('- `T-10` Reject 10: somebody asked for one (ASKED)'),
  ]);
  expect(section('## Halted')).toBe(
    'New starts wait for a person. Run `proctor resume s-00000000000000000000`.\n\n- Wave 1: `T-3`, `T-4`, `T-5`',
  );
  const calm = stateMd(new BoardPlay().state);
  expect(calm).not.toMatch(/Waiting|Halted|Recent failures/);
});

test('statistics and recent failures are tables', () => {
  expect(section('## Statistics')?.split('\n').at(-1)).toMatch(
    /^\| 10 \| 0 \| 0 \| 3 \| 5 \| 1 \| 1 \| 0 % \| [\d.]+ \|$/,
  );
  expect(section('## Recent failures')?.split('\n')[2]).toBe(
    '| `T-9` | 1 | EXECUTION_FAILURE | 2023-11-14T22:13:20.000Z | no | now VERIFYING |',
  );
});

test('a title is prose: no line, link, tag, cell or code of its own', () => {
  const lines = text.split('\n').length;
  const titles = hostileTexts.filter((each) => each.trim() !== '' && each.length < 250);
  for (let at = 0; at < titles.length; at += sampleTickets) {
    const hostile = stateMd(sampleBoard(...titles.slice(at, at + sampleTickets)).state);
    expect(hostile.split('\n')).toHaveLength(lines);
    const unescaped = hostile.replace(/\\[^[]/gu, '');
    expect(unescaped).not.toMatch(/<|\]\(|!\[|https?:/);
    expect(unescaped.match(/`/g)).toHaveLength(text.match(/`/g)!.length);
  }
});
