import type { CommandOf } from '../../machines/schema/command.js';
import { BoardPlay } from '../testing/board-play.js';
import { accepted } from '../testing/investigation.js';
import { contradictionsOf, lookedAt } from './ticket-figures.js';

describe('a report that contradicts itself', () => {
  const said = (spoilt: Partial<CommandOf<'ticket.submit'>>) =>
    contradictionsOf({
      ...{ type: 'ticket.submit', ticketId: 'T-1', attempt: 1, status: 'success', filesModified: [] },
      ...{ evidence: 'Seen.', doneCriteriaMet: true, ...spoilt },
    });

  test.each<[string, Partial<CommandOf<'ticket.submit'>>, number]>([
    ['a success with all it needs', {}, 0],
    ['with an empty error', { error: '  ' }, 0],
    ['without evidence', { evidence: ' ' }, 1],
    ['with unmet criteria', { doneCriteriaMet: false }, 1],
    ['with an error', { error: 'It crashed.' }, 1],
    ['with all of it', { evidence: '', doneCriteriaMet: false, error: 'x' }, 3],
    ['a failure with all of it', { status: 'failure', evidence: '', doneCriteriaMet: false, error: 'x' }, 0],
  ])('%s', (_what, spoilt, count) => {
    expect(said(spoilt)).toHaveLength(count);
  });

  test('costs an attempt', () => {
    const play = new BoardPlay();
    accepted(play.start('T-1'));
    accepted(play.submit('T-1', { evidence: '' }));
    expect(play.ticket('T-1').gate.context).toMatchObject({ attempt: 2, failed: { MALFORMED: 1 } });
  });
});

// To a user its bug is an approval in which a criterion was never looked at.
describe('what a review looked at', () => {
  const done = ['Login works for Ada', 'Logout works', '3'];
  const finding = (criterion: number | string, met = true, evidence = 'Seen.') => ({ criterion, met, evidence });
  const all = [finding(1), finding(2), finding(3)];

  test.each<[string, ReturnType<typeof finding>[]]>([
    ['by number', all],
    ['by text, in other case and spacing', [finding('login  WORKS for ada'), finding('Logout works'), finding('3')]],
    ['by a number written as text', [finding('1'), finding(' 2 '), finding('3')]],
  ])('all of it, %s', (_how, findings) => {
    expect(lookedAt(done, findings)).toEqual({ missing: [], unmet: [] });
  });

  test.each<[string, ReturnType<typeof finding>[], missing: string[], unmet: string[]]>([
    ['nothing', [], ['1 "Login works for Ada" has none', '2 "Logout works" has none', '3 "3" has none'], []],
    ['one of them twice', [...all, finding('Logout works')], ['2 "Logout works" has 2'], []],
    ['one without evidence', [all[0]!, finding(2, true, '  '), all[2]!], ['2 "Logout works" lacks evidence'], []],
    ['one that is not met', [all[0]!, finding(2, false), all[2]!], [], ['2 "Logout works"']],
    ['a criterion there is not', [...all, finding(4)], ['4 is no criterion'], []],
    ['a text that is none', [...all, finding('Colour is blue')], ['Colour is blue is no criterion'], []],
    ['a number that is far off', [...all, finding('1000')], ['1000 is no criterion'], []],
  ])('%s', (_what, findings, missing, unmet) => {
    expect(lookedAt(done, findings)).toEqual({ missing, unmet });
  });
});

describe('a ticket that says it is blocked', () => {
  const tickets = [
    ...['a', 'b', 'c'].map((id) => ({ id, files: [`src/${id}.ts`] })),
    { id: 'd', dependsOn: ['a'] },
    { id: 'e', dependsOn: ['d'], verify: 'make e' },
  ];
  function started(): BoardPlay {
    const play = new BoardPlay(tickets);
    for (const id of ['a', 'b', 'c']) accepted(play.start(id));
    return play;
  }
  const blocked = (play: BoardPlay, id: string, blockedBy?: string) => {
    accepted(play.submit(id, { status: 'blocked', blockedBy }));
    return play.where(id);
  };

  test.each([
    ['another at work', 'b', 'blocked BLOCKED'],
    ['itself', 'a', 'blocked ESCALATED(BLOCKED)'],
    ['one there is not', 'x', 'blocked ESCALATED(BLOCKED)'],
    ['nothing it names', undefined, 'blocked ESCALATED(BLOCKED)'],
    ['one that depends on it', 'd', 'blocked ESCALATED(BLOCKED)'],
    ['one that depends on one that depends on it', 'e', 'blocked ESCALATED(BLOCKED)'],
  ])('by %s', (_what, blocker, where) => {
    const play = started();
    expect(blocked(play, 'a', blocker)).toBe(where);
    expect(play.ticket('a').gate.context.blocker).toBe(where === 'blocked BLOCKED' ? 'b' : null);
  });

  test('by one that waits for it already, or for one that does', () => {
    const play = started();
    expect(blocked(play, 'a', 'b')).toBe('blocked BLOCKED');
    expect(blocked(play, 'b', 'c')).toBe('blocked BLOCKED');
    expect(blocked(play, 'c', 'a')).toBe('blocked ESCALATED(BLOCKED)');
  });

  test('by one that only depended on it through a ticket given up, or dropped', () => {
    const play = started();
    accepted(play.decide('d', 'withdraw'));
    expect(blocked(play, 'a', 'e')).toBe('blocked BLOCKED');
    const other = started();
    accepted(other.decide('d', 'drop', { dependency: 'a' }));
    expect(blocked(other, 'a', 'd')).toBe('blocked BLOCKED');
  });

  test('by one that was given up', () => {
    const play = started();
    accepted(play.decide('b', 'withdraw'));
    expect(blocked(play, 'a', 'b')).toBe('blocked ESCALATED(BLOCKED)');
  });

  test('only where it says so', () => {
    const play = started();
    accepted(play.submit('a', { blockedBy: 'b' }));
    expect(play.where('a')).toBe('in_progress VERIFYING');
  });
});

describe('files of tickets in one tree', () => {
  const play = () =>
    new BoardPlay([
      { id: 'a', files: ['src/a.ts', 'docs/*.md'] },
      { id: 'b', files: ['src/**'] },
      { id: 'c', files: ['test/c.ts'] },
    ]);
  const shared = { tree: { dir: '/shared' } };

  test('may not overlap until the other is withdrawn; other trees do not matter', () => {
    const board = play();
    accepted(board.start('a', shared));
    const reply = board.start('b', shared);
    expect([reply.codes, reply.violations[0]?.message]).toEqual([['FILES_OVERLAP'], expect.stringContaining('src/**')]);
    accepted(board.start('c', shared));
    accepted(board.start('b'));
    const other = play();
    accepted(other.start('a', shared));
    accepted(other.decide('a', 'withdraw'));
    expect(other.start('b', shared).ok).toBe(true);
  });

  test('still overlap after the hand-off', () => {
    const board = play();
    accepted(board.start('a', shared));
    accepted(board.override('a', 'skip'));
    expect(board.start('b', shared).codes).toEqual(['FILES_OVERLAP']);
  });
});
