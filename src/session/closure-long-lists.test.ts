/** Its bug, to a user: a change of a thousand files passes with a finding about one, or a list hides what it left out. */
import type { TreeFacts } from '../../machines/schema/record.js';
import { BoardPlay } from '../testing/board-play.js';
import { handOff, validated } from '../testing/board-stories.js';
import { accepted } from '../testing/investigation.js';

const listed = Array.from({ length: 200 }, (_, at) => `src/${at}.ts`);
const finding = (subject: string) => ({ subject, met: true, evidence: 'Read it.' });

/** What is said against a report about more changed files than a record lists. */
function against(tree: Partial<TreeFacts>): string {
  const play = validated(handOff(new BoardPlay()));
  const findings = [finding('src/')];
  const said = play.report('T-1', 'investigator', {
    findings,
    tree: { changed: listed, changedCount: 1_000, ...tree },
  });
  return said.violations.map(({ message }) => message).join(' ');
}

test.each([
  [
    'nobody compared them',
    {},
    '1000 of 1000 changed files have no finding (src/0.ts, src/1.ts, src/2.ts, src/3.ts, src/4.ts, …)',
  ],
  [
    'some have none',
    { unfound: ['docs/a.md'], unfoundCount: 1 },
    '1 of 1000 changed files have no finding (docs/a.md, …)',
  ],
  ['many have none', { unfound: listed, unfoundCount: 700 }, '700 of 1000 changed files have no finding (src/0.ts,'],
  ['a finding is about nothing', { unfound: [], unfoundCount: 0, aboutNone: ['lib/'] }, 'nothing changed at lib/'],
])('a report about a long list is refused where %s', (_, tree, words) => {
  expect(against(tree)).toContain(words);
});

test('it is taken where every file has a finding', () => {
  expect(against({ unfound: [], unfoundCount: 0, aboutNone: [] })).toBe('');
});

test('a list that is whole is compared name by name', () => {
  const play = validated(handOff(new BoardPlay()));
  const tree = { changed: ['src/a.ts', 'src/b.ts'], changedCount: 2 };
  const said = play.report('T-1', 'investigator', { findings: [finding('./src/a.ts'), finding('src/c.ts')], tree });
  expect(said.violations.map(({ message }) => message).join(' ')).toMatch(
    /src\/b\.ts has no finding.*src\/c\.ts was not changed/,
  );
});

test('what a failed check says is kept up to a length', () => {
  const play = validated(handOff(new BoardPlay()));
  const said = (summary: string) => ({ passed: false, summary, findings: [] });
  accepted(play.report('T-1', 'investigator', said('x'.repeat(600))));
  accepted(play.report('T-1', 'prd_auditor', said('Nothing is covered.')));
  accepted(play.report('T-1', 'validator', { passed: false }));
  const [rejection] = play.ticket('T-1').rejections;
  expect(rejection?.points.map((point) => point.length)).toEqual([
    501,
    'The prd_auditor says: Nothing is covered.'.length,
    expect.any(Number),
  ]);
  expect(rejection?.points[0]).toMatch(/^The investigator says: x+…$/);
});
