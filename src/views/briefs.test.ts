import type { SeenWork } from './briefs.js';
import { agent, BoardPlay } from '../testing/board-play.js';
import { forceOff, handOff } from '../testing/board-stories.js';
import { accepted } from '../testing/investigation.js';
import { briefsOf } from './briefs.js';

const files = (count: number) => Array.from({ length: count }, (_, at) => `src/${at}.ts`);
const stat = ' src/login.ts | 2 +-\n';

function briefOf(play: BoardPlay, check: string, work: Partial<SeenWork> = {}): string {
  const ticket = play.ticket('T-1');
  const all = briefsOf({ ticket, work: { changed: ['src/login.ts'], stat, ...work }, records: play.journal });
  return all.find((each) => each.check === check)?.brief ?? '';
}

describe('the investigator', () => {
  test('is told what changed, how to see it, and what the executor says of it', () => {
    const brief = briefOf(handOff(new BoardPlay()), 'investigator');
    expect(brief.split('\n').slice(0, 3)).toEqual([
      'Were the files really changed as claimed? Proctor compared the tree at the start with what was handed off: src/login.ts. In /trees/T-1: git diff tree-0 tree of file',
      'src/login.ts | 2 +-',
      'The executor claims to have changed src/login.ts, and says: Ran it and looked.',
    ]);
    expect(brief).not.toContain('not committed');
  });

  test('hears of the last claim, not of the first', () => {
    const play = new BoardPlay();
    accepted(play.start('T-1'));
    accepted(play.submit('T-1', { evidence: 'The first.' }));
    accepted(play.ran('T-1', { passed: false }));
    play.edit('T-1');
    accepted(play.submit('T-1', { evidence: 'The second.' }));
    expect(briefOf(play, 'investigator')).toContain('and says: The second.');
  });

  test.each([
    ['as many as are listed', 30, 'src/29.ts. In'],
    ['one more', 31, 'src/29.ts and 1 more. In'],
    ['ten more', 40, 'src/29.ts and 10 more. In'],
  ])('of a long list is told how much longer it is: %s', (_, count, end) => {
    expect(briefOf(handOff(new BoardPlay()), 'investigator', { changed: files(count) })).toContain(end);
  });

  test('is told where no file differs', () => {
    expect(briefOf(handOff(new BoardPlay()), 'investigator', { changed: [] })).toContain(
      'no file of the contract differs. In /trees/T-1: git diff',
    );
  });

  test('is told of what was changed before the start', () => {
    const play = new BoardPlay();
    accepted(play.start('T-1', { tree: { changed: ['test/login.test.ts'], changedCount: 1 } }));
    expect(briefOf(handOff(play), 'investigator')).toContain(
      'Changed and not committed when it was started: test/login.test.ts. Look at these too.',
    );
  });

  test('is told where nothing is known of the files, and nobody claimed anything', () => {
    const play = new BoardPlay();
    accepted(play.start('T-1'));
    const brief = briefOf(play, 'investigator');
    expect(brief).toContain('nothing is known of the files that were handed off.');
    expect(brief).not.toContain('executor claims');
    expect(briefOf(forceOff(new BoardPlay()), 'investigator')).not.toContain('executor claims');
  });
});

describe('the auditor', () => {
  test('goes by requirements where there are any', () => {
    const requirements = [{ id: 'R-1', text: 'Wrong passwords are refused' }];
    const brief = briefOf(handOff(new BoardPlay([{ requirements }])), 'prd_auditor');
    expect(brief).toContain('\nR-1: Wrong passwords are refused\n');
    expect(brief).toContain('(subject: its id)');
    expect(brief).not.toContain('Login rejects');
  });

  test('goes by criteria otherwise', () => {
    const brief = briefOf(handOff(new BoardPlay()), 'prd_auditor');
    expect(brief).toContain('\n1: Login rejects a wrong password\n2: Login accepts the right one\n');
    expect(brief).toContain('(subject: its number or text)');
    expect(brief).not.toContain('more:');
  });

  test('is told how many did not fit', () => {
    const done = Array.from({ length: 10 }, (_, at) => `Login number ${at} ${'is quick '.repeat(12)}`);
    const brief = briefOf(handOff(new BoardPlay([{ done }])), 'prd_auditor');
    const shown = brief.match(/^\d+: /gm)?.length ?? 0;
    expect(shown).toBeGreaterThan(2);
    expect(brief).toContain(`and ${10 - shown} more: ticket_status with the ticketId shows the contract.`);
  });
});

describe('the validator', () => {
  test('is told what went smoothly', () => {
    const brief = briefOf(handOff(new BoardPlay()), 'validator');
    expect(brief).toContain('Proctor runs npm test -- login itself meanwhile;');
    expect(brief).toContain('So far: attempt 1, 1 runs\n');
  });

  test('is told what did not: failures, claims that did not fit, labels', () => {
    const play = new BoardPlay();
    accepted(play.start('T-1'));
    const verification = { command: 'npm test', exitCode: 0, outputSummary: 'green' };
    accepted(play.submit('T-1', { by: agent('e1'), verification }));
    accepted(play.ran('T-1', { passed: false }));
    accepted(play.override('T-1', 'skip'));
    expect(briefOf(play, 'validator')).toContain(
      'So far: attempt 2, 1 runs; failed before: VERIFY_FAILURE; what the executor said of a run was not what Proctor saw (CLAIM_MISMATCH); labels: unverified',
    );
  });
});
