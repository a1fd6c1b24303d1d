import { agent, BoardPlay } from '../testing/board-play.js';
import { checked, closed, forceOff, handOff, validated } from '../testing/board-stories.js';
import { accepted } from '../testing/investigation.js';
import { minute, now } from '../testing/ticket-samples.js';
import { judges, possibleTicketMoves } from './possible-ticket.js';
import { currentStates, takenEdges, ticketCharts } from './ticket-charts.js';

const movesOf = (play: BoardPlay, id = 'T-1') => possibleTicketMoves(play.state, play.ticket(id));
const move = (play: BoardPlay, chart: 'ticket' | 'gate', event: string, id = 'T-1') =>
  movesOf(play, id).find((each) => each.chart === chart && each.event === event);
/** `retry` where it is open, in the order of the chart. */
const open = (play: BoardPlay, chart: 'ticket' | 'gate') =>
  movesOf(play)
    .filter((each) => each.chart === chart && each.allowed)
    .map(({ event }) => event);

const started = () => {
  const play = new BoardPlay();
  accepted(play.start('T-1'));
  return play;
};
const failing = { status: 'failure', error: 'No way.', doneCriteriaMet: false } as const;
const escalated = () => {
  const play = started();
  for (let attempt = 1; attempt <= 3; attempt += 1) accepted(play.submit('T-1', failing));
  return play;
};

test.each(['ticket', 'gate'] as const)('every edge of the %s chart has words of its own', (chart) => {
  const unjudged = ticketCharts[chart].edges.map(({ event }) => event).filter((event) => !judges[chart][event]);
  expect(unjudged).toEqual([]);
});

test('what is told of a place is every edge that leads out of it, and where each leads', () => {
  const edges = movesOf(escalated()).map(({ edge }) => edge);
  expect([...new Set(edges)].sort()).toEqual(
    [
      ...['blocked→in_progress', 'blocked→impl_complete', 'blocked→withdrawn'],
      ...['active→active.FAILED', 'active→active.ESCALATED', 'active→SKIPPED', 'active→FORCED'],
      ...['EXECUTING', 'VERIFYING', 'REVIEWING', 'BLOCKED'].map((to) => `active.ESCALATED→active.${to}`),
    ].sort(),
  );
});

describe('before the start', () => {
  test('it may begin, and says who begins it', () => {
    expect(move(new BoardPlay(), 'gate', 'begin')).toMatchObject({
      allowed: true,
      why: 'allowed, by ticket_start',
      edge: 'PENDING→active.EXECUTING',
    });
  });

  test('an open dependency stands in the way, with the rule that says so', () => {
    const play = new BoardPlay([
      { id: 'T-1', dependsOn: ['T-2'] },
      { id: 'T-2', title: 'Another' },
    ]);
    expect(move(play, 'ticket', 'works')).toMatchObject({ allowed: false, codes: ['DEPENDENCY_OPEN'] });
    expect(move(play, 'ticket', 'works')?.why).toContain('T-2');
  });
});

describe('while it is built', () => {
  test('an executor may report success, failure or a block', () => {
    expect(open(started(), 'gate')).toEqual([
      ...['escalate', 'skip', 'force', 'contradictsItself', 'failed', 'blocked', 'report'],
    ]);
  });

  test('a time-out is not allowed but waited for, with its time', () => {
    expect(move(started(), 'gate', 'overdue')).toMatchObject({ allowed: false, waits: true, at: now + 5 * minute });
  });

  test('it can wait for another ticket only where there is one', () => {
    expect(move(started(), 'gate', 'waitsForTicket')?.allowed).toBe(false);
    const play = new BoardPlay([{ id: 'T-1' }, { id: 'T-2', title: 'Another', files: ['src/2.ts'] }]);
    accepted(play.start('T-1'));
    expect(move(play, 'gate', 'waitsForTicket')?.allowed).toBe(true);
  });

  test('whether a review is open does not depend on who built it', () => {
    const play = started();
    accepted(play.submit('T-1', { by: agent('e1') }));
    accepted(play.ran('T-1'));
    expect(open(play, 'gate')).toEqual(
      expect.arrayContaining(['report', 'needsPerson', 'rejected', 'review', 'escalate']),
    );
  });
});

