/** Their bug, to a user: a step that failed shows as passed, a bar is full with work left, a deadline is not shown. */
import { agent, BoardPlay } from '../testing/board-play.js';
import { closed, forceOff, handOff, validated } from '../testing/board-stories.js';
import { accepted } from '../testing/investigation.js';
import { minute, now } from '../testing/ticket-samples.js';
import { closureView } from './closure-view.js';
import { gateBar, gateView, ticketView } from './gate-view.js';
import { ticketNext } from './ticket-next.js';

const started = () => {
  const play = new BoardPlay([{}, { id: 'T-2', title: 'Another', files: ['src/2.ts'] }]);
  accepted(play.start('T-1'));
  return play;
};
const submitted = () => {
  const play = started();
  accepted(play.submit('T-1'));
  return play;
};
const inReview = () => {
  const play = submitted();
  accepted(play.ran('T-1'));
  return play;
};
const timedOut = () => {
  const play = started();
  accepted(play.later(5 * minute + 1).expire('T-1'));
  return play;
};
const waiting = () => {
  const play = started();
  accepted(play.submit('T-1', { status: 'blocked', error: 'Needs it.', blockedBy: 'T-2', doneCriteriaMet: false }));
  return play;
};
const escalated = () => {
  const play = inReview();
  accepted(play.escalate('T-1'));
  return play;
};
const iso = (ms: number) => new Date(ms).toISOString();

test.each<[string, () => BoardPlay, string[], string, string]>([
  [
    'before the start',
    () => new BoardPlay(),
    ['pending', 'pending', 'pending'],
    '[--------] Step 0/3',
    'Call ticket_start',
  ],
  ['at work', started, ['running', 'pending', 'pending'], '[##------] Step 1/3', 'call ticket_submit with attempt 1.'],
  ['in the run', submitted, ['passed', 'running', 'pending'], '[#####---] Step 2/3', 'Proctor runs the verify command'],
  ['in review', inReview, ['passed', 'passed', 'running'], '[#######-] Step 3/3', 'ticket_review takes a finding'],
  ['timed out', timedOut, ['failed', 'pending', 'pending'], '[##------] Step 1/3', 'it goes on after a pause'],
  ['blocked', waiting, ['blocked', 'pending', 'pending'], '[##------] Step 1/3', 'T-1 waits for T-2; go on with T-2'],
  [
    'escalated',
    escalated,
    ['passed', 'passed', 'waits for a person'],
    '[#######-] Step 3/3',
    '(somebody asked for one)',
  ],
  [
    'approved',
    () => handOff(new BoardPlay()),
    ['passed', 'passed', 'passed'],
    '[########] Step 3/3',
    'ticket_validate',
  ],
  [
    'skipped',
    () => forceOff(started(), 'T-1', 'skip'),
    ['skipped', 'skipped', 'skipped'],
    '[########] Step 1/3',
    'handed off unverified.',
  ],
  [
    'forced in review',
    () => forceOff(inReview()),
    ['passed', 'passed', 'forced'],
    '[########] Step 3/3',
    'handed off by force.',
  ],
])('a gate %s shows where each step stands, and the next call', (_, play, steps, bar, next) => {
  const ticket = play().ticket('T-1');
  const { executor, verify, architect } = gateView(ticket);
  expect([executor, verify, architect]).toEqual(steps);
  expect(gateBar(ticket)).toBe(bar);
  expect(ticketNext(ticket)).toContain(next);
});

test('a gate shows until when it waits, and for what', () => {
  expect(gateView(started().ticket('T-1'))).toMatchObject({
    deadline: iso(now + 5 * minute),
    attempt: 1,
    maxAttempts: 3,
  });
  expect(gateView(new BoardPlay().ticket('T-1'))).not.toHaveProperty('deadline');
  const play = timedOut();
  expect(gateView(play.ticket('T-1'))).toMatchObject({ retryAt: iso(play.now + 30_000) });
  expect(gateView(started().ticket('T-1'))).not.toHaveProperty('retryAt');
  expect(gateView(waiting().ticket('T-1')).blockedBy).toBe('T-2');
  expect(gateView(escalated().ticket('T-1')).escalation).toEqual({ type: 'ASKED', step: 'architect', since: iso(now) });
});

test('a withdrawn ticket waits for nothing', () => {
  for (const play of [started(), timedOut()]) {
    accepted(play.decide('T-1', 'withdraw'));
    const view = gateView(play.ticket('T-1'));
    expect([view.deadline, view.retryAt]).toEqual([undefined, undefined]);
    expect(ticketNext(play.ticket('T-1'))).toBe('T-1 was withdrawn by a person.');
  }
});

test('a retry a person granted counts as one more', () => {
  const play = escalated();
  accepted(play.decide('T-1', 'retry'));
  expect(gateView(play.ticket('T-1'))).toMatchObject({ attempt: 2, maxAttempts: 4 });
  expect(ticketNext(play.ticket('T-1'))).toContain('Read the feedback first.');
});

test('the last attempt before a person is asked says so, and only that one', () => {
  const failure = { status: 'failure', error: 'No way.', doneCriteriaMet: false } as const;
  const play = started();
  const told = [1, 2, 3].map(() => {
    const said = ticketNext(play.ticket('T-1'));
    accepted(play.submit('T-1', failure));
    return said.includes('This is the last attempt before a person is asked.');
  });
  expect(told).toEqual([false, false, true]);
});

