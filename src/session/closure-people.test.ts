import { checks, leaseMs } from '../../machines/schema/ticket.js';
import { agent, BoardPlay } from '../testing/board-play.js';
import { checked, closed, forceOff, handOff, validated } from '../testing/board-stories.js';
import { accepted, inWords } from '../testing/investigation.js';
import { minute } from '../testing/ticket-samples.js';

const mayCheck = (play: BoardPlay, who: string) => {
  const by = agent(who);
  return play.ticket('T-1').status === 'impl_complete'
    ? play.validate('T-1', { by }).codes
    : play.report('T-1', 'investigator', { by, passed: false }).codes;
};

/** Attempt 1 by e1 and a1, sent back; attempt 2 by e2 and a2. */
function secondTry(): BoardPlay {
  const play = checked(validated(handOff(new BoardPlay())), 'T-1', { by: 's1', passed: false });
  return handOff(play, 'T-1', { executor: 'e2', architect: 'a2' });
}

// To a user its bug is an agent that grades what it, or its team, has built.
describe('whoever took part in any attempt checks nothing', () => {
  test.each(['e1', 'a1', 'e2', 'a2', 'E1', ' a2'])('%s neither validates nor reports', (who) => {
    const play = secondTry();
    expect(mayCheck(play, who)).toEqual(['SELF_VALIDATION']);
    validated(play, 'T-1', 's9');
    expect(mayCheck(play, who)).toEqual(['SELF_VALIDATION']);
  });

  test('one who answered too late has taken part', () => {
    const play = new BoardPlay();
    accepted(play.start('T-1'));
    accepted(play.later(5 * minute + 1).expire('T-1'));
    accepted(play.late('T-1', 'executor', agent('slow')));
    accepted(play.late('T-1', 'architect', agent('slower')));
    accepted(play.later(30_000).wake('T-1'));
    handOff(play);
    for (const who of ['slow', 'slower']) expect(mayCheck(play, who)).toEqual(['SELF_VALIDATION']);
    expect(mayCheck(play, 'quick')).toEqual([]);
  });

  test('one whose attempt failed, or whose review did, has too', () => {
    const play = new BoardPlay();
    accepted(play.start('T-1'));
    accepted(play.submit('T-1', { by: agent('e0'), status: 'failure' }));
    accepted(play.submit('T-1', { by: agent('e1') }));
    accepted(play.ran('T-1'));
    accepted(play.review('T-1', { by: agent('a0'), verdict: 'REJECTED' }));
    handOff(play, 'T-1', { executor: 'e1', architect: 'a1' });
    for (const who of ['e0', 'a0']) expect(mayCheck(play, who)).toEqual(['SELF_VALIDATION']);
  });

  test('whoever was refused has not', () => {
    const play = new BoardPlay();
    accepted(play.start('T-1'));
    expect(play.submit('T-1', { by: agent('x'), attempt: 7 }).ok).toBe(false);
    handOff(play);
    expect(mayCheck(play, 'x')).toEqual([]);
  });
});

describe('whoever checked builds nothing', () => {
  test('a checker of round 1 neither executes nor reviews attempt 2, and may check it', () => {
    const play = checked(validated(handOff(new BoardPlay())), 'T-1', { by: 's1', passed: false });
    expect(play.submit('T-1', { by: agent('s1') }).codes).toEqual(['SELF_REVIEW']);
    accepted(play.submit('T-1', { by: agent('e1') }));
    accepted(play.ran('T-1'));
    expect(play.review('T-1', { by: agent('s1') }).codes).toEqual(['SELF_REVIEW']);
    accepted(play.review('T-1', { by: agent('a1') }));
    expect(checked(validated(play)).ticket('T-1').status).toBe('closed');
  });

  test('nor one whose report was void with its round', () => {
    const play = validated(handOff(new BoardPlay()));
    accepted(play.report('T-1', 'investigator', { by: agent('s2') }));
    accepted(play.later(leaseMs + 1).expireLease('T-1'));
    play.edit('T-1');
    accepted(play.validate('T-1'));
    expect(play.submit('T-1', { by: agent('s2') }).codes).toEqual(['SELF_REVIEW']);
    // Who only began a validation has said nothing about the work.
    expect(play.submit('T-1', { by: agent('s1') }).codes).toEqual([]);
  });
});