describe('where a person is asked', () => {
  test('only what the escalation allows is open', () => {
    expect(open(escalated(), 'gate')).toEqual(['skip', 'force', 'retry', 'investigate']);
    expect(move(escalated(), 'gate', 'mayAcknowledge')).toMatchObject({ allowed: false, codes: ['WRONG_STATUS'] });
    expect(move(escalated(), 'gate', 'escalate')).toMatchObject({ allowed: false, codes: ['ALREADY_ESCALATED'] });
  });

  test('after two time-outs the step that timed out may be extended, and no other', () => {
    const play = started();
    accepted(play.later(5 * minute + 1).expire('T-1'));
    expect(move(play, 'gate', 'isTime')).toMatchObject({ waits: true, at: play.now + 30_000 });
    accepted(play.later(30_000).wake('T-1'));
    accepted(play.later(5 * minute + 1).expire('T-1'));
    expect(move(play, 'gate', 'mayExtendExecutor')?.allowed).toBe(true);
    expect(move(play, 'gate', 'mayExtendReview')?.allowed).toBe(false);
  });
});

describe('in the closure gate', () => {
  test('a validator waits for the run, and closing for the checks that are left', () => {
    const play = handOff(new BoardPlay());
    accepted(play.validate('T-1'));
    const passes = movesOf(play).filter(({ event }) => event === 'passes');
    expect(passes.map(({ allowed, codes }) => [allowed, ...codes])).toEqual([
      [true],
      [true],
      [false, 'CLEAN_RUN_PENDING'],
    ]);
    accepted(play.report('T-1', 'investigator'));
    expect(move(play, 'ticket', 'closable')).toMatchObject({ waits: true });
    expect(move(play, 'ticket', 'closable')?.why).toBe('waits for 2 of 3 checks: prd_auditor, validator');
  });

  test('one that was forced waits for a person', () => {
    const play = checked(validated(forceOff(new BoardPlay())));
    expect(move(play, 'ticket', 'closable')?.why).toBe('waits for a person: accept');
  });

  test('nothing leads out of what is closed or withdrawn', () => {
    expect(movesOf(closed(new BoardPlay()))).toEqual([]);
    const play = started();
    accepted(play.decide('T-1', 'withdraw'));
    expect(movesOf(play)).toEqual([]);
    expect(currentStates(play.ticket('T-1'))).toEqual({ ticket: ['withdrawn'], gate: [] });
  });
});

describe('the way it took', () => {
  test('goes by edges the pictures have, whatever was done', () => {
    const known = (chart: 'ticket' | 'gate') => ticketCharts[chart].edges.map(({ from, to }) => `${from}→${to ?? ''}`);
    const play = checked(validated(handOff(new BoardPlay())), 'T-1', { passed: false });
    accepted(play.later(5 * minute + 1).expire('T-1'));
    accepted(play.later(30_000).wake('T-1'));
    accepted(play.escalate('T-1'));
    accepted(play.override('T-1', 'skip'));
    const taken = takenEdges('T-1', play.journal);
    expect(taken.gate.filter((edge) => !known('gate').includes(edge))).toEqual([]);
    expect(taken.ticket.filter((edge) => !known('ticket').includes(edge))).toEqual([]);
    expect(taken.gate).toEqual(
      expect.arrayContaining([
        ...['APPROVED→active.FAILED', 'active→active.FAILED', 'active→active.ESCALATED', 'active→SKIPPED'],
      ]),
    );
    expect(taken.ticket).toContain('s3_validating.validator.waiting→s3_validating.validator.failed');
  });

  test('checks of an earlier validation are no part of it', () => {
    const play = checked(validated(handOff(new BoardPlay())), 'T-1', { passed: false });
    validated(handOff(play, 'T-1'), 'T-1');
    expect(takenEdges('T-1', play.journal).ticket.filter((edge) => edge.includes('waiting'))).toEqual([]);
    expect(currentStates(play.ticket('T-1')).ticket).toContain('s3_validating.validator.waiting');
  });
});