test('a ticket shows nothing that it does not have', () => {
  const play = new BoardPlay([{ title: 'Plain' }]);
  expect(ticketView(play.ticket('T-1'))).toEqual({
    ...{ ticketId: 'T-1', title: 'Plain', status: 'open', attempt: 0, labels: [], lastStepAt: iso(now) },
  });
});

test('a ticket shows what it has', () => {
  const dependsOn = ['T-2'];
  const play = new BoardPlay([
    { wave: 2, dependsOn },
    { id: 'T-2', title: 'Another', files: ['src/2.ts'] },
  ]);
  expect(ticketView(play.ticket('T-1'))).toMatchObject({ wave: 2, dependsOn });
  const other = started();
  const verification = { command: 'npm test', exitCode: 0, outputSummary: 'green' };
  accepted(other.submit('T-1', { by: agent('e1'), verification }));
  accepted(other.ran('T-1', { passed: false }));
  expect(ticketView(other.ticket('T-1'))).toMatchObject({
    ...{ claimMismatch: 1, startedAt: iso(now), workDir: '/trees/T-1' },
  });
  expect(ticketView(handOff(new BoardPlay()).ticket('T-1'))).toMatchObject({ independence: 'claimed' });
  const skipped = forceOff(new BoardPlay(), 'T-1', 'skip');
  expect(ticketView(skipped.ticket('T-1'))).toMatchObject({ requires_manual_commit: true, labels: ['unverified'] });
  const flagged = handOff(new BoardPlay());
  expect(ticketView(flagged.ticket('T-1'))).not.toHaveProperty('requires_manual_commit');
  accepted(flagged.escalate('T-1'));
  expect(ticketView(flagged.ticket('T-1')).flagged).toBe(true);
  expect(ticketNext(flagged.ticket('T-1'))).toContain('handed off and waits for a person');
});

test.each<[string, { sha: string | null; error?: string }, { commit_sha?: string; commit_error?: string }]>([
  ['made', { sha: 'c'.repeat(40) }, { commit_sha: 'c'.repeat(40) }],
  [
    'made, and changed by a hook',
    { sha: 'c'.repeat(40), error: 'a hook' },
    { commit_sha: 'c'.repeat(40), commit_error: 'a hook' },
  ],
  ['refused', { sha: null, error: 'locked' }, { commit_error: 'locked' }],
  ['not made', { sha: null }, { commit_error: 'not committed' }],
])('a commit that was %s is shown as that', (_, commit, shown) => {
  const play = handOff(new BoardPlay());
  const ticket = { ...play.ticket('T-1'), commit: { error: undefined, ...commit } };
  const { commit_sha: sha, commit_error: error } = ticketView(ticket);
  expect({ sha, error }).toEqual({ sha: shown.commit_sha, error: shown.commit_error });
  expect(ticketView({ ...ticket, commit: 'wanted' })).not.toHaveProperty('commit_error');
});

describe('the closure gate', () => {
  const viewOf = (play: BoardPlay) => closureView(play.ticket('T-1'));
  const waits = { status: 'waiting' };

  test('shows each check, the lease and the run', () => {
    const play = validated(handOff(new BoardPlay()));
    accepted(play.report('T-1', 'investigator'));
    accepted(play.report('T-1', 'prd_auditor', { passed: false }));
    expect(viewOf(play)).toEqual({
      checks: {
        investigator: { status: 'passed', by: 'agent s1', at: iso(now) },
        prd_auditor: { status: 'failed', by: 'agent s1', at: iso(now) },
        validator: waits,
      },
      ...{ round: 1, run: 'passed', lease: expect.any(String) },
    });
    expect(ticketNext(play.ticket('T-1'))).toBe('Call ticket_report for validator of T-1, each after a real look.');
    accepted(play.report('T-1', 'validator'));
    expect(viewOf(play)).toMatchObject({ rejections: 1, checks: { investigator: waits, validator: waits } });
  });

  test('has no lease before and after', () => {
    expect(viewOf(handOff(new BoardPlay()))).toEqual({
      checks: { investigator: waits, prd_auditor: waits, validator: waits },
      ...{ round: 0, run: 'none' },
    });
    const done = closed(new BoardPlay());
    expect(viewOf(done)).not.toHaveProperty('waitsForAccept');
    expect(ticketNext(done.ticket('T-1'))).toBe('T-1 is closed. Its evidence: ticket_status with the ticketId.');
  });

  test('does not wait for anybody once the ticket is withdrawn', () => {
    const play = validated(forceOff(new BoardPlay()));
    accepted(play.decide('T-1', 'withdraw'));
    expect(viewOf(play)).not.toHaveProperty('waitsForAccept');
  });

  test('says of an overridden ticket that a person must accept it, until one did', () => {
    const play = validated(forceOff(new BoardPlay()));
    expect(viewOf(play).waitsForAccept).toBe(true);
    for (const check of ['investigator', 'prd_auditor', 'validator'] as const) accepted(play.report('T-1', check));
    expect(ticketNext(play.ticket('T-1'))).toContain('waits for a person to accept it: proctor decide T-1 accept');
    accepted(play.decide('T-1', 'accept'));
    expect(viewOf(play)).not.toHaveProperty('waitsForAccept');
    expect(ticketNext(play.ticket('T-1'))).toContain('T-1 is closed (forced).');
  });
});
