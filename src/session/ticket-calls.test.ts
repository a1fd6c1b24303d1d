import { expectBreach } from '../testing/breaches.js';
import { agent, BoardPlay, person } from '../testing/board-play.js';
import { accepted, inWords, type Reply } from '../testing/investigation.js';
import { minute } from '../testing/ticket-samples.js';

/** A board whose only ticket has got as far as the state named. */
function boardAt(state: 'PENDING' | 'EXECUTING' | 'VERIFYING' | 'REVIEWING' | 'APPROVED', wave = 1): BoardPlay {
  const play = new BoardPlay([{ wave }]);
  if (state === 'PENDING') return play;
  accepted(play.start('T-1'));
  if (state === 'EXECUTING') return play;
  accepted(play.submit('T-1'));
  if (state === 'VERIFYING') return play;
  accepted(play.ran('T-1'));
  if (state === 'REVIEWING') return play;
  accepted(play.review('T-1'));
  return play;
}

describe('a ticket from open to the hand-off', () => {
  test('every move is on the record', () => {
    const play = new BoardPlay([{}]);
    const steps = [() => play.start('T-1'), () => play.submit('T-1'), () => play.ran('T-1'), () => play.review('T-1')];
    expect(inWords(play.journal[0]!.moves)).toEqual([
      'session - > tickets, started',
      'ticket:T-1 - > open, opened',
      'gate:T-1 - > PENDING, opened',
    ]);
    expect(steps.map((step) => inWords(accepted(step()).moves))).toEqual([
      ['gate:T-1 PENDING > EXECUTING, begun', 'ticket:T-1 open > in_progress, begun'],
      ['gate:T-1 EXECUTING > VERIFYING, submitted'],
      ['gate:T-1 VERIFYING > REVIEWING, ran'],
      ['gate:T-1 REVIEWING > APPROVED, reviewed', 'ticket:T-1 in_progress > impl_complete, handed off'],
    ]);
    expect(play.ticket('T-1')).toMatchObject({
      status: 'impl_complete',
      tree: { dir: '/trees/T-1', treeId: 'tree-0' },
    });
  });

  test('a failure passes through FAILED, and says whether it is tried again', () => {
    const play = boardAt('EXECUTING');
    const fail = () => inWords(accepted(play.submit('T-1', { status: 'failure' })).moves);
    const again = ['gate:T-1 EXECUTING > FAILED, submitted', 'gate:T-1 FAILED > EXECUTING, retried'];
    expect([fail(), fail()]).toEqual([again, again]);
    expect(fail()).toEqual([
      'gate:T-1 EXECUTING > FAILED, submitted',
      'gate:T-1 FAILED > ESCALATED, escalated',
      'ticket:T-1 in_progress > blocked, escalated',
    ]);
  });

  test('a time-out waits in FAILED', () => {
    const play = boardAt('EXECUTING').later(5 * minute + 1);
    expect(inWords(accepted(play.expire('T-1')).moves)).toEqual(['gate:T-1 EXECUTING > FAILED, expired']);
    expect(play.later(29_999).wake('T-1').codes).toEqual(['WRONG_STATUS']);
    expect(inWords(accepted(play.later(1).wake('T-1')).moves)).toEqual(['gate:T-1 FAILED > EXECUTING, retried']);
  });
});

describe('what comes before all other refusals', () => {
  const calls: ((play: BoardPlay, id: string) => Reply)[] = [
    (play, id) => play.start(id),
    (play, id) => play.submit(id),
    (play, id) => play.ran(id),
    (play, id) => play.review(id),
    (play, id) => play.expire(id),
    (play, id) => play.wake(id),
    (play, id) => play.escalate(id),
    (play, id) => play.override(id, 'skip'),
    (play, id) => play.override(id, 'force'),
    (play, id) => play.decide(id, 'retry'),
    (play, id) => play.decide(id, 'withdraw'),
  ];

  test('a ticket that is not there', () => {
    for (const call of calls) expect(call(boardAt('PENDING'), 'T-9').codes).toEqual(['TICKET_NOT_FOUND']);
  });

  test('a ticket that was given up, whatever it was doing', () => {
    const play = boardAt('EXECUTING');
    accepted(play.escalate('T-1'));
    accepted(play.decide('T-1', 'withdraw'));
    for (const call of calls) expect(call(play, 'T-1').codes).toEqual(['WRONG_STATUS']);
    expectBreach(play.submit('T-1'), 'WRONG_STATUS', 'T-1', 'ticket_submit', 'given up by a person');
    expectBreach(play.decide('T-1', 'drop', { dependency: 'x' }), 'WRONG_STATUS', 'T-1', 'drop');
  });

  test.each<[string, (play: BoardPlay) => Reply]>([
    ['ticket_start', (play) => play.start('T-1', { by: agent('x', 'executor') })],
    ['ticket_submit', (play) => play.submit('T-1', { by: agent('x', 'architect') })],
    ['ticket_review', (play) => play.review('T-1', { by: agent('x', 'executor') })],
    ['ticket_open', (play) => play.open([{}], { by: agent('x', 'executor') })],
  ])('another role’s call is told alone: %s', (call, ask) => {
    const reply = ask(boardAt('APPROVED'));
    expect(reply.codes).toEqual(['WRONG_ROLE']);
    expect(reply.violations[0]?.message).toContain(call);
  });

  test.each<[Parameters<typeof boardAt>[0], allowed: number[]]>([
    ['PENDING', [0, 10]],
    ['EXECUTING', [1, 6, 7, 8, 10]],
    ['VERIFYING', [2, 6, 7, 8, 10]],
    ['REVIEWING', [3, 6, 7, 8, 10]],
    ['APPROVED', [6, 10]],
  ])('out of turn in %s: WRONG_STATUS alone', (state, allowed) => {
    for (const [index, call] of calls.entries()) {
      const reply = call(boardAt(state), 'T-1');
      const isAllowed = allowed.includes(index);
      expect([index, reply.ok, reply.codes]).toEqual([index, isAllowed, isAllowed ? [] : ['WRONG_STATUS']]);
    }
  });
});

