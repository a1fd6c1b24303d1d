/** Turns a command about a ticket, with the facts gathered for it, into the event its gate is given. Pure. */
import assert from 'node:assert';
import type { GateEvent } from '../../machines/gate-actor.js';
import { globsOverlap } from '../../machines/measures/glob.js';
import { principalKey } from '../../machines/measures/principal.js';
import { dependenciesOf, isLive, type Ticket } from '../../machines/measures/board-ticket.js';
import type { Board } from '../../machines/measures/board.js';
import type { OutsideFigures } from '../../machines/rules/tickets/ticket-rule.js';
import type { CommandOf } from '../../machines/schema/command.js';
import type { Facts, Principal } from '../../machines/schema/record.js';
import type { Decision, Review } from '../../machines/schema/ticket.js';
import { normalised } from '../../machines/measures/text.js';

/** What an event is built from, when it is planned and when it is replayed. */
export interface Given {
  readonly board: Board;
  readonly facts: Facts;
  readonly by: Principal;
}

export function timeOf({ facts }: Given): number {
  return facts.at ?? assert.fail('a command about tickets carries its time');
}

const isPerson = ({ role, known }: Principal): boolean => role === 'person' && known === 'person';

/** What lies outside the contract when it is looked at again. */
export const strayOf = ({ facts }: Given): OutsideFigures => ({
  outside: facts.tree?.stray ?? [],
  outsideCount: facts.tree?.strayCount ?? 0,
});

const filesOf = ({ facts }: Given): string => facts.tree?.filesId ?? '';

export function beginEvent(given: Given, ticketId: string): GateEvent {
  const { board, facts } = given;
  const ticket = board.at(ticketId);
  const dependencies = dependenciesOf(ticket);
  const others = board.startedIn(facts.tree?.dir ?? '').filter(({ id }) => id !== ticketId);
  return {
    type: 'gate.begin',
    at: timeOf(given),
    isHalted: board.isHalted,
    open: dependencies.filter((id) => isLive(board.at(id))),
    withdrawn: dependencies.filter((id) => board.at(id).status === 'withdrawn'),
    overlaps: [
      ...others.flatMap((other) => {
        const files = sharedFiles(ticket, other);
        return files.length > 0 ? [{ ticketId: other.id, files }] : [];
      }),
      ...(facts.overlaps ?? []).filter(({ atWork }) => atWork),
    ],
  };
}

const sharedFiles = (ticket: Ticket, other: Ticket): string[] =>
  ticket.contract.files.filter((glob) => other.contract.files.some((theirs) => globsOverlap(glob, theirs)));

export function reportEvent(given: Given, command: CommandOf<'ticket.submit'>): GateEvent {
  const { facts } = given;
  const { outside = [], outsideCount = 0, untouched = [], untouchedCount = 0, changedCount = 0 } = facts.tree ?? {};
  return {
    type: 'gate.report',
    at: timeOf(given),
    attempt: command.attempt,
    status: command.status,
    ...senderOf(given, command.ticketId),
    contradictions: contradictionsOf(command),
    isPolicyChanged: facts.policy?.changed ?? false,
    filesId: filesOf(given),
    ...{ outside, outsideCount, untouched, untouchedCount, changedCount },
    blocker: blockerOf(given.board, command),
  };
}

function senderOf({ board, by }: Given, ticketId: string): { by: string | null; isChecker: boolean } {
  const key = principalKey(by) ?? null;
  return { by: key, isChecker: key !== null && board.at(ticketId).closure.checkers.includes(key) };
}

/** `success` that says otherwise elsewhere. */
export function contradictionsOf({ status, evidence, doneCriteriaMet, error }: CommandOf<'ticket.submit'>): string[] {
  if (status !== 'success') return [];
  return [
    ...(evidence.trim() === '' ? ['no evidence is given'] : []),
    ...(doneCriteriaMet ? [] : ['doneCriteriaMet is false']),
    ...((error ?? '').trim() === '' ? [] : ['an error is reported']),
  ];
}

