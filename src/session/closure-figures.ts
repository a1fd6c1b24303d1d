/** Turns a command about the closure gate, with the facts gathered for it, into the event the ticket is given. Pure. */
import { globsOverlap } from '../../machines/measures/glob.js';
import type { Ticket } from '../../machines/measures/board-ticket.js';
import { principalKey } from '../../machines/measures/principal.js';
import { normalised } from '../../machines/measures/text.js';
import type { CommandOf } from '../../machines/schema/command.js';
import type { CheckReport } from '../../machines/schema/ticket.js';
import type { TicketEvent } from '../../machines/ticket.machine.js';
import { timeOf, type Given } from './ticket-figures.js';

type ValidateEvent = Extract<TicketEvent, { type: 'ticket.validate' }>;
type CheckEvent = Extract<TicketEvent, { check: unknown }>;

/** Known well enough for closing: where the policy demands it, by the connection. */
function keyOf({ by, facts }: Given): string | null {
  const isTooWeak = facts.policy?.connection === true && by.known === 'claimed';
  return isTooWeak ? null : (principalKey(by) ?? null);
}

/** Over all attempts, as executor or as architect. */
function builds({ gate }: Ticket, given: Given): boolean {
  const key = principalKey(given.by);
  return key !== undefined && (gate.context.executors.includes(key) || gate.context.architects.includes(key));
}

/** The files are not those handed off, and no ticket closed since has changed them. */
export function isMoved({ board, facts }: Given, ticket: Ticket): boolean {
  const { handOff, tree, contract } = ticket;
  if (facts.tree?.filesId === handOff?.filesId) return false;
  const isLater = (other: Ticket) =>
    other.status === 'closed' && (other.closedSeq ?? 0) > (handOff?.seq ?? 0) && other.tree?.dir === tree?.dir;
  const shares = ({ contract: theirs }: Ticket) =>
    theirs.files.some((glob) => contract.files.some((own) => globsOverlap(own, glob)));
  return !board.all().some((other) => other.id !== ticket.id && isLater(other) && shares(other));
}

export function validateEvent(given: Given, ticketId: string): ValidateEvent {
  const ticket = given.board.at(ticketId);
  return {
    type: 'ticket.validate',
    at: timeOf(given),
    by: keyOf(given),
    isBuilder: builds(ticket, given),
    isPolicyChanged: given.facts.policy?.changed ?? false,
    isStale: isMoved(given, ticket),
  };
}

export function checkEvent(given: Given, command: CommandOf<'ticket.report'>): CheckEvent {
  const ticket = given.board.at(command.ticketId);
  const { check, passed, findings } = command;
  return {
    type: `report.${check}`,
    ...{ check, passed },
    at: timeOf(given),
    by: keyOf(given),
    isBuilder: builds(ticket, given),
    isMoved: isMoved(given, ticket),
    isSeparate: given.facts.policy?.separate ?? false,
    notMet: findings
      .filter(({ met, evidence }) => !met || evidence.trim() === '')
      .map(({ subject }) => subject.slice(0, 80)),
    undiffed: undiffed(given.facts.tree?.changed ?? [], findings),
    unaudited: unaudited(ticket, findings),
  };
}

const plainPath = (path: string): string => path.trim().replace(/^\.\//, '');

function undiffed(changed: readonly string[], findings: CheckReport['findings']): string[] {
  const found = new Set(findings.map(({ subject }) => plainPath(subject)));
  return [
    ...changed.filter((path) => !found.has(path)).map((path) => `${path} has no finding`),
    ...[...found].filter((path) => !changed.includes(path)).map((path) => `${path.slice(0, 80)} was not changed`),
  ];
}

/** By id for requirements; by number or text for criteria, where there are none. */
function unaudited({ contract }: Ticket, findings: CheckReport['findings']): string[] {
  const found = new Set(findings.map(({ subject }) => normalised(subject)));
  const { requirements = [], done } = contract;
  if (requirements.length > 0) return requirements.map(({ id }) => id).filter((id) => !found.has(normalised(id)));
  return done.filter((text, index) => !found.has(normalised(text)) && !found.has(String(index + 1)));
}

export function closingRunEvent({ runId, result }: CommandOf<'closure.ran'>): TicketEvent {
  return { type: 'closure.ran', runId, passed: result?.passed ?? false, isCutShort: result === undefined };
}

export const acceptEvent = (given: Given, ticketId: string): TicketEvent => ({
  type: 'ticket.accept',
  isMoved: isMoved(given, given.board.at(ticketId)),
});
