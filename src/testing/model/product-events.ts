/** One of everything a ticket and its gate can be sent, as the engine would build it where they stand. */
import type { GateEvent } from '../../../machines/gate-actor.js';
import { checks, gateNumbers } from '../../../machines/schema/ticket.js';
import type { TicketEvent } from '../../../machines/ticket.machine.js';
import * as play from '../ticket-play.js';
import { now } from '../ticket-samples.js';
import type { Product } from './product-place.js';

export interface Offer {
  readonly type: string;
  readonly event: TicketEvent;
}

const plainGate = ['escalate', 'retry', 'extend', 'investigate', 'acknowledge', 'unblock', 'orphan'] as const;

/** The person's retry once: every one after that is the same again. */
export function eventsIn(product: Product): Offer[] {
  const isRetried = (product.gate?.context.attemptsMax ?? 0) > gateNumbers.attemptsMax;
  return [...gateOffers(product), ...closingOffers(product)].filter(({ type }) => !isRetried || type !== 'retry');
}

function gateOffers({ gate }: Product): Offer[] {
  if (!gate) return [];
  const { attempt, runs, deadline, wakeAt, lastRun } = gate.context;
  const filesId = lastRun?.filesId ?? 'files-1';
  const said = { attempt, filesId: 'files-1' };
  const ran = (spoilt: object) => play.ran({ runId: runs, ...spoilt });
  const events: [string, GateEvent][] = [
    ['begin', play.begin],
    ['submit', play.submit(said)],
    ['submit changed files', play.submit({ ...said, filesId: 'files-2' })],
    ['submit failure', play.submit({ ...said, status: 'failure' })],
    ['submit malformed', play.submit({ ...said, contradictions: ['no evidence is given'] })],
    ['submit blocked by another', play.submit({ ...said, status: 'blocked', blocker: 'T-2' })],
    ['submit blocked', play.submit({ ...said, status: 'blocked' })],
    ['run passes', ran({})],
    ['run fails', ran({ passed: false })],
    ['run moves the files', ran({ isMoved: true })],
    ['run is cut short', ran({ isCutShort: true })],
    ['approve', play.review({ filesId })],
    ['approve with low confidence', play.review({ filesId, confidence: 'LOW' })],
    ['reject', play.review({ filesId, verdict: 'REJECTED', recommendation: 'retry' })],
    ['review again', play.review({ filesId, by: 'agent a2' })],
    ['time runs out', { type: 'gate.expire', at: (deadline ?? now) + 1 }],
    ['pause ends', { type: 'gate.wake', at: wakeAt ?? now }],
    ['skip', play.skip],
    ['force', play.force],
    ['rereview', { type: 'gate.rereview', at: now, filesId }],
    ...plainGate.map((name): [string, GateEvent] => [name, { type: `gate.${name}`, at: now }]),
  ];
  return events.map(([type, event]) => ({ type, event }));
}

/** Whoever checks is asked whether they built it, as the engine asks. */
function closingOffers({ ticket, gate }: Product): Offer[] {
  const { lease, runs } = ticket.context;
  const builders = [...(gate?.context.executors ?? []), ...(gate?.context.architects ?? [])];
  const by = (name: string) => ({ by: name, isBuilder: builders.includes(name) });
  const events: [string, TicketEvent][] = [
    ['validate', play.validate(by('agent s1'))],
    ['validate as a builder', play.validate(by('agent e1'))],
    ['validate changed files', play.validate({ ...by('agent s1'), isStale: true })],
    ...checks.flatMap((check): [string, TicketEvent][] => [
      [`${check} passes`, play.report(check, by('agent s1'))],
      [`${check} fails`, play.report(check, { ...by('agent s1'), passed: false })],
      [`${check} passes as a builder`, play.report(check, by('agent e1'))],
      [`${check} passes on changed files`, play.report(check, { ...by('agent s1'), isMoved: true })],
      [`${check} passes too late`, play.report(check, { ...by('agent s1'), at: (lease ?? now) + 1 })],
    ]),
    ['closing run passes', play.closingRun({ runId: runs })],
    ['closing run fails', play.closingRun({ runId: runs, passed: false })],
    ['closing run is cut short', play.closingRun({ runId: runs, isCutShort: true })],
    ['lease runs out', play.expire((lease ?? now) + 1)],
    ['accept', play.accept()],
    ['accept changed files', play.accept(true)],
    ['flag', play.flag],
    ['withdraw', play.withdraw],
  ];
  return events.map(([type, event]) => ({ type, event }));
}