/** A ticket can be waited for if it is at work or will be, and does not wait for this one in turn. */
function blockerOf(board: Board, { ticketId, status, blockedBy }: CommandOf<'ticket.submit'>): string | null {
  const blocker = status === 'blocked' && blockedBy !== undefined ? board.get(blockedBy) : undefined;
  return blocker && isLive(blocker) && !waitsFor(board, blocker.id, ticketId) ? blocker.id : null;
}

function waitsFor(board: Board, from: string, target: string): boolean {
  const seen = new Set<string>();
  const next = [from];
  for (let id = next.pop(); id !== undefined; id = next.pop()) {
    if (id === target) return true;
    const ticket = seen.has(id) ? undefined : board.get(id);
    seen.add(id);
    if (!ticket || !isLive(ticket)) continue;
    const { state, context } = ticket.gate;
    next.push(...dependenciesOf(ticket), ...(state === 'BLOCKED' && context.blocker !== null ? [context.blocker] : []));
  }
  return false;
}

export function ranEvent(given: Given, { runId, result }: CommandOf<'gate.ran'>): GateEvent {
  return {
    type: 'gate.ran',
    at: timeOf(given),
    runId,
    isCutShort: result === undefined,
    isMoved: result !== undefined && result.filesBefore !== result.filesAfter,
    filesId: result?.filesBefore ?? '',
    passed: result?.passed ?? false,
  };
}

export function reviewEvent(given: Given, command: CommandOf<'ticket.review'>): GateEvent {
  const { verdict, confidence, recommendation } = command;
  return {
    type: 'gate.review',
    at: timeOf(given),
    ...senderOf(given, command.ticketId),
    ...{ verdict, confidence, recommendation },
    filesId: filesOf(given),
    ...strayOf(given),
    ...lookedAt(given.board.at(command.ticketId).contract.done, command.findings),
  };
}

/** Which criterion a finding is about: its number, its text, or a number written as text. */
function indexOf(done: readonly string[], criterion: number | string): number {
  if (typeof criterion === 'number') return criterion - 1;
  const byText = done.findIndex((each) => normalised(each) === normalised(criterion));
  return byText >= 0 || !/^\d{1,3}$/.test(criterion.trim()) ? byText : Number(criterion) - 1;
}

export function lookedAt(
  done: readonly string[],
  findings: Review['findings'],
): { missing: string[]; unmet: string[] } {
  const missing: string[] = [];
  const unmet: string[] = [];
  const at = findings.map(({ criterion }) => indexOf(done, criterion));
  for (const [index, finding] of findings.entries())
    if (done[at[index] ?? -1] === undefined) missing.push(`${String(finding.criterion).slice(0, 40)} is no criterion`);
  for (const [index, text] of done.entries()) {
    const name = `${index + 1} ${JSON.stringify(text.slice(0, 40))}`;
    const found = findings.filter((_, which) => at[which] === index);
    if (found.length === 0) missing.push(`${name} has none`);
    if (found.length > 1) missing.push(`${name} has ${found.length}`);
    if (found.some(({ evidence }) => evidence.trim() === '')) missing.push(`${name} lacks evidence`);
    if (found.some(({ met }) => !met)) unmet.push(name);
  }
  return { missing, unmet };
}

export function overrideEvent(given: Given, { how, reason, note, typed }: CommandOf<'ticket.override'>): GateEvent {
  return { type: `gate.${how}`, at: timeOf(given), isPerson: isPerson(given.by), reason, note, typed };
}

/** Decisions that are the gate's; dropping a dependency and withdrawing are not. */
export type GateDecision = Exclude<Decision, 'drop' | 'withdraw' | 'accept'>;

export function decisionEvent(given: Given, decision: GateDecision): GateEvent {
  const at = timeOf(given);
  return decision === 'rereview'
    ? { type: 'gate.rereview', at, filesId: filesOf(given) }
    : { type: `gate.${decision}`, at };
}

export const byPerson = (given: Given): { isPerson: boolean } => ({ isPerson: isPerson(given.by) });
