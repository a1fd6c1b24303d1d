import { agent, BoardPlay, person } from '../testing/board-play.js';
import { accepted, inWords } from '../testing/investigation.js';
import { minute } from '../testing/ticket-samples.js';

/** Tickets that have failed for good, each in a tree of its own. */
function failed(...waves: number[]): BoardPlay {
  const play = new BoardPlay(waves.map((wave, index) => ({ wave, files: [`src/${index}.ts`] })));
  for (const { id } of play.board.all()) fail(play, id);
  return play;
}

function fail(play: BoardPlay, id: string): void {
  if (play.ticket(id).gate.state === 'PENDING') accepted(play.start(id));
  while (play.ticket(id).gate.state === 'EXECUTING') accepted(play.submit(id, { status: 'failure' }));
}

// To a user its bug is a session that stops for good, or one that never stops.
describe('a halted session', () => {
  test('starts nothing until a person resumes, and goes on with what is at work', () => {
    const play = failed(1, 1);
    expect(play.resume().codes).toEqual(['WRONG_STATUS']);
    accepted(
      play.open([
        { wave: 1, files: ['src/x.ts'] },
        { wave: 2, files: ['src/y.ts'] },
      ]),
    );
    accepted(play.start('T-4'));
    fail(play, 'T-3');
    accepted(play.open([{ wave: 3, files: ['src/z.ts'] }]));
    expect(play.start('T-5').codes).toEqual(['SESSION_HALTED']);
    accepted(play.submit('T-4'));
    accepted(play.resume());
    expect(play.start('T-5').ok).toBe(true);
    expect(play.where('T-1')).toBe('blocked ESCALATED(EXECUTION_FAILURE)');
  });

  test('is halted again only by tickets that fail again', () => {
    const play = failed(1, 1, 1);
    accepted(play.resume());
    accepted(play.late('T-1', 'executor', agent('slow')));
    expect(play.board.isHalted).toBe(false);
    for (const { id } of play.board.all()) {
      accepted(play.decide(id, 'retry'));
      fail(play, id);
    }
    expect(play.board.isHalted).toBe(true);
  });
});

describe('a ticket given up', () => {
  test('escalates whoever waits for it', () => {
    const play = new BoardPlay([{ id: 'a' }, { id: 'b', files: ['src/b.ts'] }]);
    accepted(play.start('a'));
    accepted(play.start('b'));
    accepted(play.submit('b', { status: 'blocked', blockedBy: 'a' }));
    expect(inWords(accepted(play.decide('a', 'withdraw')).moves)).toEqual([
      'gate:a EXECUTING > -, withdrawn',
      'ticket:a in_progress > withdrawn, withdrawn',
      'gate:b BLOCKED > ESCALATED, blocker gone',
    ]);
    expect(play.where('b')).toBe('blocked ESCALATED(BLOCKED)');
    expect(play.ticket('b').gate.context.escalation?.at).toBe(play.now);
  });

  test('needs a reason, and nobody owes its run any more', () => {
    const play = new BoardPlay();
    accepted(play.start('T-1'));
    accepted(play.submit('T-1'));
    expect(play.ticket('T-1').holder).not.toBeNull();
    expect(play.decide('T-1', 'withdraw', { note: ' ' }).codes).toEqual(['REASON_REQUIRED']);
    accepted(play.decide('T-1', 'withdraw'));
    expect([play.where('T-1'), play.ticket('T-1').holder]).toEqual(['withdrawn VERIFYING', null]);
    expect(play.ran('T-1').codes).toEqual(['WRONG_STATUS']);
  });

  test('holds back who depends on it until a person drops it', () => {
    const play = new BoardPlay([{ id: 'a' }, { id: 'b', dependsOn: ['a'] }]);
    expect(play.start('b').codes).toEqual(['DEPENDENCY_OPEN']);
    accepted(play.decide('a', 'withdraw'));
    expect(play.start('b').codes).toEqual(['DEPENDENCY_WITHDRAWN']);
    expect(play.decide('b', 'drop', { dependency: 'x' }).codes).toEqual(['UNKNOWN_DEPENDENCY']);
    expect(play.decide('b', 'drop', { dependency: 'a', by: agent('e1') }).codes).toEqual(['PERSON_REQUIRED']);
    accepted(play.decide('b', 'drop', { dependency: 'a' }));
    expect(play.start('b').ok).toBe(true);
  });
});

