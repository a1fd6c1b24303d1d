/** What a caller is told after an accepted command about tickets. */
import { isBroad, parseCommandLine } from '../../machines/measures/command-line.js';
import { listed, listedWithin, sampled } from '../../machines/measures/text.js';
import type { AcceptedRecord, Facts } from '../../machines/schema/record.js';
import type { Contract } from '../../machines/schema/ticket.js';
import type { SessionState } from '../session/state.js';
import type { Ticket } from '../../machines/measures/board-ticket.js';
import { closureView, type ClosureView } from './closure-view.js';
import type { ApprovedWork } from './commit-command.js';
import { feedbackOf } from './feedback.js';
import { gateView, ticketView, type GateView, type TicketView } from './gate-view.js';
import { ticketNext } from './ticket-next.js';
import type { Warning } from './warnings.js';

export interface OpenedAnswer {
  kind: 'opened';
  sessionId: string;
  tickets: { ticketId: string; status: string; contractHash: string }[];
  warnings: Warning[];
  message: string;
}

export interface TicketAnswer {
  kind: 'ticket';
  ticket: TicketView;
  gate: GateView;
  /** Once the closure gate has something to say. */
  checks?: ClosureView['checks'];
  closure?: Omit<ClosureView, 'checks'>;
  changed?: string[];
  /** To whoever starts it: who does the work is often not who opened the ticket. */
  contract?: Contract & { contractHash: string };
  warnings?: Warning[];
  /** What can be committed now; the tool makes the command of it. */
  approved?: ApprovedWork;
  message: string;
}

export function openedAnswer({ info, board }: SessionState, { moves }: AcceptedRecord): OpenedAnswer {
  const prefix = 'ticket:';
  const ids = moves.filter(({ actor }) => actor.startsWith(prefix)).map(({ actor }) => actor.slice(prefix.length));
  const opened = ids.map((id) => board.at(id));
  const ready = opened.filter(({ contract }) => (contract.dependsOn ?? []).length === 0).map(({ id }) => id);
  return {
    kind: 'opened',
    sessionId: info.sessionId,
    tickets: opened.map(({ id, status, contractHash }) => ({ ticketId: id, status, contractHash })),
    warnings: broadOnes(opened.map(({ id, contract }) => ({ id, verify: contract.verify }))),
    message:
      ready.length > 0
        ? `Call ticket_start for each of ${listed(sampled(ready))} when work on it begins.`
        : 'Each of them waits for another ticket.',
  };
}

/** A whole test suite says little about one ticket. */
function broadOnes(tickets: readonly { id: string; verify: string }[]): Warning[] {
  const broad = tickets.filter(({ verify }) => {
    const parsed = parseCommandLine(verify);
    return parsed.ok && isBroad(parsed.steps);
  });
  const sample = sampled(broad.map(({ id }) => id));
  if (sample.count === 0) return [];
  const message = `The verify command runs everything: ${listed(sample)}. Naming the tests of the ticket proves more, sooner.`;
  return [{ warning: 'BROAD_VERIFY', message, nodeIds: [...sample.ids], count: sample.count }];
}

export function ticketAnswer({ board }: SessionState, record: AcceptedRecord, ticketId: string): TicketAnswer {
  const ticket = board.at(ticketId);
  const failure = ticket.failures.at(-1);
  const isNew = failure?.seq === record.seq;
  const feedback = failure && isNew ? { feedback: feedbackOf(ticket, failure, record) } : {};
  const others = record.moves.filter(({ actor }) => actor.startsWith('gate:') && actor !== `gate:${ticketId}`);
  return {
    kind: 'ticket',
    ticket: ticketView(ticket),
    gate: { ...gateView(ticket), ...feedback },
    ...closureFields(ticket),
    ...(record.command.type === 'ticket.start'
      ? { contract: { ...ticket.contract, contractHash: ticket.contractHash } }
      : {}),
    ...(others.length > 0 ? { changed: others.map(({ actor }) => actor.slice('gate:'.length)) } : {}),
    ...(ticket.approvedSeq === record.seq ? { approved: approvedWork(ticket, record) } : {}),
    ...warningsIn(record),
    message: ticketNext(ticket),
  };
}

/** What a start and a validation saw beside the contract, and did not refuse. */
function warningsIn({ command, facts }: AcceptedRecord): { warnings?: Warning[] } {
  const warnings = [
    ...(command.type === 'ticket.start' ? sharedFiles(facts) : []),
    ...(command.type === 'ticket.validate' ? committedOutside(facts) : []),
  ];
  return warnings.length > 0 ? { warnings } : {};
}

/** Tickets of other sessions that wait do not lock their files, but whoever decides about them will meet this work. */
function sharedFiles({ overlaps = [], overlapsCount: count = overlaps.length }: Facts): Warning[] {
  if (count === 0) return [];
  const names = overlaps.map(({ ticketId, sessionId }) => `${ticketId} of session ${sessionId}`);
  const message = `Not at work now, but their contracts name the same files: ${listed({ ids: names.slice(0, 3), count })}.`;
  return [{ warning: 'FILES_SHARED', message, nodeIds: overlaps.map(({ ticketId }) => ticketId), count }];
}

function committedOutside({ tree }: Facts): Warning[] {
  const { committed: paths = [], committedCount: count = 0 } = tree ?? {};
  if (count === 0) return [];
  const message = `Outside the contract, and committed since the start: ${listedWithin({ ids: paths, count }, 140)}. Look at them, too.`;
  return [{ warning: 'COMMITTED_OUTSIDE', message, nodeIds: paths.slice(0, 5), count }];
}

/** Only where the closure gate has something to say. */
export function closureFields(ticket: Ticket): {
  checks?: ClosureView['checks'];
  closure?: Omit<ClosureView, 'checks'>;
} {
  if (ticket.closure.round === 0) return {};
  const { checks, ...closure } = closureView(ticket);
  return { checks, closure };
}

function approvedWork({ id, contract, gate }: Ticket, { facts }: AcceptedRecord): ApprovedWork {
  const { dir: top = '.', prefix, changed = [], changedCount = 0 } = facts.tree ?? {};
  const dir = prefix === undefined ? top : `${top}/${prefix}`;
  const { attempt } = gate.context;
  const isAuto = facts.commit === 'auto';
  return { ticketId: id, title: contract.title, attempt, dir, files: changed, count: changedCount, isAuto };
}
