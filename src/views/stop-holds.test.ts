import { BoardPlay } from '../testing/board-play.js';
import { closed, handOff, validated } from '../testing/board-stories.js';
import { accepted, Investigation } from '../testing/investigation.js';
import { protocolNamed } from '../testing/tree-builder.js';
import { holdsOf, stopHolds } from './stop-holds.js';

const many = (count: number) =>
  new BoardPlay(Array.from({ length: count }, (_, at) => ({ title: `Ticket ${at}`, files: [`src/${at}.ts`] })));

test('a started ticket holds up who builds it, with its gate and its next call', () => {
  const play = many(2);
  accepted(play.start('T-1'));
  const { holds, count } = stopHolds(play.state, 'solo');
  expect(count).toBe(holds.length);
  expect(holds.find(({ ticketId }) => ticketId === 'T-1')).toMatchObject({
    title: 'Ticket 0',
    state: 'gate EXECUTING',
    next: expect.stringContaining('ticket_submit'),
  });
});

test('a ticket that is handed off says so instead', () => {
  const play = validated(handOff(new BoardPlay()));
  const { holds } = stopHolds(play.state, 'solo');
  expect(holds).toMatchObject([{ ticketId: 'T-1', state: 's3_validating' }]);
});

test('nothing holds up anybody when all is closed', () => {
  const play = closed(new BoardPlay());
  expect(stopHolds(play.state, 'solo')).toEqual({ holds: [], count: 0 });
  expect(holdsOf(play.state).solo).toBe(0);
});

test.each([19, 20, 21, 30])('of %i tickets at most twenty are named, and all are counted', (tickets) => {
  const play = many(tickets);
  for (let at = 1; at <= tickets; at += 1) accepted(play.start(`T-${at}`));
  const { holds, count } = stopHolds(play.state, 'solo');
  expect([holds.length, count]).toEqual([Math.min(tickets, 20), tickets]);
  expect(holdsOf(play.state).solo).toBe(tickets);
});

test('an open investigation holds up solo alone, until it has ended', () => {
  const open = new Investigation(protocolNamed('classic'), 1);
  expect(stopHolds(open.state, 'solo')).toMatchObject({ count: 1, holds: [{ state: 'open' }] });
  expect(stopHolds(open.state, 'orchestrator')).toEqual({ holds: [], count: 0 });
  expect([holdsOf(open.state).solo, holdsOf(open.state).orchestrator]).toEqual([1, 0]);
});
