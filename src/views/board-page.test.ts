/** Its bug, to a user: a ticket falls between two pages, a failure shows as mended, nobody is told who waits for them. */
import { BoardPlay } from '../testing/board-play.js';
import { closed, forceOff, handOff, validated } from '../testing/board-stories.js';
import { accepted } from '../testing/investigation.js';
import { minute, now } from '../testing/ticket-samples.js';
import { sampleBoard } from '../testing/sample-board.js';
import { boardLine, boardPage, failureSeqs, waitingReason } from './board-page.js';

const failure = { status: 'failure', error: 'No way.', doneCriteriaMet: false } as const;
const many = (count: number) =>
  new BoardPlay(Array.from({ length: count }, (_, at) => ({ title: `Ticket ${at}`, files: [`src/${at}.ts`] })));
const pageOf = (play: BoardPlay, cursor?: string) => boardPage(play.state, cursor, play.journal);

test.each([
  [20, [20]],
  [21, [20, 1]],
  [45, [20, 20, 5]],
])('a board of %i tickets is read page by page, each ticket once', (count, sizes) => {
  const play = many(count);
  const seen: string[][] = [];
  for (let cursor: string | undefined = ''; cursor !== undefined;) {
    const page = pageOf(play, cursor);
    seen.push(page.tickets.map(({ ticketId }) => ticketId));
    cursor = page.nextCursor;
  }
  expect(seen.map(({ length }) => length)).toEqual(sizes);
  expect(seen.flat()).toEqual(Array.from({ length: count }, (_, at) => `T-${at + 1}`));
});

test.each(['x', '-1', '1234567', '1.5'])('a cursor nobody gave begins at the first page: %s', (cursor) => {
  expect(pageOf(many(2), cursor).tickets[0]?.ticketId).toBe('T-1');
});

test('figures are of the whole board', () => {
  expect(pageOf(many(1)).stats).toMatchObject({ passRate: null, averageAttempts: null, total: 1, pending: 1 });
  const play = many(4);
  closed(play, 'T-1');
  accepted(play.start('T-2'));
  for (let attempt = 1; attempt <= 3; attempt += 1) accepted(play.submit('T-2', failure));
  accepted(play.start('T-3'));
  accepted(play.decide('T-4', 'withdraw'));
  expect(pageOf(play).stats).toEqual({
    ...{ total: 4, passed: 1, closedWithLabel: 0, failed: 1, inProgress: 1, pending: 0, withdrawn: 1 },
    ...{ passRate: 0.5, averageAttempts: 1.67 },
  });
});

test('the ticket that moved last among those at work is the one that runs', () => {
  const play = many(3);
  expect(pageOf(play).running).toBeNull();
  accepted(play.start('T-1'));
  accepted(play.later(minute).start('T-2'));
  expect(pageOf(play).running).toBe('T-2');
  accepted(play.later(minute).submit('T-1'));
  expect(pageOf(play).running).toBe('T-1');
});

describe('what failed lately', () => {
  test('comes last first, with its error and what became of it', () => {
    const play = many(2);
    accepted(play.start('T-1'));
    accepted(play.submit('T-1', failure));
    accepted(play.start('T-2'));
    accepted(play.later(minute).submit('T-2', { ...failure, error: 'x'.repeat(300) }));
    expect(pageOf(play).failures).toMatchObject([
      { ticketId: 'T-2', at: new Date(now + minute).toISOString(), resolution: 'now EXECUTING', recovered: false },
      { ticketId: 'T-1', attempt: 1, type: 'EXECUTION_FAILURE', error: 'The executor reported: No way.' },
    ]);
    expect(pageOf(play).failures[0]?.error).toHaveLength(160);
    expect(pageOf(play).failures[1]).not.toHaveProperty('detail');
  });

  test.each<[string, (play: BoardPlay) => unknown, string, boolean]>([
    ['approved later', (play) => handOff(play), 'APPROVED', true],
    ['overridden', (play) => forceOff(play, 'T-1', 'skip'), 'SKIPPED', false],
    ['withdrawn', (play) => accepted(play.decide('T-1', 'withdraw')), 'withdrawn', false],
  ])('is told as %s', (_, then, resolution, recovered) => {
    const play = many(1);
    accepted(play.start('T-1'));
    accepted(play.submit('T-1', failure));
    then(play);
    expect(pageOf(play).failures).toMatchObject([{ resolution, recovered }]);
  });

  test('is at most ten, and their records are asked for in order', () => {
    const play = many(6);
    for (let at = 1; at <= 6; at += 1) {
      accepted(play.start(`T-${at}`));
      for (let attempt = 1; attempt <= 2; attempt += 1) accepted(play.submit(`T-${at}`, failure));
    }
    expect(pageOf(play).failures).toHaveLength(10);
    expect(pageOf(play).failures[0]?.ticketId).toBe('T-6');
    const seqs = failureSeqs(play.board);
    expect(seqs).toEqual(play.board.failures.slice(-10).map(({ seq }) => seq));
    expect(pageOf(play).failures.every(({ error }) => error?.includes('No way.'))).toBe(true);
  });
});

