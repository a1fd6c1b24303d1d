import { agent, BoardPlay, person } from '../testing/board-play.js';
import { checked, closed, handOff, validated } from '../testing/board-stories.js';
import { accepted } from '../testing/investigation.js';
import { ticketStory } from './ticket-story.js';

const storyOf = (play: BoardPlay) => ticketStory(play.board, play.ticket('T-1'), play.journal);

test('every attempt has its claims, its runs with what they printed, and its reviews', () => {
  const play = new BoardPlay();
  accepted(play.start('T-1'));
  const says = { command: 'npm test', exitCode: 0, outputSummary: 'all green' };
  accepted(play.submit('T-1', { by: agent('e1'), verification: says }));
  accepted(play.ran('T-1', { passed: false, excerpt: 'expected 401, got 200' }));
  play.edit('T-1');
  handOff(play);
  const { attempts } = storyOf(play);
  expect(attempts.items.map(({ attempt, outcome, failed }) => [attempt, outcome, failed])).toEqual([
    [2, 'APPROVED', false],
    [1, 'VERIFY_FAILURE', true],
  ]);
  const [second, first] = attempts.items;
  expect(first?.steps.items.map(({ kind, level }) => [kind, level])).toEqual([
    ['note', 'H3'],
    ['claim', 'H0'],
    ['run', 'H3'],
  ]);
  expect(first?.steps.items[1]).toMatchObject({ by: 'solo e1 (claimed)', says: { exitCode: 0 } });
  expect(first?.steps.items[2]).toMatchObject({ run: { printed: 'expected 401, got 200', flags: ['CLAIM_MISMATCH'] } });
  expect(first?.feedback).toContain('expected 401, got 200');
  expect(second?.steps.items.map(({ kind }) => kind)).toEqual(['claim', 'run', 'review']);
});

test('every validation has its reports with their findings, and what a person decided is told apart', () => {
  const play = checked(validated(handOff(new BoardPlay())), 'T-1', { passed: false });
  checked(validated(handOff(play), 'T-1', 's2'), 'T-1', { by: 's2' });
  const { validations, people } = storyOf(play);
  expect(validations.items.map(({ round }) => round)).toEqual([2, 1]);
  expect(validations.items[1]?.steps.items.at(-1)).toMatchObject({
    kind: 'check',
    check: 'validator',
    passed: false,
    findings: { items: [{ met: false, evidence: 'It answers 200.' }] },
  });
  expect(people.items).toEqual([]);
});

test('a closing run is not taken for the run of that number whose claim did not fit', () => {
  const play = new BoardPlay();
  accepted(play.start('T-1'));
  accepted(play.submit('T-1', { verification: { command: 'npm test', exitCode: 0, outputSummary: '' } }));
  accepted(play.ran('T-1', { passed: false }));
  play.edit('T-1');
  closed(play);
  const runs = storyOf(play).validations.items[0]?.steps.items.filter(({ kind }) => kind === 'run');
  expect(runs?.map((step) => step.kind === 'run' && step.run.flags)).toEqual([undefined]);
});

test('a person is told with the way they came', () => {
  const play = new BoardPlay();
  accepted(play.start('T-1'));
  accepted(play.escalate('T-1'));
  accepted(play.decide('T-1', 'retry', { by: { ...person, client: 'dashboard' }, note: 'Try once more.' }));
  accepted(play.override('T-1', 'skip', { by: { ...person, client: 'cli /dev/pts/1' } }));
  expect(storyOf(play).people.items).toMatchObject([
    { what: 'skip (time-pressure)', by: 'person Ada (person)', level: 'person' },
    { what: 'retry', by: 'Ada, person (dashboard)', note: 'Try once more.' },
  ]);
});

const MiB = 1024 * 1024;

test.each([
  ['the excerpt is all of it', 7, undefined],
  ['but for the end of its last line', 8, undefined],
  ['more', 9, { bytes: 9 }],
  ['as much as is kept', MiB, { bytes: MiB }],
  ['more than is kept', MiB + 1, { bytes: MiB, leftOut: '[proctor: 81 bytes left out here]' }],
])('how much of an output can be shown: %s', (_, bytes, kept) => {
  const play = new BoardPlay();
  accepted(play.start('T-1'));
  accepted(play.submit('T-1'));
  accepted(play.ran('T-1', { passed: false, excerpt: 'fünf 5', output: { hash: 'f'.repeat(64), bytes } }));
  const steps = storyOf(play).attempts.items.flatMap((attempt) => attempt.steps.items);
  expect(steps.flatMap((step) => (step.kind === 'run' ? [step.run.kept] : []))).toEqual([kept]);
});

test('what is left out is counted', () => {
  const play = new BoardPlay();
  accepted(play.start('T-1'));
  for (let again = 0; again < 12; again += 1) {
    accepted(play.escalate('T-1'));
    accepted(play.decide('T-1', 'retry'));
  }
  const { attempts, people } = storyOf(play);
  expect([attempts.items.length, attempts.more]).toEqual([8, 5]);
  expect([people.items.length, people.more]).toEqual([12, 0]);
});
