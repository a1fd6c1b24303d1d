import { BoardPlay } from '../testing/board-play.js';
import { checked, handOff, validated } from '../testing/board-stories.js';
import { accepted } from '../testing/investigation.js';
import { minute } from '../testing/ticket-samples.js';
import { feedbackOf } from './feedback.js';

/** What the last failure hands to the next attempt. */
function feedback(play: BoardPlay): string[] {
  const ticket = play.ticket('T-1');
  const failure = ticket.failures.at(-1)!;
  const record = play.journal.find(({ seq }) => seq === failure.seq);
  return feedbackOf(ticket, failure, record).split('\n');
}

const started = () => {
  const play = new BoardPlay();
  accepted(play.start('T-1'));
  return play;
};
const submitted = (...args: Parameters<BoardPlay['submit']> extends [string, ...infer Rest] ? Rest : never) => {
  const play = started();
  accepted(play.submit('T-1', ...args));
  return play;
};
const failure = { status: 'failure', doneCriteriaMet: false } as const;

test.each([
  ['its error', { ...failure, error: 'No way.' }, 'The executor reported: No way.'],
  ['or else its evidence', { ...failure, evidence: 'Tried it.' }, 'The executor reported: Tried it.'],
])('a report of failure is handed on with %s', (_, said, line) => {
  expect(feedback(submitted(said))).toEqual([
    'Attempt 1 failed: EXECUTION_FAILURE.',
    line,
    'Do: solve that, then submit again.',
  ]);
});

test('a report that contradicts itself is told where', () => {
  expect(feedback(submitted({ doneCriteriaMet: false }))).toEqual([
    'Attempt 1 failed: MALFORMED.',
    expect.stringMatching(/^The report contradicts itself: .+\.$/),
    'Do: submit what is really so.',
  ]);
});

test.each([
  ['its exit code', { exitCode: 1 }, 'exited with 1.'],
  ['its signal', { exitCode: null, signal: 'SIGKILL' }, 'was ended by SIGKILL.'],
  ['neither', { exitCode: null, signal: null }, 'did not end by itself.'],
] as const)('a run is told with %s', (_, ended, words) => {
  const play = submitted();
  accepted(play.ran('T-1', { passed: false, excerpt: '', ...ended }));
  expect(feedback(play)).toEqual([
    'Attempt 1 failed: VERIFY_FAILURE.',
    `Run 1: npm test -- login ${words}`,
    'Do: make this command pass, then submit again.',
  ]);
});

test('a run is told with its problem and what it printed', () => {
  const play = submitted();
  accepted(play.ran('T-1', { passed: false, exitCode: 0, problem: 'It ran no test.', excerpt: 'ok\n0 tests' }));
  expect(feedback(play).slice(2, -1)).toEqual(['It ran no test.', 'ok', '0 tests']);
});

test('files that moved three times are a reason of their own', () => {
  const play = submitted();
  for (let again = 0; again < 3; again += 1) accepted(play.ran('T-1', { filesAfter: `moved ${again}` }));
  const lines = feedback(play);
  expect(lines[0]).toBe('Attempt 1 failed: VERIFY_FAILURE (TREE_MOVED).');
  expect(lines).toContain('The files changed while the command ran, three times.');
  expect(lines.at(-1)).toBe('Do: see that nothing writes to the contract’s files during the run.');
});

test('a time-out says which step, and what may be done about it', () => {
  const play = started();
  accepted(play.later(5 * minute + 1).expire('T-1'));
  expect(feedback(play)).toEqual([
    'Attempt 1 failed: TIMEOUT.',
    'The executor step took longer than it may.',
    'Do: submit sooner, or split the work.',
  ]);
  const inReview = submitted();
  accepted(inReview.ran('T-1'));
  accepted(inReview.later(60 * minute).expire('T-1'));
  expect(feedback(inReview)).toEqual(['Attempt 1 failed: TIMEOUT.', 'The architect step took longer than it may.']);
});

test('a rejection is told in full: the word, what is unmet, each concern', () => {
  const play = submitted();
  accepted(play.ran('T-1'));
  const findings = [
    { criterion: 1, met: false, evidence: 'It answers 200.' },
    { criterion: 2, met: true, evidence: 'Seen.' },
  ];
  accepted(play.review('T-1', { verdict: 'REJECTED', feedback: 'Look again.', concerns: ['No log.'], findings }));
  expect(feedback(play)).toEqual([
    'Attempt 1 failed: ARCHITECT_REJECTION.',
    'The architect says: Look again.',
    'Unmet: 1. It answers 200.',
    'Concern: No log.',
    'Do: answer each of these points, then submit again.',
  ]);
});

test('the overseer hands on every check that failed', () => {
  const lines = feedback(checked(validated(handOff(new BoardPlay())), 'T-1', { passed: false }));
  expect(lines[0]).toBe('Attempt 1 failed: S3_REJECTION.');
  for (const check of ['investigator', 'prd_auditor', 'validator']) expect(lines.join(' ')).toContain(check);
  expect(lines.at(-1)).toBe('Do: answer each of these points, then submit again; it is validated anew.');
});

test('files that are no longer those that were handed off are told as that', () => {
  const play = handOff(new BoardPlay());
  play.edit('T-1');
  accepted(play.validate('T-1'));
  expect(feedback(play)).toEqual([
    'Attempt 1 failed: S3_REJECTION.',
    'Its files are no longer those that were handed off.',
    'Do: submit the files as they are now.',
  ]);
});

test('whatever is said, it stays short', () => {
  const play = submitted({ ...failure, error: 'x'.repeat(4_000) });
  expect(feedback(play).join('\n').length).toBeLessThanOrEqual(1_800);
});