describe('the lease', () => {
  test('exactly at the limit is in time, a millisecond later is not', () => {
    const at = (ms: number) => validated(handOff(new BoardPlay())).later(leaseMs + ms);
    expect(at(0).expireLease('T-1').codes).toEqual(['WRONG_STATUS']);
    expect(at(0).report('T-1', 'investigator').codes).toEqual([]);
    expect(at(1).report('T-1', 'investigator').codes).toEqual(['LEASE_EXPIRED']);
    expect(at(1).expireLease('T-1').codes).toEqual([]);
  });

  test('a late report is told so alone, before it is booked and after, until another round', () => {
    const play = validated(handOff(new BoardPlay())).later(leaseMs + 1);
    const late = () => play.report('T-1', 'validator', { by: agent('e1'), findings: [] }).codes;
    expect(late()).toEqual(['LEASE_EXPIRED']);
    accepted(play.expireLease('T-1'));
    expect(late()).toEqual(['LEASE_EXPIRED']);
    expect(play.ticket('T-1').closure.marks).toEqual({});
    accepted(play.validate('T-1'));
    expect(late()).toContain('SELF_VALIDATION');
  });

  test('each report renews it', () => {
    const play = validated(handOff(new BoardPlay()));
    for (const check of checks.slice(0, 2)) accepted(play.later(leaseMs).report('T-1', check));
    expect(play.later(leaseMs).expireLease('T-1').codes).toEqual(['WRONG_STATUS']);
    accepted(play.report('T-1', 'validator'));
    expect(play.ticket('T-1').status).toBe('closed');
  });
});

describe('what speaks against it is handed to the next attempt', () => {
  test('every failed check, not only the last', () => {
    const play = validated(handOff(new BoardPlay()));
    accepted(play.report('T-1', 'validator', { passed: false, summary: 'It answers 200.' }));
    accepted(play.report('T-1', 'prd_auditor'));
    const findings = [
      { subject: 'src/login.ts', met: false, evidence: 'Nothing is compared.' },
      { subject: 'src/x.ts', met: true, evidence: 'Fine.' },
    ];
    accepted(play.report('T-1', 'investigator', { passed: false, summary: 'No.', findings }));
    const [rejection] = play.ticket('T-1').rejections;
    expect(rejection?.points).toEqual([
      'The validator says: It answers 200.\nNot met: A login with a wrong password. It answers 200.',
      'The investigator says: No.\nNot met: src/login.ts. Nothing is compared.',
    ]);
  });

  test('points of a round that ran out are void', () => {
    const play = validated(handOff(new BoardPlay()));
    accepted(play.report('T-1', 'investigator'));
    accepted(play.later(leaseMs + 1).expireLease('T-1'));
    expect(play.ticket('T-1').rejections).toEqual([]);
    checked(validated(play), 'T-1', { passed: false });
    expect(play.ticket('T-1').rejections).toMatchObject([{ why: 'CHECK_FAILED', attempt: 1 }]);
    expect(play.ticket('T-1').rejections[0]?.points).toHaveLength(3);
  });

  test('also when no attempt is left and a person is asked', () => {
    const play = new BoardPlay();
    for (let attempt = 1; attempt <= 3; attempt += 1) checked(validated(handOff(play)), 'T-1', { passed: false });
    expect(play.where('T-1')).toBe('blocked ESCALATED(S3_REJECTION)');
    expect(play.ticket('T-1').rejections.map(({ attempt }) => attempt)).toEqual([1, 2, 3]);
    expect(play.ticket('T-1').isExhausted).toBe(true);
    accepted(play.decide('T-1', 'retry'));
    expect(checked(validated(handOff(play))).ticket('T-1').status).toBe('closed');
  });
});