describe('asking for a person', () => {
  test('stops the work, once', () => {
    const play = new BoardPlay();
    expect(play.escalate('T-1').codes).toEqual(['WRONG_STATUS']);
    accepted(play.start('T-1'));
    expect(inWords(accepted(play.escalate('T-1')).moves)).toEqual([
      'gate:T-1 EXECUTING > ESCALATED, escalated',
      'ticket:T-1 in_progress > blocked, escalated',
    ]);
    expect(play.escalate('T-1').codes).toEqual(['ALREADY_ESCALATED']);
  });

  test('after the hand-off flags the ticket, once, until it leaves', () => {
    const play = new BoardPlay();
    accepted(play.start('T-1'));
    accepted(play.override('T-1', 'force'));
    expect(accepted(play.escalate('T-1')).moves).toEqual([]);
    expect(play.ticket('T-1').isFlagged).toBe(true);
    expect(play.escalate('T-1').codes).toEqual(['ALREADY_ESCALATED']);
    accepted(play.decide('T-1', 'withdraw'));
    expect(play.ticket('T-1').isFlagged).toBe(false);
    expect(play.escalate('T-1').codes).toEqual(['WRONG_STATUS']);
  });
});

describe('what a person decides', () => {
  test('moves are on the record', () => {
    const play = failed(1);
    const words = (decision: 'investigate' | 'unblock') => inWords(accepted(play.decide('T-1', decision)).moves);
    expect(words('investigate')).toEqual(['gate:T-1 ESCALATED > BLOCKED, decided']);
    expect(words('unblock')).toEqual([
      'gate:T-1 BLOCKED > EXECUTING, decided',
      'ticket:T-1 blocked > in_progress, decided',
    ]);
  });

  test('what is not possible now is WRONG_STATUS', () => {
    const play = failed(1);
    for (const decision of ['extend', 'acknowledge', 'rereview', 'unblock'] as const)
      expect(play.decide('T-1', decision).codes).toEqual(['WRONG_STATUS']);
  });

  test('a review again needs the files as they were run', () => {
    const play = new BoardPlay();
    accepted(play.start('T-1'));
    accepted(play.submit('T-1'));
    accepted(play.ran('T-1'));
    accepted(play.review('T-1', { confidence: 'LOW' }));
    const files = play.filesOf('T-1');
    play.edit('T-1');
    expect(play.decide('T-1', 'rereview').codes).toEqual(['WRONG_STATUS']);
    expect(play.decide('T-1', 'rereview', { facts: {} }).codes).toEqual(['WRONG_STATUS']);
    play.edit('T-1', files);
    accepted(play.decide('T-1', 'rereview'));
    expect(play.review('T-1').codes).toEqual(['SELF_REVIEW']);
    expect(play.review('T-1', { by: agent('a2') }).ok).toBe(true);
  });
});

// To a user its bug is an executor who was too slow and then approves what another made of it.
describe('an answer that comes too late', () => {
  const late = { by: agent('slow'), attempt: 1 };

  function timedOut(): BoardPlay {
    const play = new BoardPlay();
    accepted(play.start('T-1'));
    accepted(play.later(5 * minute + 1).expire('T-1'));
    return play;
  }

  test('is told so before the time-out is booked, and after', () => {
    const play = new BoardPlay();
    accepted(play.start('T-1'));
    expect(play.later(5 * minute + 1).submit('T-1', late).codes).toEqual(['DEADLINE_PASSED']);
    accepted(play.expire('T-1'));
    expect(play.submit('T-1', late).codes).toEqual(['DEADLINE_PASSED']);
  });

  test('is told so wherever the ticket has got to', () => {
    const play = timedOut();
    const told = () => play.submit('T-1', late).codes;
    const seen = [() => play.later(30_000).wake('T-1'), () => play.submit('T-1'), () => play.ran('T-1')];
    for (const step of [...seen, () => play.review('T-1')]) {
      accepted(step());
      expect([play.where('T-1'), told()]).toEqual([play.where('T-1'), ['DEADLINE_PASSED']]);
    }
    accepted(play.decide('T-1', 'withdraw'));
    expect(told()).toEqual(['WRONG_STATUS']);
  });

  test('makes its sender an executor all the same', () => {
    const play = timedOut();
    accepted(play.late('T-1', 'executor', agent('slow')));
    for (const step of [() => play.later(30_000).wake('T-1'), () => play.submit('T-1'), () => play.ran('T-1')])
      accepted(step());
    expect(play.review('T-1', { by: agent('slow') }).codes).toEqual(['SELF_REVIEW']);
  });

  test('of nobody is not noted', () => {
    const play = timedOut();
    const records = play.journal.length;
    expect(() => play.late('T-1', 'executor', agent(undefined))).toThrow('nobody');
    expect(play.journal).toHaveLength(records);
  });

  test('of a review is told so until the review is awaited again', () => {
    const play = new BoardPlay();
    for (const step of [() => play.start('T-1'), () => play.submit('T-1'), () => play.ran('T-1')]) accepted(step());
    accepted(play.later(3 * minute + 1).expire('T-1'));
    expect(play.review('T-1').codes).toEqual(['DEADLINE_PASSED']);
    accepted(play.later(30_000).wake('T-1'));
    expect(play.review('T-1').ok).toBe(true);
  });
});

