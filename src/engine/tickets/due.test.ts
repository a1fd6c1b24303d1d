/** Its bug, to a user: a run that nobody makes is waited for, or work is timed out while somebody is at it. */
import { leaseMs } from '../../../machines/schema/ticket.js';
import { BoardPlay } from '../../testing/board-play.js';
import { handOff, validated } from '../../testing/board-stories.js';
import { accepted } from '../../testing/investigation.js';
import { minute, now } from '../../testing/ticket-samples.js';
import { cancelledByCaller } from '../../../machines/schema/ticket.js';
import { dueOf, nextDue, processGone, runGraceMs } from './due.js';

const started = () => {
  const play = new BoardPlay();
  accepted(play.start('T-1'));
  return play;
};
const running = () => {
  const play = started();
  accepted(play.submit('T-1'));
  return play;
};
const paused = () => {
  const play = running();
  accepted(play.ran('T-1', { cutShort: cancelledByCaller }));
  return play;
};
const timedOut = () => {
  const play = started();
  accepted(play.later(5 * minute + 1).expire('T-1'));
  return play;
};
const validating = () => {
  const play = handOff(new BoardPlay());
  accepted(play.validate('T-1'));
  return play;
};

const due = async (play: BoardPlay, at: number, { isAsked = false, isRunning = false } = {}) =>
  dueOf(play.ticket('T-1'), {
    now: at,
    isAsked,
    runGraceMs,
    whyNotRunning: async () => (isRunning ? undefined : processGone),
  });
const deadlineOf = (play: BoardPlay) => play.ticket('T-1').gate.context.deadline ?? 0;

test('a step is overdue after its deadline, and not at it', async () => {
  const play = started();
  expect(await due(play, deadlineOf(play))).toBeUndefined();
  expect(await due(play, deadlineOf(play) + 1)).toEqual({ type: 'gate.expire', ticketId: 'T-1' });
});

test('a run that is being made has a little longer, to say so itself', async () => {
  const play = running();
  const deadline = deadlineOf(play);
  expect(await due(play, deadline + runGraceMs, { isRunning: true })).toBeUndefined();
  expect(await due(play, deadline + runGraceMs + 1, { isRunning: true })).toMatchObject({ type: 'gate.expire' });
});

test('a run that nobody makes is cut short before any time-out', async () => {
  const play = running();
  const cut = { type: 'gate.ran', ticketId: 'T-1', runId: 1, cutShort: processGone };
  expect(await due(play, now)).toEqual(cut);
  expect(await due(play, deadlineOf(play) + 1)).toEqual(cut);
  expect(await due(play, now, { isRunning: true })).toBeUndefined();
});

test('a run its caller cancelled waits until somebody asks', async () => {
  const play = paused();
  expect(await due(play, now)).toBeUndefined();
  expect(await due(play, now, { isAsked: true })).toMatchObject({
    ...{ type: 'gate.ran', runId: 2, cutShort: 'taken up again after it was cancelled' },
  });
  expect(await due(play, now, { isAsked: true, isRunning: true })).toBeUndefined();
});

test('after a pause it goes on at the time that was set', async () => {
  const play = timedOut();
  const wakeAt = play.ticket('T-1').gate.context.wakeAt ?? 0;
  expect(await due(play, wakeAt - 1)).toBeUndefined();
  expect(await due(play, wakeAt)).toEqual({ type: 'gate.wake', ticketId: 'T-1' });
});

test('nothing is due of what is withdrawn or has not begun', async () => {
  expect(await due(new BoardPlay(), now + 1e9)).toBeUndefined();
  for (const play of [started(), running(), timedOut()]) {
    accepted(play.decide('T-1', 'withdraw'));
    expect(await due(play, now + 1e9, { isAsked: true })).toBeUndefined();
  }
});

test('a validation ends with its lease; its run is cut short where nobody makes it', async () => {
  const play = validating();
  const lease = play.ticket('T-1').closure.lease ?? 0;
  expect(lease).toBe(now + leaseMs);
  expect(await due(play, now)).toEqual({
    ...{ type: 'closure.ran', ticketId: 'T-1', runId: 1, cutShort: processGone },
  });
  expect(await due(play, now, { isRunning: true })).toBeUndefined();
  expect(await due(play, lease + 1, { isRunning: true })).toEqual({ type: 'closure.expire', ticketId: 'T-1' });
  const ran = validated(handOff(new BoardPlay()));
  expect(await due(ran, lease)).toBeUndefined();
  expect(await due(ran, lease + 1)).toMatchObject({ type: 'closure.expire' });
});

describe('when to look again', () => {
  const next = (...plays: BoardPlay[]) => nextDue(plays.map((play) => play.ticket('T-1')));

  test('is never where nothing waits for a time', () => {
    expect(nextDue([])).toBeUndefined();
    expect(next(new BoardPlay())).toBeUndefined();
  });

  test('is just after a deadline, a little later for a run, at the end of a pause or just after a lease', () => {
    const [atWork, inRun, asleep, closing] = [started(), running(), timedOut(), validating()];
    expect(next(atWork)).toBe(deadlineOf(atWork) + 1);
    expect(next(inRun)).toBe(deadlineOf(inRun) + 1 + runGraceMs);
    expect(next(asleep)).toBe(asleep.ticket('T-1').gate.context.wakeAt);
    expect(next(closing)).toBe(now + leaseMs + 1);
  });

  test('is for the first of several', () => {
    const [atWork, closing] = [started(), validating()];
    expect(next(closing, atWork)).toBe(Math.min(deadlineOf(atWork) + 1, now + leaseMs + 1));
  });
});
