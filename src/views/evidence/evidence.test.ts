/**
 * What people are shown of a ticket, page by page. Its bug, to a user: a failed run that reads as passed, a report of an
 * earlier validation that stands for this one, a list that hides what it left out.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { agent, BoardPlay } from '../../testing/board-play.js';
import { checked, closed, forceOff, handOff, validated } from '../../testing/board-stories.js';
import { accepted } from '../../testing/investigation.js';
import { minute } from '../../testing/ticket-samples.js';
import { evidenceNames, evidenceOf } from './index.js';

const golden = new URL('../../testing/golden/evidence/', import.meta.url);
const pagesOf = (play: BoardPlay, id = 'T-1') =>
  evidenceOf({ sessionId: 's-1', ticket: play.ticket(id), records: play.journal, head: '9:abc' });
const pageOf = (play: BoardPlay, name: string, id = 'T-1') =>
  pagesOf(play, id).find((file) => file.name === name)?.text ?? '';
const reportOf = (play: BoardPlay, id = 'T-1') => pageOf(play, 'closure-report.md', id);
const changes = (count: number) => ({
  changed: Array.from({ length: Math.min(count, 25) }, (_, at) => `src/${at}.ts`),
  changedCount: count,
});
const started = (...contracts: ConstructorParameters<typeof BoardPlay>) => {
  const play = new BoardPlay(...contracts);
  accepted(play.start('T-1'));
  return play;
};

/** Nearly everything that can happen to a ticket, up to where the overseer sends it back. */
function longStory(): BoardPlay {
  const requirements = [
    { id: 'R-1', text: 'Wrong passwords are refused' },
    { id: 'R-2', text: 'Right ones are taken' },
  ];
  const play = new BoardPlay([{ requirements }, { id: 'T-2', title: 'Another', files: ['src/2.ts'] }]);
  accepted(play.start('T-1', { tree: changes(2) }));
  accepted(play.start('T-2'));
  const failure = {
    status: 'failure',
    error: 'No *way*.',
    doneCriteriaMet: false,
    filesModified: [] as string[],
  } as const;
  accepted(play.submit('T-1', { ...failure, tree: changes(0) }));
  const verification = { command: 'npm test', exitCode: 0, outputSummary: 'green' };
  accepted(play.submit('T-1', { verification, tree: changes(30) }));
  accepted(play.ran('T-1', { passed: false, exitCode: 1, problem: 'NO_TESTS_RAN', durationMs: 1_260, excerpt: 'red' }));
  accepted(play.escalate('T-1'));
  accepted(play.decide('T-1', 'retry', { note: undefined }));
  play.edit('T-1');
  accepted(play.submit('T-1', { tree: changes(1) }));
  accepted(play.ran('T-1', { cutShort: 'the server was gone' }));
  accepted(play.ran('T-1'));
  const findings = [
    { criterion: 1, met: false, evidence: 'It answers 200.' },
    { criterion: 2, met: true, evidence: 'Seen.' },
  ];
  accepted(play.review('T-1', { verdict: 'REJECTED', feedback: 'Look again.', concerns: ['No log.'], findings }));
  play.edit('T-1');
  accepted(play.decide('T-1', 'retry'));
  accepted(play.later(6 * minute).expire('T-1'));
  accepted(play.late('T-1', 'executor', agent('e1')));
  accepted(play.decide('T-1', 'extend'));
  handOff(play);
  accepted(play.committed('T-1', 'c'.repeat(40)));
  accepted(play.validate('T-1'));
  accepted(play.closingRan('T-1', { passed: false, exitCode: null, signal: 'SIGKILL' }));
  accepted(play.report('T-1', 'investigator', { evidence: ['the *diff*'] }));
  const covered = [
    { subject: 'R-1', met: true, evidence: 'login.ts 4' },
    { subject: 'r-2', met: false, evidence: 'nowhere' },
    { subject: 'speed', met: true, evidence: 'fast' },
  ];
  accepted(play.report('T-1', 'prd_auditor', { passed: false, findings: covered }));
  accepted(play.report('T-1', 'validator', { passed: false }));
  return play;
}

// To write them anew after a change that is meant: PROCTOR_GOLDEN=write, then read the difference.
test.each(evidenceNames)('%s tells a long story as it did before', (name) => {
  const path = new URL(name, golden);
  const text = pageOf(longStory(), name);
  if (process.env['PROCTOR_GOLDEN'] === 'write') writeFileSync(path, text);
  expect(text.split('\n')).toEqual(readFileSync(path, 'utf8').split('\n'));
});

test.each([
  ['nothing before the start', () => new BoardPlay(), []],
  ['a result from then on', () => started(), ['gate-result.yaml']],
  [
    'the story once validation has begun',
    () => {
      const play = handOff(new BoardPlay());
      accepted(play.validate('T-1'));
      return play;
    },
    ['gate-result.yaml', 'closure-report.md'],
  ],
  [
    'the runs as soon as one has ended',
    () => validated(handOff(new BoardPlay())),
    [...['gate-result.yaml', 'validation-results.md', 'closure-report.md']],
  ],
  ['all of it in the end', () => closed(new BoardPlay()), evidenceNames],
])('there is %s', (_, story, names) => {
  expect(pagesOf(story()).map(({ name }) => name)).toEqual(names);
});

test('a closed ticket says when it was closed, and where each check stands', () => {
  const report = reportOf(closed(new BoardPlay()));
  expect(report).toContain('**closed on 2023-11-14T22:13:20.000Z**');
  expect(report).toContain('| validator | passed (last report: passed in validation 1) |');
  expect(report).toContain('sent back by the overseer: 0');
});