describe('what the board keeps beside the gate', () => {
  const toRun = () => {
    const play = new BoardPlay();
    accepted(play.start('T-1'));
    const verification = { command: 'npm test', exitCode: 0, outputSummary: 'all green' };
    accepted(play.submit('T-1', { verification }));
    return play;
  };

  test('a claim that the run does not bear out', () => {
    const play = toRun();
    accepted(play.ran('T-1', { passed: false }));
    expect(play.ticket('T-1').mismatches).toEqual([1]);
    const honest = toRun();
    accepted(honest.ran('T-1'));
    expect(honest.ticket('T-1').mismatches).toEqual([]);
  });

  test('who owes the run, until it is there', () => {
    const play = toRun();
    expect(play.ticket('T-1').holder?.pid).toBe(4711);
    accepted(play.ran('T-1', { cutShort: 'killed', facts: { holder: { pid: 5, start: '2', boot: 'b' } } }));
    expect(play.ticket('T-1').holder?.pid).toBe(5);
    accepted(play.ran('T-1'));
    expect(play.ticket('T-1').holder).toBeNull();
  });

  test('runs of each command on each tree, over all tickets', () => {
    const play = toRun();
    const { treeBefore, command } = { treeBefore: `tree of ${play.filesOf('T-1')}`, command: 'npm test -- login' };
    accepted(play.ran('T-1', { passed: false }));
    accepted(play.submit('T-1'));
    accepted(play.ran('T-1'));
    accepted(play.ran('T-1', { cutShort: 'killed' }));
    expect(play.board.runsOf(`${treeBefore} ${command}`)).toEqual({ passed: 1, failed: 1 });
  });

  test('a commit, where the server is to make it', () => {
    const approved = (commit: 'auto' | 'manual') => {
      const play = toRun();
      accepted(play.ran('T-1'));
      const tree = { dir: '/trees/T-1', treeId: 't', filesId: play.filesOf('T-1') };
      accepted(play.review('T-1', { facts: { commit, tree } }));
      return play;
    };
    expect(approved('manual').ticket('T-1').commit).toBeNull();
    const play = approved('auto');
    expect(play.ticket('T-1').commit).toBe('wanted');
    accepted(play.committed('T-1', 'abc'));
    expect(play.ticket('T-1').commit).toEqual({ sha: 'abc', error: undefined });
  });

  test('which record approved it, and no other review', () => {
    const play = toRun();
    accepted(play.ran('T-1'));
    accepted(play.review('T-1', { verdict: 'REJECTED' }));
    expect(play.ticket('T-1').approvedSeq).toBeNull();
    accepted(play.submit('T-1'));
    accepted(play.ran('T-1'));
    accepted(play.review('T-1'));
    expect(play.ticket('T-1').approvedSeq).toBe(play.journal.length);
  });

  test('a person’s override is theirs, with its label', () => {
    const play = toRun();
    accepted(play.override('T-1', 'skip', { by: person }));
    expect(play.ticket('T-1').gate.context.labels).toEqual(['unverified']);
  });
});
