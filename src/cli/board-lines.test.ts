/** The board is where a person sees that they are waited for: each row must say so without colour and in any width. */
import { stripVTControlCharacters } from 'node:util';
import { acts, hostileTexts } from '../testing/hostile-text.js';
import { sampleBoard, sampleTickets } from '../testing/sample-board.js';
import { columns } from '../views/text-fit.js';
import { wholeBoard } from '../views/whole-board.js';
import { Bell } from './bell.js';
import { boardPicture } from './board-lines.js';
import { LiveScreen } from './live-screen.js';

const drawn = (title = 'Reject', look: { width?: number; ascii?: boolean; color?: boolean } = {}) => {
  const play = sampleBoard(title);
  const { width = 100, ascii = false, color = false } = look;
  return boardPicture(wholeBoard(play.state), { width, ascii, color, now: play.now });
};

test('each ticket has a row: bar, attempt, state in a word, title, what is to be noted', () => {
  expect(drawn('Reject').rows).toEqual([
    'T-1   [########] Step 3/3  attempt 1/3    ✓ handed off     Reject 1',
    'T-2   [#######-] Step 3/3  attempt 1/3    ● reviewing      Reject 2 · 2 min left',
    'T-3   [##------] Step 1/3  attempt 3/3    ✕ waits for you  Reject 3',
    'T-4   [##------] Step 1/3  attempt 3/3    ✕ waits for you  Reject 4',
    'T-5   [##------] Step 1/3  attempt 3/3    ✕ waits for you  Reject 5',
    'T-6   [--------] Step 0/3                 · open           Reject 6 · after T-2, T-7',
    'T-7   [--------] Step 0/3                 · withdrawn      Reject 7',
    'T-8   [########] Step 1/3  attempt 1/3    · skipped        Reject 8 · unverified',
    'T-9   [#####---] Step 2/3  attempt 2/3    ● verifying      Reject 9 · 2 min left',
    'T-10  [##------] Step 1/3  attempt 1/3    ✕ waits for you  Reject 10',
  ]);
});

test('below it: the halt, who waits for a person and why, what to run, the figures', () => {
  expect(drawn().foot).toEqual([
    '✕ Halted: wave 1 (T-3, T-4, T-5) used up their retries. Run proctor resume s-00000000000000000000',
    '✕ T-3 waits for you: its retries are used up. Run proctor decide T-3',
    '✕ T-4 waits for you: its retries are used up. Run proctor decide T-4',
    '✕ T-5 waits for you: its retries are used up. Run proctor decide T-5',
    '✕ T-10 waits for you: an agent asked for a person. Run proctor decide T-10',
    expect.stringContaining('10 tickets: 3 failed, 5 in progress, 1 pending, 1 withdrawn; pass rate 0 %'),
  ]);
});

test.each([40, 60, 80, 89, 90, 120])('no row is wider than %i columns', (width) => {
  const { rows, foot } = drawn('A title that is a good deal longer than any terminal of that width has room for', {
    width,
  });
  for (const line of [...rows, ...foot]) expect([line, columns(line) <= width]).toEqual([line, true]);
});

test('ASCII alone where it is asked for, and colours only beside words', () => {
  const plain = drawn('Reject', { ascii: true });
  expect([...plain.rows, ...plain.foot].join('')).toMatch(/^[ -~]+$/);
  const coloured = drawn('Reject', { color: true }).rows.join('\n');
  expect(coloured).toContain('\u001b[33m✕ waits for you\u001b[0m');
  expect(stripVTControlCharacters(coloured)).toBe(drawn('Reject').rows.join('\n'));
});

test('titles cannot act on a terminal', () => {
  const titles = hostileTexts.filter((text) => text.trim() !== '' && text.length < 250);
  for (let at = 0; at < titles.length; at += sampleTickets) {
    const { state, now } = sampleBoard(...titles.slice(at, at + sampleTickets));
    const { rows, foot } = boardPicture(wholeBoard(state), { width: 100, ascii: false, color: false, now });
    for (const line of [...rows, ...foot]) {
      expect(line).not.toMatch(acts);
      expect(line).not.toContain('\n');
    }
  }
});

test('the bell rings once for each ticket that begins to wait', () => {
  const bell = new Bell();
  const rings = [['T-1'], ['T-1'], ['T-1', 'T-2'], ['T-1', 'T-2'], [], ['T-1']].map((waiting) => bell.isDue(waiting));
  expect(rings).toEqual([false, false, true, false, false, true]);
});

test.each([
  [true, [true, false, true]],
  [false, [false, false, false]],
])('a screen rings with one picture only, and only on a terminal (%s)', (terminal, rings) => {
  const drawn: string[] = [];
  const screen = new LiveScreen({ terminal, height: 20, out: (text) => void drawn.push(text) });
  screen.ring();
  screen.draw(['one']);
  screen.draw(['two']);
  screen.ring();
  screen.draw(['three']);
  expect(drawn.map((text) => text.includes('\u0007'))).toEqual(rings);
});
