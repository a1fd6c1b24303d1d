import { checks, leaseMs } from '../../machines/schema/ticket.js';
import { agent, BoardPlay } from '../testing/board-play.js';
import { checked, closed, forceOff, handOff, validated } from '../testing/board-stories.js';
import { expectBreach } from '../testing/breaches.js';
import { accepted, inWords, type Reply } from '../testing/investigation.js';

const changed = { policy: { hash: 'p', changed: true } };
const noTree = { facts: { tree: undefined } };

describe('a ticket from the hand-off to closed', () => {
  test('every move is on the record', () => {
    const play = handOff(new BoardPlay());
    expect(inWords(accepted(play.validate('T-1')).moves)).toEqual([
      'ticket:T-1 impl_complete > s3_validating, validating',
    ]);
    expect(accepted(play.report('T-1', 'investigator')).moves).toEqual([]);
    expect(accepted(play.closingRan('T-1')).moves).toEqual([]);
    expect(accepted(play.report('T-1', 'validator')).moves).toEqual([]);
    expect(inWords(accepted(play.report('T-1', 'prd_auditor')).moves)).toEqual([
      'ticket:T-1 s3_validating > closed, closed',
    ]);
    expect(play.ticket('T-1')).toMatchObject({ status: 'closed', closedSeq: play.journal.length });
  });

  test('a rejection passes through s3_rejected, and is an attempt', () => {
    const play = validated(handOff(new BoardPlay()));
    for (const check of checks.slice(0, 2)) accepted(play.report('T-1', check));
    expect(inWords(accepted(play.report('T-1', 'validator', { passed: false })).moves)).toEqual([
      'ticket:T-1 s3_validating > s3_rejected, rejected',
      'ticket:T-1 s3_rejected > in_progress, rejected',
      'gate:T-1 APPROVED > FAILED, rejected',
      'gate:T-1 FAILED > EXECUTING, retried',
    ]);
    expect(play.ticket('T-1').gate.context).toMatchObject({ attempt: 2, counted: 2, failed: { S3_REJECTION: 1 } });
  });

  test('a lease that runs out gives it back, or sends it back', () => {
    const quiet = validated(handOff(new BoardPlay())).later(leaseMs + 1);
    expect(inWords(accepted(quiet.expireLease('T-1')).moves)).toEqual([
      'ticket:T-1 s3_validating > impl_complete, lease expired',
    ]);
    const failing = validated(handOff(new BoardPlay()));
    accepted(failing.report('T-1', 'investigator', { passed: false }));
    expect(inWords(accepted(failing.later(leaseMs + 1).expireLease('T-1')).moves).slice(0, 2)).toEqual([
      'ticket:T-1 s3_validating > s3_rejected, rejected',
      'ticket:T-1 s3_rejected > in_progress, rejected',
    ]);
  });
});

describe('out of turn', () => {
  const calls: ((play: BoardPlay, id: string) => Reply)[] = [
    (play, id) => play.validate(id),
    (play, id) => play.report(id, 'investigator'),
    (play, id) => play.closingRan(id),
    (play, id) => play.expireLease(id),
    (play, id) => play.decide(id, 'accept'),
  ];
  const boards: [string, () => BoardPlay, allowed: number[]][] = [
    ['open', () => new BoardPlay(), []],
    ['at work', () => (accepted((fresh = new BoardPlay()).start('T-1')), fresh), []],
    ['impl_complete', () => handOff(new BoardPlay()), [0]],
    ['impl_complete by an override', () => forceOff(new BoardPlay()), [0, 4]],
    ['s3_validating', () => (accepted((fresh = handOff(new BoardPlay())).validate('T-1')), fresh), [1, 2]],
    ['s3_validating, overridden', () => validated(forceOff(new BoardPlay())), [1, 4]],
    ['s3_validating, its lease over', () => validated(handOff(new BoardPlay())).later(leaseMs + 1), [3]],
    ['closed', () => closed(new BoardPlay()), []],
  ];
  let fresh: BoardPlay;

  test.each(boards)('%s', (name, made, allowed) => {
    for (const [index, call] of calls.entries()) {
      const reply = call(made(), 'T-1');
      const isLate = index === 1 && name.endsWith('over');
      const codes = allowed.includes(index) ? [] : [isLate ? 'LEASE_EXPIRED' : 'WRONG_STATUS'];
      expect([index, reply.codes]).toEqual([index, codes]);
    }
  });

  test('of a ticket that is not there, or in another role’s hands, that is told alone', () => {
    const play = validated(handOff(new BoardPlay()));
    for (const call of calls) expect(call(play, 'T-9').codes).toEqual(['TICKET_NOT_FOUND']);
    for (const role of ['planner', 'orchestrator', 'executor', 'architect'] as const) {
      expect(play.validate('T-1', { by: agent('s1', role) }).codes).toEqual(['WRONG_ROLE']);
      expect(play.report('T-1', 'validator', { by: agent('s1', role) }).codes).toEqual(['WRONG_ROLE']);
    }
    expect(play.report('T-1', 'validator', { by: agent('s1', 'system3') }).ok).toBe(true);
  });

  test('closed is closed, for the builders too', () => {
    const play = closed(new BoardPlay());
    const asked = [play.start('T-1'), play.submit('T-1'), play.review('T-1'), play.override('T-1', 'force')];
    for (const { codes } of [...asked, play.escalate('T-1'), play.decide('T-1', 'withdraw'), play.wake('T-1')])
      expect(codes).toEqual(['WRONG_STATUS']);
    expectBreach(play.validate('T-1'), 'WRONG_STATUS', 'T-1', 'is closed.', 'open a new ticket');
  });
});

