import { createActor, type AnyActorRef } from 'xstate';
import { BoardPlay } from '../src/testing/board-play.js';
import { statusOf } from '../src/session/ticket-actors.js';
import { forge, forgedEvents } from '../src/testing/forged-events.js';
import * as play from '../src/testing/ticket-play.js';
import { TicketPlay } from '../src/testing/ticket-play.js';
import { gateOf } from '../src/testing/ticket-samples.js';
import { protocolNamed } from '../src/testing/tree-builder.js';
import { chartsFor } from './charts.js';
import { Command } from './schema/command.js';
import { AcceptedRecord } from './schema/record.js';
import { checks } from './schema/ticket.js';
import { ticketActorId } from './session.machine.js';
import type { TicketEvent } from './ticket.machine.js';

// To a user its bug is a ticket that whoever knows the library closes by a word.
describe('a forged event', () => {
  test.each<[string, readonly TicketEvent[]]>([
    ['impl_complete', play.approved],
    ['s3_validating', play.validating],
    ['s3_validating', [...play.validating, play.report('investigator'), play.report('prd_auditor')]],
    ['s3_validating', [play.begin, play.force, play.validate(), play.closingRun()]],
  ])('moves nothing in %s', (status, events) => {
    const played = new TicketPlay(...events);
    const { closure, gate } = played;
    for (const event of forgedEvents) {
      if (played.can(event)) throw new Error(`${event.type} is taken in ${status}`);
      played.send(event);
      expect([event.type, played.status, played.gate, played.closure]).toEqual([event.type, status, gate, closure]);
    }
  });

  test.each(['open', 'in_progress', 'blocked'])('brings nothing in %s to a close', (status) => {
    const events = { open: [], in_progress: [play.begin], blocked: [play.begin, play.force] }[status] ?? [];
    const played = new TicketPlay(...events);
    for (const event of forgedEvents) expect(played.send(event).status).not.toBe('closed');
  });

  test('that its gate has failed ends the actor, and closes nothing', () => {
    const played = new TicketPlay(...play.validating);
    played.actor.subscribe({ error: () => undefined });
    played.send(forge('xstate.error.actor.gate', { error: new Error('forged') }));
    expect([played.status, played.actor.getSnapshot().status]).toEqual(['s3_validating', 'error']);
    expect(played.send(...checks.map((check) => play.report(check))).status).toBe('s3_validating');
  });

  test('through the session’s own actor moves no ticket that was handed off', () => {
    const session = createActor(chartsFor(protocolNamed('multi-gate')).session, { input: { sessionId: 's' } }).start();
    session.send({ type: 'tickets.open', tickets: [{ ticketId: 'T-1', limits: gateOf().limits }] });
    const send = (event: TicketEvent) => {
      session.send({ type: 'ticket.event', ticketId: 'T-1', event });
    };
    const status = () => {
      const ticket = session.getSnapshot().children[ticketActorId('T-1')]?.getSnapshot() as { value: unknown };
      return statusOf(ticket.value);
    };
    for (const event of play.validating) send(event);
    for (const event of forgedEvents) send(event);
    expect(status()).toBe('s3_validating');
    const toAnyone: AnyActorRef = session;
    for (const event of forgedEvents) toAnyone.send(event);
    expect(status()).toBe('s3_validating');
  });

  test('is no command, and no line of a journal', () => {
    const types = [
      ...forgedEvents.map(({ type }) => type),
      'ticket.event',
      'report.validator',
      'gate.reopen',
      'ticket.accept',
    ];
    const [record] = new BoardPlay().journal;
    for (const type of types) {
      const command = { type, ticketId: 'T-1', event: { type: 'verdict.passed' } };
      expect([type, Command.safeParse(command).success]).toEqual([type, false]);
      expect([type, Command.safeParse({ type, ticketId: 'T-1' }).success]).toEqual([type, false]);
      expect([type, AcceptedRecord.safeParse({ ...record, command }).success]).toEqual([type, false]);
    }
    expect(AcceptedRecord.safeParse(record).success).toBe(true);
  });
});