describe('refusals come all at once, in the order of the table', () => {
  const dirty = { outside: ['x'], outsideCount: 1, untouched: ['y'], untouchedCount: 1 };
  const changed = { policy: { hash: 'p', changed: true } };

  test('of a submit', () => {
    const play = boardAt('EXECUTING');
    const tree = { dir: '/t', treeId: 't', filesId: 'f', ...dirty };
    const reply = play.submit('T-1', { by: agent(undefined), attempt: 2, facts: { tree, ...changed } });
    expect(reply.codes.join(' ')).toBe(
      'STALE_ATTEMPT PRINCIPAL_UNKNOWN POLICY_CHANGED FILES_UNTOUCHED OUTSIDE_CONTRACT',
    );
    const failure = play.submit('T-1', { status: 'failure', facts: { tree, ...changed } });
    expect(failure.codes).toEqual(['POLICY_CHANGED']);
  });

  test('of a review', () => {
    const play = boardAt('REVIEWING');
    play.edit('T-1');
    const findings = [{ criterion: 1, met: false, evidence: 'Seen.' }];
    const reply = play.review('T-1', { by: agent('e1'), recommendation: 'retry', findings });
    expect(reply.codes.join(' ')).toBe(
      'SELF_REVIEW INCONSISTENT_REVIEW INCOMPLETE_REVIEW UNMET_CRITERION STALE_EVIDENCE',
    );
  });

  test('of a start', () => {
    const play = new BoardPlay([{ id: 'a' }, { id: 'b', dependsOn: ['a', 'w'] }, { id: 'w', verify: 'make w' }]);
    accepted(play.start('a', { tree: { dir: '/same' } }));
    accepted(play.decide('w', 'withdraw'));
    const codes = ['DEPENDENCY_OPEN', 'DEPENDENCY_WITHDRAWN', 'FILES_OVERLAP'];
    expect(play.start('b', { tree: { dir: '/same' } }).codes).toEqual(codes);
    expect(play.start('b', { facts: { tree: undefined } }).codes).toEqual(['NO_GIT', ...codes.slice(0, 2)]);
  });

  test('of overrides', () => {
    const play = boardAt('EXECUTING');
    const none = { by: agent('e1'), reason: undefined, note: undefined, typed: undefined };
    expect(play.override('T-1', 'skip', none).codes).toEqual(['PERSON_REQUIRED', 'REASON_REQUIRED']);
    expect(play.override('T-1', 'skip', { ...none, reason: 'red' }).codes.join(' ')).toBe(
      'PERSON_REQUIRED REASON_REQUIRED REASON_REFUSED',
    );
    expect(play.override('T-1', 'force', none).codes.join(' ')).toBe(
      'PERSON_REQUIRED REASON_REQUIRED OVERRIDE_NOT_TYPED',
    );
  });

  test('a person is one only where that is known', () => {
    const play = boardAt('EXECUTING');
    const claimed = { ...person, known: 'claimed' } as const;
    const elsewhere = { ...person, role: 'solo' } as const;
    for (const by of [claimed, elsewhere, agent('e1')]) {
      expect(play.override('T-1', 'force', { by }).codes).toEqual(['PERSON_REQUIRED']);
      expect(play.decide('T-1', 'withdraw', { by }).codes).toEqual(['PERSON_REQUIRED']);
      expect(play.resume(by).codes).toEqual(['PERSON_REQUIRED']);
    }
    expect(play.override('T-1', 'force').ok).toBe(true);
  });
});

describe('a tree that cannot be read', () => {
  const gone = { facts: { tree: undefined } };

  test('refuses what looks at files, and nothing else', () => {
    expect(boardAt('EXECUTING').submit('T-1', gone).codes).toContain('NO_GIT');
    expect(boardAt('EXECUTING').submit('T-1', { status: 'failure', ...gone }).ok).toBe(true);
    expect(boardAt('REVIEWING').review('T-1', gone).codes).toContain('NO_GIT');
    expect(boardAt('PENDING').start('T-1', { workDir: '/else', ...gone }).violations[0]?.message).toContain('/else');
  });
});