describe('refusals come all at once, in the order of the table', () => {
  test('of a validation', () => {
    const play = handOff(new BoardPlay());
    const nobody = play.validate('T-1', { by: agent(undefined), facts: changed });
    expect(nobody.codes).toEqual(['PRINCIPAL_UNKNOWN', 'POLICY_CHANGED']);
    const builder = play.validate('T-1', {
      by: agent('e1'),
      facts: { policy: { ...changed.policy, connection: true } },
    });
    expect(builder.codes).toEqual(['PRINCIPAL_UNKNOWN', 'SELF_VALIDATION', 'POLICY_CHANGED']);
    // Files that moved are not looked at before the refusals.
    play.edit('T-1');
    expect(play.validate('T-1', { by: agent('a1') }).codes).toEqual(['SELF_VALIDATION']);
    expect(play.where('T-1')).toBe('impl_complete APPROVED');
  });

  test('of a report', () => {
    const policy = { hash: 'p', changed: false, connection: true, separate: true };
    const findings = [{ subject: 'src/other.ts', met: false, evidence: '' }];
    const play = handOff(new BoardPlay());
    accepted(play.validate('T-1'));
    const said = { by: agent('e1'), facts: { policy }, findings };
    const told = (check: (typeof checks)[number]) => play.report('T-1', check, said).codes.join(' ');
    const common = 'PRINCIPAL_UNKNOWN SELF_VALIDATION FINDING_NOT_MET';
    expect(told('investigator')).toBe(`${common} DIFF_MISMATCH`);
    expect(told('prd_auditor')).toBe(`${common} INCOMPLETE_AUDIT`);
    expect(told('validator')).toBe(`${common} CLEAN_RUN_PENDING`);
    accepted(play.closingRan('T-1', { passed: false }));
    expect(told('validator')).toBe(`${common} EVIDENCE_TOO_WEAK`);
    accepted(play.report('T-1', 'investigator', { by: agent('s1') }));
    const again = play.report('T-1', 'investigator', { by: agent('s1'), facts: { policy }, findings });
    expect(again.codes.join(' ')).toBe(
      'PRINCIPAL_UNKNOWN ALREADY_REPORTED CHECKS_NOT_SEPARATE FINDING_NOT_MET DIFF_MISMATCH',
    );
  });

  test('a failure needs nothing but somebody who may say so', () => {
    const play = handOff(new BoardPlay());
    accepted(play.validate('T-1'));
    for (const check of checks) expect(play.report('T-1', check, { passed: false, findings: [] }).codes).toEqual([]);
    expect(play.ticket('T-1').status).toBe('in_progress');
  });

  test('a tree that cannot be read refuses what looks at it', () => {
    const looked = [handOff(new BoardPlay()).validate('T-1', noTree)];
    for (const check of checks) looked.push(validated(handOff(new BoardPlay())).report('T-1', check, noTree));
    looked.push(forceOff(new BoardPlay()).decide('T-1', 'accept', noTree));
    for (const { codes } of looked) expect(codes).toContain('NO_GIT');
  });
});

describe('a policy may ask for more', () => {
  const policy = (more: object) => ({ facts: { policy: { hash: 'p', changed: false, ...more } } });

  test('validators that are known by their connection', () => {
    const play = handOff(new BoardPlay());
    const asked = policy({ connection: true });
    const known = { role: 'system3', known: 'connection' } as const;
    expect(play.validate('T-1', { by: agent('s1', 'system3'), ...asked }).codes).toEqual(['PRINCIPAL_UNKNOWN']);
    accepted(play.validate('T-1', { by: known, ...asked }));
    expect(play.report('T-1', 'investigator', asked).codes).toEqual(['PRINCIPAL_UNKNOWN']);
    expect(play.report('T-1', 'investigator', { by: known, ...asked }).ok).toBe(true);
  });

  test('a principal for each check', () => {
    const asked = policy({ separate: true });
    const play = validated(handOff(new BoardPlay()));
    accepted(play.report('T-1', 'investigator', asked));
    expect(play.report('T-1', 'validator', asked).codes).toEqual(['CHECKS_NOT_SEPARATE']);
    expect(play.report('T-1', 'validator', { by: agent('S1 '), ...asked }).codes).toEqual(['CHECKS_NOT_SEPARATE']);
    accepted(play.report('T-1', 'validator', { by: agent('s2'), ...asked }));
    expect(play.report('T-1', 'prd_auditor', { by: agent('s2'), ...asked }).codes).toEqual(['CHECKS_NOT_SEPARATE']);
    accepted(play.report('T-1', 'prd_auditor', { by: agent('s3'), ...asked }));
    expect(play.ticket('T-1').status).toBe('closed');
    // Without it, one may do all three.
    expect(closed(new BoardPlay()).ticket('T-1').status).toBe('closed');
  });

  test.each([
    ['H0', true],
    ['H3', true],
    ['H4', false],
    ['H5', false],
  ] as const)('a closing run at %s: can be had is %s', (close, isMet) => {
    const play = validated(handOff(new BoardPlay()));
    expect(play.report('T-1', 'validator', policy({ close })).codes).toEqual(isMet ? [] : ['EVIDENCE_TOO_WEAK']);
  });
});