describe('who waits for a person', () => {
  const waits = (play: BoardPlay) => {
    const { waitingForPerson, tickets } = pageOf(play);
    return waitingForPerson.map((id) => waitingReason(tickets.find(({ ticketId }) => ticketId === id)!));
  };

  test.each<[string, () => BoardPlay, string[]]>([
    ['nobody', () => handOff(many(1)), []],
    [
      'whose retries are used up',
      () => {
        const play = many(1);
        accepted(play.start('T-1'));
        for (let attempt = 1; attempt <= 3; attempt += 1) accepted(play.submit('T-1', failure));
        return play;
      },
      ['EXECUTION_FAILURE'],
    ],
    [
      'who asked',
      () => {
        const play = many(1);
        accepted(play.start('T-1'));
        accepted(play.escalate('T-1'));
        return play;
      },
      ['ASKED'],
    ],
    [
      'who asked after the hand-off',
      () => {
        const play = handOff(many(1));
        accepted(play.escalate('T-1'));
        return play;
      },
      ['ASKED'],
    ],
    [
      'who was overridden and checked',
      () => {
        const play = validated(forceOff(many(1)));
        for (const check of ['investigator', 'prd_auditor', 'validator'] as const) accepted(play.report('T-1', check));
        return play;
      },
      ['ACCEPT'],
    ],
    ['not who was overridden and is not checked yet', () => validated(forceOff(many(1))), []],
    [
      'not who waits for another ticket',
      () => {
        const play = many(2);
        accepted(play.start('T-1'));
        accepted(play.submit('T-1', { ...failure, status: 'blocked', blockedBy: 'T-2' }));
        return play;
      },
      [],
    ],
    [
      'nobody who was withdrawn',
      () => {
        const play = many(1);
        accepted(play.start('T-1'));
        accepted(play.escalate('T-1'));
        accepted(play.decide('T-1', 'withdraw'));
        return play;
      },
      [],
    ],
  ])('%s', (_, play, reasons) => {
    expect(waits(play())).toEqual(reasons);
  });

  test('is named up to a page of them', () => {
    const play = many(22);
    for (let at = 1; at <= 22; at += 1) {
      accepted(play.start(`T-${at}`));
      accepted(play.escalate(`T-${at}`));
    }
    expect(pageOf(play).waitingForPerson).toHaveLength(20);
  });
});

test('checks are shown while a ticket is validated, and only then', () => {
  const play = handOff(many(1));
  expect(boardLine(play.ticket('T-1'))).not.toHaveProperty('checks');
  validated(play);
  expect(boardLine(play.ticket('T-1')).checks).toEqual({
    ...{ investigator: 'waiting', prd_auditor: 'waiting', validator: 'waiting' },
  });
  expect(boardLine(play.ticket('T-1'))).not.toHaveProperty('waitsForAccept');
});

test('a halted wave is shown with its tickets; without one it is said that there is none', () => {
  expect(pageOf(many(1)).halted).toBe(false);
  expect(pageOf(sampleBoard()).halted).toEqual([{ wave: 1, tickets: ['T-3', 'T-4', 'T-5'] }]);
});
