/** Turns a command about the closure gate, with the facts gathered for it, into the event the ticket is given. Pure. */
import type { Ticket } from '../../machines/measures/board-ticket.js';
import { principalKey } from '../../machines/measures/principal.js';
import { normalised } from '../../machines/measures/text.js';
import type { CommandOf } from '../../machines/schema/command.js';
import type { TreeFacts } from '../../machines/schema/record.js';
import type { CheckReport } from '../../machines/schema/ticket.js';
import type { TicketEvent } from '../../machines/ticket.machine.js';
import { strayOf, timeOf, type Given } from './ticket-figures.js';

/** What the server saw when it ran a command in the ticket's tree. */
const observed = 'H3';

type ValidateEvent = Extract<TicketEvent, { type: 'ticket.validate' }>;
type CheckEvent = Extract<TicketEvent, { check: unknown }>;

/** Who sends it; whether they built it, over all attempts, as executor or as architect. */
function senderOf({ by, facts }: Given, { gate }: Ticket) {
  const key = principalKey(by) ?? null;
  const { executors, architects } = gate.context;
  return {
    by: key,
    isOnlyClaimed: facts.policy?.connection === true && by.known === 'claimed',
    isBuilder: key !== null && (executors.includes(key) || architects.includes(key)),
  };
}

/** The files are not those handed off, and no ticket closed since has changed what is different. */
function isMoved({ facts }: Given, { handOff }: Ticket): boolean {
  const { filesId, movedCount } = facts.tree ?? {};
  return (movedCount ?? Number(filesId !== handOff?.filesId)) > 0;
}

export function validateEvent(given: Given, ticketId: string): ValidateEvent {
  const ticket = given.board.at(ticketId);
  return {
    type: 'ticket.validate',
    at: timeOf(given),
    ...senderOf(given, ticket),
    isPolicyChanged: given.facts.policy?.changed ?? false,
    isStale: isMoved(given, ticket),
    filesId: given.facts.tree?.filesId ?? '',
    ...strayOf(given),
  };
}

export function checkEvent(given: Given, command: CommandOf<'ticket.report'>): CheckEvent {
  const ticket = given.board.at(command.ticketId);
  const { check, passed, findings } = command;
  return {
    type: `report.${check}`,
    ...{ check, passed },
    at: timeOf(given),
    ...senderOf(given, ticket),
    isMoved: isMoved(given, ticket),
    wantsLevel: unmetLevel(given.facts.policy?.close),
    isSeparate: given.facts.policy?.separate ?? false,
    notMet: notMet(command),
    undiffed: undiffed(given.facts.tree, findings),
    unaudited: unaudited(ticket, findings),
    ...strayOf(given),
  };
}

/** Closing runs are made in the ticket's own tree. */
const unmetLevel = (wanted: string = observed): string | null => (wanted > observed ? wanted : null);

function notMet({ check, findings }: CheckReport): string[] {
  const named = (subject: string) => JSON.stringify(subject.slice(0, 80));
  return [
    ...(check === 'validator' && findings.length === 0 ? ['no finding says what was tried'] : []),
    ...findings.filter(({ met }) => !met).map(({ subject }) => `${named(subject)} is not met`),
    ...findings
      .filter(({ met, evidence }) => met && evidence.trim() === '')
      .map(({ subject }) => `${named(subject)} has no evidence`),
  ];
}

const plainPath = (path: string): string => path.trim().replace(/^\.\//, '');

/** Each changed file is named; where there are more than can be listed, the engine has compared all of them. */
function undiffed(tree: TreeFacts | undefined, findings: CheckReport['findings']): string[] {
  const { changed = [], changedCount = changed.length, unfound, unfoundCount = 0, aboutNone = [] } = tree ?? {};
  if (changedCount > changed.length) {
    const left = unfound === undefined ? changedCount : unfoundCount;
    const sample = (unfound ?? changed).slice(0, 5).join(', ');
    return [
      ...(left > 0
        ? [`${left} of ${changedCount} changed files have no finding (${sample}, …); a folder may stand for its files`]
        : []),
      ...aboutNone.map((subject) => `nothing changed at ${subject.slice(0, 80)}`),
    ];
  }
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

/** It counts for the files that are validated, or not at all. */
export function closingRunEvent(given: Given, { ticketId, runId, result }: CommandOf<'closure.ran'>): TicketEvent {
  const { filesId } = given.board.at(ticketId).closure;
  const isAboutThem = result?.filesBefore === filesId && result.filesAfter === filesId;
  const passed = isAboutThem && result.passed;
  return { type: 'closure.ran', at: timeOf(given), runId, passed, isCutShort: result === undefined };
}

export const acceptEvent = (given: Given, ticketId: string): TicketEvent => ({
  type: 'ticket.accept',
  at: timeOf(given),
  isMoved: isMoved(given, given.board.at(ticketId)),
});