describe('what a report must cover', () => {
  const finding = (subject: string, met = true, evidence = 'Looked.') => ({ subject, met, evidence });
  const requirements = [
    { id: 'R-1', text: 'It refuses.' },
    { id: 'R-2', text: 'It lets in.' },
  ];

  test.each<[string, string[], string[], string[]]>([
    ['all that changed', ['src/a.ts', 'src/b.ts'], ['src/a.ts', './src/b.ts'], []],
    ['one left out', ['src/a.ts', 'src/b.ts'], ['src/a.ts'], ['DIFF_MISMATCH']],
    ['one too many', ['src/a.ts'], ['src/a.ts', 'src/b.ts'], ['DIFF_MISMATCH']],
    ['nothing changed', [], [], []],
  ])('the investigator: %s', (_what, files, found, codes) => {
    const play = validated(handOff(new BoardPlay()));
    const said = { tree: { changed: files, changedCount: files.length }, findings: found.map((path) => finding(path)) };
    expect(play.report('T-1', 'investigator', said).codes).toEqual(codes);
  });

  test.each<[string, object, string[], string[]]>([
    ['every requirement', { requirements }, ['R-1', ' r-2 '], []],
    ['a requirement left out', { requirements }, ['R-1'], ['INCOMPLETE_AUDIT']],
    ['criteria where requirements are asked', { requirements }, ['1', '2'], ['INCOMPLETE_AUDIT']],
    ['every criterion by number', {}, ['1', '2'], []],
    ['every criterion by its words', {}, ['login rejects a wrong password', 'Login accepts the right one'], []],
    ['a criterion left out', {}, ['2'], ['INCOMPLETE_AUDIT']],
  ])('the auditor: %s', (_what, contract, found, codes) => {
    const play = validated(handOff(new BoardPlay([contract])));
    const said = { findings: found.map((subject) => finding(subject)) };
    expect(play.report('T-1', 'prd_auditor', said).codes).toEqual(codes);
  });

  test('every finding is met, with evidence; a validator has tried something', () => {
    const told = (findings: ReturnType<typeof finding>[]) =>
      validated(handOff(new BoardPlay())).report('T-1', 'validator', { findings }).codes;
    expect(told([finding('x')])).toEqual([]);
    for (const findings of [[], [finding('x', false)], [finding('x', true, ' \n')]])
      expect(told(findings)).toEqual(['FINDING_NOT_MET']);
  });
});

describe('nothing but three passes closes', () => {
  test.each([1, 2, 3])('check %i failed', (failing) => {
    const play = validated(handOff(new BoardPlay()));
    for (const [index, check] of checks.entries())
      accepted(play.report('T-1', check, { passed: index !== failing - 1 }));
    expect(play.where('T-1')).toBe('in_progress EXECUTING');
    const told = play.ticket('T-1').rejections;
    expect(told).toMatchObject([{ attempt: 1, why: 'CHECK_FAILED', seq: play.journal.length }]);
  });

  test('a second round counts its own reports only', () => {
    const play = validated(handOff(new BoardPlay()));
    for (const check of checks.slice(0, 2)) accepted(play.report('T-1', check));
    accepted(play.later(leaseMs + 1).expireLease('T-1'));
    expect(play.ticket('T-1').closure.marks).toEqual({});
    validated(play);
    accepted(play.report('T-1', 'validator'));
    expect(play.ticket('T-1').status).toBe('s3_validating');
    for (const check of checks.slice(0, 2)) accepted(play.report('T-1', check));
    expect(play.ticket('T-1').status).toBe('closed');
  });

  test('the checks see what became of the next attempt anew', () => {
    const play = checked(validated(handOff(new BoardPlay())), 'T-1', { passed: false });
    expect(play.where('T-1')).toBe('in_progress EXECUTING');
    expect(checked(validated(handOff(play))).where('T-1')).toBe('closed APPROVED');
  });
});