test('a check that has not reported in this validation is waiting, whatever it said before', () => {
  const play = checked(validated(handOff(new BoardPlay())), 'T-1', { passed: false });
  validated(handOff(play), 'T-1', 's2');
  accepted(play.report('T-1', 'investigator', { by: agent('s2'), passed: false }));
  const report = reportOf(play);
  expect(report).toContain('| investigator | failed (last report: failed in validation 2) | solo `s2` (claimed) |');
  expect(report).toContain('| validator | waiting (last report: failed in validation 1) |');
  expect(reportOf(validated(handOff(new BoardPlay())))).toContain('| validator | waiting | – | – |');
  expect(pageOf(play, 'validation-results.md').match(/For closing, validation \d/g)).toEqual([
    ...['For closing, validation 1', 'For closing, validation 2'],
  ]);
});

test('without requirements the criteria are covered, by number or by text', () => {
  const play = validated(
    handOff(new BoardPlay([{ done: ['The lamp goes off', 'The lamp goes on', 'The lamp blinks'] }])),
  );
  const findings = [
    { subject: '1', met: true, evidence: 'here' },
    { subject: 'the lamp  goes ON', met: true, evidence: 'there' },
    { subject: '3', met: true, evidence: 'once' },
    { subject: 'The lamp blinks', met: false, evidence: 'not twice' },
  ];
  accepted(play.report('T-1', 'prd_auditor', { findings, passed: false }));
  const matrix = pageOf(play, 'prd-coverage-matrix.md');
  expect(matrix).toContain('| criterion | asked for | stands | where |');
  expect(matrix).toContain('| 1 | The lamp goes off | covered | here |');
  expect(matrix).toContain('| 2 | The lamp goes on | covered | there |');
  expect(matrix).toContain('| 3 | The lamp blinks | **not covered** | once; not twice |');
  expect(matrix).not.toContain('Other findings');
  expect(pageOf(validated(handOff(new BoardPlay())), 'prd-coverage-matrix.md')).toBe('');
});

test('what nobody looked at has no finding', () => {
  const play = validated(handOff(new BoardPlay([{ done: ['The lamp goes off'] }])));
  accepted(play.report('T-1', 'prd_auditor', { findings: [], passed: false }));
  expect(pageOf(play, 'prd-coverage-matrix.md')).toContain('| 1 | The lamp goes off | no finding | – |');
  accepted(play.report('T-1', 'investigator', { findings: [], passed: false }));
  expect(pageOf(play, 'investigation-report.md')).toContain('## Findings\n\nNone.');
});

test.each([
  ['skip', 'SKIPPED', 'unverified', 'person `Ada` (person) **skip** (time-pressure): Demo at noon. *[a person]*'],
  ['force', 'FORCED', 'forced', 'person `Ada` (person) **force** (time-pressure): Demo at noon. *[a person]*'],
] as const)('a gate that was overridden by %s is labelled wherever the ticket is told', (how, state, label, line) => {
  const play = forceOff(new BoardPlay(), 'T-1', how);
  expect(pageOf(play, 'gate-result.yaml')).toMatch(/^requires_manual_commit: true$/m);
  expect(pageOf(play, 'gate-result.yaml')).toContain(`labels:\n  - "${label}"`);
  accepted(play.validate('T-1'));
  expect(reportOf(play)).toContain(line);
  expect(reportOf(play)).toContain(`**not closed: s3_validating (${label}), gate ${state}, as of`);
  expect(reportOf(play)).toContain(`- Labels: ${label}`);
});

test('an escalation, a blocker and a commit that failed are told', () => {
  const play = started([{}, { id: 'T-2', title: 'Another', files: ['src/2.ts'] }]);
  accepted(play.start('T-2'));
  accepted(play.submit('T-1', { status: 'blocked', error: 'Needs T-2.', blockedBy: 'T-2', doneCriteriaMet: false }));
  closed(play, 'T-2');
  handOff(play, 'T-1');
  accepted(play.committed('T-1', null));
  accepted(play.validate('T-1'));
  const report = reportOf(play);
  expect(report).toContain('gate EXECUTING → BLOCKED, ticket in_progress → blocked');
  expect(report).toContain(
    '- `T-2` moved on. *[H3 observed]*\n  - gate BLOCKED → EXECUTING, ticket blocked → in_progress',
  );
  expect(report).toContain('- Committed by Proctor: failed *[H3 observed]*');
  expect(reportOf(play)).not.toContain('Another');
});

test('a validation that ran out of time is told, and its reports count no more', () => {
  const play = validated(handOff(new BoardPlay()));
  accepted(play.later(24 * 60 * minute).expireLease('T-1'));
  expect(reportOf(play)).toContain('- The validation ran out of time. *[H3 observed]*');
});

test.each([
  ['gate-result.yaml', 'application/yaml'],
  ['closure-report.md', 'text/markdown'],
])('%s is told as %s', (name, mimeType) => {
  expect(pagesOf(closed(new BoardPlay())).find((file) => file.name === name)?.mimeType).toBe(mimeType);
});

test('a run that failed says why in the result, too', () => {
  const play = started();
  accepted(play.submit('T-1'));
  accepted(play.ran('T-1', { passed: false, problem: 'It ran no test.' }));
  expect(pageOf(play, 'gate-result.yaml')).toContain('problem: "It ran no test."');
});