describe('an override still faces the closure gate', () => {
  test.each(['skip', 'force'] as const)('%s: it waits for a person, before the reports or after', (how) => {
    const after = checked(validated(forceOff(new BoardPlay(), 'T-1', how)));
    expect(after.ticket('T-1').status).toBe('s3_validating');
    expect(inWords(accepted(after.decide('T-1', 'accept')).moves)).toEqual([
      'ticket:T-1 s3_validating > closed, closed',
    ]);
    const before = forceOff(new BoardPlay(), 'T-1', how);
    expect(accepted(before.decide('T-1', 'accept')).moves).toEqual([]);
    expect(checked(validated(before)).ticket('T-1').status).toBe('closed');
    const label = how === 'skip' ? 'unverified' : 'forced';
    for (const play of [after, before]) {
      expect(play.ticket('T-1').gate.context.labels).toEqual([label]);
      expect([play.board.count('passed'), play.board.count('labelled')]).toEqual([0, 1]);
    }
  });

  test('only a person accepts, and only that', () => {
    const play = forceOff(new BoardPlay());
    expect(play.decide('T-1', 'accept', { by: agent('s1') }).codes).toEqual(['PERSON_REQUIRED']);
    expect(handOff(new BoardPlay()).decide('T-1', 'accept').codes).toEqual(['WRONG_STATUS']);
  });

  test('its acceptance is void once it is sent back', () => {
    const play = forceOff(new BoardPlay());
    accepted(play.decide('T-1', 'accept'));
    checked(validated(play), 'T-1', { passed: false });
    expect(play.ticket('T-1').closure.isAccepted).toBe(false);
    checked(validated(forceOff(play)));
    expect(play.ticket('T-1').status).toBe('s3_validating');
    expect(play.ticket('T-1').gate.context.labels).toEqual(['forced']);
  });

  test('is sent back where the files have moved when it is accepted', () => {
    const play = checked(validated(forceOff(new BoardPlay())));
    play.edit('T-1');
    accepted(play.decide('T-1', 'accept'));
    expect(play.where('T-1')).toBe('in_progress EXECUTING');
    expect(play.ticket('T-1').rejections).toMatchObject([{ why: 'STALE_EVIDENCE', points: [] }]);
  });
});

describe('whoever waits for a ticket', () => {
  test('goes on when it closes, and not before', () => {
    const play = new BoardPlay([{ id: 'a' }, { id: 'b', files: ['src/b.ts'] }, { id: 'c', dependsOn: ['a'] }]);
    accepted(play.start('b'));
    accepted(play.submit('b', { status: 'blocked', blockedBy: 'a' }));
    validated(handOff(play, 'a'), 'a');
    expect(play.start('c').codes).toEqual(['DEPENDENCY_OPEN']);
    for (const check of checks.slice(0, 2)) accepted(play.report('a', check));
    expect(play.where('b')).toBe('blocked BLOCKED');
    expect(inWords(accepted(play.report('a', 'validator')).moves)).toEqual([
      'ticket:a s3_validating > closed, closed',
      'gate:b BLOCKED > EXECUTING, blocker gone',
      'ticket:b blocked > in_progress, blocker gone',
    ]);
    expect(play.ticket('b').gate.context).toMatchObject({ attempt: 2, counted: 1 });
    expect(play.start('c').ok).toBe(true);
  });

  test('goes on when a person’s acceptance closes it', () => {
    const play = new BoardPlay([{ id: 'a' }, { id: 'b', files: ['src/b.ts'] }]);
    accepted(play.start('b'));
    accepted(play.submit('b', { status: 'blocked', blockedBy: 'a' }));
    checked(validated(forceOff(play, 'a'), 'a'), 'a');
    expect(play.where('b')).toBe('blocked BLOCKED');
    accepted(play.decide('a', 'accept'));
    expect(play.where('b')).toBe('in_progress EXECUTING');
  });

  test('is told when it is given up in validation', () => {
    const play = new BoardPlay([{ id: 'a' }, { id: 'b', files: ['src/b.ts'] }]);
    accepted(play.start('b'));
    accepted(play.submit('b', { status: 'blocked', blockedBy: 'a' }));
    accepted(validated(handOff(play, 'a'), 'a').decide('a', 'withdraw'));
    expect(play.where('b')).toBe('blocked ESCALATED(BLOCKED)');
  });

  test('may have the files of one that is closed, and its contract', () => {
    const play = closed(new BoardPlay([{ id: 'a' }]), 'a');
    expect(play.open([{ id: 'b' }]).codes).toEqual([]);
    expect(play.start('b', { tree: { dir: '/trees/a' } }).codes).toEqual([]);
  });
});
